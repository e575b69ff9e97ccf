//===- HandTiles.cpp - Tiles with a halo, hand-written --------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "HandMoves.h"
#include "HandTask.h"

namespace copies {

namespace {

/// A tile's lines. Steps are in bytes; the lines follow each other in \p To.
using Mover = void (*)(char *To, const char *From, std::size_t LineBytes,
                       std::size_t Lines, std::size_t Step);

void moveLibraryLines(char *To, const char *From, std::size_t LineBytes,
                      std::size_t Lines, std::size_t Step) {
  for (std::size_t Line = 0; Line != Lines; ++Line)
    std::memcpy(To + Line * LineBytes, From + Line * Step, LineBytes);
}

/// The number of bytes is a constant: whole vectors, the last of which overlaps
/// the one before it.
template <std::size_t Bytes>
void moveConstantLines(char *To, const char *From, std::size_t,
                       std::size_t Lines, std::size_t Step) {
  for (std::size_t L = 0; L != Lines; ++L) {
#pragma GCC unroll 16
    for (std::size_t I = 0; I + 64 <= Bytes; I += 64)
      Line::store(To + I, Line::load(From + I));
    if constexpr (Bytes % 64)
      Line::store(To + Bytes - 64, Line::load(From + Bytes - 64));
    To += Bytes;
    From += Step;
  }
}

Mover constantMover(std::size_t LineBytes) {
  switch (LineBytes) {
  case 66:
    return moveConstantLines<66>;
  case 66 * 3:
    return moveConstantLines<66 * 3>;
  case 66 * 4:
    return moveConstantLines<66 * 4>;
  case 66 * 13:
    return moveConstantLines<66 * 13>;
  case 18 * 4:
    return moveConstantLines<18 * 4>;
  default:
    return moveLibraryLines;
  }
}

class HandTiles : public HandTask {
public:
  using HandTask::HandTask;

  std::vector<std::string> variants() const override {
    return {"memcpy", "constant lines"};
  }

  void run(std::size_t Variant, unsigned Passes, unsigned,
           bool Check) override {
    const std::size_t LineBytes = Subject.tileElements * Subject.elementBytes;
    const Mover Mover = Variant ? constantMover(LineBytes) : moveLibraryLines;
    forAllTiles(Passes, [&](std::size_t First, std::size_t End,
                            std::size_t Step, char *Local) {
      for (std::size_t T = First; T < End; T += Step) {
        moveTile(Mover, T, LineBytes, Local);
        if (Check)
          moveLibrary(Out + T * Sizes.tileBytes, Local, Sizes.tileBytes);
        forget();
      }
    });
  }

private:
  void moveTile(Mover Mover, std::size_t T, std::size_t LineBytes,
                char *Local) const {
    const std::size_t Side = Subject.tileElements;
    const std::size_t Element = Subject.elementBytes;
    if (Subject.kind == Kind::Tile2D) {
      std::size_t X = T % PictureAcross * PictureStep;
      std::size_t Y = T / PictureAcross * PictureStep;
      Mover(Local, In + (Y * PictureWidth + X) * Element, LineBytes, Side,
            PictureWidth * Element);
      return;
    }
    std::size_t X = T % VolumeAcross * VolumeStep;
    std::size_t Y = T / VolumeAcross % VolumeAcross * VolumeStep;
    std::size_t Z = T / VolumeAcross / VolumeAcross * VolumeStep;
    for (std::size_t Plane = 0; Plane != Side; ++Plane)
      Mover(Local + Plane * Side * LineBytes,
            In + (((Z + Plane) * VolumeWidth + Y) * VolumeWidth + X) * Element,
            LineBytes, Side, VolumeWidth * Element);
  }
};

} // namespace

std::unique_ptr<Task> makeHandTiles(bench::Pool &Pool, const Row &Row,
                                    const Layout &Layout, const Data &Data) {
  return std::make_unique<HandTiles>(Pool, Row, Layout, Data);
}

} // namespace copies
