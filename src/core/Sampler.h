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

#include <cmath>
#include <vector>

namespace ferry::core {

/// How kernels read an image.
class Sampler : public Object<Sampler, _cl_sampler> {
public:
  static constexpr std::uint32_t Tag = 0x46534d50;
  static constexpr cl_int InvalidError = CL_INVALID_SAMPLER;

  struct Mode {
    bool normalizedCoords = true;
    cl_addressing_mode addressingMode = CL_ADDRESS_CLAMP;
    cl_filter_mode filterMode = CL_FILTER_NEAREST;
    // Of mip maps.
    cl_filter_mode mipFilterMode = CL_FILTER_NEAREST;
    float lodMin = 0, lodMax = MAXFLOAT;
  };

  /// \param Properties with the terminating 0, or empty if none were given.
  Sampler(Context &C, const Mode &M,
          std::vector<cl_sampler_properties> Properties)
      : TheContext(&C), M(M), Properties(std::move(Properties)) {}

  Context &context() const { return *TheContext; }
  const Mode &mode() const { return M; }
  const std::vector<cl_sampler_properties> &properties() const {
    return Properties;
  }
  /// What kernels are given: bits of FerrySampler (ferry/image.h).
  std::uint64_t bits() const;

private:
  Ref<Context> TheContext;
  const Mode M;
  std::vector<cl_sampler_properties> Properties;
};

} // namespace ferry::core

#endif // FERRY_CORE_SAMPLER_H
