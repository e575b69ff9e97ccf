//===- Sampler.cpp - Section 5.7: samplers --------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "core/Sampler.h"

#include "api/Entry.h"
#include "api/Info.h"

#include <CL/cl_ext.h>

#include <bit>

using namespace ferry;
using namespace ferry::api;
using core::Context;
using core::Sampler;

namespace {

/// What clCreateSampler and the properties of a sampler give.
struct Given {
  cl_ulong normalized = CL_TRUE, addressing = CL_ADDRESS_CLAMP,
           filter = CL_FILTER_NEAREST, mipFilter = CL_FILTER_NEAREST;
  float lodMin = 0, lodMax = MAXFLOAT;
};

bool isFilter(cl_ulong Mode) {
  return Mode == CL_FILTER_NEAREST || Mode == CL_FILTER_LINEAR;
}

Sampler &createSampler(Context &C, const Given &G,
                       std::vector<cl_sampler_properties> Properties) {
  // "CL_INVALID_VALUE if addressing_mode, filter_mode, normalized_coords or a
  // combination of these arguments are not valid."
  require(G.normalized == CL_TRUE || G.normalized == CL_FALSE,
          CL_INVALID_VALUE);
  require(G.addressing >= CL_ADDRESS_NONE &&
              G.addressing <= CL_ADDRESS_MIRRORED_REPEAT,
          CL_INVALID_VALUE);
  require(isFilter(G.filter) && isFilter(G.mipFilter), CL_INVALID_VALUE);
  require(G.lodMin >= 0 && G.lodMax >= G.lodMin, CL_INVALID_VALUE);
  return *new Sampler(C,
                      {G.normalized != CL_FALSE,
                       cl_addressing_mode(G.addressing),
                       cl_filter_mode(G.filter), cl_filter_mode(G.mipFilter),
                       G.lodMin, G.lodMax},
                      std::move(Properties));
}

/// A float in the low bits of a property.
float floatOf(cl_sampler_properties Value) {
  return std::bit_cast<float>(std::uint32_t(Value));
}

/// Sets what the property \p Name says. Throws CL_INVALID_VALUE if it is not
/// known.
void take(Given &G, cl_sampler_properties Name, cl_sampler_properties Value) {
  switch (Name) {
  case CL_SAMPLER_NORMALIZED_COORDS:
    G.normalized = Value;
    break;
  case CL_SAMPLER_ADDRESSING_MODE:
    G.addressing = Value;
    break;
  case CL_SAMPLER_FILTER_MODE:
    G.filter = Value;
    break;
  case CL_SAMPLER_MIP_FILTER_MODE_KHR:
    G.mipFilter = Value;
    break;
  case CL_SAMPLER_LOD_MIN_KHR:
    G.lodMin = floatOf(Value);
    break;
  case CL_SAMPLER_LOD_MAX_KHR:
    G.lodMax = floatOf(Value);
    break;
  default:
    throw core::Error(CL_INVALID_VALUE);
  }
}

} // namespace

cl_sampler clCreateSampler(cl_context context, cl_bool normalized_coords,
                           cl_addressing_mode addressing_mode,
                           cl_filter_mode filter_mode, cl_int *errcode_ret) {
  return create(__func__, errcode_ret, [&] {
    return createSampler(Context::from(context),
                         {.normalized = normalized_coords,
                          .addressing = addressing_mode,
                          .filter = filter_mode},
                         {})
        .handle();
  });
}

cl_sampler
clCreateSamplerWithProperties(cl_context context,
                              const cl_sampler_properties *sampler_properties,
                              cl_int *errcode_ret) {
  return create(__func__, errcode_ret, [&] {
    Context &C = Context::from(context);
    Given G;
    std::vector<cl_sampler_properties> Copy;
    if (const cl_sampler_properties *P = sampler_properties) {
      for (; *P; P += 2) {
        // "CL_INVALID_VALUE if the property name in sampler_properties is not a
        // supported property name [...], or if the same property name is
        // specified more than once."
        for (std::size_t I = 0; I != Copy.size(); I += 2)
          require(Copy[I] != *P, CL_INVALID_VALUE);
        take(G, P[0], P[1]);
        Copy.insert(Copy.end(), P, P + 2);
      }
      Copy.push_back(0);
    }
    return createSampler(C, G, std::move(Copy)).handle();
  });
}

cl_int clRetainSampler(cl_sampler sampler) {
  return call(__func__, [&] { Sampler::from(sampler).retainApi(); });
}

cl_int clReleaseSampler(cl_sampler sampler) {
  return call(__func__, [&] { Sampler::from(sampler).releaseApi(); });
}

cl_int clGetSamplerInfo(cl_sampler sampler, cl_sampler_info param_name,
                        size_t param_value_size, void *param_value,
                        size_t *param_value_size_ret) {
  return call(__func__, [&] {
    Sampler &S = Sampler::from(sampler);
    Info Out(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
    case CL_SAMPLER_REFERENCE_COUNT:
      return Out.write<cl_uint>(S.apiCount());
    case CL_SAMPLER_CONTEXT:
      return Out.write<cl_context>(S.context().handle());
    case CL_SAMPLER_NORMALIZED_COORDS:
      return Out.write<cl_bool>(S.mode().normalizedCoords);
    case CL_SAMPLER_ADDRESSING_MODE:
      return Out.write<cl_addressing_mode>(S.mode().addressingMode);
    case CL_SAMPLER_FILTER_MODE:
      return Out.write<cl_filter_mode>(S.mode().filterMode);
    case CL_SAMPLER_MIP_FILTER_MODE_KHR:
      return Out.write<cl_filter_mode>(S.mode().mipFilterMode);
    case CL_SAMPLER_LOD_MIN_KHR:
      return Out.write<cl_float>(S.mode().lodMin);
    case CL_SAMPLER_LOD_MAX_KHR:
      return Out.write<cl_float>(S.mode().lodMax);
    case CL_SAMPLER_PROPERTIES:
      return Out.writeArray<cl_sampler_properties>(S.properties());
    default:
      Info::unknown();
    }
  });
}
