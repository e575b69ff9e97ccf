//===- Block.h - Memory of a row --------------------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef BENCH_COMMON_BLOCK_H
#define BENCH_COMMON_BLOCK_H

#include <cstddef>

namespace bench {

/// Memory at a multiple of 2 MiB, in large pages where the system has them: the
/// same for all contestants.
class Block {
public:
  /// \throws std::bad_alloc
  explicit Block(std::size_t Bytes);
  ~Block();
  Block(const Block &) = delete;
  Block &operator=(const Block &) = delete;

  char *data() const { return Data; }

private:
  char *Data;
  std::size_t Bytes;
};

} // namespace bench

#endif // BENCH_COMMON_BLOCK_H
