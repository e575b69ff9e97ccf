//===- Contest.cpp - Contestants and what was measured --------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "common/Contest.h"

#include <algorithm>
#include <cmath>

namespace bench {

const char *stateName(State State) {
  switch (State) {
  case State::Good:
    return "good";
  case State::Skipped:
    return "skipped";
  case State::Failed:
    return "failed";
  case State::Wrong:
    return "wrong";
  }
  return "";
}

double medianOf(const Variant &Variant) {
  return host::median(Variant.seconds);
}

const Variant &fastest(const Cell &Cell) {
  return *std::min_element(Cell.variants.begin(), Cell.variants.end(),
                           [](const Variant &A, const Variant &B) {
                             return medianOf(A) < medianOf(B);
                           });
}

std::optional<double> timesAsFast(const Cell &Cell, const bench::Cell &Other) {
  if (Cell.state != State::Good || Other.state != State::Good)
    return {};
  const std::vector<double> &Mine = fastest(Cell).seconds;
  const std::vector<double> &Others = fastest(Other).seconds;
  return medianRatio(std::min(Mine.size(), Others.size()),
                     [&](std::size_t I) { return Others[I] / Mine[I]; });
}

std::optional<std::size_t>
findSubject(const std::vector<Contestant> &Contestants) {
  for (std::size_t I = 0; I != Contestants.size(); ++I)
    if (Contestants[I].platform == "Ferry")
      return I;
  return {};
}

std::optional<double>
Results::ratioTo(const Result &Result,
                 std::optional<std::size_t> Contestant) const {
  const auto Subject = subject();
  if (!Subject || !Contestant)
    return {};
  return timesAsFast(Result.cells[*Subject], Result.cells[*Contestant]);
}

std::optional<double> Results::ratioToPeers(const Result &Result) const {
  std::optional<double> Least;
  for (std::size_t I = 1; I != contestants.size(); ++I)
    if (I != subject())
      if (auto Ratio = ratioTo(Result, I))
        Least = std::min(*Ratio, Least.value_or(*Ratio));
  return Least;
}

std::optional<double> mean(const std::vector<std::optional<double>> &Ratios) {
  double Sum = 0;
  unsigned Count = 0;
  for (auto Ratio : Ratios)
    if (Ratio) {
      Sum += std::log(*Ratio);
      ++Count;
    }
  if (!Count)
    return {};
  return std::exp(Sum / Count);
}

} // namespace bench
