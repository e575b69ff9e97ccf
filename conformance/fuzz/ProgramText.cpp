//===- ProgramText.cpp - Any text is a program or a failed build ----------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Fuzzer: the input is a program, which is built; of OpenCL C 3.0 if it begins
/// with "//3.0". Its kernels are made and queried, but not run: they may do
/// anything.
///
//===----------------------------------------------------------------------===//

#include "Fuzz.h"
#include "SourceMutator.h"

#include <algorithm>

using namespace conformance;
using namespace conformance::fuzz;

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *Data, size_t Size,
                                          size_t MaxSize, unsigned Seed) {
  if (Seed % 16 == 0)
    return LLVMFuzzerMutate(Data, Size, MaxSize);
  std::mt19937_64 Random(Seed);
  std::string Text(Data, Data + Size);
  for (unsigned Times = 1 + Random() % 3; Times; --Times)
    Text = mutateSource(Text, Random);
  Text.resize(std::min(Text.size(), MaxSize));
  std::ranges::copy(Text, Data);
  return Text.size();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  const std::string Text(Data, Data + Size);
  BuildOutcome Outcome =
      tryBuild(Text, Text.starts_with("//3.0") ? "-cl-std=CL3.0" : "");
  expect(Outcome.status == CL_SUCCESS ||
             Outcome.status == CL_BUILD_PROGRAM_FAILURE ||
             Outcome.status == CL_OUT_OF_HOST_MEMORY,
         "clBuildProgram returned " + std::to_string(Outcome.status));
  checkBuild(Outcome.program, Outcome.status);
  static unsigned Inputs = 0;
  if (Inputs++ % 32 == 0)
    expectThatBuildsWork();
  return 0;
}
