//===- Report.cpp - Shows what builds took --------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Report.h"
#include "Child.h"
#include "common/Json.h"
#include "host/Table.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <ostream>

namespace builds {

using bench::jsonString;

namespace {

std::optional<double> valueOf(const Cell &Cell, const char *Measure) {
  auto Found = Cell.values.find(Measure);
  if (Found == Cell.values.end())
    return {};
  return Found->second;
}

/// The least of the peers by that of the subject.
std::optional<double> timesAsGood(const std::vector<Cell> &Cells,
                                  std::size_t Subject, const char *Measure) {
  std::optional<double> Mine = valueOf(Cells[Subject], Measure), Best;
  for (std::size_t I = 0; I != Cells.size(); ++I)
    if (auto Value = valueOf(Cells[I], Measure); Value && I != Subject)
      Best = Best ? std::min(*Best, *Value) : *Value;
  if (!Mine || !Best || *Mine == 0)
    return {};
  return *Best / *Mine;
}

void printTable(std::ostream &Out, const Results &Results,
                const Measure &Measure) {
  const auto Subject = bench::findSubject(Results.contestants);
  host::Table Table(1);
  std::vector<std::string> Head{Measure.name};
  for (const bench::Contestant &Each : Results.contestants)
    Head.push_back(Each.name);
  Head.push_back("best peer / ferry");
  Table.add(Head);
  double Logarithms = 0;
  unsigned Ratios = 0;
  for (const auto &[Name, Cells] : Results.rows) {
    std::vector<std::string> Line{Name};
    for (const Cell &Cell : Cells) {
      auto Value = valueOf(Cell, Measure.name);
      Line.push_back(Value ? host::fixed(*Value, Measure.digits)
                     : Cell.failure.empty() ? "-"
                                            : "failed");
    }
    std::optional<double> Ratio;
    if (Subject)
      Ratio = timesAsGood(Cells, *Subject, Measure.name);
    Line.push_back(Ratio ? host::fixed(*Ratio, 2) : "-");
    if (Ratio) {
      Logarithms += std::log(*Ratio);
      ++Ratios;
    }
    Table.add(Line);
  }
  if (Ratios) {
    std::vector<std::string> Last{"geometric mean"};
    Last.resize(1 + Results.contestants.size());
    Last.push_back(host::fixed(std::exp(Logarithms / Ratios), 2));
    Table.add(Last);
  }
  Table.print(Out);
}

} // namespace

void printTables(std::ostream &Out, const Results &Results) {
  for (const Measure &Each : Measures) {
    printTable(Out, Results, Each);
    Out << '\n';
  }
  Out << "Medians of " << Results.repetitions
      << " processes; a further build is the median of some in each.\n";
  bench::printVersions(Out, Results.contestants);
  for (const auto &[Name, Cells] : Results.rows)
    for (std::size_t I = 0; I != Cells.size(); ++I)
      if (!Cells[I].failure.empty())
        Out << Results.contestants[I].name << ", " << Name << ": "
            << Cells[I].failure << '\n';
}

void printJson(std::ostream &Out, const Results &Results) {
  Out << "{\n  \"repetitions\": " << Results.repetitions << ",\n  ";
  bench::printContestants(Out, Results.contestants);
  Out << ",\n  \"rows\": [";
  const char *Separator = "\n";
  for (const auto &[Name, Cells] : Results.rows) {
    Out << Separator << "    {\"name\": " << jsonString(Name);
    for (std::size_t I = 0; I != Cells.size(); ++I) {
      Out << ",\n     " << jsonString(Results.contestants[I].name) << ": {";
      const char *Comma = "";
      if (!Cells[I].failure.empty()) {
        Out << "\"failure\": " << jsonString(Cells[I].failure);
        Comma = ", ";
      }
      for (const auto &[Measure, Value] : Cells[I].values) {
        Out << Comma << jsonString(Measure) << ": " << Value;
        Comma = ", ";
      }
      Out << '}';
    }
    Out << '}';
    Separator = ",\n";
  }
  Out << "\n  ]\n}\n";
}

} // namespace builds
