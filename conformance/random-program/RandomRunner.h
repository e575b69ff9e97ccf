//===- RandomRunner.h - Runs random programs --------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Holds random programs against the interpreter, bit for bit, in memory that
/// ends at pages which nobody may use.
///
/// Program number K has the seed FERRY_TEST_SEED + K (1 if unset). There are
/// FERRY_TEST_COUNT of them, or as many as fit into FERRY_TEST_SECONDS;
/// FERRY_CACHE=0 then keeps them off the disk. A program that fails is cut down
/// in child processes, for at most FERRY_TEST_SHRINK seconds (60 if unset), and
/// printed. FERRY_TEST_EDITS repeats a program that has been cut down.
/// FERRY_TEST_CHILDREN=1 finds and cuts down programs that crash, since it runs
/// each in a process of its own.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_CONFORMANCE_RANDOMRUNNER_H
#define FERRY_CONFORMANCE_RANDOMRUNNER_H

#include "RandomExpressions.h"

namespace conformance::programs {

/// A test of random programs.
struct Fuzzer {
  const char *child;   ///< Under which runOne() is registered for runChild().
  unsigned long count; ///< Of programs, if FERRY_TEST_COUNT is unset.
  Program (*generate)(uint64_t Seed);
  /// Throws Unusable if a program that has been cut down is undefined though
  /// the interpreter does not see it.
  void (*check)(const Program &P) = [](const Program &) {};
};

Features deviceFeatures();

/// Runs the programs of \p F up to the first that fails.
void runAll(const Fuzzer &F);

/// Runs the program of FERRY_TEST_SEED and FERRY_TEST_EDITS.
/// \returns 1 if it fails, else 0; ends the process if the program crashes it
///          or does not end.
int runOne(const Fuzzer &F);

} // namespace conformance::programs

#endif // FERRY_CONFORMANCE_RANDOMRUNNER_H
