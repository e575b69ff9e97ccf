//===- Results.cpp - What was measured ------------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Results.h"

#include <algorithm>
#include <cmath>

namespace kernels {

std::optional<std::size_t> Results::subject() const {
  return bench::findSubject(contestants);
}

std::optional<std::size_t> Results::pocl() const {
  for (std::size_t I = 0; I != contestants.size(); ++I)
    if (contestants[I].name == "pocl")
      return I;
  return {};
}

std::optional<double> valueOf(const Result &Result, std::size_t Contestant) {
  const Cell &Cell = Result.cells[Contestant];
  if (Cell.state != State::Good)
    return {};
  return Result.row.work / medianOf(Cell.variants[0]);
}

std::optional<double> ratioTo(const Results &Results, const Result &Result,
                              std::optional<std::size_t> Contestant) {
  auto Subject = Results.subject();
  if (!Subject || !Contestant)
    return {};
  return bench::timesAsFast(Result.cells[*Subject], Result.cells[*Contestant]);
}

std::optional<double> ratioToPeers(const Results &Results,
                                   const Result &Result) {
  std::optional<double> Least;
  for (std::size_t I = 1; I != Results.contestants.size(); ++I)
    if (I != Results.subject())
      if (auto Ratio = ratioTo(Results, Result, I))
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

} // namespace kernels
