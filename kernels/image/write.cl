//===- write.cl - write_image (OpenCL C 6.15.15.4) ------------------------===//
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

/// Outside, where the behaviour is undefined, nothing is written: programs that
/// round their ND-range up rely on it.
FERRY_HELPER void ferry_put(Image D, Image L, INT C, uint4 W) {
  bool IsTexel = FERRY_IS_TEXEL(L, C_X(C), C_Y(C), C_Z(C)) &&
                 (!LAYERED || ferry_inside(C_LAYER(C), L->layers));
  ferry_store_if(IsTexel, D, L,
                 FERRY_INDEX(L, C_X(C), C_Y(C), C_Z(C), C_LAYER(C)), W);
}

#define WRITE(ACCESS, NAME, T, ENCODE)                                         \
  FERRY_LARGE_BUILTIN void NAME(ACCESS TYPE Im, INT C, T Color) {              \
    Image D = FERRY_IMAGE(Im);                                                 \
    ferry_put(D, D, C, ENCODE(D, Color));                                      \
  }
#if DEPTH
#define WRITES(ACCESS) WRITE(ACCESS, write_imagef, float, ferry_encode_f)
#else
#define WRITES(ACCESS)                                                         \
  WRITE(ACCESS, write_imagef, float4, ferry_encode_f)                          \
  WRITE(ACCESS, write_imageh, half4, ferry_encode_h)                           \
  WRITE(ACCESS, write_imagei, int4, ferry_encode_i)                            \
  WRITE(ACCESS, write_imageui, uint4, ferry_encode_ui)
#endif
WRITES(write_only)
WRITES(read_write)

#ifndef IMAGE_1d_buffer
/// A level of a mip map.
#define WRITE_LEVEL(ACCESS, NAME, T, ENCODE)                                   \
  FERRY_LARGE_BUILTIN void NAME(ACCESS TYPE Im, INT C, int Lod, T Color) {     \
    Image D = FERRY_IMAGE(Im);                                                 \
    if (ferry_inside(Lod, D->levels))                                          \
      ferry_put(D, D + Lod, C, ENCODE(D, Color));                              \
  }
#if DEPTH
#define WRITE_LEVELS(ACCESS)                                                   \
  WRITE_LEVEL(ACCESS, write_imagef, float, ferry_encode_f)
#else
#define WRITE_LEVELS(ACCESS)                                                   \
  WRITE_LEVEL(ACCESS, write_imagef, float4, ferry_encode_f)                    \
  WRITE_LEVEL(ACCESS, write_imagei, int4, ferry_encode_i)                      \
  WRITE_LEVEL(ACCESS, write_imageui, uint4, ferry_encode_ui)
#endif
WRITE_LEVELS(write_only)
WRITE_LEVELS(read_write)
#endif
