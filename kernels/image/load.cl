//===- load.cl - read_image without a sampler (OpenCL C 6.15.15.3) --------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// -DIMAGE_name: see shape.h
//
//===----------------------------------------------------------------------===//

#include "image/address.h"
#include "image/shape.h"

/// Outside, where the result is undefined, what zeros are.
FERRY_HELPER uint4 ferry_texel(Image D, Image L, INT C) {
  bool IsTexel = FERRY_IS_TEXEL(L, C_X(C), C_Y(C), C_Z(C)) &&
                 (!LAYERED || ferry_inside(C_LAYER(C), L->layers));
  return ferry_load_if(IsTexel, D, L,
                       FERRY_INDEX(L, C_X(C), C_Y(C), C_Z(C), C_LAYER(C)));
}

#if DEPTH
#define CHANNELS(X) (X).s0
#else
#define CHANNELS(X) (X)
#endif

#define LOAD(ACCESS, NAME, T, DECODE)                                          \
  FERRY_LARGE_BUILTIN T NAME(ACCESS TYPE Im, INT C) {                          \
    Image D = FERRY_IMAGE(Im);                                                 \
    return CHANNELS(DECODE(D, ferry_texel(D, D, C)));                             \
  }
#if DEPTH
#define LOADS(ACCESS) LOAD(ACCESS, read_imagef, float, ferry_decode_f)
#else
#define LOADS(ACCESS)                                                          \
  LOAD(ACCESS, read_imagef, float4, ferry_decode_f)                            \
  LOAD(ACCESS, read_imageh, half4, ferry_decode_h)                             \
  LOAD(ACCESS, read_imagei, int4, ferry_decode_i)                              \
  LOAD(ACCESS, read_imageui, uint4, ferry_decode_ui)
#endif
LOADS(read_only)
LOADS(read_write)

#ifndef IMAGE_1d_buffer
/// A level of a mip map: OpImageRead of SPIR-V with the operand Lod, under the
/// translator's name. OpenCL C has no such function.
#define LOAD_LEVEL(ACCESS, NAME, T, DECODE)                                    \
  FERRY_LARGE_BUILTIN T NAME(ACCESS TYPE Im, INT C, int Lod) {                 \
    Image D = FERRY_IMAGE(Im);                                                 \
    Image L = D + min(max(Lod, 0), D->levels - 1);                             \
    return CHANNELS(DECODE(D, ferry_texel(D, L, C)));                          \
  }
#if DEPTH
#define LOAD_LEVELS(ACCESS)                                                    \
  LOAD_LEVEL(ACCESS, read_imagef, float, ferry_decode_f)
#else
#define LOAD_LEVELS(ACCESS)                                                    \
  LOAD_LEVEL(ACCESS, read_imagef, float4, ferry_decode_f)                      \
  LOAD_LEVEL(ACCESS, read_imagei, int4, ferry_decode_i)                        \
  LOAD_LEVEL(ACCESS, read_imageui, uint4, ferry_decode_ui)
#endif
LOAD_LEVELS(read_only)
LOAD_LEVELS(read_write)
#endif
