//===- Referee.cpp - Lets the contestants take turns ----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "common/Referee.h"

#include <algorithm>
#include <iostream>
#include <sstream>
#include <stdexcept>

namespace bench {

static constexpr std::chrono::seconds Limit(120);

Referee::Referee(const std::vector<std::filesystem::path> &Icds,
                 const std::vector<std::string> &ChildArguments,
                 unsigned Repetitions)
    : Repetitions(Repetitions) {
  auto argumentsFor = [&](const std::string &Role) {
    std::vector<std::string> Arguments{"--child", Role};
    Arguments.insert(Arguments.end(), ChildArguments.begin(),
                     ChildArguments.end());
    return Arguments;
  };
  std::vector<unsigned> Units;
  for (const std::filesystem::path &Icd : Icds) {
    auto Started = std::make_unique<Process>();
    Started->arguments = argumentsFor("device");
    // The names may be equal in different folders.
    Started->variables =
        aloneWith(Icd, Scratch.path() / std::to_string(&Icd - Icds.data()));
    std::vector<std::string> Words = ask(*Started, "hello");
    if (Words.size() != 4) {
      std::cerr << Icd.stem().string()
                << " is left out: " << (Words.size() > 1 ? Words[1] : Words[0])
                << '\n';
      continue;
    }
    Contestants.push_back({Icd.stem().string(), Words[0], Words[1], Words[2]});
    Units.push_back(unsigned(std::stoul(Words[3])));
    Processes.push_back(std::move(Started));
  }
  if (Processes.empty())
    throw std::runtime_error("no OpenCL driver works here");

  Threads = Units[findSubject(Contestants).value_or(0)];
  auto Hand = std::make_unique<Process>();
  Hand->arguments = argumentsFor(std::to_string(Threads));
  std::vector<std::string> Words = ask(*Hand, "hello");
  if (Words.size() != 4)
    throw std::runtime_error("the hand-written program does not start");
  Contestants.insert(Contestants.begin(),
                     {"hand", Words[0], Words[1], Words[2]});
  Processes.insert(Processes.begin(), std::move(Hand));
}

void Referee::start(Process &Process) {
  if (!Process.dialogue)
    Process.dialogue.emplace(Process.arguments, Process.variables);
}

std::vector<std::string> Referee::ask(Process &Process,
                                      const std::string &Line) {
  std::vector<std::string> Words;
  try {
    start(Process);
    std::istringstream Answer(Process.dialogue->ask(Line, Limit));
    for (std::string Word; std::getline(Answer, Word, '\t');)
      Words.push_back(Word);
  } catch (const std::runtime_error &Error) {
    Process.dialogue.reset();
    Words = {"failed", Error.what()};
  }
  Words.resize(std::max<std::size_t>(Words.size(), 1));
  return Words;
}

/// Puts it into \p Cell if an answer tells of no success.
static bool isGood(const std::vector<std::string> &Words, Cell &Cell) {
  if (Words[0] == "failed")
    Cell.state = State::Failed;
  else if (Words[0] == "wrong")
    Cell.state = State::Wrong;
  else if (Words[0] == "skipped")
    Cell.state = State::Skipped;
  else
    return true;
  Cell.reason = Words.size() > 1 ? Words[1] : "";
  return false;
}

std::vector<Cell> Referee::measure(std::size_t Row) {
  std::vector<Cell> Cells(Processes.size());

  /// Asks all that are still good about all their variants.
  auto askAll = [&](const char *Command, auto &&Use) {
    for (std::size_t I = 0; I != Processes.size(); ++I) {
      Cell &Cell = Cells[I];
      for (std::size_t V = 0; V != Cell.variants.size(); ++V) {
        if (Cell.state != State::Good)
          break;
        std::vector<std::string> Words =
            ask(*Processes[I], Command + std::to_string(V));
        if (isGood(Words, Cell))
          Use(Cell.variants[V], Words[0]);
      }
    }
  };

  for (std::size_t I = 0; I != Processes.size(); ++I) {
    std::vector<std::string> Words =
        ask(*Processes[I], "open " + std::to_string(Row));
    if (isGood(Words, Cells[I]))
      for (std::size_t V = 1; V != Words.size(); ++V)
        Cells[I].variants.push_back({Words[V], {}});
  }
  for (unsigned R = 0; R != Repetitions; ++R)
    askAll("time ", [](Variant &Variant, const std::string &Seconds) {
      Variant.seconds.push_back(std::stod(Seconds));
    });
  askAll("check ", [](Variant &, const std::string &) {});
  for (std::unique_ptr<Process> &Process : Processes)
    ask(*Process, "close");
  return Cells;
}

} // namespace bench
