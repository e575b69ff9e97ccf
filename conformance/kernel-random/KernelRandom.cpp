//===- KernelRandom.cpp - Random kernels ----------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Random kernels in which work-items diverge in every way, and others in which
/// few work-items go through arrays.
///
//===----------------------------------------------------------------------===//

#include "random-program/RandomGathers.h"
#include "random-program/RandomRunner.h"

namespace conformance::programs {
namespace {

const Fuzzer Kernels{"random-kernel", 50, [](uint64_t Seed) {
                       return generate(Seed, Choices(), deviceFeatures());
                     }};
const ChildFunction Child("random-kernel", [] { return runOne(Kernels); });

/// Their loops are what LLVM's vectorisers change.
const Fuzzer ArrayLoops{"random-array-loop", 50, [](uint64_t Seed) {
                          Choices C;
                          C.arrayLoops = true;
                          C.shared = 0;
                          return generate(Seed, C, deviceFeatures());
                        }};
const ChildFunction ArrayLoopsChild("random-array-loop",
                                    [] { return runOne(ArrayLoops); });

TEST(KernelRandom, KernelsAgreeWithTheInterpreter) { runAll(Kernels); }

TEST(KernelRandom, ArrayLoopsAgreeWithTheInterpreter) { runAll(ArrayLoops); }

TEST(KernelRandom, RefusedGathersAreFound) {
  // vpgatherdd (%rdi,%zmm1,4), %zmm2 {%k1} and a nop; with %zmm1 as the result.
  const std::vector<uint8_t> Good = {0x62, 0xf2, 0x7d, 0x49,
                                     0x90, 0x14, 0x8f, 0x90};
  std::vector<uint8_t> Bad = Good;
  Bad[5] = 0x0c;
  EXPECT_EQ(refusedGather(Good), "");
  EXPECT_NE(refusedGather(Bad).find("%zmm1 {%k1}"), std::string::npos);
  // vgatherdpd %ymmMASK, (%rdi,%xmmINDEX,8), %ymmRESULT.
  auto Vex = [](int Mask, int Index, int Result) {
    return refusedGather(std::vector<uint8_t>{
        0xc4, 0xe2, uint8_t(0x85 | (~Mask & 15) << 3), 0x92,
        uint8_t(0x04 | Result << 3), uint8_t(0xc7 | Index << 3)});
  };
  EXPECT_EQ(Vex(3, 1, 2), "");
  EXPECT_NE(Vex(3, 2, 2), "");
  EXPECT_NE(Vex(2, 1, 2), "");
  EXPECT_NE(Vex(1, 1, 2), "");
}

} // namespace
} // namespace conformance::programs
