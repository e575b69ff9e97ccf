//===- Info.cpp - ferry info ----------------------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Shows the device, through the driver beside this program (not through
/// whatever an ICD loader would find), and the configuration table.
///
//===----------------------------------------------------------------------===//

#include "tool/Driver.h"
#include "tool/Subcommand.h"

#include "ferry/config.h"
#include "ferry/isa.h"

#include <cstdio>
#include <string>

using namespace llvm;
using namespace ferry;
using namespace ferry::tool;

static cl::SubCommand Info("info", "Show the device and the configuration");

static std::string text(const Driver &D, cl_device_info Name) {
  std::size_t Size = 0;
  D.call.clGetDeviceInfo(D.device, Name, 0, nullptr, &Size);
  std::string Text(Size, '\0');
  D.call.clGetDeviceInfo(D.device, Name, Size, Text.data(), nullptr);
  if (!Text.empty())
    Text.pop_back(); // The closing NUL.
  return Text;
}

template <typename T> static T number(const Driver &D, cl_device_info Name) {
  T Value = {};
  D.call.clGetDeviceInfo(D.device, Name, sizeof(T), &Value, nullptr);
  return Value;
}

static void printDevice(const Driver &D) {
  constexpr double MiB = 1024 * 1024;
  std::printf("%-16s %s\n", "Device", text(D, CL_DEVICE_NAME).c_str());
  std::printf("%-16s %s\n", "Version", text(D, CL_DEVICE_VERSION).c_str());
  std::printf("%-16s %s\n", "Driver", driverPath());
  std::printf("%-16s %s\n", "Instruction set", nameOf(isa()).data());
  std::printf("%-16s %u\n", "Compute units",
              number<cl_uint>(D, CL_DEVICE_MAX_COMPUTE_UNITS));
  std::printf("%-16s %.0f MiB, at most %.0f MiB in a buffer\n", "Global memory",
              double(number<cl_ulong>(D, CL_DEVICE_GLOBAL_MEM_SIZE)) / MiB,
              double(number<cl_ulong>(D, CL_DEVICE_MAX_MEM_ALLOC_SIZE)) / MiB);
  std::printf("%-16s %llu KiB\n", "Local memory",
              static_cast<unsigned long long>(
                  number<cl_ulong>(D, CL_DEVICE_LOCAL_MEM_SIZE) / 1024));
  std::printf("%-16s %zu work-items\n", "Work-group",
              number<std::size_t>(D, CL_DEVICE_MAX_WORK_GROUP_SIZE));
  std::printf("%-16s %s\n", "Extensions",
              text(D, CL_DEVICE_EXTENSIONS).c_str());
}

static void printConfiguration() {
  std::printf("\nConfiguration (environment variables)\n");
  for (unsigned I = 0; I != unsigned(config::Variable::Count); ++I) {
    const config::Entry &E = config::Table[I];
    std::string_view Value = config::get(config::Variable(I));
    std::printf("  %s = \"%.*s\"%s\n      %s\n", E.name, int(Value.size()),
                Value.data(), Value == E.defaultValue ? " (default)" : "",
                E.help);
  }
}

static int info() {
  printDevice(openDriver());
  printConfiguration();
  return 0;
}

const Subcommand tool::InfoCommand{Info, R"(
EXAMPLE:
  ferry info
)",
                                   info};
