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

/// Memory at a multiple of 2 MiB, in large pages where the system has them.
class Block {
public:
  /// \throws std::bad_alloc
  explicit Block(std::size_t Bytes);

  /// Memory that all processes have in common which inherited the same file of
  /// shareableFile(), so that not only its size is the same for all.
  /// \param Offset where it begins in the file, a multiple of 2 MiB.
  /// \throws std::bad_alloc
  Block(std::size_t Bytes, int File, std::size_t Offset);

  ~Block();
  Block(const Block &) = delete;
  Block &operator=(const Block &) = delete;

  char *data() const { return Data; }

  /// Where a block that follows this one in its file may begin.
  std::size_t end() const { return End; }

private:
  char *Data;
  std::size_t Bytes;
  std::size_t End = 0;
};

/// A file in memory, which child processes inherit under the same number.
/// \throws std::runtime_error if there is none to be had.
int shareableFile();

/// Whether such a file may have large pages here. Linux allows them if it is
/// told: "advise" in /sys/kernel/mm/transparent_hugepage/shmem_enabled.
bool shareableFilesMayHaveLargePages();

} // namespace bench

#endif // BENCH_COMMON_BLOCK_H
