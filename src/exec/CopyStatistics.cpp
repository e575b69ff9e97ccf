//===- CopyStatistics.cpp - What async copies did -------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "exec/CopyStatistics.h"

#include "exec/Fork.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <new>
#include <string>

namespace ferry::exec {

namespace {

struct Row {
  std::uint64_t Launches = 0;
  copy::CopyCounts Counts;
};
using Table = std::map<std::string, Row>;

ForkMutex TableMutex;

/// Never destroyed: when the process exits, other threads may still run
/// kernels.
Table &table() {
  static Table &Rows = *new Table;
  return Rows;
}

void print() {
  std::lock_guard Lock(TableMutex);
  int Width = 6;
  for (const auto &[Kernel, R] : table())
    Width = std::max(Width, int(Kernel.size()));
  std::fprintf(stderr,
               "ferry: async copies, per launch\n%-*s %9s %10s %10s %14s "
               "%10s %8s %12s\n",
               Width, "kernel", "launches", "copies", "early", "bytes",
               "chunks", "helped", "waited us");
  for (const auto &[Kernel, R] : table()) {
    const copy::CopyCounts &C = R.Counts;
    auto Each = [&](std::uint64_t Total) {
      return double(Total) / double(std::max<std::uint64_t>(R.Launches, 1));
    };
    std::fprintf(
        stderr, "%-*s %9llu %10.1f %10.1f %14.1f %10.1f %7.1f%% %12.1f\n",
        Width, Kernel.c_str(), static_cast<unsigned long long>(R.Launches),
        Each(C.copies), Each(C.early), Each(C.bytes), Each(C.chunks),
        C.bytes ? 100 * double(C.helpedBytes) / double(C.bytes) : 0,
        Each(C.waited) / 1000);
  }
}

} // namespace

void countCopies(const char *Kernel, unsigned Launches,
                 const copy::CopyCounts &Counts) noexcept try {
  std::lock_guard Lock(TableMutex);
  static const struct AtExit {
    ~AtExit() { print(); }
  } Printing;
  Row &R = table()[Kernel];
  R.Launches += Launches;
  R.Counts += Counts;
} catch (const std::bad_alloc &) {
}

} // namespace ferry::exec
