//===- ApiSequences.cpp - Any commands do what the model does -------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Fuzzer: the input says which calls are made: commands that read, write and
/// compute in several queues, wait lists, user events, callbacks, waits
/// and releases.
///
//===----------------------------------------------------------------------===//

#include "Sequence.h"

using namespace conformance::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  Choices From({Data, Size});
  Sequence S(From);
  while (S.step()) {
  }
  S.end();
  return 0;
}
