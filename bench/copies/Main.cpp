//===- Main.cpp - Copies of all drivers side by side ----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Child.h"
#include "Layout.h"
#include "Report.h"
#include "common/Block.h"
#include "common/Installed.h"
#include "common/Options.h"
#include "common/Referee.h"

#include <exception>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <string>

namespace copies {

namespace {

constexpr char Help[] = R"(usage: bench-copies [options]

Times the same async copies on every OpenCL driver that is installed, beside
hand-written C++ with as many threads and the same tiles, and checks every
result. Every contestant has a process of its own, but all have the same memory
for the tiles, and they take turns. The memory has large pages where it may:

  echo advise > /sys/kernel/mm/transparent_hugepage/shmem_enabled

)";

void writeFile(const std::string &Name, const Results &Results,
               void (*Write)(std::ostream &, const copies::Results &)) {
  if (Name.empty())
    return;
  std::ofstream File(Name);
  Write(File, Results);
  if (!File.flush())
    throw std::runtime_error(Name + ": not written");
}

int run(const std::vector<std::string> &Arguments) {
  // What the referee starts this program with.
  if (Arguments.size() == 4 && Arguments[0] == "--child") {
    bool Quick = Arguments[2] == "quick";
    int Memory = std::stoi(Arguments[3]);
    if (Arguments[1] == "device")
      serveDevice(Quick, Memory);
    else
      serveHand(Quick, Memory, unsigned(std::stoul(Arguments[1])));
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
                         {Options.quick ? "quick" : "full",
                          std::to_string(bench::shareableFile())},
                         Options.repetitions);
  Results Results{Referee.threads(),
                  Options.repetitions,
                  bench::shareableFilesMayHaveLargePages(),
                  Referee.contestants(),
                  {}};
  for (std::size_t I = 0; I != Rows.size(); ++I)
    if (Options.wants(Rows[I].name)) {
      Results.rows.push_back(
          {Rows[I], Layout(Rows[I], Results.threads).work, Referee.measure(I)});
      printProgress(std::cerr, Results);
    }
  printTables(std::cout, Results);
  writeFile(Options.json, Results, printJson);
  writeFile(Options.svg, Results, drawChart);
  for (const Result &Result : Results.rows)
    for (const Cell &Cell : Result.cells)
      if (Cell.state == State::Wrong || Cell.state == State::Failed)
        return 1;
  return 0;
}

} // namespace

} // namespace copies

int main(int Argc, char **Argv) {
  try {
    return copies::run({Argv + 1, Argv + Argc});
  } catch (const std::exception &Error) {
    std::cerr << "bench-copies: " << Error.what() << '\n';
    return 1;
  }
}
