//===- Statistics.h - Times and medians -------------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef HOST_STATISTICS_H
#define HOST_STATISTICS_H

#include <algorithm>
#include <chrono>
#include <vector>

namespace host {

/// Runs \p Work once. \returns the seconds it took.
template <typename Function> double seconds(Function &&Work) {
  auto Begin = std::chrono::steady_clock::now();
  Work();
  std::chrono::duration<double> Elapsed =
      std::chrono::steady_clock::now() - Begin;
  return Elapsed.count();
}

/// The middle of \p Values, the mean of both middle ones if their number is
/// even. \p Values must not be empty.
inline double median(std::vector<double> Values) {
  std::sort(Values.begin(), Values.end());
  std::size_t Half = Values.size() / 2;
  return Values.size() % 2 ? Values[Half]
                           : (Values[Half - 1] + Values[Half]) / 2;
}

/// The median of the seconds that \p Runs runs of \p Work take, after
/// \p WarmUps runs that do not count.
template <typename Function>
double medianSeconds(unsigned WarmUps, unsigned Runs, Function &&Work) {
  for (unsigned I = 0; I != WarmUps; ++I)
    Work();
  std::vector<double> Times;
  for (unsigned I = 0; I != Runs; ++I)
    Times.push_back(seconds(Work));
  return median(std::move(Times));
}

} // namespace host

#endif // HOST_STATISTICS_H
