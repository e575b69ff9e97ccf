//===- HandPipeline.cpp - Copies beside computation, hand-written ---------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "HandMoves.h"
#include "HandTask.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <deque>

namespace copies {

namespace {

using Vector = std::uint32_t __attribute__((vector_size(64), may_alias));

/// The computation of the kernel on one tile.
void compute(const char *Local, char *Out, std::size_t Elements,
             std::size_t Items, unsigned Iterations) {
  const Vector *Tile = reinterpret_cast<const Vector *>(Local);
  const std::size_t Part = Elements / Items;
  for (std::size_t Item = 0; Item != Items; ++Item) {
    Vector Sum{};
    for (std::size_t I = Item * Part; I != (Item + 1) * Part; ++I) {
      Vector X = Tile[I];
      for (unsigned Iteration = 0; Iteration != Iterations; ++Iteration)
        X = (X << 1) ^ (X >> 3);
      Sum += X;
    }
    reinterpret_cast<Vector *>(Out)[Item] = Sum;
  }
}

/// Lets others run if it takes longer.
class Patience {
public:
  void wait() {
    if (++Spins < 1000)
      _mm_pause();
    else
      std::this_thread::yield();
  }

private:
  unsigned Spins = 0;
};

/// Two tiles between the thread that computes and the one that copies ahead of
/// it. The copies are numbered from 0.
class Handover {
public:
  explicit Handover(char *Tiles) : Tiles(Tiles) {}

  char *tile(std::size_t Number, std::size_t Bytes) const {
    return Tiles + Number % 2 * Bytes;
  }

  /// Makes the copy \p Number with \p Copy, if nobody has begun it.
  template <typename Function>
  void copyIfNext(std::size_t Number, Function &&Copy) {
    std::size_t Expected = Number;
    if (!Claimed.compare_exchange_strong(Expected, Number + 1))
      return;
    Copy(Number);
    Filled[Number % 2].store(Number + 1, std::memory_order_release);
  }

  /// Copies until all \p Total copies have been begun.
  template <typename Function>
  void copyAhead(std::size_t Total, Function &&Copy) {
    for (Patience Patience;;) {
      std::size_t Next = Claimed.load();
      if (Next >= Total)
        return;
      if (Emptied.load(std::memory_order_acquire) + 2 > Next) {
        copyIfNext(Next, Copy);
        Patience = {};
      } else {
        Patience.wait();
      }
    }
  }

  /// Computes all of \p Total copies with \p Compute; makes those itself that
  /// the other has not come to.
  template <typename Function, typename OtherFunction>
  void computeAll(std::size_t Total, Function &&Copy, OtherFunction &&Compute) {
    for (std::size_t Number = 0; Number != Total; ++Number) {
      copyIfNext(Number, Copy);
      for (Patience Patience;
           Filled[Number % 2].load(std::memory_order_acquire) != Number + 1;)
        Patience.wait();
      Compute(Number);
      Emptied.store(Number + 1, std::memory_order_release);
    }
  }

private:
  char *Tiles;
  alignas(64) std::atomic<std::size_t> Claimed = 0;
  alignas(64) std::atomic<std::size_t> Emptied = 0;
  alignas(64) std::array<std::atomic<std::size_t>, 2> Filled{};
};

class HandPipeline : public HandTask {
public:
  using HandTask::HandTask;

  std::vector<std::string> variants() const override {
    return {"copyOnly", "computeOnly", "overlapped"};
  }

  void run(std::size_t Variant, unsigned Passes, unsigned Iterations,
           bool Check) override {
    if (Variant == 1)
      computeOnly(Passes, Iterations);
    else {
      const unsigned Each = Variant == 2 || Check ? Iterations : 0;
      if (Variant == 2 && Threads.size() >= 2 * Sizes.groups)
        overlapped(Passes, Each);
      else
        oneAfterTheOther(Passes, Each);
    }
  }

private:
  void computeTile(const char *Local, std::size_t Tile,
                   unsigned Iterations) const {
    if (Iterations)
      compute(Local, Out + Tile * Subject.localSize * Subject.elementBytes,
              Subject.tileElements, Subject.localSize, Iterations);
    forget();
  }

  void computeOnly(unsigned Passes, unsigned Iterations) {
    forAllTiles(Passes, [&](std::size_t First, std::size_t End,
                            std::size_t Step, char *Local) {
      moveVectors(Local, In + First * Sizes.tileBytes, Sizes.tileBytes);
      for (std::size_t T = First; T < End; T += Step)
        computeTile(Local, T, Iterations);
    });
  }

  void oneAfterTheOther(unsigned Passes, unsigned Iterations) {
    forAllTiles(Passes, [&](std::size_t First, std::size_t End,
                            std::size_t Step, char *Local) {
      for (std::size_t T = First; T < End; T += Step) {
        moveVectors(Local, In + T * Sizes.tileBytes, Sizes.tileBytes);
        computeTile(Local, T, Iterations);
      }
    });
  }

  /// Thread 2 g computes for group g, and thread 2 g + 1 copies ahead.
  void overlapped(unsigned Passes, unsigned Iterations) {
    std::deque<Handover> Handovers;
    for (std::size_t Group = 0; Group != Sizes.groups; ++Group)
      Handovers.emplace_back(Threads.local(unsigned(2 * Group)));
    Threads.run([&](unsigned Thread, char *) {
      const std::size_t Group = Thread / 2, Groups = Sizes.groups;
      if (Group >= Groups)
        return;
      Handover &Between = Handovers[Group];
      const std::size_t Each = (Sizes.tiles - Group + Groups - 1) / Groups;
      const std::size_t Bytes = Sizes.tileBytes;
      auto tileOf = [=](std::size_t Number) {
        return Group + Number % Each * Groups;
      };
      auto Copy = [&](std::size_t Number) {
        moveVectors(Between.tile(Number, Bytes), In + tileOf(Number) * Bytes,
                    Bytes);
      };
      auto Compute = [&](std::size_t Number) {
        computeTile(Between.tile(Number, Bytes), tileOf(Number), Iterations);
      };
      if (Thread % 2 == 0)
        Between.computeAll(Passes * Each, Copy, Compute);
      else
        Between.copyAhead(Passes * Each, Copy);
    });
  }
};

} // namespace

std::unique_ptr<Task> makeHandPipeline(bench::Pool &Pool, const Row &Row,
                                       const Layout &Layout, const Data &Data) {
  return std::make_unique<HandPipeline>(Pool, Row, Layout, Data);
}

} // namespace copies
