//===- SharedMemory.h - Shared virtual memory -------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CORE_SHAREDMEMORY_H
#define FERRY_CORE_SHAREDMEMORY_H

#include "exec/Fork.h"
#include "ferry/cl_ext.h"

#include <cstddef>
#include <map>

namespace ferry::core {

class Device;

/// What an allocation was made as.
struct SharedKind {
  /// CL_MEM_TYPE_*_INTEL; unknown for those of clSVMAlloc.
  cl_unified_shared_memory_type_intel type = CL_MEM_TYPE_UNKNOWN_INTEL;
  Device *device = nullptr; ///< One of the context's, or null.
  cl_mem_alloc_flags_intel flags = 0;

  bool isUnified() const { return type != CL_MEM_TYPE_UNKNOWN_INTEL; }
};

struct SharedAllocation {
  std::byte *start = nullptr;
  std::size_t bytes = 0;
  SharedKind kind = {};
};

/// What clSVMAlloc and cl_intel_unified_shared_memory have given to a context.
/// Host and device have one memory and one set of addresses, so that any memory
/// can be shared, as finely as the host's own threads do; this only knows what
/// to free, and what has been asked for. Thread-safe.
class SharedMemory {
public:
  SharedMemory() = default;
  SharedMemory(const SharedMemory &) = delete;
  SharedMemory &operator=(const SharedMemory &) = delete;
  ~SharedMemory();

  /// \p Bytes bytes, aligned to Device::BaseAlignment. Throws
  /// CL_MEM_OBJECT_ALLOCATION_FAILURE.
  std::byte *allocate(std::size_t Bytes, SharedKind As = {});
  /// \returns false, and does nothing, for what allocate() has not returned, or
  /// for the other sort of memory.
  bool free(void *Start, bool IsUnified = false);
  /// What \p Pointer points into; no bytes if there is no such allocation.
  SharedAllocation find(const void *Pointer) const;
  /// Whether \p Bytes bytes from \p Pointer on lie in one of clSVMAlloc's.
  bool contains(const void *Pointer, std::size_t Bytes) const;

private:
  /// For those of all contexts.
  static inline exec::ForkMutex Mutex;
  std::map<std::byte *, SharedAllocation> Allocations;
};

} // namespace ferry::core

#endif // FERRY_CORE_SHAREDMEMORY_H
