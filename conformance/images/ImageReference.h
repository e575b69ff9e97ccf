//===- ImageReference.h - Images by the specification -----------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What reads and writes of images do, written from OpenCL C, "Image Addressing
/// and Filtering" and "Conversion Rules": one texel after the other, slow and
/// in double where the specification gives no precision.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_CONFORMANCE_IMAGEREFERENCE_H
#define FERRY_CONFORMANCE_IMAGEREFERENCE_H

#include <CL/cl.h>

#include <array>
#include <cstddef>
#include <vector>

namespace conformance {

/// One of the types of images of OpenCL C.
struct ImageKind {
  const char *name; ///< image2d_t, ...
  cl_mem_object_type type;
  unsigned axes; ///< Dimensions that are filtered.
  bool isArray, isDepth;
};
extern const std::vector<ImageKind> ImageKinds;

/// Channels, all as doubles.
using Color = std::array<double, 4>;

enum class ChannelClass { Float, Signed, Unsigned };

ChannelClass classOf(const cl_image_format &F);
unsigned elementBytes(const cl_image_format &F);

/// The channels of an element.
Color decode(const cl_image_format &F, const unsigned char *Element);

/// True if \p Element is what a write of \p C may leave: normalised channels
/// may be off by 0.6 of their unit and are 0 for NaN, others are exact.
bool mayEncode(const cl_image_format &F, const Color &C,
               const unsigned char *Element);

struct ImageSampler {
  bool isNormalized;
  cl_addressing_mode addressing;
  cl_filter_mode filter;
};

/// The contents of an image, without gaps.
struct ReferenceImage {
  const ImageKind *kind;
  cl_image_format format;
  std::array<size_t, 3> size; ///< Of each axis; 1 beyond.
  size_t layers;              ///< 1 if it is no array.
  std::vector<unsigned char> data;

  size_t elements() const { return size[0] * size[1] * size[2] * layers; }
  size_t rows() const { return size[1] * size[2] * layers; }
  /// The texel at indices that may be those of the border.
  Color texel(const std::array<long, 3> &At, size_t Layer) const;
  Color border() const;

  /// What a read of finite coordinates may return: a set of colours for
  /// CLK_FILTER_NEAREST (several, where rounding decides), one for
  /// CLK_FILTER_LINEAR, which is exact but for rounding. The layer is the
  /// coordinate after the axes.
  std::vector<Color> sample(const ImageSampler &S,
                            const std::array<float, 4> &Coordinates) const;
};

} // namespace conformance

#endif // FERRY_CONFORMANCE_IMAGEREFERENCE_H
