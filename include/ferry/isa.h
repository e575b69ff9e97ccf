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
#include "ferry/machine.h"

namespace ferry {

/// The level of FERRY_CPU, no higher than the processor's.
inline Isa isa() {
  static constinit Lazy<Isa> Level;
  return Level.get([] {
    const Isa Native = machine::isa();
    const std::string_view Asked = config::get(config::Variable::Cpu);
    for (Isa L = machine::FirstIsa; L < Native; L = Isa(int(L) + 1))
      if (nameOf(L) == Asked)
        return L;
    return Native;
  });
}

/// Whether code that was made for \p Level is to be run here.
inline bool runs(Isa Level) {
  return Level >= machine::FirstIsa && Level <= isa();
}

} // namespace ferry

#endif // FERRY_ISA_H
