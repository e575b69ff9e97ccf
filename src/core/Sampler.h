//===- Sampler.h - Samplers -------------------------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CORE_SAMPLER_H
#define FERRY_CORE_SAMPLER_H

#include "core/Context.h"
#include "core/Object.h"

#include <vector>

namespace ferry::core {

/// How kernels read an image.
class Sampler : public Object<Sampler, _cl_sampler> {
public:
  static constexpr std::uint32_t Tag = 0x46534d50;
  static constexpr cl_int InvalidError = CL_INVALID_SAMPLER;

  /// \param Properties with the terminating 0, or empty if none were given.
  Sampler(Context &C, bool NormalizedCoords, cl_addressing_mode AddressingMode,
          cl_filter_mode FilterMode,
          std::vector<cl_sampler_properties> Properties);

  Context &context() const { return *TheContext; }
  bool normalizedCoords() const { return NormalizedCoords; }
  cl_addressing_mode addressingMode() const { return AddressingMode; }
  cl_filter_mode filterMode() const { return FilterMode; }
  const std::vector<cl_sampler_properties> &properties() const {
    return Properties;
  }
  /// What kernels are given: bits of FerrySampler (ferry/image.h).
  std::uint64_t bits() const;

private:
  Ref<Context> TheContext;
  bool NormalizedCoords;
  cl_addressing_mode AddressingMode;
  cl_filter_mode FilterMode;
  std::vector<cl_sampler_properties> Properties;
};

} // namespace ferry::core

#endif // FERRY_CORE_SAMPLER_H
