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

/// The strides up to which the movers with a fixed stride are faster than those
/// for any, by a tenth or more, for elements of 1, 2, 4 and 8 bytes: measured
/// on Zen 4 (AVX-512, SSE2) and Zen 3 (AVX2), in the first cache.
#if defined(__AVX512BW__)
constexpr std::size_t GatherUpTo[] = {17, 12, 8, 3};
constexpr std::size_t ScatterUpTo[] = {17, 11, 5, 2};
#elif defined(__AVX2__)
constexpr std::size_t GatherUpTo[] = {8, 6, 4, 2};
#else
constexpr std::size_t GatherUpTo[] = {8, 4, 2, 1};
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
  if constexpr (Stride >= 2 && Stride <= GatherUpTo[SizeLog] &&
                hasGather(Stride))
    return gather<std::size_t(1) << SizeLog, Stride>;
  return nullptr;
}

template <std::size_t SizeLog, std::size_t Stride>
constexpr FixedStrideMover fixedScatter() {
#if defined(__AVX512BW__)
  if constexpr (Stride >= 2 && Stride <= ScatterUpTo[SizeLog])
    return scatter<std::size_t(1) << SizeLog, Stride>;
#endif
  return nullptr;
}

} // namespace
} // namespace ferry::copy

#endif // FERRY_COPY_MOVERSFIXED_H
