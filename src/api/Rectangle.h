//===- Rectangle.h - Regions of buffers -------------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_API_RECTANGLE_H
#define FERRY_API_RECTANGLE_H

#include <cstddef>

namespace ferry::api {

/// One side of a rectangular transfer (clEnqueueReadBufferRect and its
/// relatives), checked and with its pitches filled in. All numbers are bytes
/// but region[1] (rows) and region[2] (slices).
struct Rectangle {
  std::size_t start;      ///< Of the first byte, from the buffer's start.
  std::size_t rowPitch;   ///< From a row to the next.
  std::size_t slicePitch; ///< From a slice to the next.
  std::size_t extent;     ///< From the first byte to behind the last.

  /// Throws CL_INVALID_VALUE for a pitch that is not 0 and too small, and for
  /// numbers that overflow. \p Region has been checked by checkRegion().
  static Rectangle parse(const std::size_t *Origin, const std::size_t *Region,
                         std::size_t RowPitch, std::size_t SlicePitch);

  /// True if it lies within the first \p Bytes bytes.
  bool fits(std::size_t Bytes) const {
    return start <= Bytes && extent <= Bytes - start;
  }
};

/// Throws CL_INVALID_VALUE if \p Region is null or has an element that is zero.
void checkRegion(const std::size_t *Region);

/// True if two rectangles of one buffer have a byte in common.
bool overlap(const Rectangle &A, const Rectangle &B, const std::size_t *Region);

} // namespace ferry::api

#endif // FERRY_API_RECTANGLE_H
