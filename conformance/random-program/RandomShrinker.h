//===- RandomShrinker.h - Cuts failing kernels down -------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Looks for the smallest program that still fails. What is left out is a list
/// of edits, which can be given to another process as text.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_CONFORMANCE_RANDOMSHRINKER_H
#define FERRY_CONFORMANCE_RANDOMSHRINKER_H

#include "RandomProgram.h"

namespace conformance::programs {

struct Edit {
  enum Kind {
    KeepRange,  ///< Number `at` alone.
    OneGroup,   ///< In dimension `at`.
    HalveGroup, ///< In dimension `at`.
    Leave,      ///< Statement `at`, with all in it.
    Unwrap,     ///< Statement `at`: only its block number `variant` is left.
    Simplify    ///< Expression `at` to 0, 1, or operand number `variant` - 2.
  } kind;
  uint64_t at, variant;
};
using Edits = std::vector<Edit>;

std::string editsText(const Edits &E);
Edits parseEdits(const std::string &Text);

/// Changes \p P; false if there is nothing to do.
bool apply(const Edit &E, Program &P);

/// Edits after which \p Fails still says true of \p P.
Edits shrink(const Program &P, const std::function<bool(const Edits &)> &Fails);

} // namespace conformance::programs

#endif // FERRY_CONFORMANCE_RANDOMSHRINKER_H
