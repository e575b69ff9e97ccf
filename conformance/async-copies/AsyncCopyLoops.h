//===- AsyncCopyLoops.h - Kernels that copy in a loop -----------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CONFORMANCE_ASYNCCOPYLOOPS_H
#define FERRY_CONFORMANCE_ASYNCCOPYLOOPS_H

#include "Support.h"

namespace conformance {

struct LoopShape {
  int ints;                   ///< The argument n, for each group.
  int tileInts;               ///< Of the argument tile.
  std::vector<size_t> groups; ///< Of the launches, one after the other.
};

/// Runs `entry(in, out, wrong, tile, n, iterations)`: groups of 32 work-items
/// that do \p Body with k = 0 to 199. It has `first` and `step` for loops over
/// what the work-items share, two events `e` and `f`, and counts in `bad` what
/// is not as it should be.
void expectNothingWrong(const std::string &Body, const LoopShape &How);

} // namespace conformance

#endif // FERRY_CONFORMANCE_ASYNCCOPYLOOPS_H
