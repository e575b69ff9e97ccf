//===- AsyncCopyRandomMistakes.cpp - Programs that do not wait ------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "AsyncCopyRandomMistakes.h"

#include <algorithm>
#include <random>

namespace conformance::copies {

namespace {

class Spoiler {
public:
  explicit Spoiler(uint64_t Seed) : random(Seed), kind(Kind(random() % 4)) {}

  void spoil(Block &Body) {
    for (Statement &S : Body) {
      spoil(S.body);
      spoil(S.other);
    }
    for (size_t I = 0; I != Body.size();) {
      if (Body[I].kind != Statement::Wait || random() % 100 >= 80) {
        ++I;
        continue;
      }
      const Kind Here = kind == Any ? Kind(random() % 3) : kind;
      if (Here == WrongEvent) {
        for (Slot &Named : Body[I].slots)
          Named = otherSlot();
        // A list from the last element on has one.
        if (!Body[I].asList)
          Body[I].number = 1;
        ++I;
        continue;
      }
      auto Barrier = std::find_if(
          Body.begin() + std::ptrdiff_t(I), Body.end(),
          [](const Statement &S) { return S.kind == Statement::Barrier; });
      if (Here == BehindBarrier && Barrier != Body.end())
        std::rotate(Body.begin() + std::ptrdiff_t(I),
                    Body.begin() + std::ptrdiff_t(I) + 1, Barrier + 1);
      else
        Body.erase(Body.begin() + std::ptrdiff_t(I));
    }
  }

private:
  enum Kind { NoWait, BehindBarrier, WrongEvent, Any };

  Slot otherSlot() {
    const size_t Index = random() % Slot::Count;
    return Index < Slot::Variables
               ? Slot{Index, 0}
               : Slot{Slot::Variables, Index - Slot::Variables};
  }

  std::mt19937_64 random;
  Kind kind;
};

} // namespace

void addMistakes(Program &P) { Spoiler(P.seed).spoil(P.body); }

} // namespace conformance::copies
