//===- Grammar.h - Random text of some shape --------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CONFORMANCE_FUZZ_GRAMMAR_H
#define FERRY_CONFORMANCE_FUZZ_GRAMMAR_H

#include <map>
#include <random>
#include <string>
#include <vector>

namespace conformance::fuzz {

/// What a letter may stand for. `$X` in an alternative stands for letter X; the
/// first alternative of each letter leads to an end.
using Grammar = std::map<char, std::vector<const char *>>;

/// \param Depth how often letters are replaced inside each other before only
///        first alternatives are taken.
std::string expand(const Grammar &G, char Letter, unsigned Depth,
                   std::mt19937_64 &Random);

} // namespace conformance::fuzz

#endif // FERRY_CONFORMANCE_FUZZ_GRAMMAR_H
