//===- Storage.cpp - Where the contents of buffers lie --------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "core/Storage.h"

#include "core/Device.h"

#include <sys/mman.h>

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>

using namespace ferry::core;

namespace {

/// From this size on storage is mapped directly, in huge pages, and given back
/// to the system when it is released.
constexpr std::size_t HugePage = std::size_t(2) << 20;

std::size_t roundUp(std::size_t Bytes, std::size_t Unit) {
  return (Bytes + Unit - 1) / Unit * Unit;
}

/// Where in its first huge page the next storage begins, in bytes; less than
/// HugePage.
///
/// Kernels walk through several buffers at once, often in strides of a power of
/// two. If all buffers began at the same place, what such a kernel needs at a
/// time would lie in the same few sets of each cache. So they take turns: the
/// next one is in other sets of a cache whose ways have 64 KiB and of those
/// with less, and always at a page of its own.
std::size_t nextPlace() {
  constexpr unsigned Places = 8;
  constexpr std::size_t Step = std::size_t(64 + 4) << 10;
  static std::atomic<unsigned> Count{0};
  return Count.fetch_add(1, std::memory_order_relaxed) % Places * Step;
}

/// What is mapped for \p Bytes that begin \p Place bytes behind the start of a
/// huge page. What goes beyond the huge pages that they would fill without is
/// in small ones.
std::size_t mappedBytes(std::size_t Place, std::size_t Bytes) {
  return Place + roundUp(Bytes, HugePage);
}

/// Zeros for \p Bytes, in huge pages where they can be, or null.
void *mapStorage(std::size_t Bytes) {
  const std::size_t Place = nextPlace();
  const std::size_t Mapped = mappedBytes(Place, Bytes);
  const std::size_t Reserved = Mapped + HugePage;
  void *Raw = mmap(nullptr, Reserved, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (Raw == MAP_FAILED)
    return nullptr;
  auto Start = reinterpret_cast<std::uintptr_t>(Raw);
  std::size_t Head = roundUp(Start, HugePage) - Start;
  auto *Aligned = static_cast<std::byte *>(Raw) + Head;
  if (Head)
    munmap(Raw, Head);
  munmap(Aligned + Mapped, Reserved - Head - Mapped);
  // Only advice: without huge pages the memory is as good, though slower.
  madvise(Aligned, Mapped, MADV_HUGEPAGE);
  return Aligned + Place;
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
  if (Bytes < HugePage)
    return std::free(P);
  const std::size_t Place = reinterpret_cast<std::uintptr_t>(P) % HugePage;
  munmap(P - Place, mappedBytes(Place, Bytes));
}
