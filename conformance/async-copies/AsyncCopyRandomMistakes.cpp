//===- AsyncCopyRandomMistakes.cpp - Programs that do not wait ------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "AsyncCopyRandom.h"
#include "AsyncCopyRandomStatements.h"

#include <algorithm>
#include <random>

namespace conformance::programs::copies {

namespace {

class Spoiler {
public:
  explicit Spoiler(uint64_t Seed) : random(Seed), kind(Kind(random() % 4)) {}

  void spoil(Block &Body) {
    for (Statement &S : Body)
      for (Block &Inner : S.blocks)
        spoil(Inner);
    for (size_t I = 0; I != Body.size();) {
      Statement &S = Body[I];
      if ((S.kind != Statement::Wait && S.kind != Statement::WaitEach) ||
          random() % 100 >= 80) {
        ++I;
        continue;
      }
      const Kind Here = kind == Any ? Kind(random() % 3) : kind;
      if (Here == WrongEvent) {
        S.place = otherEvent();
        // From the last element on there is one.
        if (S.kind == Statement::Wait)
          S.values = {Expressions::literal({Element::ULong, 1}, 1)};
        else
          for (Expression &Event : S.values)
            Event = otherEvent();
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

  Expression otherEvent() { return eventAt(random() % NumEvents); }

  std::mt19937_64 random;
  Kind kind;
};

} // namespace

Program generateWithMistakes(uint64_t Seed) {
  Program P = generate(Seed);
  P.mistakes = true;
  Spoiler(Seed).spoil(P.body);
  return P;
}

} // namespace conformance::programs::copies
