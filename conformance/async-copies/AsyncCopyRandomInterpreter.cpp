//===- AsyncCopyRandomInterpreter.cpp - What a program leaves -------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "AsyncCopyRandomInterpreter.h"
#include "AsyncCopyRandomMachine.h"

#include <algorithm>
#include <cstring>

namespace conformance::copies {

namespace {

class Interpreter final : public Machine {
public:
  Interpreter(unsigned char *Global, const unsigned char *ReadOnly,
              unsigned char *Local, uint32_t *Sums, size_t Items, When Copies)
      : global(Global), readOnly(ReadOnly), local(Local), sums(Sums),
        items(Items), when(Copies) {}

  void start(const Region &To, const Region &From, uint64_t Event,
             bool) override {
    if (when == When::AtOnce)
      move(To, From);
    else
      pending.push_back({To, From, Event, fences});
  }

  void wait(uint64_t Event) override {
    auto IsNamed = [&](const Pending &C) { return C.event == Event; };
    for (auto Youngest = pending.rbegin();
         (Youngest = std::find_if(pending.rbegin(), pending.rend(), IsNamed)) !=
         pending.rend();)
      complete(size_t(pending.rend() - Youngest) - 1);
  }

  void overwrite(size_t, uint64_t) override {}
  void barrier(unsigned) override {}
  void fence(unsigned) override { ++fences; }

  void mutate(const Region &Where, uint32_t Salt) override {
    for (uint32_t I = 0; I != Where.run / 4; ++I)
      store(Where, I, mutated(load(Where, I), I, Salt));
  }

  void gather(const Region &Where, uint32_t Salt) override {
    uint32_t Words = uint32_t(Where.run / 4);
    for (uint32_t Item = 0; Item != items; ++Item)
      for (uint32_t K = 0; K != 3; ++K)
        sums[Item] =
            gathered(sums[Item], load(Where, (Item * Salt + K * 7) % Words));
  }

  void compute(uint64_t Rounds, uint32_t Salt) override {
    for (uint32_t Item = 0; Item != items; ++Item)
      for (uint32_t K = Item; K < Rounds; K += uint32_t(items))
        sums[Item] = gathered(sums[Item], K ^ Salt);
  }

private:
  struct Pending {
    Region to, from;
    uint64_t event, fences;
  };

  const unsigned char *base(Memory M) const {
    return M == Memory::Local ? local : M == Memory::Global ? global : readOnly;
  }
  unsigned char *writable(Memory M) const {
    return M == Memory::Local ? local : global;
  }
  uint32_t load(const Region &Where, uint32_t Index) const {
    uint32_t Word;
    std::memcpy(&Word, base(Where.memory) + Where.start + Index * 4, 4);
    return Word;
  }
  void store(const Region &Where, uint32_t Index, uint32_t Word) const {
    std::memcpy(writable(Where.memory) + Where.start + Index * 4, &Word, 4);
  }

  void move(const Region &To, const Region &From) {
    moving.clear();
    From.forEachRun([&](uint64_t At) {
      const unsigned char *First = base(From.memory) + At;
      moving.insert(moving.end(), First, First + From.run);
    });
    const unsigned char *Next = moving.data();
    To.forEachRun([&](uint64_t At) {
      std::memcpy(writable(To.memory) + At, Next, To.run);
      Next += To.run;
    });
  }

  /// Carries out what fences put before copy \p Index, then that copy.
  void complete(size_t Index) {
    for (; pending.front().fences < pending[Index].fences; --Index) {
      move(pending.front().to, pending.front().from);
      pending.erase(pending.begin());
    }
    move(pending[Index].to, pending[Index].from);
    pending.erase(pending.begin() + std::ptrdiff_t(Index));
  }

  unsigned char *global;
  const unsigned char *readOnly;
  unsigned char *local;
  uint32_t *sums;
  size_t items;
  When when;
  std::vector<Pending> pending; ///< In the order of their start.
  uint64_t fences = 0;
  Bytes moving;
};

} // namespace

Outcome interpret(const Program &P, size_t Items, const Bytes &Global,
                  const Bytes &ReadOnly, When Copies) {
  Outcome Result{Global, Bytes(P.groups * P.localBytes),
                 std::vector<uint32_t>(P.groups * Items)};
  for (uint64_t Group = 0; Group != P.groups; ++Group) {
    unsigned char *Local = &Result.local[Group * P.localBytes];
    for (uint32_t I = 0; I != P.localBytes / 4; ++I) {
      uint32_t Word = pattern(I, uint32_t(Group));
      std::memcpy(Local + I * 4, &Word, 4);
    }
    Interpreter M(&Result.global[P.globalStart(Group)], ReadOnly.data(),
                  Local + Program::LocalGuard, &Result.sums[Group * Items],
                  Items, Copies);
    Place Here{Group, {}};
    Events E;
    follow(P.body, 0, Here, E, M);
  }
  return Result;
}

} // namespace conformance::copies
