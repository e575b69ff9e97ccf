//===- sample.h - What samplers read --------------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// -DIMAGE_name: see shape.h. "Image Addressing and Filtering" (OpenCL C).
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_KERNELS_IMAGE_SAMPLE_H
#define FERRY_KERNELS_IMAGE_SAMPLE_H

#include "image/address.h"
#include "image/shape.h"

/// The texel at integer coordinates.
FERRY_HELPER uint4 ferry_texel(Image D, uint S, INT C) {
  int X = ferry_clamp_int(S, C_X(C), D->width);
  int Y = AXES >= 2 ? ferry_clamp_int(S, C_Y(C), D->height) : 0;
  int Z = AXES >= 3 ? ferry_clamp_int(S, C_Z(C), D->layers) : 0;
  int I = FERRY_INDEX(D, X, Y, Z, ferry_layer(C_LAYER(C), D->layers));
  if (!ferry_has_border(S))
    return ferry_load(D, D, I);
  return ferry_load_if(FERRY_IS_TEXEL(D, X, Y, Z), D, D, I);
}

/// The nearest texel.
FERRY_HELPER uint4 ferry_texel(Image D, Image L, uint S, FLOAT C) {
  int X = ferry_nearest(S, C_X(C), L->width);
  int Y = AXES >= 2 ? ferry_nearest(S, C_Y(C), L->height) : 0;
  int Z = AXES >= 3 ? ferry_nearest(S, C_Z(C), L->layers) : 0;
  int I = FERRY_INDEX(L, X, Y, Z, ferry_layer((float)C_LAYER(C), L->layers));
  if (!ferry_has_border(S))
    return ferry_load(D, L, I);
  // The texel is loaded anyway: which one does not matter.
  bool IsTexel = FERRY_IS_TEXEL(L, X, Y, Z);
  uint4 W = ferry_load(D, L, IsTexel ? I : 0);
  return IsTexel ? W : (uint4)0;
}

#if AXES == 1
#define EACH(M) M(0) M(1)
#elif AXES == 2
#define EACH(M) M(0) M(1) M(2) M(3)
#else
#define EACH(M) M(0) M(1) M(2) M(3) M(4) M(5) M(6) M(7)
#endif

/// The weighted average of the texels around.
FERRY_HELPER float4 ferry_average(Image D, Image L, uint S, FLOAT C) {
#pragma clang fp contract(fast)
  bool HasBorder = ferry_has_border(S);
  int Layer = ferry_layer((float)C_LAYER(C), L->layers);
  Pair X = ferry_linear(S, C_X(C), L->width), Y = {0, 0, 0}, Z = {0, 0, 0};
  if (AXES >= 2)
    Y = ferry_linear(S, C_Y(C), L->height);
  if (AXES >= 3)
    Z = ferry_linear(S, C_Z(C), L->layers);

  // Texel K is the second one in X if bit 0 is set, in Y bit 1, in Z bit 2.
#define PLACE(K)                                                               \
  int X##K = K & 1 ? X.Second : X.First, Y##K = K & 2 ? Y.Second : Y.First,    \
      Z##K = K & 4 ? Z.Second : Z.First;                                       \
  bool IsTexel##K = !HasBorder || FERRY_IS_TEXEL(L, X##K, Y##K, Z##K);         \
  int I##K = IsTexel##K ? FERRY_INDEX(L, X##K, Y##K, Z##K, Layer) : 0;         \
  float Weight##K = (K & 1 ? X.Part : 1 - X.Part) *                            \
                    (AXES < 2 ? 1                                              \
                     : K & 2  ? Y.Part                                         \
                              : 1 - Y.Part) *                                  \
                    (AXES < 3 ? 1                                              \
                     : K & 4  ? Z.Part                                         \
                              : 1 - Z.Part);
  EACH(PLACE)

  __global const uchar *P = L->data;
#define WORDS(K) uint4 W##K;
  EACH(WORDS)
#define LOAD_0(K) W##K = FERRY_LOAD_0(P, I##K);
#define LOAD_1(K) W##K = FERRY_LOAD_1(P, I##K);
#define LOAD_2(K) W##K = FERRY_LOAD_2(P, I##K);
#define LOAD_3(K) W##K = FERRY_LOAD_3(P, I##K);
#define LOAD_4(K) W##K = FERRY_LOAD_4(P, I##K);
#define LOADS(LOG) EACH(LOAD_##LOG)
  FERRY_FOR_BYTES(D, LOADS)
#define BORDER(K) W##K = IsTexel##K ? W##K : (uint4)0;
  EACH(BORDER)

  float4 T = 0;
#define ADD(K) T += Weight##K * Decoded##K;
  // Scales last: one multiplication for all.
#define DECODED(F, K) float4 Decoded##K = F(D, W##K);
#define SUM_1(F) DECODED(F, 0) DECODED(F, 1)
#define SUM_2(F) SUM_1(F) DECODED(F, 2) DECODED(F, 3)
#define SUM_3(F)                                                               \
  SUM_2(F) DECODED(F, 4) DECODED(F, 5) DECODED(F, 6) DECODED(F, 7)
#define SUM(F, SCALE)                                                          \
  {                                                                            \
    FERRY_CAT(SUM_, AXES)(F) EACH(ADD) T *= SCALE;                             \
  }
  FERRY_FOR_FLOATS(D, SUM)
  return T;
}

/// The weighted average, or the nearest texel: what read_imagef returns.
FERRY_HELPER float4 ferry_sample(Image D, Image L, uint S, FLOAT C) {
  if (S & FerrySamplerLinear)
    return ferry_average(D, L, S, C);
  return ferry_decode_f(D, ferry_texel(D, L, S, C));
}

#if DEPTH
#define CHANNELS(X) (X).s0
#else
#define CHANNELS(X) (X)
#endif

#endif // FERRY_KERNELS_IMAGE_SAMPLE_H
