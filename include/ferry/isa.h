//===- ferry/isa.h - The instruction set in use -----------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_ISA_H
#define FERRY_ISA_H

#include "ferry/config.h"

namespace ferry {

/// The levels that Ferry generates and selects code for.
enum class Isa { Sse2, Avx2, Avx512 };

/// The level of FERRY_CPU, no higher than the processor's.
inline Isa isa() {
  static const Isa Level = [] {
    // What the x86-64-v4 and x86-64-v3 levels of the psABI ask for.
    Isa Native = Isa::Sse2;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
        __builtin_cpu_supports("bmi2"))
      Native = Isa::Avx2;
    if (Native == Isa::Avx2 && __builtin_cpu_supports("avx512f") &&
        __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512cd"))
      Native = Isa::Avx512;
    std::string_view Asked = config::get(config::Variable::Cpu);
    Isa Wanted = Asked == "sse2"   ? Isa::Sse2
                 : Asked == "avx2" ? Isa::Avx2
                                   : Isa::Avx512;
    return Wanted < Native ? Wanted : Native;
  }();
  return Level;
}

} // namespace ferry

#endif // FERRY_ISA_H
