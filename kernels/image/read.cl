//===- read.cl - read_image with a sampler (OpenCL C 6.15.15.2) -----------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// -DIMAGE_name: see shape.h
//
//===----------------------------------------------------------------------===//

#include "image/sample.h"

#define READ_F(NAME, T, CONVERT)                                               \
  FERRY_LARGE_BUILTIN T NAME(read_only TYPE Im, sampler_t Sa, INT C) {         \
    Image D = FERRY_IMAGE(Im);                                                 \
    return CONVERT(                                                            \
        CHANNELS(ferry_decode_f(D, ferry_texel(D, FERRY_SAMPLER(Sa), C))));    \
  }                                                                            \
  FERRY_LARGE_BUILTIN T NAME(read_only TYPE Im, sampler_t Sa, FLOAT C) {       \
    Image D = FERRY_IMAGE(Im);                                                 \
    return CONVERT(CHANNELS(ferry_sample(D, D, FERRY_SAMPLER(Sa), C)));        \
  }

#define READ_I(NAME, T, DECODE)                                                \
  FERRY_LARGE_BUILTIN T NAME(read_only TYPE Im, sampler_t Sa, INT C) {         \
    Image D = FERRY_IMAGE(Im);                                                 \
    return DECODE(D, ferry_texel(D, FERRY_SAMPLER(Sa), C));                    \
  }                                                                            \
  FERRY_LARGE_BUILTIN T NAME(read_only TYPE Im, sampler_t Sa, FLOAT C) {       \
    Image D = FERRY_IMAGE(Im);                                                 \
    return DECODE(D, ferry_texel(D, D, FERRY_SAMPLER(Sa), C));                 \
  }

#define SAME(X) (X)
#define TO_HALF(X) __builtin_convertvector(X, half4)
#if DEPTH
READ_F(read_imagef, float, SAME)
#else
READ_F(read_imagef, float4, SAME)
READ_F(read_imageh, half4, TO_HALF)
READ_I(read_imagei, int4, ferry_decode_i)
READ_I(read_imageui, uint4, ferry_decode_ui)
#endif
