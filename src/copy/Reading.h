//===- Reading.h - The runs that a thread reads -----------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COPY_READING_H
#define FERRY_COPY_READING_H

#include <cstddef>

namespace ferry::copy {

/// A run of memory that this thread takes piece by piece, each where the last
/// one ended. Stores past the caches leave the memory time to read on.
struct Run {
  /// Where the last piece ended.
  const std::byte *end;
  /// What the next piece is expected to be, but for what was prefetched.
  const std::byte *next;
  std::size_t bytes;
};
struct Runs {
  Run each[4];
  /// How many have been begun; in turn they take the place of older ones.
  unsigned begun;
};
/// Those of the calling thread.
extern constinit thread_local Runs Reading;

} // namespace ferry::copy

#endif // FERRY_COPY_READING_H
