//===- Sampler.cpp - Samplers ---------------------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "core/Sampler.h"

#include "ferry/image.h"

using namespace ferry::core;

Sampler::Sampler(Context &C, bool NormalizedCoords,
                 cl_addressing_mode AddressingMode, cl_filter_mode FilterMode,
                 std::vector<cl_sampler_properties> Properties)
    : TheContext(&C), NormalizedCoords(NormalizedCoords),
      AddressingMode(AddressingMode), FilterMode(FilterMode),
      Properties(std::move(Properties)) {}

std::uint64_t Sampler::bits() const {
  std::uint64_t Bits = NormalizedCoords ? FerrySamplerNormalized : 0;
  Bits |=
      FilterMode == CL_FILTER_LINEAR ? FerrySamplerLinear : FerrySamplerNearest;
  switch (AddressingMode) {
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
