//===- KernelInfo.cpp - Section 5.9.4: kernel object queries --------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "api/Entry.h"
#include "api/Info.h"
#include "core/Kernel.h"
#include "core/WorkGroupSize.h"

#include <CL/cl_ext.h>

#include <algorithm>
#include <array>

using namespace ferry;
using namespace ferry::api;
using core::Device;
using core::Kernel;

cl_int clGetKernelInfo(cl_kernel kernel, cl_kernel_info param_name,
                       size_t param_value_size, void *param_value,
                       size_t *param_value_size_ret) {
  return call(__func__, [&] {
    Kernel &K = Kernel::from(kernel);
    Info Out(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
    case CL_KERNEL_FUNCTION_NAME:
      return Out.writeString(K.info().name);
    case CL_KERNEL_NUM_ARGS:
      return Out.write<cl_uint>(K.info().numArgs);
    case CL_KERNEL_REFERENCE_COUNT:
      return Out.write<cl_uint>(K.apiCount());
    case CL_KERNEL_CONTEXT:
      return Out.write<cl_context>(K.context().handle());
    case CL_KERNEL_PROGRAM:
      return Out.write<cl_program>(K.program().handle());
    case CL_KERNEL_ATTRIBUTES:
      return Out.writeString(K.info().attributes);
    default:
      Info::unknown();
    }
  });
}

cl_int clGetKernelArgInfo(cl_kernel kernel, cl_uint arg_index,
                          cl_kernel_arg_info param_name,
                          size_t param_value_size, void *param_value,
                          size_t *param_value_size_ret) {
  return call(__func__, [&] {
    Kernel &K = Kernel::from(kernel);
    // "CL_INVALID_ARG_INDEX if arg_index is not a valid argument index."
    require(arg_index < K.info().numArgs, CL_INVALID_ARG_INDEX);
    // "CL_KERNEL_ARG_INFO_NOT_AVAILABLE if the argument information is not
    // available for kernel."
    require(K.info().flags & abi::HasArgInfo, CL_KERNEL_ARG_INFO_NOT_AVAILABLE);
    const abi::KernelArgInfo &Arg = K.info().args[arg_index];
    Info Out(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
    case CL_KERNEL_ARG_ADDRESS_QUALIFIER:
      return Out.write<cl_kernel_arg_address_qualifier>(Arg.addressQualifier);
    case CL_KERNEL_ARG_ACCESS_QUALIFIER:
      return Out.write<cl_kernel_arg_access_qualifier>(Arg.accessQualifier);
    case CL_KERNEL_ARG_TYPE_NAME:
      return Out.writeString(Arg.typeName);
    case CL_KERNEL_ARG_TYPE_QUALIFIER:
      return Out.write<cl_kernel_arg_type_qualifier>(Arg.typeQualifier);
    case CL_KERNEL_ARG_NAME:
      return Out.writeString(Arg.name);
    default:
      Info::unknown();
    }
  });
}

/// The device that a query of \p K is about.
static const Device &deviceOf(const Kernel &K, cl_device_id device) {
  // "CL_INVALID_DEVICE if device is not in the list of devices associated with
  // kernel or if device is NULL but there is more than one device associated
  // with kernel."
  const std::vector<Device *> Devices = K.program().devices();
  require(device || Devices.size() == 1, CL_INVALID_DEVICE);
  Device &D = device ? Device::from(device) : *Devices.front();
  require(std::ranges::count(Devices, &D), CL_INVALID_DEVICE);
  return D;
}

/// What reqd_work_group_size says; zeros without it.
static std::array<std::size_t, 3> requiredSize(const abi::KernelInfo &K) {
  const auto &Size = K.reqdWorkGroupSize;
  return {Size[0], Size[1], Size[2]};
}

cl_int clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device,
                                cl_kernel_work_group_info param_name,
                                size_t param_value_size, void *param_value,
                                size_t *param_value_size_ret) {
  return call(__func__, [&] {
    Kernel &K = Kernel::from(kernel);
    const Device &D = deviceOf(K, device);
    const abi::KernelInfo &I = *K.on(D).info;
    Info Out(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
    case CL_KERNEL_WORK_GROUP_SIZE:
      return Out.write<size_t>(core::maxWorkGroupSize(I));
    case CL_KERNEL_COMPILE_WORK_GROUP_SIZE:
      return Out.writeArray<std::size_t>(requiredSize(I));
    case CL_KERNEL_LOCAL_MEM_SIZE:
      return Out.write<cl_ulong>(K.localBytes());
    case CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE:
      return Out.write<size_t>(D.traits().vectorBytes / sizeof(cl_float));
    case CL_KERNEL_PRIVATE_MEM_SIZE:
      return Out.write<cl_ulong>(I.privateBytesPerItem);
    case CL_KERNEL_SPILL_MEM_SIZE_INTEL:
      return Out.write<cl_ulong>(0);
    // CL_KERNEL_GLOBAL_WORK_SIZE: "If kernel is not a built-in kernel, [...]
    // returns the error CL_INVALID_VALUE."
    default:
      Info::unknown();
    }
  });
}

namespace {

/// The input of a query of \p Bytes bytes: local sizes, or one number.
std::span<const std::size_t>
subGroupInput(std::size_t MaxCount, std::size_t Bytes, const void *Input) {
  std::size_t Count = Bytes / sizeof(std::size_t);
  // "CL_INVALID_VALUE [...] if the size in bytes specified by input_value_size
  // is not valid or if input_value is NULL."
  require(Input && Bytes % sizeof(std::size_t) == 0 && Count >= 1 &&
              Count <= MaxCount,
          CL_INVALID_VALUE);
  return {static_cast<const std::size_t *>(Input), Count};
}

std::size_t countSubGroups(std::span<const std::size_t> LocalSize,
                           std::size_t Size) {
  std::size_t Items = 1;
  for (std::size_t InDimension : LocalSize)
    Items *= InDimension;
  return Items / Size + (Items % Size != 0);
}

/// The items of the group of one dimension that has \p Count sub-groups of
/// \p Size; 0 if there is none.
std::size_t rowOf(std::size_t Count, const abi::KernelInfo &K,
                  std::size_t Size) {
  if (const auto Required = requiredSize(K); Required[0])
    return Required[1] * Required[2] == 1 &&
                   countSubGroups(Required, Size) == Count
               ? Required[0]
               : 0;
  return Count <= core::maxWorkGroupSize(K) / Size ? Count * Size : 0;
}

std::size_t maxSubGroups(const abi::KernelInfo &K, std::size_t Size) {
  if (const auto Required = requiredSize(K); Required[0])
    return countSubGroups(Required, Size);
  const std::size_t Most[] = {core::maxWorkGroupSize(K)};
  return countSubGroups(Most, Size);
}

} // namespace

cl_int clGetKernelSubGroupInfo(cl_kernel kernel, cl_device_id device,
                               cl_kernel_sub_group_info param_name,
                               size_t input_value_size, const void *input_value,
                               size_t param_value_size, void *param_value,
                               size_t *param_value_size_ret) {
  return call(__func__, [&] {
    Kernel &K = Kernel::from(kernel);
    const auto &[_, Code, I] = K.on(deviceOf(K, device));
    const std::size_t Size = Code->likelyVersion(*I).code.subGroupSize;
    Info Out(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
    case CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE:
      subGroupInput(3, input_value_size, input_value);
      return Out.write<size_t>(Size);
    case CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE:
      return Out.write<size_t>(countSubGroups(
          subGroupInput(3, input_value_size, input_value), Size));
    case CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT: {
      std::size_t Count = subGroupInput(1, input_value_size, input_value)[0];
      // "Any returned work-group will have one dimension. Other dimensions
      // inferred from the value specified for param_value_size will be filled
      // with the value 1. [...] If no work-group size can accommodate the
      // requested number of sub-groups, 0 will be returned in each element of
      // the return array."
      const std::size_t Row = rowOf(Count, *I, Size), Other = Row != 0;
      const std::size_t LocalSize[3] = {Row, Other, Other};
      const std::size_t Dimensions =
          param_value ? param_value_size / sizeof(std::size_t) : 3;
      return Out.writeArray<std::size_t>(
          {LocalSize, std::clamp<std::size_t>(Dimensions, 1, 3)});
    }
    case CL_KERNEL_MAX_NUM_SUB_GROUPS:
      return Out.write<size_t>(maxSubGroups(*I, Size));
    case CL_KERNEL_COMPILE_NUM_SUB_GROUPS:
      return Out.write<size_t>(0);
    case CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL:
      return Out.write<size_t>(I->reqdSubGroupSize);
    default:
      Info::unknown();
    }
  });
}
