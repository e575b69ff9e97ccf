//===- Contest.h - Contestants and what was measured ------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef BENCH_COMMON_CONTEST_H
#define BENCH_COMMON_CONTEST_H

#include <optional>
#include <string>
#include <vector>

namespace bench {

/// A way to do a row, and how long a pass took in each repetition.
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

/// The variant that counts, of those of a rate.
const Variant &fastest(const Cell &Cell);

/// The number of the contestant that the benchmarks are about, if it is there.
std::optional<std::size_t>
findSubject(const std::vector<Contestant> &Contestants);

} // namespace bench

#endif // BENCH_COMMON_CONTEST_H
