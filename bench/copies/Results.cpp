//===- Results.cpp - What was measured ------------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Results.h"

#include <algorithm>

namespace copies {

std::optional<std::size_t> Results::subject() const {
  return bench::findSubject(contestants);
}

std::optional<double> valueOf(const Result &Result, std::size_t Contestant) {
  const Cell &Cell = Result.cells[Contestant];
  if (Cell.state != State::Good)
    return {};
  auto part = [&](std::size_t I) { return medianOf(Cell.variants[I]); };
  switch (Result.row.goal) {
  case Goal::OfLarger:
    // Others may help with the copies of the group: the time of one thread is
    // that of the copies by hand.
    return part(2) /
           std::max({part(0), part(1), medianOf(Result.cells[0].variants[0])});
  case Goal::OfSum:
    return part(2) / (part(0) + part(1));
  case Goal::OfPlainLoads:
    return part(0) / part(1);
  case Goal::None:
  case Goal::OfHandWritten:
    return 1e-9 * Result.work / medianOf(fastest(Cell));
  }
  return {};
}

std::optional<double> ratioToHand(const Result &Result,
                                  std::size_t Contestant) {
  auto Own = valueOf(Result, Contestant), Hand = valueOf(Result, 0);
  if (!Own || !Hand || isTimeRatio(Result.row))
    return {};
  return *Own / *Hand;
}

std::optional<double> ratioToPeers(const Results &Results,
                                   const Result &Result) {
  auto Subject = Results.subject();
  if (!Subject || isTimeRatio(Result.row))
    return {};
  double Best = 0;
  for (std::size_t I = 1; I != Results.contestants.size(); ++I)
    if (I != *Subject)
      Best = std::max(Best, valueOf(Result, I).value_or(0));
  auto Own = valueOf(Result, *Subject);
  if (!Own || Best == 0)
    return {};
  return *Own / Best;
}

std::optional<bool> meetsGoal(const Results &Results, const Result &Result) {
  auto Subject = Results.subject();
  if (!Subject || Result.row.goal == Goal::None)
    return {};
  auto Own = isTimeRatio(Result.row) ? valueOf(Result, *Subject)
                                     : ratioToHand(Result, *Subject);
  if (!Own)
    return {};
  return isTimeRatio(Result.row) ? *Own <= Result.row.goalValue
                                 : *Own >= Result.row.goalValue;
}

} // namespace copies
