//===- Main.cpp - Builds of all drivers side by side ----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Child.h"
#include "common/Harness.h"

#include <algorithm>
#include <ostream>

namespace builds {

namespace {

class Builds : public bench::Told {
public:
  explicit Builds(const bench::Options &Given)
      : Told(Given), Rows(allRows(Given.programs)) {}

  std::vector<std::string> rowNames() const override {
    std::vector<std::string> Names;
    for (const Row &Row : Rows)
      Names.push_back(Row.name);
    return Names;
  }

  void printTables(std::ostream &Out) const override {
    for (const Measure &Each : Measures) {
      printTable(Out, Each);
      Out << '\n';
    }
    Out << "Medians of " << Given.repetitions
        << " processes; a further build is the median of some in each.\n";
    printNotes(Out);
  }

private:
  std::vector<Process> processes(std::size_t Row, unsigned) const override {
    return {{{std::to_string(Row), Given.programs}}};
  }

  host::Environment variables() const override {
    return {{"FERRY_CACHE", "0"}, {"POCL_KERNEL_CACHE", "0"}};
  }

  /// The last column is how many times as much the best peer took as Ferry.
  void printTable(std::ostream &Out, const Measure &Measure) const {
    const auto Subject = Found.subject();
    host::Table Table(1);
    std::vector<std::string> Head = head({Measure.name});
    Head.push_back("best peer / ferry");
    Table.add(Head);
    std::vector<std::optional<double>> Ratios;
    for (const bench::Result &Result : Found.rows) {
      std::vector<std::string> Line{Result.name};
      std::optional<double> Mine, Best, Ratio;
      for (std::size_t I = 0; I != Result.cells.size(); ++I) {
        const bench::Cell &Cell = Result.cells[I];
        const auto Value = toldOf(Cell, Measure.name);
        Line.push_back(Value ? host::fixed(*Value, Measure.digits)
                       : Cell.state == bench::State::Failed ? "failed"
                                                            : "-");
        if (I == Subject)
          Mine = Value;
        else if (Value)
          Best = std::min(*Value, Best.value_or(*Value));
      }
      if (Mine && Best)
        Ratio = *Best / *Mine;
      Line.push_back(Ratio ? host::fixed(*Ratio, 2) : "-");
      Ratios.push_back(Ratio);
      Table.add(Line);
    }
    if (auto Mean = bench::mean(Ratios)) {
      std::vector<std::string> Last{"geometric mean"};
      Last.resize(1 + Found.contestants.size());
      Last.push_back(host::fixed(*Mean, 2));
      Table.add(Last);
    }
    Table.print(Out);
  }

  std::vector<Row> Rows;
};

void child(const std::vector<std::string> &Arguments) {
  measure(allRows(Arguments.at(1)).at(std::stoul(Arguments[0])));
}

} // namespace

} // namespace builds

int main(int Argc, char **Argv) {
  return bench::run(
      {"bench-builds",
       R"(usage: bench-builds [options]

Builds the same programs with every OpenCL driver that is installed, each in
processes of its own without a cache: up to the first result of a kernel, or
to a binary with all kernels' code. Shows time, processor time (with that of the
driver's own processes), memory, and the size of the binary.

  --programs FOLDER also those of the folder: each NAME.cl, with the build
                    options of NAME.opt, if that is there; a folder in it is
                    one row of all its programs
)",
       builds::child,
       [](const bench::Options &Given) -> std::unique_ptr<bench::Benchmark> {
         return std::make_unique<builds::Builds>(Given);
       }},
      Argc, Argv);
}
