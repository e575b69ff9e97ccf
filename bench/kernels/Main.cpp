//===- Main.cpp - Kernels of all drivers side by side ---------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Child.h"
#include "Report.h"
#include "common/Installed.h"
#include "common/Options.h"
#include "common/Referee.h"

#include <exception>
#include <fstream>
#include <iostream>
#include <stdexcept>

namespace kernels {

namespace {

constexpr char Help[] = R"(usage: bench-kernels [options]

Times the same compute kernels on every OpenCL driver that is installed, some
also beside hand-written C++ with as many threads, and checks every result.
Every contestant has a process of its own, and they take turns.

)";

void writeFile(const std::string &Name, const Results &Results,
               void (*Write)(std::ostream &, const kernels::Results &)) {
  if (Name.empty())
    return;
  std::ofstream File(Name);
  Write(File, Results);
  if (!File.flush())
    throw std::runtime_error(Name + ": not written");
}

int run(const std::vector<std::string> &Arguments) {
  // What the referee starts this program with.
  if (Arguments.size() == 3 && Arguments[0] == "--child") {
    bool Quick = Arguments[2] == "quick";
    if (Arguments[1] == "device")
      serveDevice(Quick);
    else
      serveHand(Quick, unsigned(std::stoul(Arguments[1])));
    return 0;
  }
  const bench::Options Options(Arguments);
  if (Options.help) {
    std::cout << Help << bench::OptionsHelp;
    return 0;
  }
  const std::vector<Row> Rows = allRows(Options.quick);
  if (Options.list) {
    for (const Row &Row : Rows)
      std::cout << Row.name << '\n';
    return 0;
  }

  bench::Referee Referee(bench::installedIcds(Options.icds),
                         {Options.quick ? "quick" : "full"},
                         Options.repetitions);
  Results Results{
      Referee.threads(), Options.repetitions, Referee.contestants(), {}};
  for (std::size_t I = 0; I != Rows.size(); ++I)
    if (Options.wants(Rows[I].name)) {
      Results.rows.push_back({Rows[I], Referee.measure(I)});
      printProgress(std::cerr, Results);
    }
  printTable(std::cout, Results);
  writeFile(Options.json, Results, printJson);
  writeFile(Options.svg, Results, drawChart);
  for (const Result &Result : Results.rows)
    for (const Cell &Cell : Result.cells)
      if (Cell.state == State::Wrong || Cell.state == State::Failed)
        return 1;
  return 0;
}

} // namespace

} // namespace kernels

int main(int Argc, char **Argv) {
  try {
    return kernels::run({Argv + 1, Argv + Argc});
  } catch (const std::exception &Error) {
    std::cerr << "bench-kernels: " << Error.what() << '\n';
    return 1;
  }
}
