//===- RaceMap.cpp - Who accessed each byte last --------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "check/RaceMap.h"

namespace ferry::check {

RaceMap::Page &RaceMap::prepared(std::uintptr_t At, bool Fine) {
  constexpr std::uint64_t PageBytes = PageMap<Page>::PageBytes;
  Page &P = Pages.get(At);
  if (P.epoch != Epoch) {
    P.epoch = Epoch;
    P.cells.assign(P.isFine ? PageBytes : PageBytes / Granule, RaceCell());
  }
  if (Fine && !P.isFine) {
    P.isFine = true;
    std::vector<RaceCell> Bytes(PageBytes);
    for (std::uint64_t I = 0; I != PageBytes; ++I)
      Bytes[I] = P.cells[I / Granule];
    P.cells = std::move(Bytes);
  }
  return P;
}

} // namespace ferry::check
