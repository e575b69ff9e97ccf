//===- Contest.cpp - Contestants and what was measured --------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "common/Contest.h"

#include "common/Json.h"

#include <algorithm>

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

void printContestants(std::ostream &Json,
                      const std::vector<Contestant> &Contestants) {
  Json << "\"contestants\": [";
  const char *Separator = "\n";
  for (const Contestant &Each : Contestants) {
    Json << Separator << "    {\"name\": " << jsonString(Each.name)
         << ", \"platform\": " << jsonString(Each.platform)
         << ", \"device\": " << jsonString(Each.device)
         << ", \"version\": " << jsonString(Each.version) << '}';
    Separator = ",\n";
  }
  Json << "\n  ]";
}

void printVersions(std::ostream &Out,
                   const std::vector<Contestant> &Contestants) {
  for (const Contestant &Each : Contestants)
    Out << Each.name << ": " << Each.platform << ", " << Each.device << ", "
        << Each.version << '\n';
}

} // namespace bench
