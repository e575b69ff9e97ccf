//===- Report.cpp - The results as a table and as JSON --------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Report.h"
#include "common/Json.h"
#include "host/Statistics.h"
#include "host/Table.h"

#include <algorithm>
#include <cstdint>
#include <ostream>

namespace copies {

using bench::jsonString;
using bench::stateName;
using host::fixed;

namespace {

std::string number(std::optional<double> Value) {
  return Value ? fixed(*Value, *Value < 10 ? 2 : 1) : "-";
}

std::string cellText(const Result &Result, std::size_t Contestant) {
  switch (Result.cells[Contestant].state) {
  case State::Good:
    return number(valueOf(Result, Contestant));
  case State::Skipped:
    return "-";
  case State::Failed:
    return "failed";
  case State::Wrong:
    return "wrong";
  }
  return {};
}

std::string goalText(const Row &Row) {
  std::string Number = fixed(Row.goalValue, 2);
  switch (Row.goal) {
  case Goal::None:
    return "";
  case Goal::OfHandWritten:
    return ">= " + Number + " of hand";
  case Goal::OfLarger:
    return "<= " + Number + " of larger";
  case Goal::OfSum:
    return "<= " + Number + " of sum";
  case Goal::OfPlainLoads:
    return "<= " + Number + " of loads";
  }
  return {};
}

std::string metText(std::optional<bool> Met) {
  return !Met ? "" : *Met ? "met" : "NOT MET";
}

/// Rows of the same family follow each other.
template <typename Function>
void forFamilies(const Results &Results, Function &&Work) {
  for (auto First = Results.rows.begin(); First != Results.rows.end();) {
    auto End = std::find_if(First, Results.rows.end(), [&](const Result &R) {
      return R.row.family != First->row.family;
    });
    Work(First, End);
    First = End;
  }
}

void printGoals(std::ostream &Out, const Results &Results,
                std::size_t Subject) {
  host::Table Table(1);
  Table.add({"goals of Ferry", "goal", "rows", "met", "middle", "worst",
             "of best peer"});
  forFamilies(Results, [&](auto First, auto End) {
    std::vector<double> Values, Peers;
    std::size_t NumMet = 0, NumRows = 0;
    const Row *Goals = nullptr;
    for (auto I = First; I != End; ++I) {
      if (I->row.goal == Goal::None)
        continue;
      Goals = &I->row;
      ++NumRows;
      NumMet += meetsGoal(Results, *I).value_or(false);
      if (auto Value = isTimeRatio(I->row) ? valueOf(*I, Subject)
                                           : ratioToHand(*I, Subject))
        Values.push_back(*Value);
      if (auto Value = ratioToPeers(Results, *I))
        Peers.push_back(*Value);
    }
    if (!Goals)
      return;
    std::vector<std::string> Cells{Goals->family, goalText(*Goals),
                                   std::to_string(NumRows),
                                   std::to_string(NumMet)};
    if (Values.empty()) {
      Cells.insert(Cells.end(), {"-", "-"});
    } else {
      auto [Least, Most] = std::minmax_element(Values.begin(), Values.end());
      Cells.push_back(number(host::median(Values)));
      Cells.push_back(number(isTimeRatio(*Goals) ? *Most : *Least));
    }
    Cells.push_back(Peers.empty() ? "-" : number(host::median(Peers)));
    Table.add(Cells);
  });
  Table.print(Out);
  Out << '\n';
}

void printRows(std::ostream &Out, const Results &Results) {
  auto Subject = Results.subject();
  host::Table Table(1);
  std::vector<std::string> Head{"GB/s; times as ratios"};
  for (const Contestant &Each : Results.contestants)
    Head.push_back(Each.name);
  Head.insert(Head.end(), {"of hand", "of best peer", "goal", "", "by hand"});
  Table.add(Head);
  for (const Result &Result : Results.rows) {
    std::vector<std::string> Cells{Result.row.name};
    for (std::size_t I = 0; I != Results.contestants.size(); ++I)
      Cells.push_back(cellText(Result, I));
    Cells.push_back(Subject ? number(ratioToHand(Result, *Subject)) : "-");
    Cells.push_back(number(ratioToPeers(Results, Result)));
    Cells.push_back(goalText(Result.row));
    Cells.push_back(metText(meetsGoal(Results, Result)));
    bool Names = !isTimeRatio(Result.row) && valueOf(Result, 0);
    Cells.push_back(Names ? fastest(Result.cells[0]).name : "");
    Table.add(Cells);
  }
  Table.print(Out);
  Out << '\n';
}

} // namespace

void printProgress(std::ostream &Out, const Results &Results) {
  const Result &Last = Results.rows.back();
  Out << Last.row.name;
  for (std::size_t I = 0; I != Last.cells.size(); ++I) {
    auto Value = valueOf(Last, I);
    Out << "  " << Results.contestants[I].name << ' '
        << (Value ? fixed(*Value, 2) : Last.cells[I].reason);
  }
  Out << '\n' << std::flush;
}

void printTables(std::ostream &Out, const Results &Results) {
  if (auto Subject = Results.subject())
    printGoals(Out, Results, *Subject);
  printRows(Out, Results);
  Out << Results.threads << " threads, medians of " << Results.repetitions
      << " repetitions, "
      << (Results.largePages ? "large pages" : "no large pages")
      << " allowed\n";
  bench::printVersions(Out, Results.contestants);
  for (const Result &Result : Results.rows)
    for (std::size_t I = 0; I != Result.cells.size(); ++I)
      if (Result.cells[I].state != State::Good)
        Out << Results.contestants[I].name << ", " << Result.row.name << ": "
            << stateName(Result.cells[I].state) << ", "
            << Result.cells[I].reason << '\n';
}

void printJson(std::ostream &Out, const Results &Results) {
  Out << "{\n  \"threads\": " << Results.threads
      << ",\n  \"repetitions\": " << Results.repetitions
      << ",\n  \"largePagesAllowed\": "
      << (Results.largePages ? "true" : "false") << ",\n  ";
  bench::printContestants(Out, Results.contestants);
  Out << ",\n  \"rows\": [";
  const char *Separator = "\n";
  for (const Result &Result : Results.rows) {
    Out << Separator << "    {\n      \"name\": " << jsonString(Result.row.name)
        << ",\n      \"bytes\": " << std::uint64_t(Result.work)
        << ",\n      \"goal\": " << jsonString(goalText(Result.row));
    if (auto Met = meetsGoal(Results, Result))
      Out << ",\n      \"met\": " << (*Met ? "true" : "false");
    for (std::size_t I = 0; I != Result.cells.size(); ++I) {
      const Cell &Cell = Result.cells[I];
      Out << ",\n      " << jsonString(Results.contestants[I].name)
          << ": {\"state\": " << jsonString(stateName(Cell.state));
      if (!Cell.reason.empty())
        Out << ", \"reason\": " << jsonString(Cell.reason);
      if (auto Value = valueOf(Result, I))
        Out << ", \"" << (isTimeRatio(Result.row) ? "ratio" : "gbs")
            << "\": " << *Value;
      Out << ", \"seconds\": {";
      const char *Comma = "";
      for (const Variant &Variant : Cell.variants) {
        if (Variant.seconds.empty())
          continue;
        Out << Comma << jsonString(Variant.name) << ": " << medianOf(Variant);
        Comma = ", ";
      }
      Out << "}}";
    }
    Out << "\n    }";
    Separator = ",\n";
  }
  Out << "\n  ]\n}\n";
}

} // namespace copies
