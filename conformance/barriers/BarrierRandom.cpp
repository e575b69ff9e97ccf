//===- BarrierRandom.cpp - Random programs with barriers ------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Random kernels in which uniform loops and conditionals nest around barriers,
/// with computation that differs by work-item between.
///
//===----------------------------------------------------------------------===//

#include "random-program/RandomRunner.h"

namespace conformance::programs {
namespace {

constexpr Choices WithBarriers{.small = 30,
                               .shared = 100,
                               .items = 36,
                               .barriers = 24,
                               .loops = 13,
                               .branches = 10,
                               .uniform = 10,
                               .nesting = 4};

const Fuzzer Barriers{"random-barriers", 60, [](uint64_t Seed) {
                        return generate(Seed, WithBarriers, deviceFeatures());
                      }};
const ChildFunction Child("random-barriers", [] { return runOne(Barriers); });

TEST(BarrierRandom, ProgramsAgreeWithTheInterpreter) { runAll(Barriers); }

} // namespace
} // namespace conformance::programs
