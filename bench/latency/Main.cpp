//===- Main.cpp - Waiting times of all drivers side by side ---------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Measure.h"
#include "common/Harness.h"

#include <algorithm>
#include <chrono>
#include <ostream>
#include <stdexcept>

namespace latency {

namespace {

/// A line of the table.
struct Line {
  const char *name;   ///< As Measure.cpp calls it.
  const char *label;  ///< For people, with the unit.
  const char *budget; ///< Of Ferry.
  int digits;         ///< After the point.
};

constexpr Line Lines[] = {
    {"load_ms", "load the driver, create a queue (ms)", "< 5", 2},
    {"first_build_ms", "first build in a process, to its result (ms)", "", 1},
    {"build_ms", "further builds, to the result (ms)", "< 20", 1},
    {"large_build_ms", "of a kernel of 1000 statements (ms)", "", 0},
    {"cached_build_ms", "from the disk cache, new process (ms)", "< 2", 2},
    {"empty_launch_us", "empty launch, enqueue to clFinish (us)", "< 1", 2},
    {"batched_launch_us", "1000 launches, then clFinish; each (us)", "< 0.3",
     3},
    {"group_ns", "65,536 groups of one work-item; each (ns)", "< 0.3", 3},
    {"enqueued_us", "100 small kernels, enqueued (us)", "", 1},
    {"replayed_us", "100 small kernels, replayed (us)", "< half", 1},
    {"read_4_bytes_us", "blocking read of 4 bytes (us)", "", 2},
    {"affinity_domain_us", "query of the affinity domains (us)", "", 2},
    {"write_gbs", "write 256 MiB (GB/s)", "", 1},
    {"read_gbs", "read 256 MiB (GB/s)", "", 1},
    {"copy_gbs", "copy 256 MiB (GB/s)", "", 1},
    {"memcpy_gbs", "plain memcpy of 256 MiB (GB/s)", "", 1},
};

/// What one process measures; the last two repeat it themselves.
enum Row : std::size_t { Load, Builds, Launches, Transfers };
const std::vector<std::string> Names{"load", "builds", "launches", "transfers"};

class Latency : public bench::Told {
public:
  using Told::Told;

  std::vector<std::string> rowNames() const override { return Names; }

  void printTables(std::ostream &Out) const override {
    host::Table Table(1);
    Table.add(head({"median of several runs", "budget"}));
    for (const Line &Line : Lines) {
      std::vector<std::string> Cells{Line.label, Line.budget};
      for (std::size_t I = 0; I != Found.contestants.size(); ++I) {
        std::optional<double> Value;
        for (const bench::Result &Result : Found.rows)
          if (auto Told = toldOf(Result.cells[I], Line.name))
            Value = Told;
        Cells.push_back(Value ? host::fixed(*Value, Line.digits) : "-");
      }
      Table.add(Cells);
    }
    Table.print(Out);
    Out << '\n';
    printNotes(Out);
  }

private:
  std::vector<Process> processes(std::size_t Row,
                                 unsigned Number) const override {
    if (Row != Builds)
      return Row == Load || Number == 0 ? std::vector<Process>{{{Names[Row]}}}
                                        : std::vector<Process>{};
    // Numbers that were never in a source before: microseconds since 1970.
    const std::string Seed =
        std::to_string(std::chrono::duration_cast<std::chrono::microseconds>(
                           std::chrono::system_clock::now().time_since_epoch())
                           .count());
    return {{{"builds", Seed, "10"}},
            {{"builds", Seed, "0"}, "cached_build_ms"}};
  }
};

void child(const std::vector<std::string> &Arguments) {
  const std::string &What = Arguments.at(0);
  if (What == Names[Load])
    measureLoad();
  else if (What == Names[Builds])
    measureBuilds(std::stoull(Arguments.at(1)),
                  unsigned(std::stoul(Arguments.at(2))));
  else if (What == Names[Launches])
    measureLaunches();
  else
    measureTransfers();
}

} // namespace

} // namespace latency

int main(int Argc, char **Argv) {
  return bench::run(
      {"latency",
       R"(usage: latency [options]

Times what a host program waits for, on every OpenCL driver that is installed,
side by side. Every driver is loaded alone, into processes of its own.

)",
       latency::child,
       [](const bench::Options &Given) -> std::unique_ptr<bench::Benchmark> {
         return std::make_unique<latency::Latency>(Given);
       }},
      Argc, Argv);
}
