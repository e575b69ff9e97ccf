//===- ProgramInfo.cpp - Section 5.8.10: program object queries -----------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "api/Entry.h"
#include "api/Info.h"
#include "core/Kernel.h"

#include <algorithm>

using namespace ferry;
using namespace ferry::api;
using core::Device;
using core::Kernel;
using core::Program;

namespace {

void writeBinaries(Program &P, Info &Out) {
  const std::vector<Device *> Devices = P.devices();
  void *Value = Out.announce(Devices.size() * sizeof(unsigned char *));
  if (!Value)
    return;
  auto **Pointers = static_cast<unsigned char **>(Value);
  // A null pointer means that the binary of that device is not wanted.
  for (std::size_t I = 0; I != Devices.size(); ++I)
    if (Pointers[I]) {
      const std::shared_ptr<const std::string> Binary = P.bytes(*Devices[I]);
      std::memcpy(Pointers[I], Binary->data(), Binary->size());
    }
}

bool hasConstructors(const Program &P) {
  return std::ranges::any_of(P.executables(), [](const auto &OfDevice) {
    return OfDevice.second->constructors();
  });
}

} // namespace

cl_int clGetProgramInfo(cl_program program, cl_program_info param_name,
                        size_t param_value_size, void *param_value,
                        size_t *param_value_size_ret) {
  return call(__func__, [&] {
    Program &P = Program::from(program);
    Info Out(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
    case CL_PROGRAM_REFERENCE_COUNT:
      return Out.write<cl_uint>(P.apiCount());
    case CL_PROGRAM_CONTEXT:
      return Out.write<cl_context>(P.context().handle());
    case CL_PROGRAM_NUM_DEVICES:
      return Out.write<cl_uint>(cl_uint(P.devices().size()));
    case CL_PROGRAM_DEVICES: {
      std::vector<cl_device_id> Handles;
      for (Device *D : P.devices())
        Handles.push_back(D->handle());
      return Out.writeArray<cl_device_id>(Handles);
    }
    case CL_PROGRAM_SOURCE:
      return Out.writeString(P.source());
    case CL_PROGRAM_IL:
      // Else, "the memory pointed to by param_value will be unchanged and
      // param_value_size_ret will be set to 0."
      return Out.writeArray<char>(P.il());
    case CL_PROGRAM_BINARY_SIZES: {
      std::vector<std::size_t> Sizes;
      for (Device *D : P.devices())
        Sizes.push_back(P.bytes(*D)->size());
      return Out.writeArray<std::size_t>(Sizes);
    }
    case CL_PROGRAM_BINARIES:
      return writeBinaries(P, Out);
    // "CL_INVALID_PROGRAM_EXECUTABLE if param_name is CL_PROGRAM_NUM_KERNELS,
    // CL_PROGRAM_KERNEL_NAMES, CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT, or
    // CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT and a successful program executable
    // has not been built for at least one device."
    case CL_PROGRAM_NUM_KERNELS:
      return Out.write<size_t>(Kernel::names(P).size());
    case CL_PROGRAM_KERNEL_NAMES: {
      std::string Names;
      for (const std::string &Name : Kernel::names(P))
        Names.append(Names.empty() ? "" : ";").append(Name);
      return Out.writeString(Names);
    }
    case CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT:
      return Out.write<cl_bool>(hasConstructors(P));
    case CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT:
      P.executables();
      return Out.write<cl_bool>(CL_FALSE);
    default:
      Info::unknown();
    }
  });
}

cl_int clGetProgramBuildInfo(cl_program program, cl_device_id device,
                             cl_program_build_info param_name,
                             size_t param_value_size, void *param_value,
                             size_t *param_value_size_ret) {
  return call(__func__, [&] {
    Program &P = Program::from(program);
    // "CL_INVALID_DEVICE if device is not in the list of devices associated
    // with program."
    const Device &D = Device::from(device);
    require(std::ranges::count(P.devices(), &D), CL_INVALID_DEVICE);
    const Program::BuildState S = P.state(D);
    Info Out(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
    case CL_PROGRAM_BUILD_STATUS:
      return Out.write<cl_build_status>(S.status);
    case CL_PROGRAM_BUILD_OPTIONS:
      return Out.writeString(S.options);
    case CL_PROGRAM_BUILD_LOG:
      return Out.writeString(S.log);
    case CL_PROGRAM_BINARY_TYPE:
      return Out.write<cl_program_binary_type>(S.type());
    case CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE:
      return Out.write<size_t>(
          S.executable ? S.executable->info().globalVariableBytes : 0);
    default:
      Info::unknown();
    }
  });
}
