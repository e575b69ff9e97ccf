//===- Encode.cpp - From a colour to an element ---------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What write_image{f|i|ui} does (OpenCL C, Conversion Rules), on the host.
/// kernels/image/texel.h has the same for kernels.
///
//===----------------------------------------------------------------------===//

#include "image/Format.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace ferry::image {

namespace {

/// To the nearest integer, saturating; NaN becomes 0.
FerryInt round(float Value, float Low, float High) {
  if (std::isnan(Value))
    return 0;
  return FerryInt(std::nearbyintf(std::fmin(std::fmax(Value, Low), High)));
}

/// Linear to sRGB, both in [0, 1] (OpenCL C, Conversion Rules for sRGBA and
/// sBGRA Images).
float toSrgb(float Linear) {
  double C = std::fmin(std::fmax(Linear, 0.0f), 1.0f);
  return float(C < 0.0031308 ? 12.92 * C
                             : 1.055 * std::pow(C, 1 / 2.4) - 0.055);
}

/// What lies in the field of channel \p C, in the low bits.
FerryUint encodeField(const FerryImage &D, unsigned C, FerryUint Bits) {
  const float Value = std::bit_cast<float>(Bits);
  const auto Signed = FerryInt(Bits);
  const bool IsByte = D.type == CL_SIGNED_INT8;
  const FerryUint Largest = D.storeMasks[C] >> D.positions[C];
  switch (D.decode) {
  case FerrySrgb:
    if (C != 3)
      return FerryUint(round(toSrgb(Value) * 255, 0, 255));
    [[fallthrough]];
  case FerryUnorm:
    return FerryUint(round(Value * D.largest[C], 0, D.largest[C]));
  case FerrySnorm:
    // "convert_char_sat_rte(f * 127.0f)": one more on the negative side.
    return FerryUint(
        round(Value * D.largest[C], -D.largest[C] - 1, D.largest[C]));
  case FerryHalf:
    return std::bit_cast<std::uint16_t>(_Float16(Value));
  case FerrySigned:
    return FerryUint(IsByte ? std::clamp(Signed, -128, 127)
                            : std::clamp(Signed, -32768, 32767));
  default:
    return D.type == CL_FLOAT ? Bits : std::min(Bits, Largest);
  }
}

} // namespace

std::array<std::byte, MaxElementBytes> encode(const cl_image_format &Format,
                                              const void *Color) {
  FerryImage D = {};
  describe(Format, D);
  FerryUint In[4] = {};
  // "The fill color is a single floating-point value if the channel order is
  // CL_DEPTH."
  std::memcpy(In, Color, Format.image_channel_order == CL_DEPTH ? 4 : 16);
  FerryUint Words[4] = {};
  if (D.decode == FerryTwoWords || D.decode == FerryFourWords)
    std::copy(In, In + 4, Words);
  else
    for (unsigned C = 0; C != 4; ++C)
      Words[C >= 2 && D.logBytes == 3] |=
          (encodeField(D, C, In[C]) << D.positions[C]) & D.storeMasks[C];
  std::array<std::byte, MaxElementBytes> Element;
  std::memcpy(Element.data(), Words, sizeof(Words));
  return Element;
}

} // namespace ferry::image
