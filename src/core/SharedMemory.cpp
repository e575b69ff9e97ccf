//===- SharedMemory.cpp - Shared virtual memory ---------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "core/SharedMemory.h"

#include "core/Storage.h"

#include <mutex>

using namespace ferry::core;

SharedMemory::~SharedMemory() {
  for (auto &[Start, A] : Allocations)
    freeStorage(Start, A.bytes);
}

std::byte *SharedMemory::allocate(std::size_t Bytes, SharedKind As) {
  std::byte *Start = allocateStorage(Bytes);
  try {
    std::lock_guard Lock(Mutex);
    Allocations.insert({Start, {Start, Bytes, As}});
  } catch (...) {
    freeStorage(Start, Bytes);
    throw;
  }
  return Start;
}

bool SharedMemory::free(void *Start, bool IsUnified) {
  std::lock_guard Lock(Mutex);
  auto Found = Allocations.find(static_cast<std::byte *>(Start));
  if (Found == Allocations.end() || Found->second.kind.isUnified() != IsUnified)
    return false;
  freeStorage(Found->first, Found->second.bytes);
  Allocations.erase(Found);
  return true;
}

SharedAllocation SharedMemory::find(const void *Pointer) const {
  auto *At = static_cast<std::byte *>(const_cast<void *>(Pointer));
  std::lock_guard Lock(Mutex);
  auto Next = Allocations.upper_bound(At);
  if (Next == Allocations.begin())
    return {};
  const SharedAllocation &A = std::prev(Next)->second;
  return std::size_t(At - A.start) < A.bytes ? A : SharedAllocation{};
}

bool SharedMemory::contains(const void *Pointer, std::size_t Bytes) const {
  const SharedAllocation A = find(Pointer);
  return A.bytes && !A.kind.isUnified() &&
         Bytes <=
             A.bytes -
                 std::size_t(static_cast<const std::byte *>(Pointer) - A.start);
}
