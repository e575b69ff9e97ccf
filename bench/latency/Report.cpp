//===- Report.cpp - The results as a table and as JSON --------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Report.h"
#include "common/Json.h"
#include "host/Table.h"

#include <ostream>

namespace latency {

using bench::jsonString;

namespace {

struct Row {
  const char *name;   ///< As Measure.cpp calls it.
  const char *label;  ///< For people, with the unit.
  const char *budget; ///< Of Ferry, docs/design.md.
  int digits;         ///< After the point.
};

constexpr Row Rows[] = {
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
    {"write_gbs", "write 256 MiB (GB/s)", "", 1},
    {"read_gbs", "read 256 MiB (GB/s)", "", 1},
    {"copy_gbs", "copy 256 MiB (GB/s)", "", 1},
    {"memcpy_gbs", "plain memcpy of 256 MiB (GB/s)", "", 1},
};

} // namespace

void printTable(std::ostream &Out, const std::vector<Driver> &Drivers) {
  host::Table Table(1);
  std::vector<std::string> Head{"median of several runs", "budget"};
  for (const Driver &Driver : Drivers)
    Head.push_back(Driver.name);
  Table.add(Head);
  for (const Row &Row : Rows) {
    std::vector<std::string> Cells{Row.label, Row.budget};
    for (const Driver &Driver : Drivers) {
      auto Value = Driver.values.find(Row.name);
      Cells.push_back(Value == Driver.values.end()
                          ? "-"
                          : host::fixed(Value->second, Row.digits));
    }
    Table.add(Cells);
  }
  Table.print(Out);
  Out << '\n';
  for (const Driver &Driver : Drivers) {
    Out << Driver.name << ": " << Driver.platform << ", " << Driver.device
        << ", driver " << Driver.version << '\n';
    for (const std::string &Failure : Driver.failures)
      Out << Driver.name << " failed at " << Failure << '\n';
  }
}

void printJson(std::ostream &Out, const std::vector<Driver> &Drivers) {
  Out << "{\n  \"drivers\": [";
  const char *Separator = "\n";
  for (const Driver &Driver : Drivers) {
    Out << Separator << "    {\n      \"name\": " << jsonString(Driver.name)
        << ",\n      \"platform\": " << jsonString(Driver.platform)
        << ",\n      \"device\": " << jsonString(Driver.device)
        << ",\n      \"version\": " << jsonString(Driver.version)
        << ",\n      \"failures\": [";
    for (std::size_t I = 0; I != Driver.failures.size(); ++I)
      Out << (I ? ", " : "") << jsonString(Driver.failures[I]);
    Out << "],\n      \"values\": {";
    const char *Comma = "\n";
    for (const auto &[Name, Value] : Driver.values) {
      Out << Comma << "        " << jsonString(Name) << ": " << Value;
      Comma = ",\n";
    }
    Out << "\n      }\n    }";
    Separator = ",\n";
  }
  Out << "\n  ]\n}\n";
}

} // namespace latency
