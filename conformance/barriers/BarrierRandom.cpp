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

constexpr Choices WithBarriers{.small = 0,
                               .shared = 100,
                               .items = 14,
                               .barriers = 10,
                               .loops = 13,
                               .branches = 10,
                               .uniform = 11,
                               .exchanges = 36,
                               .nesting = 4};

const Fuzzer Barriers{"random-barriers", 100, [](uint64_t Seed) {
                        return generate(Seed, WithBarriers, deviceFeatures());
                      }};
const ChildFunction Child("random-barriers", [] { return runOne(Barriers); });

TEST(BarrierRandom, ProgramsAgreeWithTheInterpreter) { runAll(Barriers); }

} // namespace
} // namespace conformance::programs
