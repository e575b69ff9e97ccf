//===- InitialisedMap.h - Which bytes have been written ---------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CHECK_INITIALISEDMAP_H
#define FERRY_CHECK_INITIALISEDMAP_H

#include "check/PageMap.h"

#include <cstddef>

namespace ferry::check {

/// A bit for each byte of memory. Bytes that nothing was said of count as
/// written.
class InitialisedMap {
public:
  /// Says of bytes whether they have been written.
  void set(std::uintptr_t Start, std::uint64_t Bytes, bool Value);
  /// True if any of \p Bytes bytes, at least one, has been written.
  bool any(std::uintptr_t Start, std::uint64_t Bytes) const;
  /// True if all of them have been.
  bool all(std::uintptr_t Start, std::uint64_t Bytes) const;

private:
  struct Page {
    std::uint64_t words[PageMap<int>::PageBytes / 64] = {};
  };
  PageMap<Page> Pages;
};

} // namespace ferry::check

#endif // FERRY_CHECK_INITIALISEDMAP_H
