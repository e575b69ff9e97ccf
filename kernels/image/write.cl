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
FERRY_HELPER void ferry_put(Image D, INT C, uint4 W) {
  bool IsTexel = FERRY_IS_TEXEL(D, C_X(C), C_Y(C), C_Z(C)) &&
                 (!LAYERED || ferry_inside(C_LAYER(C), D->layers));
  ferry_store_if(IsTexel, D, FERRY_INDEX(D, C_X(C), C_Y(C), C_Z(C), C_LAYER(C)),
                 W);
}

#define WRITE(ACCESS, NAME, T, ENCODE)                                         \
  FERRY_LARGE_BUILTIN void NAME(ACCESS TYPE Im, INT C, T Color) {              \
    Image D = FERRY_IMAGE(Im);                                                 \
    ferry_put(D, C, ENCODE(D, Color));                                         \
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
