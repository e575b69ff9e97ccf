//===- CopyShape.h - Which bytes an async copy touches ----------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CHECK_COPYSHAPE_H
#define FERRY_CHECK_COPYSHAPE_H

#include "check/Objects.h"

#include <cstdint>

namespace ferry::check {

/// One side of an async copy: lines of bytes in up to two further dimensions,
/// as abi::CopyLines has them.
struct CopyShape {
  std::uintptr_t start = 0;
  std::uint64_t lineBytes = 0;
  std::uint64_t lines = 1, lineStep = 0;
  std::uint64_t planes = 1, planeStep = 0;

  bool isEmpty() const { return !lineBytes || !lines || !planes; }
  /// From the first byte to behind the last one; UINT64_MAX if that is beyond
  /// all memory.
  std::uint64_t extent() const;
  /// What lies between.
  Range range() const { return {start, extent()}; }
  /// True if one of \p Bytes bytes is touched.
  bool touches(std::uintptr_t At, std::uint64_t Bytes) const;
  bool touches(const CopyShape &Other) const;
  /// True if a byte belongs to two lines.
  bool overlapsItself() const;

  template <typename Function> void forEachLine(Function F) const {
    for (std::uint64_t P = 0; P != planes; ++P)
      for (std::uint64_t L = 0; L != lines; ++L)
        F(start + P * planeStep + L * lineStep);
  }
};

} // namespace ferry::check

#endif // FERRY_CHECK_COPYSHAPE_H
