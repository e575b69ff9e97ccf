//===- Checks.cpp - What looking for mistakes costs -----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Workloads.h"
#include "common/Server.h"
#include "common/Session.h"

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <sys/resource.h>

namespace workloads {

namespace {

constexpr char Plain[] = "plain", Checked[] = "checked";

std::string seconds(const std::string &How) { return How + " seconds"; }
std::string mebibytes(const std::string &How) { return How + " MiB"; }

/// \param Arguments the number of a row, Plain or Checked, and "quick" or
/// "full".
void tell(const std::vector<std::string> &Arguments) {
  const std::string &How = Arguments.at(1);
  if (How == Checked)
    setenv("FERRY_CHECK", "1", 1);
  const bench::Session Session;
  std::cout << "platform\t" << Session.platformName() << "\ndevice\t"
            << Session.deviceName() << "\nversion\t" << Session.driverVersion()
            << '\n';
  const auto Server = makeDeviceServer(Session, Arguments.at(2) == "quick");
  try {
    Server->open(std::stoul(Arguments.at(0)));
  } catch (const bench::NotPossible &) {
    return;
  }
  double Seconds = Server->time(0);
  // Passes of small sizes are soon interrupted by what else runs.
  for (int Again = 0; Again != 4 && Arguments.at(2) == "quick"; ++Again)
    Seconds = std::min(Seconds, Server->time(0));
  if (const std::string Wrong = Server->check(0); !Wrong.empty())
    throw std::runtime_error(How + ": " + Wrong);
  rusage Used;
  getrusage(RUSAGE_SELF, &Used);
  std::cout << seconds(How) << '\t' << Seconds << '\n'
            << mebibytes(How) << '\t' << double(Used.ru_maxrss) / 1024 << '\n';
}

/// Each workload as it is, and under FERRY_CHECK; other drivers, such as
/// Oclgrind, as they are.
class Checks : public bench::Told {
public:
  explicit Checks(const bench::Options &Given)
      : Told(Given), Rows(allRows(Given.quick)) {}

  std::vector<std::string> rowNames() const override {
    std::vector<std::string> Names;
    for (const Row &Row : Rows)
      Names.push_back(Row.name);
    return Names;
  }

  void printTables(std::ostream &Out) const override {
    const auto Subject = Found.subject();
    if (!Subject)
      return printNotes(Out);
    std::vector<std::string> Head{"kernel", "plain, ms", "checked, ms",
                                  "times as long", "times the memory"};
    for (std::size_t I = 0; I != Found.contestants.size(); ++I)
      if (I != Subject)
        Head.push_back(Found.contestants[I].name + ", times");
    host::Table Table(1);
    Table.add(Head);
    std::vector<std::vector<std::optional<double>>> Ratios(Head.size() - 3);
    for (const bench::Result &Result : Found.rows) {
      const bench::Cell &Mine = Result.cells[*Subject];
      auto told = [&](const std::string &Name) {
        return bench::toldOf(Mine, Name);
      };
      std::vector<std::string> Line{Result.name};
      for (const char *How : {Plain, Checked}) {
        const auto Value = told(seconds(How));
        Line.push_back(Value ? host::fixed(*Value * 1e3, 3) : "-");
      }
      std::size_t Column = 0;
      auto ratio = [&](std::optional<double> Of, std::optional<double> To) {
        std::optional<double> Value;
        if (Of && To)
          Value = *Of / *To;
        Ratios[Column++].push_back(Value);
        Line.push_back(Value ? host::fixed(*Value, 1) : "-");
      };
      ratio(told(seconds(Checked)), told(seconds(Plain)));
      ratio(told(mebibytes(Checked)), told(mebibytes(Plain)));
      for (std::size_t I = 0; I != Found.contestants.size(); ++I)
        if (I != Subject)
          ratio(bench::toldOf(Result.cells[I], seconds(Plain)),
                told(seconds(Plain)));
      Table.add(Line);
    }
    std::vector<std::string> Last{"geometric mean", "", ""};
    for (const auto &Each : Ratios) {
      const auto Mean = bench::mean(Each);
      Last.push_back(Mean ? host::fixed(*Mean, 1) : "-");
    }
    Table.add(Last);
    Table.print(Out);
    Out << "\nMedians of " << Given.repetitions << " processes\n";
    printNotes(Out);
  }

private:
  std::vector<Process> processes(std::size_t Row, unsigned) const override {
    const std::string Number = std::to_string(Row),
                      Sizes = Given.quick ? "quick" : "full";
    return {{{Number, Plain, Sizes}}, {{Number, Checked, Sizes}}};
  }

  std::vector<Row> Rows;
};

} // namespace

} // namespace workloads

int main(int Argc, char **Argv) {
  return bench::run(
      {"bench-checks",
       R"(usage: bench-checks [options]

Times the same workloads, compute kernels, as they are and as ferry check runs
them, beside other drivers (--icd: Oclgrind's, say) as they are; and tells how
much memory the processes took.

)",
       workloads::tell,
       [](const bench::Options &Given) -> std::unique_ptr<bench::Benchmark> {
         return std::make_unique<workloads::Checks>(Given);
       }},
      Argc, Argv);
}
