//===- AsyncCopyRandom.h - Random programs of copies ------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Makes random kernels of async copies of every kind, in loops and
/// conditionals, with waits, shared events, fences, barriers and work-items
/// that read and write between them.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_CONFORMANCE_ASYNCCOPYRANDOM_H
#define FERRY_CONFORMANCE_ASYNCCOPYRANDOM_H

#include "random-program/RandomRunner.h"

namespace conformance::programs::copies {

/// Any statement is defined.
Program generate(uint64_t Seed);
/// Throws Unusable if the specification leaves open what \p P does.
void check(const Program &P);

/// The same with most waits spoiled, the same ones for the same seed: for a
/// copy waits a barrier, another event, or nothing.
Program generateWithMistakes(uint64_t Seed);

} // namespace conformance::programs::copies

#endif // FERRY_CONFORMANCE_ASYNCCOPYRANDOM_H
