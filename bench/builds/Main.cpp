//===- Main.cpp - Builds of all drivers side by side ----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Child.h"
#include "Report.h"
#include "common/Installed.h"
#include "common/Options.h"
#include "host/Statistics.h"

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <iostream>
#include <sstream>
#include <stdexcept>

namespace builds {

namespace {

constexpr char Help[] = R"(usage: bench-builds [options]

Builds the same programs with every OpenCL driver that is installed, each in
processes of its own without a cache: up to the first result of a kernel, or
to a binary with all kernels' code. Shows time, processor time (with that of the
driver's own processes), memory, and the size of the binary.

  --programs FOLDER also those of the folder: each NAME.cl, with the build
                    options of NAME.opt, if that is there; a folder in it is
                    one row of all its programs
)";

/// What the child of a row told.
struct Heard {
  std::map<std::string, std::string> words;
  std::string failure;
};

Heard runRow(std::size_t Row, const std::string &Programs,
             const std::filesystem::path &Icd) {
  const bench::TemporaryFolder Scratch;
  host::Environment Variables = bench::aloneWith(Icd, Scratch.path());
  Variables.insert(Variables.end(),
                   {{"FERRY_CACHE", "0"}, {"POCL_KERNEL_CACHE", "0"}});
  host::ChildResult Child =
      host::runSelf({"--child", std::to_string(Row), Programs}, Variables);
  Heard Heard{{}, Child.failure};
  std::istringstream Lines(Child.output);
  for (std::string Line; std::getline(Lines, Line);)
    if (std::size_t Tab = Line.find('\t'); Tab != Line.npos)
      Heard.words[Line.substr(0, Tab)] = Line.substr(Tab + 1);
  return Heard;
}

Cell measureRow(std::size_t Row, const std::string &Programs,
                const std::filesystem::path &Icd, unsigned Repetitions,
                bench::Contestant &Contestant) {
  std::map<std::string, std::vector<double>> Collected;
  for (unsigned I = 0; I != Repetitions; ++I) {
    const Heard Heard = runRow(Row, Programs, Icd);
    if (!Heard.failure.empty())
      return {{}, Heard.failure};
    auto word = [&](const char *Name) {
      auto Found = Heard.words.find(Name);
      return Found == Heard.words.end() ? std::string() : Found->second;
    };
    Contestant.platform = word("platform");
    Contestant.device = word("device");
    Contestant.version = word("version");
    for (const Measure &Each : Measures)
      if (std::string Value = word(Each.name); !Value.empty())
        Collected[Each.name].push_back(std::strtod(Value.c_str(), nullptr));
  }
  Cell Cell;
  for (const auto &[Name, Values] : Collected)
    Cell.values[Name] = host::median(Values);
  return Cell;
}

int run(std::vector<std::string> Arguments) {
  if (Arguments.size() == 3 && Arguments[0] == "--child") {
    measure(allRows(Arguments[2]).at(std::stoul(Arguments[1])));
    return 0;
  }
  std::string Programs;
  auto Found = std::find(Arguments.begin(), Arguments.end(), "--programs");
  if (Found != Arguments.end()) {
    if (Found + 1 == Arguments.end())
      throw std::runtime_error("--programs needs a folder");
    Programs = Found[1];
    Arguments.erase(Found, Found + 2);
  }
  const bench::Options Options(Arguments);
  if (Options.help) {
    std::cout << Help << bench::OptionsHelp;
    return 0;
  }
  if (!Options.svg.empty())
    throw std::runtime_error("builds are not drawn");
  const std::vector<Row> Rows = allRows(Programs);
  if (Options.list) {
    for (const Row &Row : Rows)
      std::cout << Row.name << '\n';
    return 0;
  }

  const auto Icds = bench::installedIcds(Options.icds);
  Results Results{Options.repetitions, {}, {}};
  for (const auto &Icd : Icds)
    Results.contestants.push_back({Icd.stem().string(), "", "", ""});
  bool Failed = false;
  for (std::size_t I = 0; I != Rows.size(); ++I) {
    if (!Options.wants(Rows[I].name))
      continue;
    std::cerr << Rows[I].name << '\n' << std::flush;
    auto &Cells =
        Results.rows.emplace_back(Rows[I].name, std::vector<Cell>()).second;
    for (std::size_t J = 0; J != Icds.size(); ++J) {
      Cells.push_back(measureRow(I, Programs, Icds[J], Options.repetitions,
                                 Results.contestants[J]));
      Failed |= !Cells.back().failure.empty();
    }
  }
  printTables(std::cout, Results);
  if (!Options.json.empty()) {
    std::ofstream File(Options.json);
    printJson(File, Results);
    if (!File.flush())
      throw std::runtime_error(Options.json + ": not written");
  }
  return Failed;
}

} // namespace

} // namespace builds

int main(int Argc, char **Argv) {
  try {
    return builds::run({Argv + 1, Argv + Argc});
  } catch (const std::exception &Error) {
    std::cerr << "bench-builds: " << Error.what() << '\n';
    return 1;
  }
}
