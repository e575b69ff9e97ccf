//===- Storage.cpp - Where the contents of buffers lie --------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "core/Storage.h"

#include "core/Device.h"

#include <sys/mman.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>

using namespace ferry::core;

namespace {

/// From this size on storage is mapped directly, aligned to huge pages and
/// given back to the system when it is released.
constexpr std::size_t HugePage = std::size_t(2) << 20;

std::size_t roundUp(std::size_t Bytes, std::size_t Unit) {
  return (Bytes + Unit - 1) / Unit * Unit;
}

/// Whole pages for \p Bytes that start at a multiple of HugePage, or null.
void *mapStorage(std::size_t Bytes) {
  std::size_t Rounded = roundUp(Bytes, HugePage);
  std::size_t Reserved = Rounded + HugePage;
  void *Raw = mmap(nullptr, Reserved, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (Raw == MAP_FAILED)
    return nullptr;
  auto Start = reinterpret_cast<std::uintptr_t>(Raw);
  std::size_t Head = roundUp(Start, HugePage) - Start;
  auto *Aligned = static_cast<std::byte *>(Raw) + Head;
  if (Head)
    munmap(Raw, Head);
  munmap(Aligned + Rounded, Reserved - Head - Rounded);
  // Only advice: without huge pages the memory is as good, though slower.
  madvise(Aligned, Rounded, MADV_HUGEPAGE);
  return Aligned;
}

} // namespace

/// All zeros, as large storage is: programs read what they never wrote
/// (ffmpeg's tonemap_opencl takes an index from there), and what the host
/// program has released is not for kernels.
std::byte *ferry::core::allocateStorage(std::size_t Bytes) {
  if (Bytes >= HugePage) {
    void *P = mapStorage(Bytes);
    require(P, CL_MEM_OBJECT_ALLOCATION_FAILURE);
    return static_cast<std::byte *>(P);
  }
  const std::size_t Rounded = roundUp(Bytes, Device::BaseAlignment);
  void *P = std::aligned_alloc(Device::BaseAlignment, Rounded);
  require(P, CL_MEM_OBJECT_ALLOCATION_FAILURE);
  return static_cast<std::byte *>(std::memset(P, 0, Rounded));
}

void ferry::core::freeStorage(std::byte *P, std::size_t Bytes) {
  if (Bytes >= HugePage)
    munmap(P, roundUp(Bytes, HugePage));
  else
    std::free(P);
}
