//===- HandPipeline.cpp - Copies beside computation, hand-written ---------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "HandMoves.h"
#include "HandTask.h"

#include <atomic>
#include <cstdint>
#include <deque>

namespace copies {

namespace {

using Vector = std::uint32_t __attribute__((vector_size(64), may_alias));

/// The computation of the kernel on one tile.
void compute(const char *Local, char *Out, std::size_t Elements,
             std::size_t Items, unsigned Rounds) {
  const Vector *Tile = reinterpret_cast<const Vector *>(Local);
  for (std::size_t Item = 0; Item != Items; ++Item) {
    Vector Sum{};
    for (std::size_t I = Item; I < Elements; I += Items) {
      Vector X = Tile[I];
      for (unsigned Round = 0; Round != Rounds; ++Round)
        X = (X << 1) ^ (X >> 3);
      Sum += X;
    }
    reinterpret_cast<Vector *>(Out)[Item] = Sum;
  }
}

/// Two tiles between the thread that copies and the one that computes.
struct alignas(64) Handover {
  std::atomic<std::size_t> filled = 0; ///< Tiles that were copied.
  alignas(64) std::atomic<std::size_t> emptied = 0;
  char *tiles = nullptr;
};

void waitUntil(const std::atomic<std::size_t> &Counter, std::size_t Least) {
  for (unsigned Spins = 0; Counter.load(std::memory_order_acquire) < Least;)
    if (++Spins < 1000)
      _mm_pause();
    else
      std::this_thread::yield();
}

class HandPipeline : public HandTask {
public:
  using HandTask::HandTask;

  std::vector<std::string> variants() const override {
    return {"copyOnly", "computeOnly", "overlapped"};
  }

  void run(std::size_t Variant, unsigned Passes, unsigned Rounds,
           bool Check) override {
    if (Variant == 1)
      computeOnly(Passes, Rounds);
    else {
      const unsigned Each = Variant == 2 || Check ? Rounds : 0;
      if (Variant == 2 && Threads.size() >= 2 * Sizes.groups)
        overlapped(Passes, Each);
      else
        oneAfterTheOther(Passes, Each);
    }
  }

private:
  void computeTile(const char *Local, std::size_t Tile, unsigned Rounds) const {
    if (Rounds)
      compute(Local, Out + Tile * Subject.localSize * Subject.elementBytes,
              Subject.tileElements, Subject.localSize, Rounds);
    forget();
  }

  void computeOnly(unsigned Passes, unsigned Rounds) {
    forAllTiles(Passes, [&](std::size_t First, std::size_t End,
                            std::size_t Step, char *Local) {
      moveVectors(Local, In + First * Sizes.tileBytes, Sizes.tileBytes);
      for (std::size_t T = First; T < End; T += Step)
        computeTile(Local, T, Rounds);
    });
  }

  void oneAfterTheOther(unsigned Passes, unsigned Rounds) {
    forAllTiles(Passes, [&](std::size_t First, std::size_t End,
                            std::size_t Step, char *Local) {
      for (std::size_t T = First; T < End; T += Step) {
        moveVectors(Local, In + T * Sizes.tileBytes, Sizes.tileBytes);
        computeTile(Local, T, Rounds);
      }
    });
  }

  /// Thread 2 g computes for group g, and thread 2 g + 1 copies for it.
  void overlapped(unsigned Passes, unsigned Rounds) {
    std::deque<Handover> Handovers(Sizes.groups);
    const std::size_t Bytes = Sizes.tileBytes;
    std::atomic<std::size_t> Ready = 0;
    Threads.run([&](unsigned Thread, char *Local) {
      const std::size_t Group = Thread / 2;
      if (Group >= Sizes.groups)
        return;
      Handover &Between = Handovers[Group];
      const bool Computes = Thread % 2 == 0;
      if (Computes) {
        Between.tiles = Local;
        Ready.fetch_add(1);
      }
      waitUntil(Ready, Sizes.groups);
      std::size_t Count = 0;
      for (unsigned Pass = 0; Pass != Passes; ++Pass)
        for (std::size_t T = Group; T < Sizes.tiles; T += Sizes.groups) {
          char *Tile = Between.tiles + Count++ % 2 * Bytes;
          if (Computes) {
            waitUntil(Between.filled, Count);
            computeTile(Tile, T, Rounds);
            Between.emptied.store(Count, std::memory_order_release);
          } else {
            waitUntil(Between.emptied, Count < 2 ? 0 : Count - 2);
            moveVectors(Tile, In + T * Bytes, Bytes);
            Between.filled.store(Count, std::memory_order_release);
          }
        }
    });
  }
};

} // namespace

std::unique_ptr<Task> makeHandPipeline(Pool &Pool, const Row &Row,
                                       const Layout &Layout, const Data &Data) {
  return std::make_unique<HandPipeline>(Pool, Row, Layout, Data);
}

} // namespace copies
