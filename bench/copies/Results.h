//===- Results.h - What was measured ----------------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef COPIES_RESULTS_H
#define COPIES_RESULTS_H

#include "Row.h"
#include "common/Contest.h"

#include <optional>
#include <string>
#include <vector>

namespace copies {

using bench::Cell;
using bench::Contestant;
using bench::State;
using bench::Variant;

struct Result {
  Row row;
  double work = 0;         ///< Bytes of a pass.
  std::vector<Cell> cells; ///< One for each contestant.
};

struct Results {
  unsigned threads = 0;
  unsigned repetitions = 0;
  bool largePages = false; ///< Allowed for the tiles' memory.
  /// The first is the hand-written C++.
  std::vector<Contestant> contestants;
  std::vector<Result> rows;

  /// The number of the contestant that the goals are for, if it is there.
  std::optional<std::size_t> subject() const;
};

/// What the cell says: 10^9 bytes a second, or a ratio of times.
std::optional<double> valueOf(const Result &Result, std::size_t Contestant);

/// How the subject's value compares with the hand-written one, or with that of
/// the best other driver: above 1 it is better.
std::optional<double> ratioToHand(const Result &Result, std::size_t Contestant);
std::optional<double> ratioToPeers(const Results &Results,
                                   const Result &Result);

/// Whether the subject meets the row's goal; nothing if there is none, or no
/// value.
std::optional<bool> meetsGoal(const Results &Results, const Result &Result);

} // namespace copies

#endif // COPIES_RESULTS_H
