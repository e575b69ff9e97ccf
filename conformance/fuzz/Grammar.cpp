//===- Grammar.cpp - Random text of some shape ----------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Grammar.h"

namespace conformance::fuzz {

std::string expand(const Grammar &G, char Letter, unsigned Depth,
                   std::mt19937_64 &Random) {
  const std::vector<const char *> &All = G.at(Letter);
  std::string Text;
  for (const char *At = All[Depth ? Random() % All.size() : 0]; *At; ++At)
    if (*At == '$')
      Text += expand(G, *++At, Depth ? Depth - 1 : 0, Random);
    else
      Text += *At;
  return Text;
}

} // namespace conformance::fuzz
