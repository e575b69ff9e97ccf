//===- GuardedMemory.cpp - Memory with a guard page -----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "exec/GuardedMemory.h"

#include "ferry/lazy.h"

#include <sys/mman.h>
#include <unistd.h>

namespace ferry::exec {

static std::size_t pageBytes() {
  static constinit Lazy<std::size_t> Bytes;
  return Bytes.get([] { return std::size_t(sysconf(_SC_PAGESIZE)); });
}

GuardedMemory::~GuardedMemory() { unmap(); }

void GuardedMemory::unmap() {
  if (Start)
    munmap(Start - pageBytes(), Size + 2 * pageBytes());
  Start = nullptr;
  Size = 0;
}

bool GuardedMemory::map(std::size_t Bytes, Use How) {
  unmap();
  std::size_t Page = pageBytes();
  if (Bytes > SIZE_MAX - 3 * Page)
    return false;
  std::size_t Rounded = (Bytes + Page - 1) / Page * Page;
  void *All = mmap(
      nullptr, Rounded + 2 * Page, PROT_NONE,
      MAP_PRIVATE | MAP_ANONYMOUS | (How == Sparse ? MAP_NORESERVE : 0), -1, 0);
  if (All == MAP_FAILED)
    return false;
  std::byte *Inside = static_cast<std::byte *>(All) + Page;
  if (mprotect(Inside, Rounded, PROT_READ | PROT_WRITE) != 0) {
    munmap(All, Rounded + 2 * Page);
    return false;
  }
  if (How == Sparse)
    madvise(Inside, Rounded, MADV_NOHUGEPAGE);
  Start = Inside;
  Size = Rounded;
  return true;
}

GuardedMemory::Guard GuardedMemory::guardOf(std::uintptr_t Address) const {
  const auto At = reinterpret_cast<std::uintptr_t>(Start);
  return !Start                              ? None
         : At - 1 - Address < pageBytes()    ? Before
         : Address - At - Size < pageBytes() ? Behind
                                             : None;
}

} // namespace ferry::exec
