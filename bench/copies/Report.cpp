//===- Report.cpp - The results as tables ---------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Copies.h"
#include "Layout.h"
#include "common/Block.h"
#include "common/Json.h"
#include "host/Statistics.h"

#include <algorithm>
#include <cstdint>
#include <ostream>

namespace copies {

using host::fixed;

std::vector<std::string> Copies::rowNames() const {
  std::vector<std::string> Names;
  for (const Row &Row : Rows)
    Names.push_back(Row.name);
  return Names;
}

std::optional<double> Copies::valueOf(const Result &Result,
                                      std::size_t Contestant) const {
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
  switch (rowOf(Result).goal) {
  case Goal::OfLarger: {
    // Others may help with the copies of the group: the time of one thread is
    // that of the copies by hand.
    const bench::Cell &Hand = Result.cells[0];
    const double ByHand =
        Hand.state == State::Good ? medianOf(Hand.variants[0]) : 0;
    return ratio([&](auto Part) {
      return Part(2) / std::max({Part(0), Part(1), ByHand});
    });
  }
  case Goal::OfSum:
    return ratio([](auto Part) { return Part(2) / (Part(0) + Part(1)); });
  case Goal::OfPlainLoads:
    return ratio([](auto Part) { return Part(0) / Part(1); });
  case Goal::None:
  case Goal::OfHandWritten:
    return 1e-9 * workOf(Result) / medianOf(fastest(Cell));
  }
  return {};
}

double Copies::workOf(const Result &Result) const {
  return Layout(rowOf(Result), Found.threads).work;
}

std::optional<double> Copies::ratioToHand(const Result &Result,
                                          std::size_t Contestant) const {
  if (isTimeRatio(rowOf(Result)))
    return {};
  return bench::timesAsFast(Result.cells[Contestant], Result.cells[0]);
}

std::optional<double> Copies::ratioToPeers(const Result &Result) const {
  if (isTimeRatio(rowOf(Result)))
    return {};
  return Found.ratioToPeers(Result);
}

std::optional<bool> Copies::meetsGoal(const Result &Result) const {
  const auto Subject = Found.subject();
  const Row &Row = rowOf(Result);
  if (!Subject || Row.goal == Goal::None)
    return {};
  const bool IsRatio = isTimeRatio(Row);
  auto Own =
      IsRatio ? valueOf(Result, *Subject) : ratioToHand(Result, *Subject);
  if (!Own)
    return {};
  return IsRatio ? *Own <= Row.goalValue : *Own >= Row.goalValue;
}

std::string Copies::number(double Value) const {
  return fixed(Value, Value < 10 ? 2 : 1);
}

static std::string goalText(const Row &Row) {
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

static std::string metText(std::optional<bool> Met) {
  return !Met ? "" : *Met ? "met" : "NOT MET";
}

void Copies::printGoals(std::ostream &Out, std::size_t Subject) const {
  host::Table Table(1);
  Table.add({"goals of Ferry", "goal", "rows", "met", "middle", "worst",
             "of best peer"});
  // Rows of the same family follow each other.
  for (auto First = Found.rows.begin(), End = First; First != Found.rows.end();
       First = End) {
    End = std::find_if(First, Found.rows.end(), [&](const Result &R) {
      return rowOf(R).family != rowOf(*First).family;
    });
    std::vector<double> Values, Peers;
    std::size_t NumMet = 0, NumRows = 0;
    const Row *Goals = nullptr;
    for (auto I = First; I != End; ++I) {
      if (rowOf(*I).goal == Goal::None)
        continue;
      Goals = &rowOf(*I);
      ++NumRows;
      NumMet += meetsGoal(*I).value_or(false);
      if (auto Value = isTimeRatio(*Goals) ? valueOf(*I, Subject)
                                           : ratioToHand(*I, Subject))
        Values.push_back(*Value);
      if (auto Value = ratioToPeers(*I))
        Peers.push_back(*Value);
    }
    if (!Goals)
      continue;
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
  }
  Table.print(Out);
  Out << '\n';
}

void Copies::printRows(std::ostream &Out) const {
  const auto Subject = Found.subject();
  host::Table Table(1);
  std::vector<std::string> Head = head({"GB/s; times as ratios"});
  Head.insert(Head.end(), {"of hand", "of best peer", "goal", "", "by hand"});
  Table.add(Head);
  for (const Result &Result : Found.rows) {
    std::vector<std::string> Cells{Result.name};
    for (std::size_t I = 0; I != Found.contestants.size(); ++I)
      Cells.push_back(cellText(Result, I));
    Cells.push_back(Subject ? text(ratioToHand(Result, *Subject)) : "-");
    Cells.push_back(text(ratioToPeers(Result)));
    Cells.push_back(goalText(rowOf(Result)));
    Cells.push_back(metText(meetsGoal(Result)));
    bool Names = !isTimeRatio(rowOf(Result)) && valueOf(Result, 0);
    Cells.push_back(Names ? fastest(Result.cells[0]).name : "");
    Table.add(Cells);
  }
  Table.print(Out);
  Out << '\n';
}

void Copies::printTables(std::ostream &Out) const {
  if (auto Subject = Found.subject())
    printGoals(Out, *Subject);
  printRows(Out);
  Out << Found.threads << " threads, medians of " << Given.repetitions
      << " repetitions, "
      << (bench::shareableFilesMayHaveLargePages() ? "large pages"
                                                   : "no large pages")
      << " allowed\n";
  printNotes(Out);
}

std::vector<std::pair<std::string, std::string>>
Copies::members(const Result &Result) const {
  std::vector<std::pair<std::string, std::string>> All{
      {"bytes", std::to_string(std::uint64_t(workOf(Result)))},
      {"goal", bench::jsonString(goalText(rowOf(Result)))}};
  if (auto Met = meetsGoal(Result))
    All.push_back({"met", *Met ? "true" : "false"});
  return All;
}

} // namespace copies
