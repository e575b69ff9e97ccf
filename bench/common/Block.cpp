//===- Block.cpp - Memory of a row ----------------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "common/Block.h"

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <new>
#include <stdexcept>
#include <string>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace bench {

static constexpr std::size_t PageBytes = std::size_t(2) << 20;

static std::size_t wholePages(std::size_t Bytes) {
  return (Bytes + PageBytes - 1) / PageBytes * PageBytes;
}

Block::Block(std::size_t Size) : Bytes(wholePages(Size) + PageBytes) {
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

Block::Block(std::size_t Size, int File, std::size_t Offset) : Block(Size) {
  End = Offset + wholePages(Size);
  struct stat Status;
  bool Grown =
      fstat(File, &Status) == 0 &&
      (std::size_t(Status.st_size) >= End || ftruncate(File, off_t(End)) == 0);
  if (!Grown || mmap(Data, End - Offset, PROT_READ | PROT_WRITE,
                     MAP_SHARED | MAP_FIXED, File, off_t(Offset)) == MAP_FAILED)
    throw std::bad_alloc();
  madvise(Data, Bytes, MADV_HUGEPAGE);
}

Block::~Block() { munmap(Data, Bytes); }

int shareableFile() {
  int File = memfd_create("tiles", 0);
  if (File < 0)
    throw std::runtime_error(std::string("no memory to share: ") +
                             std::strerror(errno));
  return File;
}

bool shareableFilesMayHaveLargePages() {
  std::ifstream Setting("/sys/kernel/mm/transparent_hugepage/shmem_enabled");
  for (std::string Word; Setting >> Word;)
    if (Word == "[advise]" || Word == "[within_size]" || Word == "[always]" ||
        Word == "[force]")
      return true;
  return false;
}

} // namespace bench
