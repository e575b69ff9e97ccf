//===- Sampler.cpp - Samplers ---------------------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "core/Sampler.h"

#include "ferry/image.h"

#include <algorithm>

using namespace ferry::core;

/// A level of detail in the units of FerrySampler.
static std::uint64_t lodBits(float Lod) {
  const float Units = Lod * float(FerrySamplerLodUnits);
  return std::uint64_t(std::clamp(Units, 0.0f, 65535.0f)); // Not NaN.
}

std::uint64_t Sampler::bits() const {
  std::uint64_t Bits = M.normalizedCoords ? FerrySamplerNormalized : 0;
  Bits |= M.filterMode == CL_FILTER_LINEAR ? FerrySamplerLinear
                                           : FerrySamplerNearest;
  if (M.mipFilterMode == CL_FILTER_LINEAR)
    Bits |= FerrySamplerMipLinear;
  Bits |= lodBits(M.lodMin) << FerrySamplerLodMin;
  Bits |= (0xffff - lodBits(M.lodMax)) << FerrySamplerLodMax;
  switch (M.addressingMode) {
  case CL_ADDRESS_CLAMP_TO_EDGE:
    return Bits | FerrySamplerClampToEdge;
  case CL_ADDRESS_CLAMP:
    return Bits | FerrySamplerClamp;
  case CL_ADDRESS_REPEAT:
    return Bits | FerrySamplerRepeat;
  case CL_ADDRESS_MIRRORED_REPEAT:
    return Bits | FerrySamplerMirroredRepeat;
  default:
    return Bits; // CL_ADDRESS_NONE.
  }
}
