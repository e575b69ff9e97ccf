//===- Results.h - What was measured ----------------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef KERNELS_RESULTS_H
#define KERNELS_RESULTS_H

#include "Row.h"
#include "common/Contest.h"

#include <optional>
#include <string>
#include <vector>

namespace kernels {

using bench::Cell;
using bench::Contestant;
using bench::State;

struct Result {
  Row row;
  std::vector<Cell> cells; ///< One for each contestant.
};

struct Results {
  unsigned threads = 0;
  unsigned repetitions = 0;
  /// The first is the hand-written C++.
  std::vector<Contestant> contestants;
  std::vector<Result> rows;

  /// The numbers of Ferry and of Debian's PoCL, if they are there.
  std::optional<std::size_t> subject() const;
  std::optional<std::size_t> pocl() const;
};

/// The speed in the row's unit.
std::optional<double> valueOf(const Result &Result, std::size_t Contestant);

/// How the subject's speed compares with a contestant's, or with that of the
/// best other driver: above 1 it is better.
std::optional<double> ratioTo(const Results &Results, const Result &Result,
                              std::optional<std::size_t> Contestant);
std::optional<double> ratioToPeers(const Results &Results,
                                   const Result &Result);

/// The geometric mean of what there is.
std::optional<double> mean(const std::vector<std::optional<double>> &Ratios);

} // namespace kernels

#endif // KERNELS_RESULTS_H
