//===- Movers.cpp - How bytes are moved -----------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "copy/Movers.h"

#include <bit>
#include <cstring>

namespace ferry::copy {

extern const Movers Sse2Movers, Avx2Movers, Avx512Movers;

const Movers &movers(Isa Level) {
  switch (Level) {
  case Isa::Avx512:
    return Avx512Movers;
  case Isa::Avx2:
    return Avx2Movers;
  case Isa::Sse2:
    break;
  }
  return Sse2Movers;
}

void moveElements(const Movers &With, std::byte *Dst, const std::byte *Src,
                  std::size_t ElementBytes, std::size_t Count,
                  std::size_t DstStep, std::size_t SrcStep) {
  if (DstStep == ElementBytes && SrcStep == ElementBytes) {
    With.contiguous(Dst, Src, Count * ElementBytes);
  } else if (std::has_single_bit(ElementBytes) && ElementBytes <= 128) {
    With.strided[std::countr_zero(ElementBytes)](Dst, Src, Count, DstStep,
                                                 SrcStep);
  } else {
    for (; Count; --Count, Dst += DstStep, Src += SrcStep)
      With.contiguous(Dst, Src, ElementBytes);
  }
}

} // namespace ferry::copy
