//===- SourceMutator.h - Changes programs -----------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CONFORMANCE_FUZZ_SOURCEMUTATOR_H
#define FERRY_CONFORMANCE_FUZZ_SOURCEMUTATOR_H

#include <random>
#include <string>

namespace conformance::fuzz {

/// Changes OpenCL C: puts in, takes out, repeats and moves tokens, statements
/// and what stands in brackets. What comes out may be wrong.
std::string mutateSource(const std::string &Text, std::mt19937_64 &Random);

} // namespace conformance::fuzz

#endif // FERRY_CONFORMANCE_FUZZ_SOURCEMUTATOR_H
