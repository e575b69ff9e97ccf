//===- CopyPlan.cpp - What an async copy moves ----------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "copy/CopyPlan.h"

#include "copy/Movers.h"

#include <algorithm>

namespace ferry::copy {

namespace {
/// Bytes that a chunk moves; the destination's part of it starts at a cache
/// line where it is contiguous, so that no line is written by two threads.
constexpr std::uint64_t ChunkBytes = 8192;
constexpr std::uint64_t LineBytes = 64;

bool isContiguous(const CopyPlan &Plan) {
  const CopyDimension &Row = Plan.dims[0];
  return Row.dstStep == Plan.elementBytes && Row.srcStep == Plan.elementBytes;
}

std::uint64_t elementsPerChunk(const CopyPlan &Plan) {
  return std::max<std::uint64_t>(ChunkBytes / Plan.elementBytes, 1);
}

/// How many chunks a row of the innermost dimension has.
std::uint64_t chunksPerRow(const CopyPlan &Plan) {
  std::uint64_t Each = elementsPerChunk(Plan);
  return (Plan.dims[0].count + Each - 1) / Each;
}
} // namespace

CopyPlan planCopy(std::byte *Dst, const std::byte *Src,
                  std::uint64_t ElementBytes, std::uint64_t Count,
                  std::uint64_t DstStride, std::uint64_t SrcStride) {
  CopyPlan Plan{Dst,
                Src,
                ElementBytes,
                {{Count, SrcStride * ElementBytes, DstStride * ElementBytes},
                 {1, 0, 0},
                 {1, 0, 0}}};
  // The bytes of a contiguous run are its elements: then chunks can start at
  // any byte.
  if (isContiguous(Plan)) {
    Plan.elementBytes = 1;
    Plan.dims[0] = {Count * ElementBytes, 1, 1};
  }
  return Plan;
}

std::uint64_t bytesOf(const CopyPlan &Plan) {
  return Plan.elementBytes * Plan.dims[0].count * Plan.dims[1].count *
         Plan.dims[2].count;
}

std::uint64_t numChunks(const CopyPlan &Plan) {
  return chunksPerRow(Plan) * Plan.dims[1].count * Plan.dims[2].count;
}

void runChunk(const CopyPlan &Plan, std::uint64_t Chunk) {
  std::uint64_t PerRow = chunksPerRow(Plan);
  std::uint64_t Row = Chunk / PerRow;
  std::uint64_t Y = Row % Plan.dims[1].count, Z = Row / Plan.dims[1].count;
  std::byte *Dst =
      Plan.dst + Y * Plan.dims[1].dstStep + Z * Plan.dims[2].dstStep;
  const std::byte *Src =
      Plan.src + Y * Plan.dims[1].srcStep + Z * Plan.dims[2].srcStep;

  const CopyDimension &Inner = Plan.dims[0];
  std::uint64_t Each = elementsPerChunk(Plan);
  std::uint64_t First = Chunk % PerRow * Each;
  std::uint64_t Last = First + Each;
  if (isContiguous(Plan) && Plan.elementBytes == 1) {
    // The borders between chunks move down to the next cache line.
    std::uint64_t Misaligned =
        reinterpret_cast<std::uintptr_t>(Dst) % LineBytes;
    First -= First ? Misaligned : 0;
    Last -= Misaligned;
  }
  if (Chunk % PerRow == PerRow - 1)
    Last = Inner.count;
  moveElements(movers(), Dst + First * Inner.dstStep,
               Src + First * Inner.srcStep, Plan.elementBytes, Last - First,
               Inner.dstStep, Inner.srcStep);
}

} // namespace ferry::copy
