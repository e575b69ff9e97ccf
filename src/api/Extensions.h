//===- Extensions.h - Lists of names and versions ---------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_API_EXTENSIONS_H
#define FERRY_API_EXTENSIONS_H

#include "compiler-interface/CompilerLibrary.h"
#include "ferry/cl_ext.h"
#include "ferry/extensions.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ferry::api {

inline cl_name_version nameVersion(const char *Name, cl_version Version) {
  cl_name_version Entry = {};
  Entry.version = Version;
  std::strncpy(Entry.name, Name, sizeof(Entry.name) - 1);
  return Entry;
}

/// Platform and device are OpenCL 3.1; 3.0 where programs cannot be SPIR-V,
/// which 3.1 asks for.
inline cl_uint minorVersion() { return compiler::hasSpirvTranslator() ? 1 : 0; }

/// CL_DEVICE_NUMERIC_VERSION, and the platform's.
inline cl_version numericVersion() {
  return CL_MAKE_VERSION(3, minorVersion(), 0);
}

/// CL_DEVICE_VERSION, and the platform's.
inline std::string versionText() {
  return "OpenCL 3." + std::to_string(minorVersion()) + " Ferry " FERRY_VERSION;
}

/// Appends \p List in the form of the *_WITH_VERSION queries.
inline void appendTo(std::vector<cl_name_version> &Entries,
                     std::span<const NameVersion> List) {
  for (const NameVersion &E : List)
    Entries.push_back(nameVersion(E.name, E.version));
}

/// Appends the names of \p List to a space separated list.
inline void appendTo(std::string &Names, std::span<const NameVersion> List) {
  for (const NameVersion &E : List) {
    if (!Names.empty())
      Names += ' ';
    Names += E.name;
  }
}

/// True if OpenCLCFeatures lists \p Name.
inline bool hasFeature(std::string_view Name) {
  return std::any_of(std::begin(OpenCLCFeatures), std::end(OpenCLCFeatures),
                     [&](const NameVersion &F) { return F.name == Name; });
}

/// CL_DEVICE_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR, and the platform's.
inline constexpr cl_external_memory_handle_type_khr ImportHandleTypes[] = {
    CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR,
    CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR};

/// CL_DEVICE_MUTABLE_DISPATCH_CAPABILITIES_KHR: all that can be changed.
inline constexpr cl_mutable_dispatch_fields_khr MutableFields =
    CL_MUTABLE_DISPATCH_GLOBAL_OFFSET_KHR |
    CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR | CL_MUTABLE_DISPATCH_LOCAL_SIZE_KHR |
    CL_MUTABLE_DISPATCH_ARGUMENTS_KHR | CL_MUTABLE_DISPATCH_EXEC_INFO_KHR;

/// Appends CL_DEVICE_EXTENSIONS, to names or to entries.
template <typename List> void appendDeviceExtensions(List &To) {
  appendTo(To, DeviceExtensions);
  appendTo(To, HostExtensions);
  if (compiler::hasSpirvTranslator())
    appendTo(To, SpirvExtensions);
}

/// True if DeviceExtensions lists \p Name.
inline bool hasExtension(std::string_view Name) {
  return std::any_of(std::begin(DeviceExtensions), std::end(DeviceExtensions),
                     [&](const NameVersion &E) { return E.name == Name; });
}

} // namespace ferry::api

#endif // FERRY_API_EXTENSIONS_H
