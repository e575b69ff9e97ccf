//===- Layout.h - Where the tiles of a row lie ------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef COPIES_LAYOUT_H
#define COPIES_LAYOUT_H

#include "Row.h"

#include <cstddef>

namespace copies {

/// The picture of the 2D rows and the volume of the 3D rows: tiles begin every
/// PictureStep or VolumeStep elements and overlap by two.
constexpr std::size_t PictureWidth = 4096, PictureAcross = 63, PictureDown = 16,
                      PictureStep = 64;
constexpr std::size_t VolumeWidth = 258, VolumeAcross = 16, VolumeStep = 16;
/// The matrices are square.
constexpr std::size_t MatrixSide = 512;

/// The sizes of a row on a device of so many threads.
struct Layout {
  std::size_t tileBytes;  ///< Local memory of one tile.
  std::size_t localBytes; ///< Local memory of a group.
  std::size_t tiles;
  std::size_t groups;
  /// Every group walks through tiles and can do so several times; otherwise a
  /// launch must be repeated to take longer.
  bool persistent;
  std::size_t inBytes;  ///< Read, with gaps.
  std::size_t outBytes; ///< Written, with gaps.
  double work;          ///< Bytes that a pass moves, counted once.

  Layout(const Row &Row, unsigned Threads);
};

} // namespace copies

#endif // COPIES_LAYOUT_H
