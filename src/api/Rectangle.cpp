//===- Rectangle.cpp - Regions of buffers ---------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "api/Rectangle.h"

#include "api/Entry.h"

#include <cstdint>
#include <initializer_list>

using namespace ferry::api;

namespace {

/// A * B + C; a region whose numbers overflow is out of bounds.
std::size_t multiplyAdd(std::size_t A, std::size_t B, std::size_t C) {
  std::size_t Result;
  require(!__builtin_mul_overflow(A, B, &Result) &&
              !__builtin_add_overflow(Result, C, &Result),
          CL_INVALID_VALUE);
  return Result;
}

/// Floor of \p A / \p B for positive \p B.
std::int64_t floorDivide(std::int64_t A, std::int64_t B) {
  return A / B - (A % B < 0);
}

bool isWithin(std::int64_t Distance, std::size_t Count) {
  return std::size_t(Distance < 0 ? -Distance : Distance) < Count;
}

} // namespace

void ferry::api::checkRegion(const std::size_t *Region) {
  // "CL_INVALID_VALUE if [...] region is NULL", "if any region array element is
  // zero".
  require(Region && Region[0] && Region[1] && Region[2], CL_INVALID_VALUE);
}

Rectangle Rectangle::parse(const std::size_t *Origin, const std::size_t *Region,
                           std::size_t RowPitch, std::size_t SlicePitch) {
  Rectangle R;
  // "If row_pitch is zero, the appropriate row pitch is computed as region[0]."
  R.rowPitch = RowPitch ? RowPitch : Region[0];
  // "CL_INVALID_VALUE if row_pitch is not equal to zero and is less than
  // region[0]."
  require(R.rowPitch >= Region[0], CL_INVALID_VALUE);
  std::size_t Slice = multiplyAdd(Region[1], R.rowPitch, 0);
  // "If slice_pitch is zero, the appropriate slice pitch is computed as
  // region[1] times row_pitch."
  R.slicePitch = SlicePitch ? SlicePitch : Slice;
  // "CL_INVALID_VALUE if slice_pitch is not equal to zero and is less than
  // region[1] times row_pitch", "and is not a multiple of row_pitch".
  require(R.slicePitch >= Slice && R.slicePitch % R.rowPitch == 0,
          CL_INVALID_VALUE);
  // "The offset in bytes is computed as origin[2] * slice_pitch + origin[1] *
  // row_pitch + origin[0]."
  R.start = multiplyAdd(Origin[2], R.slicePitch,
                        multiplyAdd(Origin[1], R.rowPitch, Origin[0]));
  R.extent = multiplyAdd(Region[2] - 1, R.slicePitch,
                         multiplyAdd(Region[1] - 1, R.rowPitch, Region[0]));
  return R;
}

bool ferry::api::overlap(const Rectangle &A, const Rectangle &B,
                         const std::size_t *Region) {
  if (A.start + A.extent <= B.start || B.start + B.extent <= A.start)
    return false;
  if (A.rowPitch != B.rowPitch || A.slicePitch != B.slicePitch)
    return true; // Different buffers on the same bytes: be careful.

  // They overlap if the distance of their starts is also the distance of two
  // bytes of one rectangle: x + y * rowPitch + z * slicePitch with |x|, |y| and
  // |z| less than the region's elements. Since the rows of a slice lie within
  // its pitch, and a row within its own, two values of z and of y can do it.
  auto Distance = std::int64_t(A.start - B.start);
  auto Row = std::int64_t(A.rowPitch), Slice = std::int64_t(A.slicePitch);
  std::int64_t FloorZ = floorDivide(Distance, Slice);
  for (std::int64_t Z : {FloorZ, FloorZ + 1}) {
    if (!isWithin(Z, Region[2]))
      continue;
    std::int64_t InSlice = Distance - Z * Slice;
    std::int64_t FloorY = floorDivide(InSlice, Row);
    for (std::int64_t Y : {FloorY, FloorY + 1})
      if (isWithin(Y, Region[1]) && isWithin(InSlice - Y * Row, Region[0]))
        return true;
  }
  return false;
}
