//===- Drivers.cpp - The drivers to measure, one at a time ----------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Drivers.h"
#include "common/Installed.h"
#include "host/ChildProcess.h"
#include "host/Statistics.h"

#include <chrono>
#include <cstdlib>
#include <sstream>

namespace fs = std::filesystem;

namespace latency {

namespace {

/// Measures of several processes, of which the medians will be taken.
class Collector {
public:
  Collector(Driver &Driver, host::Environment Variables)
      : Subject(Driver), Variables(std::move(Variables)) {}

  /// Runs a child and collects what it tells; \p Rename, if given, takes the
  /// place of the name of its measure.
  /// \returns false if it failed.
  bool run(const std::vector<std::string> &Arguments,
           const std::string &Rename = {}) {
    host::ChildResult Child = host::runSelf(Arguments, Variables);
    if (!Child.failure.empty()) {
      Subject.failures.push_back(Arguments[1] + ": " + Child.failure);
      return false;
    }
    std::istringstream Lines(Child.output);
    for (std::string Line; std::getline(Lines, Line);) {
      std::size_t Tab = Line.find('\t');
      // Drivers may write lines of their own.
      if (Tab != Line.npos)
        collect(Rename.empty() ? Line.substr(0, Tab) : Rename,
                Line.substr(Tab + 1));
    }
    return true;
  }

  void takeMedians() {
    for (const auto &[Name, Values] : Collected)
      Subject.values[Name] = host::median(Values);
  }

private:
  void collect(const std::string &Name, const std::string &Value) {
    if (Name == "platform")
      Subject.platform = Value;
    else if (Name == "device")
      Subject.device = Value;
    else if (Name == "driver")
      Subject.version = Value;
    else if (double Number = std::strtod(Value.c_str(), nullptr))
      Collected[Name].push_back(Number);
  }

  Driver &Subject;
  host::Environment Variables;
  std::map<std::string, std::vector<double>> Collected;
};

} // namespace

void measure(Driver &Driver, const fs::path &Scratch) {
  Collector Collector(Driver, bench::aloneWith(Driver.icd, Scratch));

  bool Works = true;
  for (int I = 0; I != 9 && Works; ++I)
    Works = Collector.run({"--child", "load"});
  // A driver that has no device, or breaks at once, has nothing more to show.
  if (!Works) {
    Collector.takeMedians();
    return;
  }

  // Numbers that were never in a source before: microseconds since 1970.
  auto Seed = std::chrono::duration_cast<std::chrono::microseconds>(
                  std::chrono::system_clock::now().time_since_epoch())
                  .count();
  for (int I = 0; I != 5 && Works; ++I) {
    std::string Number = std::to_string(Seed + 1000 * I);
    Works =
        Collector.run({"--child", "builds", Number, "10"}) &&
        Collector.run({"--child", "builds", Number, "0"}, "cached_build_ms");
  }
  Collector.run({"--child", "launches"});
  Collector.run({"--child", "transfers"});
  Collector.takeMedians();
}

} // namespace latency
