//===- MoversFixed.h - Which strides have movers ----------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Part of MoversImpl.h, whose rules hold here.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_COPY_MOVERSFIXED_H
#define FERRY_COPY_MOVERSFIXED_H

#include "MoversGather.h"
#if defined(__AVX512BW__)
#include "MoversScatter512.h"
#endif

namespace ferry::copy {
namespace {

/// The largest fixed strides of elements of 1, 2, 4 and 8 bytes. Larger ones
/// gain little where bench/copies has a row (docs/async-copies.md).
#if defined(__AVX2__)
constexpr std::size_t UpTo[] = {4, 4, 4, 2};
#else
constexpr std::size_t UpTo[] = {4, 4, 2, 1};
#endif

/// SSE2 can only halve.
constexpr bool hasGather([[maybe_unused]] std::size_t Stride) {
#if defined(__AVX2__)
  return true;
#else
  return !(Stride & (Stride - 1));
#endif
}

template <std::size_t SizeLog, std::size_t Stride>
constexpr FixedStrideMover fixedGather() {
  if constexpr (Stride >= 2 && Stride <= UpTo[SizeLog] && hasGather(Stride))
    return gather<std::size_t(1) << SizeLog, Stride>;
  return nullptr;
}

template <std::size_t SizeLog, std::size_t Stride>
constexpr FixedStrideMover fixedScatter() {
#if defined(__AVX512BW__)
  if constexpr (Stride >= 2 && Stride <= UpTo[SizeLog])
    return scatter<std::size_t(1) << SizeLog, Stride>;
#endif
  return nullptr;
}

} // namespace
} // namespace ferry::copy

#endif // FERRY_COPY_MOVERSFIXED_H
