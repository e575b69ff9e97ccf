//===- CopyPlan.h - What an async copy moves --------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COPY_COPYPLAN_H
#define FERRY_COPY_COPYPLAN_H

#include "copy/CopyRoute.h"
#include "ferry/abi.h"

#include <cstddef>
#include <cstdint>

namespace ferry::copy {

/// Every async copy is a plan: lines of contiguous bytes, in two dimensions. In
/// a plan that make() made, what is contiguous on both sides is one line, and
/// there are no more dimensions than it needs.
struct CopyPlan {
  std::byte *dst;
  const std::byte *src;
  std::uint64_t lineBytes;
  std::uint64_t bytes; ///< In all; 0 for a plan that does nothing.
  /// Lines of the destination, or source and destination, share bytes: the
  /// lines are moved one after the other, each as if by memmove. (Undefined in
  /// OpenCL C; here it is this.)
  bool overlaps;
  Locality locality;
  /// Of a plan of more than one line.
  abi::CopyDimension lines, planes;

  bool isOneLine() const { return bytes == lineBytes; }

  /// \param Lines null if there is but one.
  void make(std::byte *Dst, const std::byte *Src, std::uint64_t LineBytes,
            const abi::CopyLines *Lines);

private:
  void simplify();
};

/// Whether one of them may write to what the other one reads or writes. True
/// for some that do not, where their lines lie between each other in ways that
/// are not looked into.
bool mayTouchTheSame(const CopyPlan &A, const CopyPlan &B);

/// Fills the destination with \p Byte, if it does not overlap the source.
void poison(const CopyPlan &Plan, int Byte);

/// How many parts the plan has that can be carried out in any order, by any
/// thread: at least 1 if it moves anything, and less than 2^32.
std::uint32_t numChunks(const CopyPlan &Plan);

/// Carries out one of them.
///
/// \param Chunk less than numChunks(Plan).
void runChunk(const CopyPlan &Plan, std::uint32_t Chunk);

/// Carries out the whole plan.
void runAll(const CopyPlan &Plan);

/// Brings what others have moved into this thread's cache, to be written: each
/// cache line of the destination is written with what it has. Nobody else may
/// write to the destination meanwhile.
///
/// A cache line that one thread has written and another one read is in both
/// caches, and the next store of the first waits until the second has given it
/// up. Where the second has written, too, it does not (measured on Zen 4).
void makeExclusive(const CopyPlan &Plan);

/// Carries out a copy without a plan, if it is a line, or lines of one plane
/// that do not overlap: that takes less time than to make the plan.
///
/// \param Lines null if there is but one.
/// \returns false if it is anything else; then nothing has happened.
bool runWithoutPlan(std::byte *Dst, const std::byte *Src,
                    std::uint64_t LineBytes, const abi::CopyLines *Lines,
                    Locality Where);

} // namespace ferry::copy

#endif // FERRY_COPY_COPYPLAN_H
