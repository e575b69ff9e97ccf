//===- Block.cpp - Memory of a row ----------------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "common/Block.h"

#include <cstdint>
#include <new>
#include <sys/mman.h>

namespace bench {

static constexpr std::size_t PageBytes = std::size_t(2) << 20;

Block::Block(std::size_t Size)
    : Bytes((Size + PageBytes - 1) / PageBytes * PageBytes + PageBytes) {
  void *Memory = mmap(nullptr, Bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (Memory == MAP_FAILED)
    throw std::bad_alloc();
  std::uintptr_t Address = reinterpret_cast<std::uintptr_t>(Memory);
  std::size_t Skip = -Address % PageBytes;
  if (Skip)
    munmap(Memory, Skip);
  Data = static_cast<char *>(Memory) + Skip;
  Bytes -= Skip;
  madvise(Data, Bytes, MADV_HUGEPAGE);
}

Block::~Block() { munmap(Data, Bytes); }

} // namespace bench
