//===- AsyncCopyRandom.cpp - Random programs of copies --------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "AsyncCopyRandom.h"

namespace conformance::programs::copies {
namespace {

const Fuzzer Copies{"random-copies", 60, generate, check};
const Fuzzer Mistakes{"random-mistakes", 20, generateWithMistakes};

const ChildFunction One("random-copies", [] { return runOne(Copies); });
const ChildFunction OneMistake("random-mistakes",
                               [] { return runOne(Mistakes); });

TEST(AsyncCopyRandom, ProgramsAgreeWithTheInterpreter) { runAll(Copies); }

/// What kernels in use do, though OpenCL C leaves it open: they get what
/// drivers give them that copy at once.
TEST(AsyncCopyRandom, MistakesGiveWhatCopiesAtOnceGive) {
  if (!isFerry())
    GTEST_SKIP() << "only Ferry promises this";
  runAll(Mistakes);
}

} // namespace
} // namespace conformance::programs::copies
