//===- HandContiguous.cpp - Tiles in and out, hand-written ----------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "HandMoves.h"
#include "HandTask.h"

namespace copies {

namespace {

using Move = void(char *To, const char *From, std::size_t Bytes);

/// Tiles of \p Bytes; of \p Size, if that is not 0.
template <Move *MoveIn, Move *MoveOut, std::size_t Size = 0>
void moveTiles(const char *In, char *Out, char *Local, std::size_t Bytes,
               std::size_t First, std::size_t End, std::size_t Step) {
  const std::size_t Each = Size ? Size : Bytes;
  for (std::size_t T = First; T < End; T += Step) {
    MoveIn(Local, In + T * Each, Each);
    forget();
    MoveOut(Out + T * Each, Local, Each);
    forget();
  }
}

using Mover = decltype(&moveTiles<moveVectors, moveVectors>);

class HandContiguous : public HandTask {
public:
  HandContiguous(bench::Pool &Pool, const Row &Row, const Layout &Layout,
                 const Data &Data)
      : HandTask(Pool, Row, Layout, Data) {
    add("memcpy", moveTiles<moveLibrary, moveLibrary>);
    add("rep movsb", moveTiles<moveString, moveString>);
    add("vectors", moveTiles<moveVectors, moveVectors>);
    add("vectors, streaming out", moveTiles<moveVectors, moveStreaming>);
    if (Sizes.tileBytes == 64)
      add("inline", moveTiles<moveVectors, moveVectors, 64>);
    if (Sizes.tileBytes == 256)
      add("inline", moveTiles<moveVectors, moveVectors, 256>);
    if (Sizes.tileBytes == 1024)
      add("inline", moveTiles<moveVectors, moveVectors, 1024>);
  }

  std::vector<std::string> variants() const override { return Names; }

  void run(std::size_t Variant, unsigned Passes, unsigned, bool) override {
    forAllTiles(Passes,
                [&, Mover = Movers[Variant]](std::size_t First, std::size_t End,
                                             std::size_t Step, char *Local) {
                  Mover(In, Out, Local, Sizes.tileBytes, First, End, Step);
                  // Streamed bytes are there when the thread says that it is
                  // done.
                  _mm_sfence();
                });
  }

private:
  void add(const char *Name, Mover Mover) {
    Names.push_back(Name);
    Movers.push_back(Mover);
  }

  std::vector<std::string> Names;
  std::vector<Mover> Movers;
};

} // namespace

std::unique_ptr<Task> makeHandContiguous(bench::Pool &Pool, const Row &Row,
                                         const Layout &Layout,
                                         const Data &Data) {
  return std::make_unique<HandContiguous>(Pool, Row, Layout, Data);
}

} // namespace copies
