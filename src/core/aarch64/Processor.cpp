//===- Processor.cpp - What the main identification register says ---------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "core/Processor.h"

#include <cstdio>
#include <sys/auxv.h>

namespace ferry::core {

namespace {

struct Maker {
  unsigned number;
  const char *name;
  cl_uint pciNumber;
};

constexpr Maker Makers[] = {
    {0x41, "Arm", 0x13b5},    {0x48, "HiSilicon", 0x19e5},
    {0x4e, "NVIDIA", 0x10de}, {0x51, "Qualcomm", 0x17cb},
    {0x61, "Apple", 0x106b},  {0xc0, "Ampere", 0x1def},
};

const Maker &maker() {
  static constexpr Maker Unknown = {0, "", 0};
  for (const Maker &M : Makers)
    if (M.number == processorSignature() >> 24)
      return M;
  return Unknown;
}

} // namespace

/// MIDR_EL1; Linux reads it for programs.
cl_uint processorSignature() {
  std::uint64_t Register = 0;
  if (getauxval(AT_HWCAP) & HWCAP_CPUID)
    asm("mrs %0, midr_el1" : "=r"(Register));
  return cl_uint(Register);
}

/// Part, variant and revision.
cl_version processorVersion() {
  const cl_uint Signature = processorSignature();
  return CL_MAKE_VERSION(Signature >> 4 & 0xfff, Signature >> 20 & 0xf,
                         Signature & 0xf);
}

std::string processorName() {
  char Text[48] = "AArch64 processor";
  if (const cl_uint Part = processorSignature() >> 4 & 0xfff)
    std::snprintf(Text, sizeof(Text), "AArch64 processor %s%s0x%03x",
                  maker().name, *maker().name ? " " : "", unsigned(Part));
  return Text;
}

std::string processorVendor() { return maker().name; }

cl_uint processorVendorId() { return maker().pciNumber; }

cl_uint processorMHz() { return 0; }

} // namespace ferry::core
