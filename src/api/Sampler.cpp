//===- Sampler.cpp - Section 5.7: samplers --------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "core/Sampler.h"

#include "api/Entry.h"
#include "api/Info.h"

using namespace ferry;
using namespace ferry::api;
using core::Context;
using core::Sampler;

namespace {

Sampler &createSampler(Context &C, cl_ulong Normalized, cl_ulong Addressing,
                       cl_ulong Filter,
                       std::vector<cl_sampler_properties> Properties) {
  // "CL_INVALID_VALUE if addressing_mode, filter_mode, normalized_coords or a
  // combination of these arguments are not valid."
  require(Normalized == CL_TRUE || Normalized == CL_FALSE, CL_INVALID_VALUE);
  require(Addressing >= CL_ADDRESS_NONE &&
              Addressing <= CL_ADDRESS_MIRRORED_REPEAT,
          CL_INVALID_VALUE);
  require(Filter == CL_FILTER_NEAREST || Filter == CL_FILTER_LINEAR,
          CL_INVALID_VALUE);
  return *new Sampler(C, Normalized, cl_addressing_mode(Addressing),
                      cl_filter_mode(Filter), std::move(Properties));
}

} // namespace

cl_sampler clCreateSampler(cl_context context, cl_bool normalized_coords,
                           cl_addressing_mode addressing_mode,
                           cl_filter_mode filter_mode, cl_int *errcode_ret) {
  return create(__func__, errcode_ret, [&] {
    return createSampler(Context::from(context), normalized_coords,
                         addressing_mode, filter_mode, {})
        .handle();
  });
}

cl_sampler
clCreateSamplerWithProperties(cl_context context,
                              const cl_sampler_properties *sampler_properties,
                              cl_int *errcode_ret) {
  return create(__func__, errcode_ret, [&] {
    Context &C = Context::from(context);
    constexpr cl_sampler_properties Names[] = {CL_SAMPLER_NORMALIZED_COORDS,
                                               CL_SAMPLER_ADDRESSING_MODE,
                                               CL_SAMPLER_FILTER_MODE};
    cl_sampler_properties Values[] = {CL_TRUE, CL_ADDRESS_CLAMP,
                                      CL_FILTER_NEAREST};
    bool IsGiven[3] = {};
    std::vector<cl_sampler_properties> Copy;
    if (const cl_sampler_properties *P = sampler_properties) {
      for (; *P; P += 2) {
        // "CL_INVALID_VALUE if the property name in sampler_properties is not a
        // supported property name [...], or if the same property name is
        // specified more than once."
        unsigned I = 0;
        while (I != 3 && Names[I] != *P)
          ++I;
        require(I != 3 && !IsGiven[I], CL_INVALID_VALUE);
        IsGiven[I] = true;
        Values[I] = P[1];
        Copy.insert(Copy.end(), P, P + 2);
      }
      Copy.push_back(0);
    }
    return createSampler(C, Values[0], Values[1], Values[2], std::move(Copy))
        .handle();
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
      return Out.write<cl_bool>(S.normalizedCoords());
    case CL_SAMPLER_ADDRESSING_MODE:
      return Out.write<cl_addressing_mode>(S.addressingMode());
    case CL_SAMPLER_FILTER_MODE:
      return Out.write<cl_filter_mode>(S.filterMode());
    case CL_SAMPLER_PROPERTIES:
      return Out.writeArray<cl_sampler_properties>(S.properties());
    default:
      Info::unknown();
    }
  });
}
