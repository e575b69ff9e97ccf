//===- Report.cpp - The results as a table and as JSON --------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Report.h"
#include "common/Json.h"
#include "host/Table.h"

#include <algorithm>
#include <ostream>

namespace kernels {

using bench::jsonString;
using host::fixed;

namespace {

std::string number(std::optional<double> Value) {
  return Value ? fixed(*Value, *Value < 10 ? 2 : *Value < 100 ? 1 : 0) : "-";
}

std::string cellText(const Result &Result, std::size_t Contestant) {
  State State = Result.cells[Contestant].state;
  if (State == State::Good)
    return number(valueOf(Result, Contestant));
  return State == State::Skipped ? "-" : bench::stateName(State);
}

/// A ratio in two digits after the point.
std::string ratio(std::optional<double> Value) {
  return Value ? fixed(*Value, 2) : "-";
}

} // namespace

void printProgress(std::ostream &Out, const Results &Results) {
  const Result &Last = Results.rows.back();
  Out << Last.row.name;
  for (std::size_t I = 0; I != Last.cells.size(); ++I)
    Out << "  " << Results.contestants[I].name << ' ' << cellText(Last, I);
  Out << '\n' << std::flush;
}

void printTable(std::ostream &Out, const Results &Results) {
  host::Table Table(2);
  std::vector<std::string> Head{"kernel", "unit"};
  for (const Contestant &Each : Results.contestants)
    Head.push_back(Each.name);
  Head.insert(Head.end(), {"of hand", "of best peer", "of pocl"});
  Table.add(Head);
  std::vector<std::optional<double>> OfHand, OfBest, OfPocl;
  for (const Result &Result : Results.rows) {
    OfHand.push_back(ratioTo(Results, Result, 0));
    OfBest.push_back(ratioToPeers(Results, Result));
    OfPocl.push_back(ratioTo(Results, Result, Results.pocl()));
    std::vector<std::string> Cells{Result.row.name, Result.row.unit};
    for (std::size_t I = 0; I != Results.contestants.size(); ++I)
      Cells.push_back(cellText(Result, I));
    Cells.push_back(ratio(OfHand.back()));
    Cells.push_back(ratio(OfBest.back()));
    Cells.push_back(ratio(OfPocl.back()));
    Table.add(Cells);
  }
  std::vector<std::string> Last{"geometric mean", ""};
  Last.resize(2 + Results.contestants.size());
  Last.insert(Last.end(),
              {ratio(mean(OfHand)), ratio(mean(OfBest)), ratio(mean(OfPocl))});
  Table.add(Last);
  Table.print(Out);

  Out << '\n'
      << Results.threads << " threads, medians of " << Results.repetitions
      << " repetitions\n";
  bench::printVersions(Out, Results.contestants);
  for (const Result &Result : Results.rows)
    // Not everything is written by hand.
    for (std::size_t I = 1; I != Result.cells.size(); ++I)
      if (Result.cells[I].state != State::Good)
        Out << Results.contestants[I].name << ", " << Result.row.name << ": "
            << bench::stateName(Result.cells[I].state) << ", "
            << Result.cells[I].reason << '\n';
}

void printJson(std::ostream &Out, const Results &Results) {
  Out << "{\n  \"threads\": " << Results.threads
      << ",\n  \"repetitions\": " << Results.repetitions << ",\n  ";
  bench::printContestants(Out, Results.contestants);
  Out << ",\n  \"rows\": [";
  const char *Separator = "\n";
  for (const Result &Result : Results.rows) {
    Out << Separator << "    {\n      \"name\": " << jsonString(Result.row.name)
        << ",\n      \"unit\": " << jsonString(Result.row.unit);
    for (std::size_t I = 0; I != Result.cells.size(); ++I) {
      const Cell &Cell = Result.cells[I];
      Out << ",\n      " << jsonString(Results.contestants[I].name)
          << ": {\"state\": " << jsonString(bench::stateName(Cell.state));
      if (!Cell.reason.empty())
        Out << ", \"reason\": " << jsonString(Cell.reason);
      if (auto Value = valueOf(Result, I))
        Out << ", \"speed\": " << *Value
            << ", \"seconds\": " << medianOf(Cell.variants[0]);
      Out << '}';
    }
    Out << "\n    }";
    Separator = ",\n";
  }
  Out << "\n  ]\n}\n";
}

} // namespace kernels
