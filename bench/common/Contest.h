//===- Contest.h - Contestants and what was measured ------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef BENCH_COMMON_CONTEST_H
#define BENCH_COMMON_CONTEST_H

#include "host/Statistics.h"

#include <optional>
#include <string>
#include <vector>

namespace bench {

/// A way to do a row, and how long a pass took in each repetition; or something
/// that is measured of a row, and what it was in each.
struct Variant {
  std::string name;
  std::vector<double> seconds;
};

enum class State { Good, Skipped, Failed, Wrong };

/// The word for it.
const char *stateName(State State);

/// A row of one contestant.
struct Cell {
  State state = State::Good;
  std::string reason; ///< If the state is not Good.
  std::vector<Variant> variants;
};

/// A driver, or the hand-written program.
struct Contestant {
  std::string name; ///< The .icd file's, or "hand".
  std::string platform, device, version;
};

/// Median of a variant's seconds.
double medianOf(const Variant &Variant);

/// A ratio of times: the median of what \p Ratio makes of each repetition,
/// given its number. What slows the machine for a while slows all in a
/// repetition.
template <typename Function>
double medianRatio(std::size_t Repetitions, Function &&Ratio) {
  std::vector<double> Ratios;
  for (std::size_t I = 0; I != Repetitions; ++I)
    Ratios.push_back(Ratio(I));
  return host::median(std::move(Ratios));
}

/// The variant that counts, of those of a rate.
const Variant &fastest(const Cell &Cell);

/// How many times as fast one of a rate is as the other, by the repetitions;
/// nothing if one of them has no result.
std::optional<double> timesAsFast(const Cell &Cell, const bench::Cell &Other);

/// The number of the contestant that the benchmarks are about, if it is there.
std::optional<std::size_t>
findSubject(const std::vector<Contestant> &Contestants);

struct Result {
  std::size_t row; ///< Its number.
  std::string name;
  std::vector<Cell> cells; ///< One for each contestant.
};

struct Results {
  unsigned threads = 0;
  std::vector<Contestant> contestants;
  std::vector<Result> rows;

  std::optional<std::size_t> subject() const {
    return findSubject(contestants);
  }
  /// How the subject's speed compares with a contestant's, or with that of the
  /// best other driver, where the first contestant is not one: above 1 it is
  /// better.
  std::optional<double> ratioTo(const Result &Result,
                                std::optional<std::size_t> Contestant) const;
  std::optional<double> ratioToPeers(const Result &Result) const;
};

/// The geometric mean of what there is.
std::optional<double> mean(const std::vector<std::optional<double>> &Ratios);

} // namespace bench

#endif // BENCH_COMMON_CONTEST_H
