//===- Processor.cpp - What CPUID says ------------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "core/Processor.h"

#include <algorithm>
#include <array>
#include <cpuid.h>
#include <cstring>

namespace ferry::core {

/// The registers that CPUID leaf \p Leaf returns, 0 if there is no such leaf.
static std::array<unsigned, 4> cpuid(unsigned Leaf) {
  std::array<unsigned, 4> R = {};
  __get_cpuid(Leaf, &R[0], &R[1], &R[2], &R[3]);
  return R;
}

std::string processorName() {
  char Brand[49] = {};
  for (unsigned I = 0; I != 3; ++I) {
    auto R = cpuid(0x80000002 + I);
    std::memcpy(Brand + 16 * I, R.data(), 16);
  }
  std::string Name = Brand;
  Name.erase(0, Name.find_first_not_of(' '));
  Name.erase(Name.find_last_not_of(' ') + 1);
  return Name.empty() ? "x86-64 processor" : Name;
}

std::string processorVendor() {
  auto R = cpuid(0);
  char Text[13] = {};
  std::memcpy(Text, &R[1], 4);
  std::memcpy(Text + 4, &R[3], 4);
  std::memcpy(Text + 8, &R[2], 4);
  return Text;
}

cl_uint processorVendorId() {
  const std::string Vendor = processorVendor();
  return Vendor == "GenuineIntel"   ? 0x8086
         : Vendor == "AuthenticAMD" ? 0x1022
                                    : 0;
}

cl_uint processorSignature() { return cpuid(1)[0]; }

/// Family, model and stepping.
cl_version processorVersion() {
  const cl_uint Signature = processorSignature();
  cl_uint Family = Signature >> 8 & 0xf, Model = Signature >> 4 & 0xf;
  if (Family == 0xf || Family == 6)
    Model |= Signature >> 12 & 0xf0;
  if (Family == 0xf)
    Family += Signature >> 20 & 0xff;
  return CL_MAKE_VERSION(Family, Model, Signature & 0xf);
}

cl_uint processorMHz() {
  // Leaf 0x16: base frequency in EAX, maximum frequency in EBX.
  auto R = cpuid(0x16);
  return std::max(R[0], R[1]) & 0xffff;
}

} // namespace ferry::core
