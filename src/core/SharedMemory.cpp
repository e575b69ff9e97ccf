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
  for (auto [Start, Bytes] : Allocations)
    freeStorage(Start, Bytes);
}

std::byte *SharedMemory::allocate(std::size_t Bytes) {
  std::byte *Start = allocateStorage(Bytes);
  try {
    std::lock_guard Lock(Mutex);
    Allocations.emplace(Start, Bytes);
  } catch (...) {
    freeStorage(Start, Bytes);
    throw;
  }
  return Start;
}

void SharedMemory::free(void *Start) {
  std::lock_guard Lock(Mutex);
  auto Found = Allocations.find(static_cast<std::byte *>(Start));
  if (Found == Allocations.end())
    return;
  freeStorage(Found->first, Found->second);
  Allocations.erase(Found);
}

bool SharedMemory::contains(const void *Pointer, std::size_t Bytes) const {
  auto *At = static_cast<std::byte *>(const_cast<void *>(Pointer));
  std::lock_guard Lock(Mutex);
  auto Next = Allocations.upper_bound(At);
  if (Next == Allocations.begin())
    return false;
  auto [Start, Size] = *std::prev(Next);
  const std::size_t Offset = std::size_t(At - Start);
  return Offset < Size && Bytes <= Size - Offset;
}
