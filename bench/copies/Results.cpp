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
  auto ratio = [&](auto &&Of) {
    return bench::medianRatio(
        Cell.variants[0].seconds.size(), [&](std::size_t Repetition) {
          return Of([&](std::size_t Variant) {
            return Cell.variants[Variant].seconds[Repetition];
          });
        });
  };
  switch (Result.row.goal) {
  case Goal::OfLarger: {
    // Others may help with the copies of the group: the time of one thread is
    // that of the copies by hand.
    const bench::Cell &Hand = Result.cells[0];
    const double Alone =
        Hand.state == State::Good ? medianOf(Hand.variants[0]) : 0;
    return ratio([&](auto Part) {
      return Part(2) / std::max({Part(0), Part(1), Alone});
    });
  }
  case Goal::OfSum:
    return ratio([](auto Part) { return Part(2) / (Part(0) + Part(1)); });
  case Goal::OfPlainLoads:
    return ratio([](auto Part) { return Part(0) / Part(1); });
  case Goal::None:
  case Goal::OfHandWritten:
    return 1e-9 * Result.work / medianOf(fastest(Cell));
  }
  return {};
}

std::optional<double> ratioToHand(const Result &Result,
                                  std::size_t Contestant) {
  if (isTimeRatio(Result.row))
    return {};
  return bench::timesAsFast(Result.cells[Contestant], Result.cells[0]);
}

std::optional<double> ratioToPeers(const Results &Results,
                                   const Result &Result) {
  auto Subject = Results.subject();
  if (!Subject || isTimeRatio(Result.row))
    return {};
  std::optional<double> Least;
  for (std::size_t I = 1; I != Results.contestants.size(); ++I)
    if (I != *Subject)
      if (auto Ratio =
              bench::timesAsFast(Result.cells[*Subject], Result.cells[I]))
        Least = std::min(*Ratio, Least.value_or(*Ratio));
  return Least;
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
