//===- main.cpp - The command-line tool `ferry` ---------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `ferry info` shows the device, through the driver beside it (not through
/// whatever an ICD loader would find), and the configuration table. `ferry
/// check` is in Check.cpp.
///
//===----------------------------------------------------------------------===//

#include "ferry/config.h"
#include "ferry/isa.h"
#include "tool/Check.h"

#include <CL/cl_icd.h>

#include <cstdio>
#include <cstring>
#include <string>

using namespace ferry;

namespace {

/// The driver's own entry points.
const cl_icd_dispatch &entries(cl_platform_id Platform) {
  return **reinterpret_cast<cl_icd_dispatch **>(Platform);
}

/// One device of a platform.
struct Device {
  cl_platform_id platform;
  cl_device_id id;

  std::string text(cl_device_info Name) const {
    std::size_t Size = 0;
    entries(platform).clGetDeviceInfo(id, Name, 0, nullptr, &Size);
    std::string Text(Size, '\0');
    entries(platform).clGetDeviceInfo(id, Name, Size, Text.data(), nullptr);
    if (!Text.empty())
      Text.pop_back(); // The closing NUL.
    return Text;
  }

  template <typename T> T number(cl_device_info Name) const {
    T Value = {};
    entries(platform).clGetDeviceInfo(id, Name, sizeof(T), &Value, nullptr);
    return Value;
  }
};

const char *isaName() {
  switch (isa()) {
  case Isa::Sse2:
    return "sse2";
  case Isa::Avx2:
    return "avx2";
  case Isa::Avx512:
    return "avx512";
  }
  return "";
}

void printDevice(const Device &D) {
  constexpr double MiB = 1024 * 1024;
  std::printf("%-16s %s\n", "Device", D.text(CL_DEVICE_NAME).c_str());
  std::printf("%-16s %s\n", "Version", D.text(CL_DEVICE_VERSION).c_str());
  std::printf("%-16s %s\n", "Instruction set", isaName());
  std::printf("%-16s %u\n", "Compute units",
              D.number<cl_uint>(CL_DEVICE_MAX_COMPUTE_UNITS));
  std::printf("%-16s %.0f MiB, at most %.0f MiB in a buffer\n", "Global memory",
              double(D.number<cl_ulong>(CL_DEVICE_GLOBAL_MEM_SIZE)) / MiB,
              double(D.number<cl_ulong>(CL_DEVICE_MAX_MEM_ALLOC_SIZE)) / MiB);
  std::printf("%-16s %llu KiB\n", "Local memory",
              static_cast<unsigned long long>(
                  D.number<cl_ulong>(CL_DEVICE_LOCAL_MEM_SIZE) / 1024));
  std::printf("%-16s %zu work-items\n", "Work-group",
              D.number<std::size_t>(CL_DEVICE_MAX_WORK_GROUP_SIZE));
  std::printf("%-16s %s\n", "Extensions", D.text(CL_DEVICE_EXTENSIONS).c_str());
}

void printConfiguration() {
  std::printf("\nConfiguration (environment variables)\n");
  for (unsigned I = 0; I != unsigned(config::Variable::Count); ++I) {
    const config::Entry &E = config::Table[I];
    std::string_view Value = config::get(config::Variable(I));
    std::printf("  %s = \"%.*s\"%s\n      %s\n", E.name, int(Value.size()),
                Value.data(), Value == E.defaultValue ? " (default)" : "",
                E.help);
  }
}

int info() {
  cl_platform_id Platform;
  cl_int Error = clIcdGetPlatformIDsKHR(1, &Platform, nullptr);
  cl_device_id Id;
  if (Error == CL_SUCCESS)
    Error = entries(Platform).clGetDeviceIDs(Platform, CL_DEVICE_TYPE_ALL, 1,
                                             &Id, nullptr);
  if (Error != CL_SUCCESS) {
    std::fprintf(stderr, "ferry: the driver has no device (error %d)\n", Error);
    return 1;
  }
  printDevice({Platform, Id});
  printConfiguration();
  return 0;
}

int check(std::span<char *const> Words) {
  tool::CheckOptions Options;
  while (!Words.empty() && Words[0][0] == '-') {
    const std::string_view Name = Words[0];
    std::string *Value = Name == "--json"           ? &Options.json
                         : Name == "--sarif"        ? &Options.sarif
                         : Name == "--suppressions" ? &Options.suppressions
                         : Name == "--seed"         ? &Options.seed
                                                    : nullptr;
    if (Name == "--first")
      Options.first = true;
    else if (Value && Words.size() > 1)
      *Value = Words[1];
    else
      return -1;
    Words = Words.subspan(Value ? 2 : 1);
  }
  return Words.empty() ? -1 : tool::checkCommand(Words, Options);
}

} // namespace

int main(int Argc, char **Argv) {
  if (Argc == 2 && !std::strcmp(Argv[1], "info"))
    return info();
  if (Argc > 1 && !std::strcmp(Argv[1], "check"))
    if (int Status = check({Argv + 2, Argv + Argc}); Status >= 0)
      return Status;
  bool Help = Argc == 2 && !std::strcmp(Argv[1], "--help");
  std::fprintf(Help ? stdout : stderr,
               "usage: ferry info    show the device and the configuration\n"
               "       ferry check [--json FILE] [--sarif FILE]\n"
               "             [--suppressions FILE] [--seed N] [--first]\n"
               "             PROGRAM ARGUMENT...    look for mistakes in its "
               "kernels\n");
  return Help ? 0 : 2;
}
