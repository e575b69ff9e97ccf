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
/// ascending order: x86-64, x86-64-v3 and x86-64-v4 of the psABI, that with
/// AVX512-VNNI, and with AVX512-FP16, too; what all processors of AArch64 have.
/// Binaries of programs have the numbers.
enum class Isa { Sse2, Avx2, Avx512, Avx512Vnni, Avx512Fp16, Neon };

/// As FERRY_CPU has them.
constexpr std::string_view nameOf(Isa Level) {
  constexpr std::string_view Names[] = {"sse2",       "avx2",       "avx512",
                                        "avx512vnni", "avx512fp16", "neon"};
  return Names[unsigned(Level)];
}

/// Of a vector register.
constexpr unsigned registerBits(Isa Level) {
  switch (Level) {
  case Isa::Avx512:
  case Isa::Avx512Vnni:
  case Isa::Avx512Fp16:
    return 512;
  case Isa::Avx2:
    return 256;
  case Isa::Sse2:
  case Isa::Neon:
    break;
  }
  return 128;
}

/// Whether it multiplies bytes in fours and adds them up.
constexpr bool hasByteProducts(Isa Level) {
  return Level == Isa::Avx512Vnni || Level == Isa::Avx512Fp16;
}

/// Whether it computes with halves.
constexpr bool hasHalves(Isa Level) { return Level == Isa::Avx512Fp16; }

} // namespace ferry

#endif // FERRY_LEVELS_H
