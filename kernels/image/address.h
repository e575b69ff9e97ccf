//===- address.h - Where samplers read ------------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// One dimension of "Image Addressing and Filtering" (OpenCL C). Coordinates are
// brought into range as floats, which have room for every size: NaN and what no
// int can hold end up inside. What is said to be undefined (CLK_ADDRESS_NONE
// outside, repetition of coordinates that are not normalised) is defined here,
// so that nothing is read that does not belong to the image: CLK_ADDRESS_NONE
// has a border.
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_KERNELS_IMAGE_ADDRESS_H
#define FERRY_KERNELS_IMAGE_ADDRESS_H

#include "image/texel.h"

#define FERRY_SAMPLER(S) ((uint)(size_t)__builtin_astype(S, __constant void *))

/// \p C, or Low or High if it is not between them; NaN becomes Low.
FERRY_HELPER float ferry_between(float C, float Low, float High) {
  C = C > Low ? C : Low;
  return C < High ? C : High;
}

/// True if \p I is an index of \p Size elements.
FERRY_HELPER bool ferry_inside(int I, int Size) { return (uint)I < (uint)Size; }

/// A layer of an array.
FERRY_HELPER int ferry_layer(float C, int Layers) {
  return (int)ferry_between(__builtin_elementwise_rint(C), 0, Layers - 1);
}
FERRY_HELPER int ferry_layer(int C, int Layers) {
  return min(max(C, 0), Layers - 1);
}

/// The coordinate \p C as u of the specification: of unnormalised texels; for
/// CLK_ADDRESS_REPEAT and CLK_ADDRESS_MIRRORED_REPEAT from 0 to Size.
FERRY_HELPER float ferry_unnormalise(uint S, float C, float Size) {
  uint Mode = S & FerrySamplerAddress;
  if (Mode == FerrySamplerRepeat)
    return (C - __builtin_elementwise_floor(C)) * Size;
  if (Mode == FerrySamplerMirroredRepeat) {
    float Even = 2.0f * __builtin_elementwise_rint(0.5f * C);
    return __builtin_elementwise_abs(C - Even) * Size;
  }
  return S & FerrySamplerNormalized ? C * Size : C;
}

/// True if what is outside has the colour of the border.
FERRY_HELPER bool ferry_has_border(uint S) {
  uint Mode = S & FerrySamplerAddress;
  return Mode == FerrySamplerClamp || Mode == 0;
}

/// What address_mode() makes of an index; -1 and Size are the border.
FERRY_HELPER int ferry_wrap(uint S, float I, float Size) {
  if (ferry_has_border(S))
    return (int)ferry_between(I, -1, Size);
  if ((S & FerrySamplerAddress) == FerrySamplerRepeat) {
    I = I < 0 ? I + Size : I;
    I = I > Size - 1 ? I - Size : I;
  }
  return (int)ferry_between(I, 0, Size - 1);
}

/// The texel that CLK_FILTER_NEAREST takes.
FERRY_HELPER int ferry_nearest(uint S, float C, int Size) {
  float U = ferry_unnormalise(S, C, Size);
  return ferry_wrap(S, __builtin_elementwise_floor(U), Size);
}

/// The texels that CLK_FILTER_LINEAR takes, and how much of the second.
typedef struct {
  int First, Second;
  float Part;
} Pair;

FERRY_HELPER Pair ferry_linear(uint S, float C, int Size) {
  float U = ferry_unnormalise(S, C, Size) - 0.5f;
  float Floor = __builtin_elementwise_floor(U);
  Pair P = {ferry_wrap(S, Floor, Size), ferry_wrap(S, Floor + 1, Size),
            U - Floor};
  return P;
}

/// Where reads with integer coordinates are.
FERRY_HELPER int ferry_clamp_int(uint S, int C, int Size) {
  return ferry_has_border(S) ? C : min(max(C, 0), Size - 1);
}

#endif // FERRY_KERNELS_IMAGE_ADDRESS_H
