//===- HandTask.cpp - A row in hand-written C++ ---------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "HandTask.h"

#include <algorithm>
#include <atomic>

namespace copies {

void HandTask::forAllTiles(unsigned Passes, const RangeWork &Work) {
  const std::size_t Tiles = Sizes.tiles;
  if (Sizes.persistent) {
    Threads.run([&](unsigned Thread, char *Local) {
      if (Thread < Sizes.groups)
        for (unsigned Pass = 0; Pass != Passes; ++Pass) {
          Work(Thread, Tiles, Sizes.groups, Local);
          forget();
        }
    });
    return;
  }
  const std::size_t AtOnce =
      std::max<std::size_t>(Tiles / (std::size_t(Threads.size()) * 64), 1);
  const std::size_t PerPass = (Tiles + AtOnce - 1) / AtOnce;
  std::atomic<std::size_t> Next = 0;
  Threads.run([&](unsigned, char *Local) {
    for (std::size_t Turn; (Turn = Next.fetch_add(1)) < PerPass * Passes;) {
      std::size_t First = Turn % PerPass * AtOnce;
      Work(First, std::min(First + AtOnce, Tiles), 1, Local);
    }
  });
}

std::unique_ptr<Task> makeHandTask(bench::Pool &Pool, const Row &Row,
                                   const Layout &Layout, const Data &Data) {
  switch (Row.kind) {
  case Kind::Contiguous:
    return makeHandContiguous(Pool, Row, Layout, Data);
  case Kind::Gather:
  case Kind::Scatter:
    return makeHandStrided(Pool, Row, Layout, Data);
  case Kind::Tile2D:
  case Kind::Tile3D:
    return makeHandTiles(Pool, Row, Layout, Data);
  case Kind::Pipeline:
    return makeHandPipeline(Pool, Row, Layout, Data);
  case Kind::Matrix:
    return makeHandMatrix(Pool, Row, Layout, Data);
  }
  return nullptr;
}

} // namespace copies
