//===- texel.h - The texels of an image -----------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// Loads and stores of texels, and what becomes of their words (OpenCL C,
// Conversion Rules). What depends on the format is a switch on members of the
// image: all work-items go the same way, so that it costs one jump for a vector
// of them. src/image/Encode.cpp has the same for the host.
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_KERNELS_IMAGE_TEXEL_H
#define FERRY_KERNELS_IMAGE_TEXEL_H

#include "ferry.h"
#include "ferry/image.h"
#include "image/srgb.h"

/// Constant: what describes an image does not change while a kernel runs.
typedef __constant const FerryImage *Image;

/// The description of an image argument.
#define FERRY_IMAGE(X) ((Image)(size_t)__builtin_astype(X, __global void *))

// Host memory is aligned to channels only.
typedef ushort Ushort1 __attribute__((aligned(1)));
typedef uint Uint1 __attribute__((aligned(1)));
typedef uint2 Uint2 __attribute__((aligned(2)));
typedef uint4 Uint4 __attribute__((aligned(4)));

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

// The words of a texel of 1 << L bytes that are there, as all functions below
// know them: blue and alpha fields are always in the second.
#define FERRY_LOAD_0(P, I) ((uint4)((P)[I], (P)[I], 0, 0))
#define FERRY_LOAD_1(P, I)                                                     \
  ((uint4)(((__global const Ushort1 *)(P))[I],                                 \
           ((__global const Ushort1 *)(P))[I], 0, 0))
#define FERRY_LOAD_2(P, I)                                                     \
  ((uint4)(((__global const Uint1 *)(P))[I], ((__global const Uint1 *)(P))[I], \
           0, 0))
#define FERRY_LOAD_3(P, I) ((uint4)(((__global const Uint2 *)(P))[I], 0, 0))
#define FERRY_LOAD_4(P, I) (((__global const Uint4 *)(P))[I])

/// A switch that does EACH(L) for the logarithm of the bytes of a texel.
#define FERRY_FOR_BYTES(D, EACH)                                               \
  switch ((D)->logBytes) {                                                     \
  case 0:                                                                      \
    EACH(0);                                                                   \
    break;                                                                     \
  case 1:                                                                      \
    EACH(1);                                                                   \
    break;                                                                     \
  case 2:                                                                      \
    EACH(2);                                                                   \
    break;                                                                     \
  case 3:                                                                      \
    EACH(3);                                                                   \
    break;                                                                     \
  default:                                                                     \
    EACH(4);                                                                   \
    break;                                                                     \
  }

// Below, D says what the format is, and L is the level of a mip map: D itself
// where there is but one.

/// The texel \p I, which is inside.
FERRY_HELPER uint4 ferry_load(Image D, Image L, int I) {
  __global const uchar *P = L->data;
  uint4 W;
#define LOAD(LOG) W = FERRY_LOAD_##LOG(P, I)
  FERRY_FOR_BYTES(D, LOAD)
#undef LOAD
  return W;
}

/// The texel \p I if \p IsInside, or zeros. For indices that are those of
/// neighbours for neighbouring work-items: then it is one load for all.
FERRY_HELPER uint4 ferry_load_if(bool IsInside, Image D, Image L, int I) {
  __global const uchar *P = L->data;
  uint4 W = 0;
#define LOAD(LOG)                                                              \
  if (IsInside)                                                                \
  W = FERRY_LOAD_##LOG(P, I)
  FERRY_FOR_BYTES(D, LOAD)
#undef LOAD
  return W;
}

FERRY_HELPER void ferry_store_if(bool IsInside, Image D, Image L, int I,
                                 uint4 W) {
  __global uchar *P = L->data;
#define FERRY_STORE_0(P, I, W) (P)[I] = (uchar)(W).s0
#define FERRY_STORE_1(P, I, W) ((__global Ushort1 *)(P))[I] = (ushort)(W).s0
#define FERRY_STORE_2(P, I, W) ((__global Uint1 *)(P))[I] = (W).s0
#define FERRY_STORE_3(P, I, W) ((__global Uint2 *)(P))[I] = (W).s01
#define FERRY_STORE_4(P, I, W) ((__global Uint4 *)(P))[I] = (W)
#define STORE(LOG)                                                             \
  if (IsInside)                                                                \
  FERRY_STORE_##LOG(P, I, W)
  FERRY_FOR_BYTES(D, STORE)
#undef STORE
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// The fields, unsigned.
FERRY_HELPER uint4 ferry_fields(Image D, uint4 W) {
  return ((W.s0011 & D->masks) >> D->positions) | D->ones;
}

/// The fields, signed.
FERRY_HELPER int4 ferry_signed_fields(Image D, uint4 W) {
  uint4 Top = (W.s0011 & D->masks) << D->lefts;
  return (__builtin_astype(Top, int4) >>
          __builtin_astype(D->lefts + D->positions, int4)) |
         __builtin_astype(D->ones, int4);
}

// What read_imagef makes of a texel; normalised ones are still to be multiplied
// with FerryImage::scales.
FERRY_HELPER float4 ferry_unorm(Image D, uint4 W) {
  // Signed: there is an instruction for that.
  return __builtin_convertvector(__builtin_astype(ferry_fields(D, W), int4),
                                 float4);
}
FERRY_HELPER float4 ferry_snorm(Image D, uint4 W) {
  int4 Least = -__builtin_convertvector(D->largest, int4);
  return __builtin_convertvector(max(ferry_signed_fields(D, W), Least), float4);
}
FERRY_HELPER float4 ferry_srgb_channels(Image D, uint4 W) {
  uint4 C = ferry_fields(D, W);
  // All formats with sRGB have alpha.
  return (float4)(ferry_srgb[C.s0 & 255], ferry_srgb[C.s1 & 255],
                  ferry_srgb[C.s2 & 255], (float)(int)C.s3 * D->scales.s3);
}
FERRY_HELPER float4 ferry_halves(Image D, uint4 W) {
  ushort4 C = __builtin_convertvector(ferry_fields(D, W), ushort4);
  return __builtin_convertvector(__builtin_astype(C, half4), float4);
}
FERRY_HELPER float4 ferry_bits(Image D, uint4 W) {
  return __builtin_astype(ferry_fields(D, W), float4);
}
FERRY_HELPER float4 ferry_two_words(Image D, uint4 W) {
  return __builtin_astype((uint4)(W.s01, 0, D->ones.s3), float4);
}
FERRY_HELPER float4 ferry_four_words(Image D __attribute__((unused)), uint4 W) {
  return __builtin_astype(W, float4);
}

/// A switch that does EACH(decoder, what to multiply with then) for what
/// read_imagef does with the format of D.
#define FERRY_FOR_FLOATS(D, EACH)                                              \
  switch ((D)->decode) {                                                       \
  case FerryUnorm:                                                             \
    EACH(ferry_unorm, (D)->scales);                                            \
    break;                                                                     \
  case FerrySnorm:                                                             \
    EACH(ferry_snorm, (D)->scales);                                            \
    break;                                                                     \
  case FerrySrgb:                                                              \
    EACH(ferry_srgb_channels, 1.0f);                                           \
    break;                                                                     \
  case FerryHalf:                                                              \
    EACH(ferry_halves, 1.0f);                                                  \
    break;                                                                     \
  case FerryTwoWords:                                                          \
    EACH(ferry_two_words, 1.0f);                                               \
    break;                                                                     \
  case FerryFourWords:                                                         \
    EACH(ferry_four_words, 1.0f);                                              \
    break;                                                                     \
  default:                                                                     \
    EACH(ferry_bits, 1.0f);                                                    \
    break;                                                                     \
  }

FERRY_HELPER float4 ferry_decode_f(Image D, uint4 W) {
  float4 T;
#define DECODE(F, SCALE) T = F(D, W) * (SCALE)
  FERRY_FOR_FLOATS(D, DECODE)
#undef DECODE
  return T;
}

FERRY_HELPER uint4 ferry_decode_ui(Image D, uint4 W) {
  switch (D->decode) {
  case FerryTwoWords:
    return (uint4)(W.s01, 0, D->ones.s3);
  case FerryFourWords:
    return W;
  default:
    return ferry_fields(D, W);
  }
}

FERRY_HELPER int4 ferry_decode_i(Image D, uint4 W) {
  if (D->decode == FerrySigned)
    return ferry_signed_fields(D, W);
  return __builtin_astype(ferry_decode_ui(D, W), int4);
}

FERRY_HELPER half4 ferry_decode_h(Image D, uint4 W) {
  return __builtin_convertvector(ferry_decode_f(D, W), half4);
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

/// The words that have the fields \p C.
FERRY_HELPER uint4 ferry_pack(Image D, uint4 C) {
  C = (C << D->positions) & D->storeMasks;
  uint2 Words = C.even | C.odd;
  return (uint4)(D->logBytes == 3 ? Words.s0 : Words.s0 | Words.s1, Words.s1, 0,
                 0);
}

/// \p C to the nearest integer from \p Low to \p High; NaN becomes Low.
FERRY_HELPER uint4 ferry_round(float4 C, float4 Low, float4 High) {
  C = C > Low ? C : Low;
  C = C < High ? C : High;
  return __builtin_astype(
      __builtin_convertvector(__builtin_elementwise_rint(C), int4), uint4);
}

/// Linear to sRGB, in 255ths.
FERRY_HELPER uint ferry_to_srgb(float C) {
  C = C > 0x1p-13f ? C : 0x1p-13f;
  C = C < 0x1.fffffep-1f ? C : 0x1.fffffep-1f;
  uint Bits = __builtin_astype(C, uint);
  uint Piece = ferry_to_srgb_pieces[(Bits >> 20) - (0x39000000 >> 20)];
  return ((Piece >> 16 << 9) + (Piece & 0xffff) * (Bits >> 12 & 0xff)) >> 16;
}

FERRY_HELPER uint4 ferry_encode_f(Image D, float4 C) {
  float4 Largest = D->largest;
  switch (D->decode) {
  case FerrySrgb:
    return ferry_pack(D, (uint4)(ferry_to_srgb(C.s0), ferry_to_srgb(C.s1),
                                 ferry_to_srgb(C.s2),
                                 ferry_round(C * Largest, 0, Largest).s3));
  case FerryUnorm:
    return ferry_pack(D, ferry_round(C * Largest, 0, Largest));
  case FerrySnorm:
    // "NaN is converted to zero", which is not the lower end here.
    C = C == C ? C : (float4)0;
    return ferry_pack(D, ferry_round(C * Largest, -Largest - 1, Largest));
  case FerryHalf: {
    ushort4 H = __builtin_astype(__builtin_convertvector(C, half4), ushort4);
    return ferry_pack(D, __builtin_convertvector(H, uint4));
  }
  case FerryTwoWords:
  case FerryFourWords:
    return __builtin_astype(C, uint4);
  default:
    return ferry_pack(D, __builtin_astype(C, uint4));
  }
}

FERRY_HELPER uint4 ferry_encode_h(Image D, half4 C) {
  return ferry_encode_f(D, __builtin_convertvector(C, float4));
}

FERRY_HELPER uint4 ferry_encode_ui(Image D, uint4 C) {
  if (D->decode != FerryBits)
    return C; // Words.
  return ferry_pack(D, min(C, D->masks >> D->positions));
}

FERRY_HELPER uint4 ferry_encode_i(Image D, int4 C) {
  if (D->decode != FerrySigned)
    return D->decode == FerryBits ? ferry_pack(D, __builtin_astype(C, uint4))
                                  : __builtin_astype(C, uint4);
  int4 High = __builtin_astype(D->masks >> D->positions >> 1, int4);
  return ferry_pack(D, __builtin_astype(min(max(C, ~High), High), uint4));
}

#endif // FERRY_KERNELS_IMAGE_TEXEL_H
