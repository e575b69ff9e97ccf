//===- InitialisedMap.cpp - Which bytes have been written -----------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "check/InitialisedMap.h"

namespace ferry::check {

/// Calls \p F with the index of each word that holds bits [First, First +
/// Count), and those bits of it.
template <typename Function>
static void forEachWord(std::uint64_t First, std::uint64_t Count, Function F) {
  while (Count) {
    const std::uint64_t Bit = First % 64;
    const std::uint64_t Here = std::min<std::uint64_t>(Count, 64 - Bit);
    F(First / 64,
      (Here == 64 ? ~std::uint64_t(0) : ((std::uint64_t(1) << Here) - 1))
          << Bit);
    First += Here;
    Count -= Here;
  }
}

void InitialisedMap::set(std::uintptr_t Start, std::uint64_t Bytes,
                         bool Value) {
  PageMap<Page>::forEach(
      Start, Bytes, [&](std::uintptr_t At, std::uint64_t Here) {
        Page *P = Pages.find(At);
        if (!P) {
          if (Value)
            return;
          P = &Pages.get(At);
          std::fill(std::begin(P->words), std::end(P->words),
                    ~std::uint64_t(0));
        }
        if (Value && Here == PageMap<Page>::PageBytes)
          return Pages.erase(At);
        forEachWord(At % PageMap<Page>::PageBytes, Here,
                    [&](std::uint64_t Word, std::uint64_t Bits) {
                      P->words[Word] = Value ? P->words[Word] | Bits
                                             : P->words[Word] & ~Bits;
                    });
      });
}

bool InitialisedMap::any(std::uintptr_t Start, std::uint64_t Bytes) const {
  bool Found = false;
  PageMap<Page>::forEach(
      Start, Bytes, [&](std::uintptr_t At, std::uint64_t Here) {
        const Page *P = Pages.find(At);
        if (!P) {
          Found = true;
          return;
        }
        forEachWord(At % PageMap<Page>::PageBytes, Here,
                    [&](std::uint64_t Word, std::uint64_t Bits) {
                      Found |= (P->words[Word] & Bits) != 0;
                    });
      });
  return Found;
}

bool InitialisedMap::all(std::uintptr_t Start, std::uint64_t Bytes) const {
  bool All = true;
  PageMap<Page>::forEach(
      Start, Bytes, [&](std::uintptr_t At, std::uint64_t Here) {
        if (const Page *P = Pages.find(At))
          forEachWord(At % PageMap<Page>::PageBytes, Here,
                      [&](std::uint64_t Word, std::uint64_t Bits) {
                        All &= (P->words[Word] & Bits) == Bits;
                      });
      });
  return All;
}

} // namespace ferry::check
