//===- ferry/levels.h - Instruction sets ------------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_LEVELS_H
#define FERRY_LEVELS_H

#include <string_view>

namespace ferry {

/// The levels that Ferry generates and selects code for, of each machine in
/// ascending order: x86-64, x86-64-v3 and x86-64-v4 of the psABI; what all
/// processors of AArch64 have. Binaries of programs have the numbers.
enum class Isa { Sse2, Avx2, Avx512, Neon };

/// As FERRY_CPU has them.
constexpr std::string_view nameOf(Isa Level) {
  constexpr std::string_view Names[] = {"sse2", "avx2", "avx512", "neon"};
  return Names[unsigned(Level)];
}

} // namespace ferry

#endif // FERRY_LEVELS_H
