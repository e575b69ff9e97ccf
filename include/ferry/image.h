//===- ferry/image.h - Images as kernels see them ---------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// The binary interface between the runtime and the built-in functions of
// kernels/image: read by C++ and by OpenCL C. An image argument is the address
// of a FerryImage, a sampler argument the bits of its FerrySampler*.
//
// A texel is up to four words of 32 bits, in memory order. What its channels
// are in them is data, not code: so that a kernel has one piece of code for all
// channel orders, and for all types that are decoded alike.
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_IMAGE_H
#define FERRY_IMAGE_H

#ifdef __OPENCL_C_VERSION__
typedef int FerryInt;
typedef uint FerryUint;
typedef __global uchar *FerryAddress;
typedef uint4 FerryUint4;
typedef float4 FerryFloat4;
#else
#include <cstddef>
#include <cstdint>
typedef std::int32_t FerryInt;
typedef std::uint32_t FerryUint;
typedef std::uint64_t FerryAddress;
struct alignas(16) FerryUint4 {
  FerryUint s[4];
  FerryUint &operator[](unsigned I) { return s[I]; }
  FerryUint operator[](unsigned I) const { return s[I]; }
};
struct alignas(16) FerryFloat4 {
  float s[4];
  float &operator[](unsigned I) { return s[I]; }
  float operator[](unsigned I) const { return s[I]; }
};
#endif

// How the words of a texel become channels. All but the last two have fields:
// red and green in the first word; blue and alpha in the second of texels of 8
// bytes, otherwise in the first too.
enum FerryDecode {
  FerryUnorm,     // Fields of at most 16 bits, normalised, unsigned.
  FerrySnorm,     // Likewise, signed.
  FerrySrgb,      // Fields of 8 bits; all but alpha on the curve of sRGB.
  FerryHalf,      // Fields of 16 bits: halves.
  FerrySigned,    // Fields of 8 or 16 bits: integers.
  FerryBits,      // Fields that are what they are: unsigned integers, or words.
  FerryTwoWords,  // Red and green, of 32 bits each.
  FerryFourWords, // Red, green, blue and alpha, of 32 bits each.
};

// A sampler has 64 bits. The low ones are the addressing mode and the filter:
// what Clang makes of the CLK_ constants (OpenCL C 6.15.15.1, and clang's
// opencl-c-base.h), and the filter between mip levels. The high ones are the
// levels of detail that it is clamped to, in units of 2^-12: 16 bits for the
// least, 16 for the distance of the most from 0xffff. So they are 0 where
// nothing is said, as in the text of programs.
enum FerrySampler {
  FerrySamplerNormalized = 1,
  FerrySamplerAddress = 0xe, // The mask of these:
  FerrySamplerClampToEdge = 2,
  FerrySamplerClamp = 4,
  FerrySamplerRepeat = 6,
  FerrySamplerMirroredRepeat = 8,
  FerrySamplerNearest = 0x10,
  FerrySamplerLinear = 0x20,
  FerrySamplerMipLinear = 0x40,
  FerrySamplerLodMin = 32, // Where these bits are.
  FerrySamplerLodMax = 48,
  FerrySamplerLodUnits = 1 << 12,
};

// An image. Lengths are in texels, no length is 0. A texel of zeros reads as
// the border colour. A mip map is an array of these, one for each level; they
// differ in what is before the format.
typedef struct FerryImage {
  FerryAddress data; // Of the first texel.
  FerryInt width;
  FerryInt height;      // 1 for images of one dimension and their arrays.
  FerryInt layers;      // Depth, or images of an array; otherwise 1.
  FerryInt rowTexels;   // From a row to the next.
  FerryInt layerTexels; // From a layer to the next.
  FerryInt levels;      // Of a mip map; otherwise 1.
  // From here on, what follows from the format: FerryFormatOffset.
  FerryUint logBytes; // A texel has 1 << logBytes bytes, 1 to 16.
  FerryUint decode;   // A FerryDecode.
  FerryUint order;    // cl_channel_order, equal to CLK_R and so on.
  FerryUint type;     // cl_channel_type, equal to CLK_UNORM_INT8 and so on.
  // The fields of red, green, blue, alpha. A channel that is not there has the
  // mask 0 and, where it reads as 1, what reads as 1 in `ones`.
  FerryUint4 masks;      // In place.
  FerryUint4 storeMasks; // Of the channels that a write takes.
  FerryUint4 positions;  // Bits to the right of the field.
  FerryUint4 lefts;      // Bits to its left.
  FerryUint4 ones;
  FerryFloat4 largest; // What 1.0 is stored as; 1 if the channel is not there.
  FerryFloat4 scales;  // 1 / largest.
} FerryImage;

#ifndef __OPENCL_C_VERSION__
/// Where in a FerryImage that begins which all images of a format share. It
/// goes to the end, without gaps.
inline constexpr std::size_t FerryFormatOffset = offsetof(FerryImage, logBytes);
#endif

#endif // FERRY_IMAGE_H
