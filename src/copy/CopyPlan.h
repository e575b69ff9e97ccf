//===- CopyPlan.h - What an async copy moves --------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COPY_COPYPLAN_H
#define FERRY_COPY_COPYPLAN_H

#include <cstddef>
#include <cstdint>

namespace ferry::copy {

/// One dimension of a copy. Steps are in bytes.
struct CopyDimension {
  std::uint64_t count; ///< At least 1 in a plan that moves anything.
  std::uint64_t srcStep;
  std::uint64_t dstStep;
};

/// Every async copy built-in is one plan: elements of \c elementBytes bytes in
/// up to three dimensions, the innermost first. A contiguous copy is normalised
/// to one element run: dimension 0 with both steps equal to the element size.
struct CopyPlan {
  std::byte *dst;
  const std::byte *src;
  std::uint64_t elementBytes;
  CopyDimension dims[3];
};

/// The plan of a one-dimensional copy of \p Count elements, normalised. Strides
/// are in elements, at least 1.
CopyPlan planCopy(std::byte *Dst, const std::byte *Src,
                  std::uint64_t ElementBytes, std::uint64_t Count,
                  std::uint64_t DstStride, std::uint64_t SrcStride);

/// Bytes that the plan moves.
std::uint64_t bytesOf(const CopyPlan &Plan);

/// How many parts the plan has that can be carried out in any order, by any
/// thread.
std::uint64_t numChunks(const CopyPlan &Plan);

/// Carries out one of them.
///
/// \param Chunk less than numChunks(Plan).
void runChunk(const CopyPlan &Plan, std::uint64_t Chunk);

} // namespace ferry::copy

#endif // FERRY_COPY_COPYPLAN_H
