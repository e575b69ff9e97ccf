//===- Spirv.h - SPIR-V for the tests ---------------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CONFORMANCE_SPIRV_H
#define FERRY_CONFORMANCE_SPIRV_H

#include "Support.h"

#include <cstdint>
#include <string>
#include <vector>

namespace conformance {

using Words = std::vector<std::uint32_t>;

/// Where no device reads SPIR-V its tests are skipped.
class SpirvTest : public testing::Test {
protected:
  void SetUp() override;
};

/// The module of \p Text, assembly of SPIR-V 1.\p Minor.
Words assemble(const std::string &Text, unsigned Minor = 0);

/// What most modules begin with: capabilities, OpenCL.std as %ext, the memory
/// model.
std::string prelude(const std::string &MoreCapabilities = "");

/// \returns CL_SUCCESS, or the error of clCreateProgramWithIL.
cl_int loadIL(const Words &Module, Program &P);
Program makeIL(const Words &Module);
/// Builds it, and throws with the log if that fails.
Program buildIL(const Words &Module, const std::string &Options = "");
/// The log of a build that must fail.
std::string failingLog(const Words &Module);

} // namespace conformance

#endif // FERRY_CONFORMANCE_SPIRV_H
