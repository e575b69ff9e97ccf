//===- MoversTest.cpp - Every mover against a byte-by-byte reference ------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "copy/Movers.h"
#include "copy/tests/Pattern.h"

#include <gtest/gtest.h>

using namespace ferry;
using namespace ferry::copy;

namespace {

constexpr std::size_t Guard = 192;

std::vector<Isa> levels() {
  std::vector<Isa> Result{Isa::Sse2};
  if (isa() >= Isa::Avx2)
    Result.push_back(Isa::Avx2);
  if (isa() >= Isa::Avx512)
    Result.push_back(Isa::Avx512);
  return Result;
}

/// One strided move, compared with a loop over bytes, guard bytes included.
void check(const Movers &With, std::size_t Element, std::size_t Count,
           std::size_t DstStep, std::size_t SrcStep, std::size_t DstOffset,
           std::size_t SrcOffset) {
  std::size_t DstBytes = Count * DstStep + Element + DstOffset + 2 * Guard;
  std::size_t SrcBytes = Count * SrcStep + Element + SrcOffset;
  std::vector<std::byte> Src = pattern(SrcBytes, 1);
  std::vector<std::byte> Dst = pattern(DstBytes, 2), Expected = Dst;
  for (std::size_t I = 0; I != Count; ++I)
    for (std::size_t B = 0; B != Element; ++B)
      Expected[Guard + DstOffset + I * DstStep + B] =
          Src[SrcOffset + I * SrcStep + B];
  moveElements(With, Dst.data() + Guard + DstOffset, Src.data() + SrcOffset,
               Element, Count, DstStep, SrcStep);
  ASSERT_EQ(Dst, Expected) << "element " << Element << " count " << Count
                           << " steps " << DstStep << ' ' << SrcStep
                           << " offsets " << DstOffset << ' ' << SrcOffset;
}

TEST(Movers, ContiguousMovesEveryLengthAtEveryAlignment) {
  for (Isa Level : levels())
    for (std::size_t Bytes = 0; Bytes < 700; ++Bytes)
      for (std::size_t Offset : {0, 1, 15, 31, 63})
        check(movers(Level), 1, Bytes, 1, 1, Offset, (Offset * 7) % 64);
}

TEST(Movers, StreamingEqualsContiguous) {
  for (Isa Level : levels())
    for (std::size_t Bytes : {0, 1, 63, 64, 255, 256, 257, 1000, 4096, 10007})
      for (std::size_t Offset : {0, 1, 33, 63}) {
        std::vector<std::byte> Src = pattern(Bytes + 5, 3);
        std::vector<std::byte> Dst = pattern(Bytes + 2 * Guard, 4);
        std::vector<std::byte> Expected = Dst;
        std::copy(Src.begin() + 5, Src.end(),
                  Expected.begin() + std::ptrdiff_t(Offset));
        movers(Level).streaming(Dst.data() + Offset, Src.data() + 5, Bytes);
        ASSERT_EQ(Dst, Expected) << Bytes << " at " << Offset;
      }
}

TEST(Movers, StridedMovesEveryElementSize) {
  for (Isa Level : levels())
    for (std::size_t Element : {1, 2, 3, 4, 8, 13, 16, 32, 64, 100, 128, 200})
      for (std::size_t Stride = 1; Stride <= 17; ++Stride)
        for (std::size_t Count : {0, 1, 3, 4, 5, 31, 64}) {
          check(movers(Level), Element, Count, Element, Stride * Element, 0, 1);
          check(movers(Level), Element, Count, Stride * Element, Element, 1, 0);
        }
}

} // namespace
