//===- Row.h - What is measured ---------------------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A row of the table is one kernel with its sizes. All contestants, drivers
/// and hand-written C++, do the same work for it on the same tiles.
///
//===----------------------------------------------------------------------===//

#ifndef COPIES_ROW_H
#define COPIES_ROW_H

#include <cstddef>
#include <string>
#include <vector>

namespace copies {

enum class Kind {
  Contiguous, ///< Global to local and back, every tile.
  Gather,     ///< Strided copies into local memory.
  Scatter,    ///< Strided copies out of local memory.
  Tile2D,     ///< Overlapping tiles of a picture into local memory.
  Tile3D,     ///< The same out of a volume.
  Pipeline,   ///< Double-buffered copies and computation.
  Matrix,     ///< Product of two matrices, tile by tile.
};

/// Who runs the tiles.
enum class Groups {
  OnePerTile,
  OnePerThread,
  OnePerTwoThreads,
  /// As many as threads if the set is small enough for a cache, so that a
  /// launch can go through it often; one per tile otherwise.
  BySet,
};

/// What the project wants of a row.
enum class Goal {
  None,
  OfHandWritten, ///< At least so much of the speed of hand-written C++.
  OfLarger,      ///< Overlapped: at most so much of the larger part's time.
  OfSum,         ///< Overlapped: at most so much of the sum of both parts.
  OfPlainLoads,  ///< At most so much of the time with plain loads.
};

struct Row {
  std::string family; ///< Rows that belong together.
  std::string name;   ///< Unique, begins with the family's.
  Kind kind = Kind::Contiguous;
  std::string type = "float";   ///< gentype of the copies.
  std::size_t elementBytes = 4; ///< Its size, or a picture element's.
  std::size_t tileElements = 0; ///< In local memory; a side in 2D and 3D.
  std::size_t stride = 1;       ///< In elements.
  std::size_t setBytes = 0;     ///< Of the side that is walked through.
  std::size_t localSize = 64;   ///< Work-items in a group.
  Groups groups = Groups::BySet;
  /// Of a pipeline: time of the computation in times of the copies.
  double computation = 0;
  Goal goal = Goal::None;
  double goalValue = 0;
};

/// Is the result a ratio of two times of the same contestant (less is better),
/// or a rate (more is better)?
inline bool isTimeRatio(const Row &Row) {
  return Row.goal == Goal::OfLarger || Row.goal == Goal::OfSum ||
         Row.goal == Goal::OfPlainLoads;
}

/// All rows. \param Quick fewer, smaller, and enough to check every kernel.
std::vector<Row> allRows(bool Quick);

} // namespace copies

#endif // COPIES_ROW_H
