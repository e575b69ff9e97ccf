//===- ferry/isa.h - The instruction set in use -----------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_ISA_H
#define FERRY_ISA_H

#include "ferry/config.h"
#include "ferry/lazy.h"

namespace ferry {

/// The levels that Ferry generates and selects code for: x86-64, x86-64-v3 and
/// x86-64-v4 of the psABI.
enum class Isa { Sse2, Avx2, Avx512 };

/// The level of FERRY_CPU, no higher than the processor's.
inline Isa isa() {
  static constinit Lazy<Isa> Level;
  return Level.get([] {
    Isa Native = __builtin_cpu_supports("x86-64-v4")   ? Isa::Avx512
                 : __builtin_cpu_supports("x86-64-v3") ? Isa::Avx2
                                                       : Isa::Sse2;
    std::string_view Asked = config::get(config::Variable::Cpu);
    Isa Wanted = Asked == "sse2"   ? Isa::Sse2
                 : Asked == "avx2" ? Isa::Avx2
                                   : Isa::Avx512;
    return Wanted < Native ? Wanted : Native;
  });
}

} // namespace ferry

#endif // FERRY_ISA_H
