//===- CopyPlan.cpp - What an async copy moves ----------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "copy/CopyPlan.h"

#include "copy/Movers.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace ferry::copy {

namespace {
/// Bytes that a chunk moves at least, unless it is the last of its line or
/// plane: so many that claiming it costs little beside it.
constexpr std::uint64_t ChunkBytes = 16384;
constexpr std::uint64_t LineBytes = 64;
/// Chunks of a plan at most.
constexpr std::uint64_t MaxChunks = 1 << 20;
/// Shorter lines are not streamed: a cache line of which only a part is
/// written goes to memory twice.
constexpr std::uint64_t MinStreamBytes = 2048;

/// How a plan is cut. A chunk is a part of one line, or some lines of one
/// plane.
struct Cut {
  std::uint64_t bytes;    ///< Of a line in one chunk.
  std::uint64_t perLine;  ///< Chunks of a line; 1 if a chunk has whole lines.
  std::uint64_t lines;    ///< Lines in one chunk.
  std::uint64_t perPlane; ///< Chunks of a plane.
};

Cut cutOf(const CopyPlan &Plan) {
  std::uint64_t Bytes = std::max(ChunkBytes, Plan.bytes / MaxChunks);
  std::uint64_t PerLine = (Plan.lineBytes + Bytes - 1) / Bytes;
  std::uint64_t Lines = PerLine > 1 ? 1 : Bytes / Plan.lineBytes;
  return {Bytes, PerLine, Lines,
          (Plan.lines.count + Lines - 1) / Lines * PerLine};
}

/// The bytes from the first to the last that one side touches.
std::uint64_t extent(const CopyPlan &Plan, std::uint64_t LineStep,
                     std::uint64_t PlaneStep) {
  return (Plan.lines.count - 1) * LineStep +
         (Plan.planes.count - 1) * PlaneStep + Plan.lineBytes;
}

bool overlaps(const CopyPlan &Plan) {
  if (Plan.lines.count > 1 && Plan.lines.dstStep < Plan.lineBytes)
    return true;
  if (Plan.planes.count > 1 &&
      Plan.planes.dstStep <
          (Plan.lines.count - 1) * Plan.lines.dstStep + Plan.lineBytes)
    return true;
  auto Dst = reinterpret_cast<std::uintptr_t>(Plan.dst);
  auto Src = reinterpret_cast<std::uintptr_t>(Plan.src);
  return Dst - Src < extent(Plan, Plan.lines.srcStep, Plan.planes.srcStep) ||
         Src - Dst < extent(Plan, Plan.lines.dstStep, Plan.planes.dstStep);
}

void moveLine(const CopyPlan &Plan, std::byte *Dst, const std::byte *Src,
              std::uint64_t Bytes) {
  if (Plan.streams && Plan.lineBytes >= MinStreamBytes)
    movers().streaming(Dst, Src, Bytes);
  else
    movers().contiguous(Dst, Src, Bytes);
}

/// Some lines of one plane.
void moveSome(const CopyPlan &Plan, std::byte *Dst, const std::byte *Src,
              std::uint64_t Lines) {
  if (Lines == 1 || Plan.lineBytes >= MinStreamBytes) {
    for (; Lines; --Lines, Dst += Plan.lines.dstStep, Src += Plan.lines.srcStep)
      moveLine(Plan, Dst, Src, Plan.lineBytes);
    return;
  }
  moveElements(movers(), Dst, Src, Plan.lineBytes, Lines, Plan.lines.dstStep,
               Plan.lines.srcStep);
}
} // namespace

CopyPlan simplify(const abi::CopyPlan &Asked) {
  CopyPlan Plan{Asked, 0, false, false};
  Plan.bytes = Plan.lineBytes * Plan.lines.count * Plan.planes.count;
  if (Plan.bytes == 0)
    return Plan;
  if (Plan.bytes == Plan.lineBytes) {
    Plan.overlaps = overlaps(Plan);
    return Plan;
  }
  constexpr abi::CopyDimension One = {1, 0, 0};
  auto DropInner = [&] { Plan.lines = std::exchange(Plan.planes, One); };
  if (Plan.lines.count == 1)
    DropInner();
  for (unsigned I = 0; I != 2; ++I)
    if (Plan.lines.dstStep == Plan.lineBytes &&
        Plan.lines.srcStep == Plan.lineBytes) {
      Plan.lineBytes *= Plan.lines.count;
      DropInner();
    }
  if (Plan.planes.count == 1)
    Plan.planes = One;
  else if (Plan.planes.dstStep == Plan.lines.count * Plan.lines.dstStep &&
           Plan.planes.srcStep == Plan.lines.count * Plan.lines.srcStep) {
    Plan.lines.count *= Plan.planes.count;
    Plan.planes = One;
  }
  if (Plan.lines.count == 1)
    Plan.lines = One;
  Plan.overlaps = overlaps(Plan);
  return Plan;
}

std::uint32_t numChunks(const CopyPlan &Plan) {
  if (Plan.bytes == 0)
    return 0;
  if (Plan.overlaps)
    return 1;
  std::uint64_t Chunks = cutOf(Plan).perPlane * Plan.planes.count;
  return std::uint32_t(std::min<std::uint64_t>(Chunks, UINT32_MAX));
}

void runChunk(const CopyPlan &Plan, std::uint32_t Chunk) {
  if (Plan.overlaps) {
    runAll(Plan);
    return;
  }
  Cut By = cutOf(Plan);
  std::uint64_t Plane = Chunk / By.perPlane, InPlane = Chunk % By.perPlane;
  std::uint64_t FirstLine = InPlane / By.perLine * By.lines;
  std::byte *Dst =
      Plan.dst + Plane * Plan.planes.dstStep + FirstLine * Plan.lines.dstStep;
  const std::byte *Src =
      Plan.src + Plane * Plan.planes.srcStep + FirstLine * Plan.lines.srcStep;
  if (By.perLine == 1) {
    moveSome(Plan, Dst, Src, std::min(By.lines, Plan.lines.count - FirstLine));
    return;
  }
  // The borders within a line move down to a cache line of the destination, so
  // that no cache line is written by two threads.
  std::uint64_t Part = InPlane % By.perLine;
  std::uint64_t Misaligned = reinterpret_cast<std::uintptr_t>(Dst) % LineBytes;
  std::uint64_t First = Part ? Part * By.bytes - Misaligned : 0;
  std::uint64_t Last = Part + 1 == By.perLine
                           ? Plan.lineBytes
                           : (Part + 1) * By.bytes - Misaligned;
  moveLine(Plan, Dst + First, Src + First, Last - First);
}

void runAll(const CopyPlan &Plan) {
  std::byte *Dst = Plan.dst;
  const std::byte *Src = Plan.src;
  for (std::uint64_t Z = 0; Z != Plan.planes.count;
       ++Z, Dst += Plan.planes.dstStep, Src += Plan.planes.srcStep) {
    if (!Plan.overlaps) {
      moveSome(Plan, Dst, Src, Plan.lines.count);
      continue;
    }
    for (std::uint64_t Y = 0; Y != Plan.lines.count; ++Y)
      std::memmove(Dst + Y * Plan.lines.dstStep, Src + Y * Plan.lines.srcStep,
                   Plan.lineBytes);
  }
}

} // namespace ferry::copy
