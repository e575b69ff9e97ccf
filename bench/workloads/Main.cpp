//===- Main.cpp - Kernels of all drivers side by side ---------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Workloads.h"
#include "common/Json.h"

#include <ostream>

namespace workloads {

using bench::Result;
using host::fixed;

std::vector<std::string> Workloads::rowNames() const {
  std::vector<std::string> Names;
  for (const Row &Row : Rows)
    Names.push_back(Row.name);
  return Names;
}

std::optional<double> Workloads::valueOf(const Result &Result,
                                         std::size_t Contestant) const {
  const bench::Cell &Cell = Result.cells[Contestant];
  if (Cell.state != bench::State::Good)
    return {};
  return Rows[Result.row].work / medianOf(Cell.variants[0]);
}

std::string Workloads::number(double Value) const {
  return fixed(Value, Value < 10 ? 2 : Value < 100 ? 1 : 0);
}

std::vector<std::pair<std::string, std::string>>
Workloads::members(const Result &Result) const {
  return {{"unit", bench::jsonString(Rows[Result.row].unit)}};
}

void Workloads::printTables(std::ostream &Out) const {
  std::optional<std::size_t> Pocl;
  for (std::size_t I = 0; I != Found.contestants.size(); ++I)
    if (Found.contestants[I].name == "pocl")
      Pocl = I;
  auto ratio = [](std::optional<double> Value) {
    return Value ? fixed(*Value, 2) : "-";
  };
  host::Table Table(2);
  std::vector<std::string> Head = head({"kernel", "unit"});
  Head.insert(Head.end(), {"of hand", "of best peer", "of pocl"});
  Table.add(Head);
  std::vector<std::optional<double>> OfHand, OfBest, OfPocl;
  for (const Result &Result : Found.rows) {
    OfHand.push_back(Found.ratioTo(Result, 0));
    OfBest.push_back(Found.ratioToPeers(Result));
    OfPocl.push_back(Found.ratioTo(Result, Pocl));
    std::vector<std::string> Cells{Result.name, Rows[Result.row].unit};
    for (std::size_t I = 0; I != Found.contestants.size(); ++I)
      Cells.push_back(cellText(Result, I));
    Cells.insert(Cells.end(), {ratio(OfHand.back()), ratio(OfBest.back()),
                               ratio(OfPocl.back())});
    Table.add(Cells);
  }
  std::vector<std::string> Last{"geometric mean", ""};
  Last.resize(2 + Found.contestants.size());
  Last.insert(Last.end(),
              {ratio(bench::mean(OfHand)), ratio(bench::mean(OfBest)),
               ratio(bench::mean(OfPocl))});
  Table.add(Last);
  Table.print(Out);

  Out << '\n'
      << Found.threads << " threads, medians of " << Given.repetitions
      << " repetitions\n";
  printNotes(Out);
}

} // namespace workloads

int main(int Argc, char **Argv) {
  return bench::run(
      {"bench-kernels",
       R"(usage: bench-kernels [options]

Times the same workloads, compute kernels, on every OpenCL driver that is
installed, some also beside hand-written C++ with as many threads, and checks
every result. Every contestant has a process of its own, and they take turns.

)",
       workloads::serve,
       [](const bench::Options &Given) -> std::unique_ptr<bench::Benchmark> {
         return std::make_unique<workloads::Workloads>(Given);
       }},
      Argc, Argv);
}
