//===- Harness.cpp - What every benchmark program does --------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "common/Harness.h"

#include "common/Installed.h"
#include "common/Json.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <stdexcept>

namespace bench {

void Benchmark::draw(std::ostream &) const {
  throw std::runtime_error("there is no picture of this");
}

std::string Benchmark::cellText(const Result &Result,
                                std::size_t Contestant) const {
  const State State = Result.cells[Contestant].state;
  if (State == State::Good)
    return text(valueOf(Result, Contestant));
  return State == State::Skipped ? "-" : stateName(State);
}

std::vector<std::string> Benchmark::head(std::vector<std::string> First) const {
  for (const Contestant &Each : Found.contestants)
    First.push_back(Each.name);
  return First;
}

void Benchmark::printProgress(std::ostream &Out) const {
  const Result &Last = Found.rows.back();
  Out << Last.name;
  for (std::size_t I = 0; I != Last.cells.size(); ++I)
    Out << "  " << Found.contestants[I].name << ' ' << cellText(Last, I);
  Out << '\n' << std::flush;
}

void Benchmark::printNotes(std::ostream &Out) const {
  for (const Contestant &Each : Found.contestants)
    Out << Each.name << ": " << Each.platform << ", " << Each.device << ", "
        << Each.version << '\n';
  for (const Result &Result : Found.rows)
    for (std::size_t I = 0; I != Result.cells.size(); ++I) {
      const Cell &Cell = Result.cells[I];
      // Not everything is written by hand.
      if (Cell.state != State::Good && (I || Cell.state != State::Skipped))
        Out << Found.contestants[I].name << ", " << Result.name << ": "
            << stateName(Cell.state) << ", " << Cell.reason << '\n';
    }
}

void Benchmark::printJson(std::ostream &Out) const {
  Out << "{\n  \"threads\": " << Found.threads
      << ",\n  \"repetitions\": " << Given.repetitions
      << ",\n  \"contestants\": [";
  const char *Separator = "\n";
  for (const Contestant &Each : Found.contestants) {
    Out << Separator << "    {\"name\": " << jsonString(Each.name)
        << ", \"platform\": " << jsonString(Each.platform)
        << ", \"device\": " << jsonString(Each.device)
        << ", \"version\": " << jsonString(Each.version) << '}';
    Separator = ",\n";
  }
  Out << "\n  ],\n  \"rows\": [";
  Separator = "\n";
  for (const Result &Result : Found.rows) {
    Out << Separator << "    {\n      \"name\": " << jsonString(Result.name);
    for (const auto &[Name, Value] : members(Result))
      Out << ",\n      " << jsonString(Name) << ": " << Value;
    for (std::size_t I = 0; I != Result.cells.size(); ++I) {
      const Cell &Cell = Result.cells[I];
      Out << ",\n      " << jsonString(Found.contestants[I].name)
          << ": {\"state\": " << jsonString(stateName(Cell.state));
      if (!Cell.reason.empty())
        Out << ", \"reason\": " << jsonString(Cell.reason);
      if (auto Value = valueOf(Result, I))
        Out << ", \"value\": " << *Value;
      Out << ", \"medians\": {";
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

void Contest::start(const std::vector<std::filesystem::path> &Icds) {
  std::vector<std::string> Arguments = childArguments();
  Arguments.insert(Arguments.begin(), Given.quick ? "quick" : "full");
  Judge.emplace(Icds, Arguments, Given.repetitions);
  Found.threads = Judge->threads();
  Found.contestants = Judge->contestants();
}

void Told::start(const std::vector<std::filesystem::path> &Installed) {
  Icds = Installed;
  for (const auto &Icd : Icds)
    Found.contestants.push_back({Icd.stem().string(), "", "", ""});
}

std::optional<double> Told::valueOf(const Result &Result,
                                    std::size_t Contestant) const {
  const std::vector<Variant> &All = Result.cells[Contestant].variants;
  if (All.empty())
    return {};
  return medianOf(All[0]);
}

std::string Told::number(double Value) const { return host::fixed(Value, 2); }

std::string Told::run(const Process &Child, const host::Environment &Variables,
                      Contestant &Told, Cell &Into) {
  std::vector<std::string> Arguments{"--child"};
  Arguments.insert(Arguments.end(), Child.arguments.begin(),
                   Child.arguments.end());
  const host::ChildResult Ended = host::runSelf(Arguments, Variables);
  std::istringstream Lines(Ended.output);
  for (std::string Line; std::getline(Lines, Line);) {
    const std::size_t Tab = Line.find('\t');
    // Drivers may write lines of their own.
    if (Tab == Line.npos)
      continue;
    std::string Name = Line.substr(0, Tab), Value = Line.substr(Tab + 1);
    if (Name == "platform")
      Told.platform = Value;
    else if (Name == "device")
      Told.device = Value;
    else if (Name == "version")
      Told.version = Value;
    else if (double Number = std::strtod(Value.c_str(), nullptr)) {
      if (!Child.rename.empty())
        Name = Child.rename;
      auto Known = std::ranges::find(Into.variants, Name, &Variant::name);
      if (Known == Into.variants.end())
        Known = Into.variants.insert(Known, {Name, {}});
      Known->seconds.push_back(Number);
    }
  }
  return Ended.failure;
}

std::vector<Cell> Told::measure(std::size_t Row) {
  std::vector<Cell> Cells(Icds.size());
  for (std::size_t I = 0; I != Icds.size(); ++I)
    for (unsigned R = 0; R != Given.repetitions; ++R) {
      const TemporaryFolder Scratch;
      host::Environment Variables = aloneWith(Icds[I], Scratch.path());
      std::ranges::copy(variables(), std::back_inserter(Variables));
      for (const Process &Each : processes(Row, R))
        if (Cells[I].state == State::Good)
          if (std::string Failure =
                  run(Each, Variables, Found.contestants[I], Cells[I]);
              !Failure.empty()) {
            Cells[I].state = State::Failed;
            Cells[I].reason = Failure;
          }
    }
  return Cells;
}

std::optional<double> toldOf(const Cell &Cell, const std::string &Name) {
  for (const Variant &Each : Cell.variants)
    if (Each.name == Name)
      return medianOf(Each);
  return {};
}

static void writeFile(const std::string &Name, const Benchmark &What,
                      void (Benchmark::*Write)(std::ostream &) const) {
  if (Name.empty())
    return;
  std::ofstream File(Name);
  (What.*Write)(File);
  if (!File.flush())
    throw std::runtime_error(Name + ": not written");
}

static int compare(const MainProgram &Program,
                   const std::vector<std::string> &Arguments) {
  if (!Arguments.empty() && Arguments[0] == "--child") {
    Program.child({Arguments.begin() + 1, Arguments.end()});
    return 0;
  }
  const Options Given(Arguments);
  if (Given.help) {
    std::cout << Program.help << OptionsHelp;
    return 0;
  }
  const std::unique_ptr<Benchmark> What = Program.make(Given);
  const std::vector<std::string> Names = What->rowNames();
  if (Given.list) {
    for (const std::string &Name : Names)
      std::cout << Name << '\n';
    return 0;
  }
  What->start(installedIcds(Given.icds));
  bool Failed = false;
  for (std::size_t I = 0; I != Names.size(); ++I) {
    if (!Given.wants(Names[I]))
      continue;
    What->Found.rows.push_back({I, Names[I], What->measure(I)});
    What->printProgress(std::cerr);
    for (const Cell &Cell : What->Found.rows.back().cells)
      Failed |= Cell.state == State::Wrong || Cell.state == State::Failed;
  }
  What->printTables(std::cout);
  writeFile(Given.json, *What, &Benchmark::printJson);
  writeFile(Given.svg, *What, &Benchmark::draw);
  return Failed;
}

int run(const MainProgram &What, int Argc, char **Argv) {
  try {
    return compare(What, {Argv + 1, Argv + Argc});
  } catch (const std::exception &Error) {
    std::cerr << What.name << ": " << Error.what() << '\n';
    return 1;
  }
}

} // namespace bench
