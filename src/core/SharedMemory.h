//===- SharedMemory.h - Shared virtual memory -------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CORE_SHAREDMEMORY_H
#define FERRY_CORE_SHAREDMEMORY_H

#include "exec/Fork.h"

#include <cstddef>
#include <map>

namespace ferry::core {

/// What clSVMAlloc has given to a context. Host and device have one memory and
/// one set of addresses, so that any memory can be shared, as finely as the
/// host's own threads do; this only knows what to free. Thread-safe.
class SharedMemory {
public:
  SharedMemory() = default;
  SharedMemory(const SharedMemory &) = delete;
  SharedMemory &operator=(const SharedMemory &) = delete;
  ~SharedMemory();

  /// \p Bytes bytes, aligned to Device::BaseAlignment. Throws
  /// CL_MEM_OBJECT_ALLOCATION_FAILURE.
  std::byte *allocate(std::size_t Bytes);
  /// Does nothing for what allocate() has not returned.
  void free(void *Start);
  /// Whether \p Bytes bytes from \p Pointer on lie in one allocation.
  bool contains(const void *Pointer, std::size_t Bytes) const;

private:
  /// For those of all contexts.
  static inline exec::ForkMutex Mutex;
  std::map<std::byte *, std::size_t> Allocations;
};

} // namespace ferry::core

#endif // FERRY_CORE_SHAREDMEMORY_H
