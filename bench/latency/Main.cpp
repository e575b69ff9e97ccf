//===- Main.cpp - Latencies of all drivers side by side -------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Drivers.h"
#include "Measure.h"
#include "Report.h"
#include "common/Installed.h"

#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

namespace latency {

namespace {

constexpr char Help[] = R"(usage: latency [options]

Times what a host program waits for, on every OpenCL driver that is installed,
side by side. Every driver is loaded alone, into processes of its own.

  --icd FILE    also the driver of this .icd file; may be given several times
  --json FILE   write the results there as well
  --help        this text

The drivers are those of the .icd files in the folder OCL_ICD_VENDORS, or in
/etc/OpenCL/vendors if that is not set.
)";

/// What the parent process starts itself with.
int runChild(const std::vector<std::string> &Arguments) {
  const std::string Mode = Arguments.empty() ? "" : Arguments[0];
  if (Mode == "load")
    measureLoad();
  else if (Mode == "builds" && Arguments.size() == 3)
    measureBuilds(std::stoull(Arguments[1]),
                  unsigned(std::stoul(Arguments[2])));
  else if (Mode == "launches")
    measureLaunches();
  else if (Mode == "transfers")
    measureTransfers();
  else
    throw std::runtime_error("--child takes load, builds SEED MORE, launches "
                             "or transfers");
  return 0;
}

int run(const std::vector<std::string> &Arguments) {
  std::vector<std::string> Files;
  std::string Json;
  for (std::size_t I = 0; I < Arguments.size(); ++I) {
    const std::string &Name = Arguments[I];
    if (Name == "--child")
      return runChild(
          {Arguments.begin() + std::ptrdiff_t(I) + 1, Arguments.end()});
    if (Name == "--help" || Name == "-h") {
      std::cout << Help;
      return 0;
    }
    if (Name != "--icd" && Name != "--json")
      throw std::runtime_error("unknown argument " + Name + " (see --help)");
    if (I + 1 == Arguments.size())
      throw std::runtime_error(Name + " needs a file");
    if (Name == "--icd")
      Files.push_back(Arguments[++I]);
    else
      Json = Arguments[++I];
  }

  std::vector<Driver> Drivers;
  for (const std::filesystem::path &Icd : bench::installedIcds(Files)) {
    Driver &Driver = Drivers.emplace_back();
    Driver.icd = Icd;
    Driver.name = Icd.stem().string();
  }

  bench::TemporaryFolder Scratch;
  std::vector<Driver> Measured;
  for (Driver &Driver : Drivers) {
    std::cerr << "measuring " << Driver.name << '\n';
    // The names may be equal in different folders.
    measure(Driver, Scratch.path() / std::to_string(&Driver - Drivers.data()));
    if (Driver.values.empty())
      std::cerr << "  left out: "
                << (Driver.failures.empty() ? "no values"
                                            : Driver.failures.front())
                << '\n';
    else
      Measured.push_back(Driver);
  }
  printTable(std::cout, Measured);
  if (!Json.empty()) {
    std::ofstream File(Json);
    printJson(File, Measured);
    if (!File.flush())
      throw std::runtime_error(Json + ": not written");
  }
  return 0;
}

} // namespace

} // namespace latency

int main(int Argc, char **Argv) {
  try {
    return latency::run({Argv + 1, Argv + Argc});
  } catch (const std::exception &Error) {
    std::cerr << "latency: " << Error.what() << '\n';
    return 1;
  }
}
