//===- DeviceLanguageInfo.cpp - Versions and languages of a device --------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "api/DeviceLanguageInfo.h"

#include "api/Extensions.h"
#include "ferry/isa.h"

using namespace ferry;
using namespace ferry::api;

bool api::writeVersion(cl_device_info Name, Info &Out) {
  switch (Name) {
  case CL_DEVICE_PROFILE:
    return Out.writeString("FULL_PROFILE"), true;
  case CL_DEVICE_VERSION:
    return Out.writeString(versionText()), true;
  case CL_DEVICE_NUMERIC_VERSION:
    return Out.write<cl_version>(numericVersion()), true;
  case CL_DRIVER_VERSION:
    return Out.writeString(FERRY_VERSION), true;
  case CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED:
    // None has been submitted; the string has the form of a version.
    return Out.writeString("v0000-01-01-00"), true;
  case CL_DEVICE_OPENCL_C_VERSION:
    // "An OpenCL 3.0 or newer device may return an OpenCL C version newer than
    // OpenCL C 1.2 if and only if all optional OpenCL C features are supported
    // by the device for the newer version."
    return Out.writeString("OpenCL C 3.1 Ferry"), true;
  case CL_DEVICE_OPENCL_C_ALL_VERSIONS: {
    const cl_name_version Versions[] = {
        nameVersion("OpenCL C", CL_MAKE_VERSION(1, 0, 0)),
        nameVersion("OpenCL C", CL_MAKE_VERSION(1, 1, 0)),
        nameVersion("OpenCL C", CL_MAKE_VERSION(1, 2, 0)),
        nameVersion("OpenCL C", CL_MAKE_VERSION(2, 0, 0)),
        nameVersion("OpenCL C", CL_MAKE_VERSION(3, 0, 0)),
        nameVersion("OpenCL C", CL_MAKE_VERSION(3, 1, 0))};
    return Out.writeArray<cl_name_version>(Versions), true;
  }
  case CL_DEVICE_OPENCL_C_FEATURES: {
    std::vector<cl_name_version> Entries;
    appendTo(Entries, OpenCLCFeatures);
    return Out.writeArray<cl_name_version>(Entries), true;
  }
  case CL_DEVICE_EXTENSIONS: {
    std::string Names;
    appendDeviceExtensions(Names);
    return Out.writeString(Names), true;
  }
  case CL_DEVICE_EXTENSIONS_WITH_VERSION: {
    std::vector<cl_name_version> Entries;
    appendDeviceExtensions(Entries);
    return Out.writeArray<cl_name_version>(Entries), true;
  }
  default:
    return false;
  }
}

namespace {

// Headers before 3.1 lack some of these.
enum : cl_device_info {
  SingleFpAtomicCapabilities = 0x4231,
  DoubleFpAtomicCapabilities = 0x4232,
  HalfFpAtomicCapabilities = 0x4233,
  KernelClockCapabilities = 0x1076,
  CxxForOpenClNumericVersion = 0x4230,
};

} // namespace

bool api::writeLanguageExtension(cl_device_info Name, Info &Out) {
  // Loads and stores, additions, minima and maxima; in global memory, and 16
  // bits higher in local memory.
  constexpr cl_bitfield AllFpAtomics = 7 | 7 << 16;
  constexpr cl_bitfield AllClocks = 7;
  using Acceleration =
      cl_device_integer_dot_product_acceleration_properties_khr;
  switch (Name) {
  case SingleFpAtomicCapabilities:
  case DoubleFpAtomicCapabilities:
  case HalfFpAtomicCapabilities:
    return Out.write<cl_bitfield>(AllFpAtomics), true;
  // What -cl-std=CLC++ is; 2021 has to be asked for.
  case CxxForOpenClNumericVersion:
    return Out.write<cl_version>(CL_MAKE_VERSION(1, 0, 0)), true;
  case KernelClockCapabilities:
    return Out.write<cl_bitfield>(AllClocks), true;
  case CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES_KHR:
    return Out.write<cl_bitfield>(
               CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_KHR |
               CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_PACKED_KHR),
           true;
  // The same code as for multiplications and additions that are written out.
  case CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_8BIT_KHR:
    return Out.write<Acceleration>({}), true;
  // "Its implementation uses optimized machine code sequences whose generation
  // from application-provided code cannot be guaranteed": DotProductsPass.
  case CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_4x8BIT_PACKED_KHR: {
    const cl_bool Is = isa() != Isa::Neon;
    return Out.write<Acceleration>({Is, Is, Is, Is, Is, Is}), true;
  }
  default:
    return false;
  }
}
