//===- Harness.h - What every benchmark program does ------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A benchmark has rows, and contestants for each of them. The harness reads
/// the options, measures row after row, and writes tables, JSON and SVG; a
/// benchmark says what its rows are, how one is measured, and what its tables
/// look like.
///
//===----------------------------------------------------------------------===//

#ifndef BENCH_COMMON_HARNESS_H
#define BENCH_COMMON_HARNESS_H

#include "common/Contest.h"
#include "common/Options.h"
#include "common/Referee.h"
#include "host/Table.h"

#include <filesystem>
#include <iosfwd>
#include <memory>

namespace bench {

class Benchmark {
public:
  explicit Benchmark(const Options &Given) : Given(Given) {}
  virtual ~Benchmark() = default;

  virtual std::vector<std::string> rowNames() const = 0;
  /// Fills in contestants, and threads if the benchmark has them.
  virtual void start(const std::vector<std::filesystem::path> &Icds) = 0;
  virtual std::vector<Cell> measure(std::size_t Row) = 0;

  /// What a cell says, if it says anything.
  virtual std::optional<double> valueOf(const Result &Result,
                                        std::size_t Contestant) const = 0;
  virtual std::string number(double Value) const = 0;
  virtual void printTables(std::ostream &Out) const = 0;
  /// More members of a row in JSON: names, and values as JSON writes them.
  virtual std::vector<std::pair<std::string, std::string>>
  members(const Result &) const {
    return {};
  }
  /// \throws std::runtime_error if there is no picture.
  virtual void draw(std::ostream &Out) const;

  void printProgress(std::ostream &Out) const;
  /// Everything that was measured, medians of seconds or what was told.
  void printJson(std::ostream &Out) const;

  Results Found;

protected:
  std::string text(std::optional<double> Value) const {
    return Value ? number(*Value) : "-";
  }
  std::string cellText(const Result &Result, std::size_t Contestant) const;
  /// \p First and the names of the contestants, the head of a table.
  std::vector<std::string> head(std::vector<std::string> First) const;
  /// What stands below the tables: versions, and what is not good.
  void printNotes(std::ostream &Out) const;

  const Options &Given;
};

/// Hand-written C++ and drivers do the same row in turns, in processes that
/// stay. Each is started with --child, "device" or a number of threads, "quick"
/// or "full", and \p More.
class Contest : public Benchmark {
public:
  using Benchmark::Benchmark;
  void start(const std::vector<std::filesystem::path> &Icds) override;
  std::vector<Cell> measure(std::size_t Row) override {
    return Judge->measure(Row);
  }

protected:
  virtual std::vector<std::string> childArguments() const { return {}; }

private:
  std::optional<Referee> Judge;
};

/// Each repetition of a row is some processes one after the other, alone with
/// the driver and an empty cache. They write a line for each value: name, tab,
/// value; and name platform, device and version.
class Told : public Benchmark {
public:
  using Benchmark::Benchmark;
  void start(const std::vector<std::filesystem::path> &Icds) override;
  std::vector<Cell> measure(std::size_t Row) override;
  /// The first that was told.
  std::optional<double> valueOf(const Result &Result,
                                std::size_t Contestant) const override;

protected:
  struct Process {
    std::vector<std::string> arguments; ///< After --child.
    std::string rename = {};            ///< Of its one value, if not empty.
  };
  /// Of repetition \p Number of \p Row; none if the row has no more.
  virtual std::vector<Process> processes(std::size_t Row,
                                         unsigned Number) const = 0;
  virtual host::Environment variables() const { return {}; }
  std::string number(double Value) const override;

private:
  /// \returns why it failed, if it did.
  std::string run(const Process &Child, const host::Environment &Variables,
                  Contestant &Told, Cell &Into);

  std::vector<std::filesystem::path> Icds;
};

/// The value of \p Name that a cell was told.
std::optional<double> toldOf(const Cell &Cell, const std::string &Name);

/// A program that compares.
struct MainProgram {
  const char *name;
  const char *help; ///< Above the help for the options.
  /// What runs in a child process, with what follows --child.
  void (*child)(const std::vector<std::string> &Arguments);
  std::unique_ptr<Benchmark> (*make)(const Options &Given);
};
/// \returns the exit status of the process.
int run(const MainProgram &What, int Argc, char **Argv);

} // namespace bench

#endif // BENCH_COMMON_HARNESS_H
