//===- HandTask.h - A row in hand-written C++ -------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef COPIES_HANDTASK_H
#define COPIES_HANDTASK_H

#include "Task.h"
#include "common/Pool.h"

#include <functional>

namespace copies {

/// The compiler must suppose that all memory was read and written.
inline void forget() { asm volatile("" : : : "memory"); }

/// What the hand-written programs have in common: who takes which tile.
class HandTask : public Task {
public:
  HandTask(bench::Pool &Pool, const Row &Row, const Layout &Layout,
           const Data &Data)
      : Threads(Pool), Subject(Row), Sizes(Layout), In(Data.in()),
        Out(Data.out()) {}

protected:
  /// What is done for the tiles First, First + Step, ... before End, in the
  /// thread's local memory.
  using RangeWork = std::function<void(std::size_t First, std::size_t End,
                                       std::size_t Step, char *Local)>;

  /// Spreads the tiles over the threads: each has its own, or takes the next
  /// few when it is free.
  void forAllTiles(unsigned Passes, const RangeWork &Work);

  bench::Pool &Threads;
  Row Subject;
  Layout Sizes;
  char *In, *Out;
};

std::unique_ptr<Task> makeHandContiguous(bench::Pool &Pool, const Row &Row,
                                         const Layout &Layout,
                                         const Data &Data);
std::unique_ptr<Task> makeHandStrided(bench::Pool &Pool, const Row &Row,
                                      const Layout &Layout, const Data &Data);
std::unique_ptr<Task> makeHandTiles(bench::Pool &Pool, const Row &Row,
                                    const Layout &Layout, const Data &Data);
std::unique_ptr<Task> makeHandPipeline(bench::Pool &Pool, const Row &Row,
                                       const Layout &Layout, const Data &Data);
std::unique_ptr<Task> makeHandMatrix(bench::Pool &Pool, const Row &Row,
                                     const Layout &Layout, const Data &Data);

} // namespace copies

#endif // COPIES_HANDTASK_H
