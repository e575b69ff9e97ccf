//===- Movers.cpp - The movers of x86-64 ----------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "copy/Movers.h"

namespace ferry::copy {

extern const Movers Sse2Movers, Avx2Movers, Avx512Movers;

const Movers &movers(Isa Level) {
  switch (Level) {
  case Isa::Avx512:
  case Isa::Avx512Vnni:
  case Isa::Avx512Fp16:
    return Avx512Movers;
  case Isa::Avx2:
    return Avx2Movers;
  default:
    return Sse2Movers;
  }
}

} // namespace ferry::copy
