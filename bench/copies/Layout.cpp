//===- Layout.cpp - Where the tiles of a row lie --------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Layout.h"

#include <algorithm>

namespace copies {

Layout::Layout(const Row &Row, unsigned Threads) {
  const std::size_t Side = Row.tileElements, Element = Row.elementBytes;
  tileBytes = Side * Element;
  switch (Row.kind) {
  case Kind::Contiguous:
  case Kind::Gather:
  case Kind::Scatter: {
    std::size_t Span = tileBytes * Row.stride;
    tiles = std::max<std::size_t>(Row.setBytes / Span, 1);
    inBytes = tiles * (Row.kind == Kind::Gather ? Span : tileBytes);
    outBytes = tiles * (Row.kind == Kind::Scatter ? Span : tileBytes);
    break;
  }
  case Kind::Tile2D:
    tileBytes = Side * Side * Element;
    tiles = PictureAcross * PictureDown;
    inBytes = PictureWidth * (PictureStep * PictureDown + 2) * Element;
    outBytes = tiles * tileBytes;
    break;
  case Kind::Tile3D:
    tileBytes = Side * Side * Side * Element;
    tiles = VolumeAcross * VolumeAcross * VolumeAcross;
    inBytes = VolumeWidth * VolumeWidth * VolumeWidth * Element;
    outBytes = tiles * tileBytes;
    break;
  case Kind::Pipeline:
    tiles = Row.setBytes / tileBytes;
    inBytes = tiles * tileBytes;
    outBytes = tiles * Row.localSize * Element;
    break;
  case Kind::Matrix:
    tileBytes = Side * Side * Element;
    tiles = (MatrixSide / Side) * (MatrixSide / Side);
    inBytes = 2 * MatrixSide * MatrixSide * Element;
    outBytes = MatrixSide * MatrixSide * Element;
    break;
  }
  // Two tiles: of the pipeline, and of both matrices.
  bool Two = Row.kind == Kind::Pipeline || Row.kind == Kind::Matrix;
  localBytes = Two ? 2 * tileBytes : tileBytes;
  work = double(tiles * tileBytes);

  constexpr std::size_t CachedBytes = std::size_t(32) << 20;
  switch (Row.groups) {
  case Groups::OnePerTile:
    groups = tiles;
    break;
  case Groups::OnePerThread:
    groups = Threads;
    break;
  case Groups::OnePerTwoThreads:
    groups = std::max(Threads / 2, 1U);
    break;
  case Groups::BySet:
    groups = Row.setBytes <= CachedBytes ? Threads : tiles;
    break;
  }
  groups = std::min(groups, tiles);
  persistent = Row.groups != Groups::OnePerTile && groups != tiles;
  persistent |= groups <= Threads;
}

} // namespace copies
