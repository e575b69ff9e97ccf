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
/// Chunks of a plan at most.
constexpr std::uint64_t MaxChunks = 1 << 20;

/// How a plan is cut. A chunk is a part of one line, or some lines of one
/// plane.
struct Cut {
  std::uint64_t bytes;    ///< Of a line in one chunk.
  std::uint64_t perLine;  ///< Chunks of a line; 1 if a chunk has whole lines.
  std::uint64_t lines;    ///< Lines in one chunk.
  std::uint64_t perPlane; ///< Chunks of a plane.
};

std::uint64_t linesOf(const CopyPlan &Plan) {
  return Plan.isOneLine() ? 1 : Plan.lines.count;
}

std::uint64_t planesOf(const CopyPlan &Plan) {
  return Plan.isOneLine() ? 1 : Plan.planes.count;
}

Cut cutOf(const CopyPlan &Plan) {
  std::uint64_t Bytes = std::max(tuning::ChunkBytes, Plan.bytes / MaxChunks);
  std::uint64_t PerLine = (Plan.lineBytes + Bytes - 1) / Bytes;
  std::uint64_t Lines = PerLine > 1 ? 1 : Bytes / Plan.lineBytes;
  return {Bytes, PerLine, Lines, (linesOf(Plan) + Lines - 1) / Lines * PerLine};
}

/// The bytes from the first to the last that one side touches.
std::uint64_t extent(const CopyPlan &Plan, std::uint64_t LineStep,
                     std::uint64_t PlaneStep) {
  return (Plan.lines.count - 1) * LineStep +
         (Plan.planes.count - 1) * PlaneStep + Plan.lineBytes;
}

bool sidesOverlap(const std::byte *Dst, std::uint64_t DstBytes,
                  const std::byte *Src, std::uint64_t SrcBytes) {
  auto To = reinterpret_cast<std::uintptr_t>(Dst);
  auto From = reinterpret_cast<std::uintptr_t>(Src);
  return To - From < SrcBytes || From - To < DstBytes;
}

bool linesOverlap(const CopyPlan &Plan) {
  return (Plan.lines.count > 1 && Plan.lines.dstStep < Plan.lineBytes) ||
         (Plan.planes.count > 1 &&
          Plan.planes.dstStep <
              (Plan.lines.count - 1) * Plan.lines.dstStep + Plan.lineBytes);
}

/// Lines of one plane, where those of the destination do not overlap.
void moveLines(Locality Where, std::byte *Dst, const std::byte *Src,
               std::uint64_t LineBytes, const abi::CopyDimension &Lines,
               std::uint64_t Count) {
  movers().elements(Where)(Dst, Src, LineBytes, Count, Lines.dstStep,
                           Lines.srcStep);
}

} // namespace

void CopyPlan::make(std::byte *Dst, const std::byte *Src,
                    std::uint64_t LineBytes, const abi::CopyLines *Lines) {
  // Member by member: these are read and written behind thousands of stores of
  // earlier copies, and a load that is wider than the stores before it would
  // wait for all of them.
  dst = Dst;
  src = Src;
  lineBytes = LineBytes;
  bytes = LineBytes;
  overlaps = false;
  locality = Locality::Cached;
  if (!Lines) {
    overlaps = sidesOverlap(dst, LineBytes, src, LineBytes);
    return;
  }
  lines.count = Lines->lines.count;
  lines.dstStep = Lines->lines.dstStep;
  lines.srcStep = Lines->lines.srcStep;
  planes.count = Lines->planes.count;
  planes.dstStep = Lines->planes.dstStep;
  planes.srcStep = Lines->planes.srcStep;
  bytes *= lines.count * planes.count;
  if (bytes != 0)
    simplify();
}

void CopyPlan::simplify() {
  auto DropInner = [this] {
    lines.count = planes.count;
    lines.dstStep = planes.dstStep;
    lines.srcStep = planes.srcStep;
    planes.count = 1;
  };
  if (lines.count == 1)
    DropInner();
  for (unsigned I = 0; I != 2; ++I)
    if (lines.dstStep == lineBytes && lines.srcStep == lineBytes) {
      lineBytes *= lines.count;
      DropInner();
    }
  if (planes.count != 1 && planes.dstStep == lines.count * lines.dstStep &&
      planes.srcStep == lines.count * lines.srcStep) {
    lines.count *= planes.count;
    planes.count = 1;
  }
  overlaps = linesOverlap(*this) ||
             sidesOverlap(dst, extent(*this, lines.dstStep, planes.dstStep),
                          src, extent(*this, lines.srcStep, planes.srcStep));
}

bool runWithoutPlan(std::byte *Dst, const std::byte *Src,
                    std::uint64_t LineBytes, const abi::CopyLines *Lines,
                    Locality Where) {
  if (!Lines) {
    if (sidesOverlap(Dst, LineBytes, Src, LineBytes))
      return false;
    movers().contiguous(Where)(Dst, Src, LineBytes);
    return true;
  }
  const abi::CopyDimension &L = Lines->lines;
  if (Lines->planes.count != 1 || L.count == 0 || LineBytes == 0 ||
      L.dstStep < LineBytes ||
      sidesOverlap(Dst, (L.count - 1) * L.dstStep + LineBytes, Src,
                   (L.count - 1) * L.srcStep + LineBytes))
    return false;
  if (L.dstStep == LineBytes && L.srcStep == LineBytes) {
    movers().contiguous(Where)(Dst, Src, LineBytes * L.count);
    return true;
  }
  moveLines(Where, Dst, Src, LineBytes, L, L.count);
  return true;
}

namespace {
/// One side of a plan.
struct Side {
  std::uint64_t begin, lineBytes, lines, lineStep, planes, planeStep;

  Side(const CopyPlan &Plan, bool IsDst)
      : begin(reinterpret_cast<std::uintptr_t>(IsDst ? Plan.dst : Plan.src)),
        lineBytes(Plan.lineBytes), lines(linesOf(Plan)), lineStep(0),
        planes(planesOf(Plan)), planeStep(0) {
    if (Plan.isOneLine())
      return;
    lineStep = IsDst ? Plan.lines.dstStep : Plan.lines.srcStep;
    planeStep = IsDst ? Plan.planes.dstStep : Plan.planes.srcStep;
  }
  std::uint64_t end() const {
    return begin + (planes - 1) * planeStep + (lines - 1) * lineStep +
           lineBytes;
  }
  /// What its lines repeat with, \p Otherwise if there is but one; 0 if that is
  /// no one number.
  std::uint64_t period(std::uint64_t Otherwise) const {
    if (lines == 1 && planes == 1)
      return Otherwise;
    if (lines == 1)
      return planeStep;
    return planes == 1 || (lineStep != 0 && planeStep % lineStep == 0)
               ? lineStep
               : 0;
  }
};

bool mayShareBytes(const Side &A, const Side &B) {
  if (A.begin >= B.end() || B.begin >= A.end())
    return false;
  // Lines that repeat with the same period may lie between each other.
  const std::uint64_t Period = A.period(B.period(0));
  if (Period == 0 || B.period(Period) != Period)
    return true;
  const std::uint64_t Between =
      A.begin >= B.begin ? (A.begin - B.begin) % Period
                         : (Period - (B.begin - A.begin) % Period) % Period;
  return Between < B.lineBytes || Between + A.lineBytes > Period;
}
} // namespace

bool mayTouchTheSame(const CopyPlan &A, const CopyPlan &B) {
  if (A.bytes == 0 || B.bytes == 0)
    return false;
  const Side ToA(A, true), ToB(B, true);
  return mayShareBytes(ToA, ToB) || mayShareBytes(ToA, Side(B, false)) ||
         mayShareBytes(Side(A, false), ToB);
}

void poison(const CopyPlan &Plan, int Byte) {
  if (Plan.overlaps)
    return;
  const Side To(Plan, true);
  for (std::uint64_t Z = 0; Z != To.planes; ++Z)
    for (std::uint64_t Y = 0; Y != To.lines; ++Y)
      std::memset(Plan.dst + Z * To.planeStep + Y * To.lineStep, Byte,
                  To.lineBytes);
}

std::uint32_t numChunks(const CopyPlan &Plan) {
  if (Plan.bytes == 0)
    return 0;
  if (Plan.overlaps || Plan.bytes <= tuning::ChunkBytes)
    return 1;
  std::uint64_t Chunks = cutOf(Plan).perPlane * planesOf(Plan);
  return std::uint32_t(std::min<std::uint64_t>(Chunks, UINT32_MAX));
}

void runChunk(const CopyPlan &Plan, std::uint32_t Chunk) {
  if (Plan.overlaps || Plan.bytes <= tuning::ChunkBytes) {
    runAll(Plan);
    return;
  }
  Cut By = cutOf(Plan);
  std::byte *Dst = Plan.dst;
  const std::byte *Src = Plan.src;
  std::uint64_t InPlane = Chunk;
  if (!Plan.isOneLine()) {
    std::uint64_t Plane = Chunk / By.perPlane;
    InPlane = Chunk % By.perPlane;
    std::uint64_t FirstLine = InPlane / By.perLine * By.lines;
    Dst += Plane * Plan.planes.dstStep + FirstLine * Plan.lines.dstStep;
    Src += Plane * Plan.planes.srcStep + FirstLine * Plan.lines.srcStep;
    if (By.perLine == 1) {
      moveLines(Plan.locality, Dst, Src, Plan.lineBytes, Plan.lines,
                std::min(By.lines, Plan.lines.count - FirstLine));
      return;
    }
  }
  // The borders within a line move down to a cache line of the destination, so
  // that no cache line is written by two threads.
  std::uint64_t Part = InPlane % By.perLine;
  std::uint64_t Misaligned = reinterpret_cast<std::uintptr_t>(Dst) % CacheLine;
  std::uint64_t First = Part ? Part * By.bytes - Misaligned : 0;
  std::uint64_t Last = Part + 1 == By.perLine
                           ? Plan.lineBytes
                           : (Part + 1) * By.bytes - Misaligned;
  movers().contiguous(Plan.locality)(Dst + First, Src + First, Last - First);
}

void runAll(const CopyPlan &Plan) {
  std::byte *Dst = Plan.dst;
  const std::byte *Src = Plan.src;
  if (Plan.isOneLine()) {
    if (Plan.overlaps)
      std::memmove(Dst, Src, Plan.lineBytes);
    else
      movers().contiguous(Plan.locality)(Dst, Src, Plan.lineBytes);
    return;
  }
  for (std::uint64_t Z = 0; Z != Plan.planes.count;
       ++Z, Dst += Plan.planes.dstStep, Src += Plan.planes.srcStep) {
    if (!Plan.overlaps) {
      moveLines(Plan.locality, Dst, Src, Plan.lineBytes, Plan.lines,
                Plan.lines.count);
      continue;
    }
    for (std::uint64_t Y = 0; Y != Plan.lines.count; ++Y)
      std::memmove(Dst + Y * Plan.lines.dstStep, Src + Y * Plan.lines.srcStep,
                   Plan.lineBytes);
  }
}

void makeExclusive(const CopyPlan &Plan) {
  std::uint64_t NumLines = linesOf(Plan), LineBytes = Plan.lineBytes;
  if (NumLines != 1 && Plan.lines.dstStep == LineBytes)
    LineBytes *= std::exchange(NumLines, 1);
  std::uintptr_t Latest = 0;
  for (std::uint64_t Z = 0; Z != planesOf(Plan); ++Z)
    for (std::uint64_t Y = 0; Y != NumLines; ++Y) {
      std::byte *Line = Plan.dst;
      if (!Plan.isOneLine())
        Line += Z * Plan.planes.dstStep + Y * Plan.lines.dstStep;
      const auto End = reinterpret_cast<std::uintptr_t>(Line) + LineBytes;
      for (auto At = reinterpret_cast<std::uintptr_t>(Line); At < End;
           At = (At / CacheLine + 1) * CacheLine)
        if (std::exchange(Latest, At / CacheLine) != At / CacheLine) {
          auto *Byte = reinterpret_cast<volatile std::byte *>(At);
          *Byte = *Byte;
        }
    }
}

} // namespace ferry::copy
