//===- Pattern.h - Bytes to copy --------------------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COPY_TESTS_PATTERN_H
#define FERRY_COPY_TESTS_PATTERN_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ferry::copy {

/// Bytes that differ from their neighbours at every distance that matters.
inline std::vector<std::byte> pattern(std::size_t Bytes, unsigned Seed) {
  std::vector<std::byte> Result(Bytes);
  std::uint64_t State = Seed * 2654435761u + 1;
  for (std::byte &B : Result) {
    State = State * 6364136223846793005u + 1442695040888963407u;
    B = std::byte(State >> 56);
  }
  return Result;
}

} // namespace ferry::copy

#endif // FERRY_COPY_TESTS_PATTERN_H
