//===- RectangleTest.cpp - Regions of buffers, against brute force --------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "api/Rectangle.h"

#include "core/Error.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <set>

using namespace ferry;
using api::Rectangle;

namespace {

/// The error that \p Run throws, or CL_SUCCESS.
template <typename Body> cl_int errorOf(Body &&Run) {
  try {
    Run();
    return CL_SUCCESS;
  } catch (const core::Error &E) {
    return E.code();
  }
}

std::set<std::size_t> bytesOf(const Rectangle &R, const std::size_t *Region) {
  std::set<std::size_t> Bytes;
  for (std::size_t Z = 0; Z != Region[2]; ++Z)
    for (std::size_t Y = 0; Y != Region[1]; ++Y)
      for (std::size_t X = 0; X != Region[0]; ++X)
        Bytes.insert(R.start + Z * R.slicePitch + Y * R.rowPitch + X);
  return Bytes;
}

TEST(Rectangle, OverlapIsExact) {
  std::mt19937 Generator(1);
  auto Random = [&](std::size_t Least, std::size_t Most) {
    return std::uniform_int_distribution<std::size_t>(Least, Most)(Generator);
  };
  for (int Iteration = 0; Iteration != 20000; ++Iteration) {
    const std::size_t Region[3] = {Random(1, 5), Random(1, 4), Random(1, 3)};
    std::size_t Row = Region[0] + Random(0, 4);
    std::size_t Slice = Row * (Region[1] + Random(0, 3));
    const std::size_t First[3] = {Random(0, 9), Random(0, 4), Random(0, 3)};
    const std::size_t Second[3] = {Random(0, 9), Random(0, 4), Random(0, 3)};
    Rectangle A = Rectangle::parse(First, Region, Row, Slice);
    Rectangle B = Rectangle::parse(Second, Region, Row, Slice);
    std::set<std::size_t> Bytes = bytesOf(A, Region);
    bool Shared = false;
    for (std::size_t Byte : bytesOf(B, Region))
      Shared |= Bytes.contains(Byte);
    ASSERT_EQ(api::overlap(A, B, Region), Shared);
    ASSERT_EQ(A.start + A.extent, *Bytes.rbegin() + 1);
  }
}

TEST(Rectangle, PitchesHaveDefaults) {
  const std::size_t Origin[3] = {1, 2, 3}, Region[3] = {4, 5, 6};
  Rectangle R = Rectangle::parse(Origin, Region, 0, 0);
  EXPECT_EQ(R.rowPitch, 4u);
  EXPECT_EQ(R.slicePitch, 20u);
  EXPECT_EQ(R.start, 3u * 20 + 2 * 4 + 1);
}

TEST(Rectangle, WrongPitchesAreRefused) {
  const std::size_t Origin[3] = {}, Region[3] = {4, 5, 6};
  auto Parse = [&](std::size_t Row, std::size_t Slice) {
    return errorOf([&] { Rectangle::parse(Origin, Region, Row, Slice); });
  };
  EXPECT_EQ(Parse(3, 0), CL_INVALID_VALUE);
  EXPECT_EQ(Parse(8, 39), CL_INVALID_VALUE);
  EXPECT_EQ(Parse(8, 41), CL_INVALID_VALUE);
  EXPECT_EQ(Parse(8, 48), CL_SUCCESS);
}

TEST(Rectangle, NumbersThatOverflowAreRefused) {
  const std::size_t Region[3] = {1, 1, 2};
  const std::size_t Origin[3] = {0, 0, SIZE_MAX};
  EXPECT_EQ(errorOf([&] { Rectangle::parse(Origin, Region, 8, 64); }),
            CL_INVALID_VALUE);
}

} // namespace
