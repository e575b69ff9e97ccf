//===- DeviceSpirvInfo.cpp - Queries of SPIR-V ----------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "api/DeviceSpirvInfo.h"

#include "api/Extensions.h"
#include "compiler-interface/CompilerLibrary.h"
#include "ferry/cl_ext.h"
#include "ferry/spirv.h"

#include <string>
#include <vector>

using namespace ferry;
using namespace ferry::api;

namespace {

/// The latest comes first, as in other drivers' lists.
void writeVersions(cl_device_info Name, Info &Out) {
  std::string Names;
  std::vector<cl_name_version> Entries;
  if (compiler::hasSpirvTranslator())
    for (unsigned Minor = spirv::LatestMinorVersion + 1; Minor-- != 0;) {
      Names +=
          (Names.empty() ? "SPIR-V_1." : " SPIR-V_1.") + std::to_string(Minor);
      Entries.push_back(nameVersion("SPIR-V", version(1, Minor, 0)));
    }
  if (Name == CL_DEVICE_IL_VERSION)
    Out.writeString(Names);
  else
    Out.writeArray<cl_name_version>(Entries);
}

} // namespace

bool api::writeSpirv(cl_device_info Name, Info &Out) {
  switch (Name) {
  case CL_DEVICE_IL_VERSION:
  case CL_DEVICE_ILS_WITH_VERSION:
    return writeVersions(Name, Out), true;
  }
  if (!compiler::hasSpirvTranslator())
    return false;
  switch (Name) {
  case CL_DEVICE_SPIRV_EXTENDED_INSTRUCTION_SETS_KHR:
    return Out.writeArray<const char *>(spirv::ExtendedInstructionSets), true;
  case CL_DEVICE_SPIRV_EXTENSIONS_KHR:
    return Out.writeArray<const char *>(spirv::Extensions), true;
  case CL_DEVICE_SPIRV_CAPABILITIES_KHR: {
    std::vector<cl_uint> Values;
    for (const spirv::Capability &C : spirv::Capabilities)
      Values.push_back(C.value);
    return Out.writeArray<cl_uint>(Values), true;
  }
  default:
    return false;
  }
}
