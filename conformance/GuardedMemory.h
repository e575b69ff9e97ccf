//===- GuardedMemory.h - Memory between pages nobody may use ----*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Memory that ends where a page begins that can be neither read nor written:
/// an access past the end ends the process, even that of a masked-out lane.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_CONFORMANCE_GUARDEDMEMORY_H
#define FERRY_CONFORMANCE_GUARDEDMEMORY_H

#include <cstddef>
#include <new>
#include <sys/mman.h>
#include <utility>

namespace conformance {

class GuardedMemory {
public:
  /// \p Bytes of zeros. Aligned to the largest power of two that divides
  /// \p Bytes, at most a page.
  explicit GuardedMemory(size_t Bytes)
      : length((Bytes + Page - 1) / Page * Page + 2 * Page), bytes(Bytes) {
    start =
        mmap(nullptr, length, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED ||
        mprotect(first(), length - 2 * Page, PROT_READ | PROT_WRITE) != 0)
      throw std::bad_alloc();
  }
  GuardedMemory(GuardedMemory &&Other) noexcept
      : start(std::exchange(Other.start, MAP_FAILED)), length(Other.length),
        bytes(Other.bytes) {}
  ~GuardedMemory() {
    if (start != MAP_FAILED)
      munmap(start, length);
  }

  unsigned char *data() const { return first() + length - 2 * Page - bytes; }
  size_t size() const { return bytes; }

private:
  static constexpr size_t Page = 4096;
  unsigned char *first() const {
    return static_cast<unsigned char *>(start) + Page;
  }

  void *start;
  size_t length, bytes;
};

} // namespace conformance

#endif // FERRY_CONFORMANCE_GUARDEDMEMORY_H
