//===- Main.cpp - Copies of all drivers side by side ----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Child.h"
#include "Referee.h"
#include "Report.h"
#include "common/Installed.h"

#include <algorithm>
#include <exception>
#include <fstream>
#include <functional>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

namespace copies {

namespace {

constexpr char Help[] = R"(usage: bench-copies [options]

Times the same async copies on every OpenCL driver that is installed, beside
hand-written C++ with as many threads and the same tiles, and checks every
result. Every contestant has a process of its own, and they take turns.

  --icd FILE        also the driver of this .icd file; may be given several
                    times
  --only TEXT       only the rows in whose name TEXT is; may be given several
                    times
  --repetitions N   of which the median is taken (7)
  --quick           few repetitions, small sizes: for checking
  --json FILE       write the results there as well
  --svg FILE        draw the results there
  --list            only tell the names of the rows
  --help            this text

The drivers are those of the .icd files in the folder OCL_ICD_VENDORS, or in
/etc/OpenCL/vendors if that is not set. Exits with 1 if a result was wrong or a
contestant failed.
)";

struct Options {
  std::vector<std::string> icds, only;
  std::string json, svg;
  unsigned repetitions = 0;
  bool quick = false, list = false, help = false;
};

Options parse(const std::vector<std::string> &Arguments) {
  Options Result;
  for (std::size_t I = 0; I != Arguments.size(); ++I) {
    const std::string &Name = Arguments[I];
    auto value = [&] {
      if (I + 1 == Arguments.size())
        throw std::runtime_error(Name + " needs a value");
      return Arguments[++I];
    };
    if (Name == "--icd")
      Result.icds.push_back(value());
    else if (Name == "--only")
      Result.only.push_back(value());
    else if (Name == "--json")
      Result.json = value();
    else if (Name == "--svg")
      Result.svg = value();
    else if (Name == "--repetitions")
      Result.repetitions = unsigned(std::stoul(value()));
    else if (Name == "--quick")
      Result.quick = true;
    else if (Name == "--list")
      Result.list = true;
    else if (Name == "--help" || Name == "-h")
      Result.help = true;
    else
      throw std::runtime_error("unknown argument " + Name + " (see --help)");
  }
  if (Result.repetitions == 0)
    Result.repetitions = Result.quick ? 1 : 7;
  return Result;
}

bool isWanted(const Row &Row, const Options &Options) {
  return Options.only.empty() ||
         std::any_of(Options.only.begin(), Options.only.end(),
                     [&](const std::string &Text) {
                       return Row.name.find(Text) != Row.name.npos;
                     });
}

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
  if (Arguments.size() == 3 && Arguments[0] == "--child") {
    bool Quick = Arguments[1] == "quick";
    if (Arguments[2] == "device")
      serveDevice(Quick);
    else
      serveHand(Quick, unsigned(std::stoul(Arguments[2])));
    return 0;
  }
  Options Options = parse(Arguments);
  if (Options.help) {
    std::cout << Help;
    return 0;
  }
  const std::vector<Row> Rows = allRows(Options.quick);
  if (Options.list) {
    for (const Row &Row : Rows)
      std::cout << Row.name << '\n';
    return 0;
  }

  Referee Referee(bench::installedIcds(Options.icds), Options.quick,
                  Options.repetitions);
  for (std::size_t I = 0; I != Rows.size(); ++I)
    if (isWanted(Rows[I], Options))
      Referee.measure(Rows[I], I);
  const Results &Results = Referee.results();
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
