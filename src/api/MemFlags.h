//===- MemFlags.h - The flags of memory objects -----------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_API_MEMFLAGS_H
#define FERRY_API_MEMFLAGS_H

#include "api/Entry.h"
#include "core/Context.h"
#include "core/ExternalMemory.h"

#include <memory>
#include <vector>

namespace ferry::api {

/// Throws CL_INVALID_VALUE for flags that a buffer or an image cannot be made
/// with.
void checkFlags(cl_mem_flags Flags, bool IsImport = false);

/// The flags of a memory object that is made from one with the flags \p From: a
/// sub-buffer, an image on the storage of a buffer or an image. Throws
/// CL_INVALID_VALUE.
/// \param Given to the call.
cl_mem_flags derivedFlags(cl_mem_flags From, cl_mem_flags Given);

/// "CL_INVALID_HOST_PTR if host_ptr is NULL and CL_MEM_USE_HOST_PTR or
/// CL_MEM_COPY_HOST_PTR are set in flags or if host_ptr is not NULL but
/// CL_MEM_COPY_HOST_PTR or CL_MEM_USE_HOST_PTR are not set in flags."
inline void checkHostPtr(cl_mem_flags Flags, const void *HostPtr) {
  require(!HostPtr == !(Flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)),
          CL_INVALID_HOST_PTR);
}

/// Throws CL_INVALID_BUFFER_SIZE, or CL_INVALID_VALUE for an alignment, for
/// shared memory that \p C cannot have.
/// \param Alignment bytes; 0 for that of the largest type.
void checkShared(const core::Context &C, std::size_t Size, cl_uint Alignment);

/// The property list of a buffer or an image.
struct MemProperties {
  /// A copy with its closing 0, empty if null.
  std::vector<cl_mem_properties> given = {};
  core::ExternalMemory::Handle handle = {};
  bool hasDeviceAddress = false;

  /// Throws CL_INVALID_PROPERTY, CL_INVALID_DEVICE.
  static MemProperties parse(const core::Context &C,
                             const cl_mem_properties *Properties,
                             bool OfBuffer);

  bool isImport() const { return handle.type; }
  /// The storage for an import of \p Bytes bytes; null for no import.
  std::unique_ptr<core::ExternalMemory> import(std::size_t Bytes) const;
};

} // namespace ferry::api

#endif // FERRY_API_MEMFLAGS_H
