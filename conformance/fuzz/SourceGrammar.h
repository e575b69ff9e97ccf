//===- SourceGrammar.h - Pieces of OpenCL C ---------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CONFORMANCE_FUZZ_SOURCEGRAMMAR_H
#define FERRY_CONFORMANCE_FUZZ_SOURCEGRAMMAR_H

#include "Grammar.h"

namespace conformance::fuzz {

/// Letters: D declaration at file scope, S statement, E expression, T type,
/// A attribute, V name, L literal, and what these are made of.
extern const Grammar SourceGrammar;

} // namespace conformance::fuzz

#endif // FERRY_CONFORMANCE_FUZZ_SOURCEGRAMMAR_H
