//===- RandomInterpreter.h - A random kernel in C++ -------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs a random kernel work-item after work-item, from barrier to barrier.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_CONFORMANCE_RANDOMINTERPRETER_H
#define FERRY_CONFORMANCE_RANDOMINTERPRETER_H

#include "RandomProgram.h"

#include <stdexcept>

namespace conformance::programs {

/// What comes first. The result must not depend on it.
enum class Turn {
  FirstItemFirst, ///< And copies when they start.
  LastItemFirst   ///< And copies as late as they may, the youngest first.
};

/// What an object holds: lanes, or bytes if it is raw.
struct Contents {
  std::vector<Lane> lanes;
  std::vector<unsigned char> bytes;
  bool operator==(const Contents &) const = default;
};
/// Of every object of global memory and of every argument.
using Memory = std::vector<Contents>;

/// The program is too slow, or does what it must not do.
struct Unusable : std::runtime_error {
  using runtime_error::runtime_error;
};

/// Memory as it is before the launch, from the seed of the program.
Memory initialMemory(const Program &P, const Range &R);

/// Changes \p M as the kernel does. Throws Unusable.
void interpret(const Program &P, const Range &R, Turn T, Memory &M);

/// Elements of an object of global memory.
uint64_t elementsOf(const Object &O, const Range &R);

} // namespace conformance::programs

#endif // FERRY_CONFORMANCE_RANDOMINTERPRETER_H
