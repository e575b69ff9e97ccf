//===- Spirv.cpp - SPIR-V for the tests -----------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Spirv.h"

#include <spirv-tools/libspirv.hpp>

using namespace conformance;

void SpirvTest::SetUp() {
  if (stringInfo([](size_t Size, void *Value, size_t *Ret) {
        return clGetDeviceInfo(device(), CL_DEVICE_IL_VERSION, Size, Value,
                               Ret);
      }).find("SPIR-V") == std::string::npos)
    GTEST_SKIP() << "no SPIR-V";
}

Words conformance::assemble(const std::string &Text, unsigned Minor) {
  constexpr spv_target_env Versions[] = {
      SPV_ENV_UNIVERSAL_1_0, SPV_ENV_UNIVERSAL_1_1, SPV_ENV_UNIVERSAL_1_2,
      SPV_ENV_UNIVERSAL_1_3, SPV_ENV_UNIVERSAL_1_4, SPV_ENV_UNIVERSAL_1_5,
      SPV_ENV_UNIVERSAL_1_6};
  std::string Why;
  spvtools::SpirvTools Tools(Versions[Minor]);
  Tools.SetMessageConsumer([&](spv_message_level_t, const char *,
                               const spv_position_t &Where,
                               const char *Message) {
    Why += std::to_string(Where.line + 1) + ": " + Message + "\n";
  });
  Words Module;
  if (!Tools.Assemble(Text, &Module))
    throw std::runtime_error(Why);
  return Module;
}

std::string conformance::prelude(const std::string &MoreCapabilities) {
  return "OpCapability Addresses\nOpCapability Kernel\n"
         "OpCapability Linkage\nOpCapability Int64\nOpCapability Int8\n"
         "OpCapability Int16\n" +
         MoreCapabilities +
         "\n%ext = OpExtInstImport \"OpenCL.std\"\n"
         "OpMemoryModel Physical64 OpenCL\n";
}

cl_int conformance::loadIL(const Words &Module, Program &P) {
  cl_int Code;
  *P.out() = clCreateProgramWithIL(context(), Module.data(),
                                   Module.size() * sizeof(Module[0]), &Code);
  EXPECT_EQ(bool(P), Code == CL_SUCCESS);
  return Code;
}

Program conformance::makeIL(const Words &Module) {
  Program P;
  ok(loadIL(Module, P));
  return P;
}

Program conformance::buildIL(const Words &Module, const std::string &Options) {
  Program P = makeIL(Module);
  if (clBuildProgram(P, 0, nullptr, Options.c_str(), nullptr, nullptr) !=
      CL_SUCCESS)
    throw std::runtime_error(buildLog(P));
  return P;
}

std::string conformance::failingLog(const Words &Module) {
  Program P = makeIL(Module);
  EXPECT_EQ(clBuildProgram(P, 0, nullptr, nullptr, nullptr, nullptr),
            CL_BUILD_PROGRAM_FAILURE);
  return buildLog(P);
}
