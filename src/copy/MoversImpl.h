//===- MoversImpl.h - The movers, for one instruction set -------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Included by one source file for each instruction set, which is compiled for
/// that set. Nothing from here, and no inline function of a library, may have
/// a name that another file could be linked against: the linker would keep one
/// of them for all processors.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_COPY_MOVERSIMPL_H
#define FERRY_COPY_MOVERSIMPL_H

#include "copy/Movers.h"
#include "copy/MoversContiguous.h"
#include "copy/MoversElements.h"
#include "copy/MoversGather.h"
#include "copy/MoversLines.h"
#if defined(__AVX512BW__)
#include "copy/MoversScatter512.h"
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

template <std::size_t SizeLog, std::size_t... Stride>
constexpr void addFixedStrides(Movers &To, std::index_sequence<Stride...>) {
  ((To.gather[SizeLog][Stride] = fixedGather<SizeLog, Stride>()), ...);
  ((To.scatter[SizeLog][Stride] = fixedScatter<SizeLog, Stride>()), ...);
}

constexpr Movers makeTable() {
  Movers Result = {{moveContiguous, moveAhead, moveContiguous, moveStreaming},
                   {moveElements, moveElementsFromMemory, moveElementsToMemory,
                    moveStreamingLines},
                   {gatherAny<1>, gatherAny<2>, gatherAny<4>, gatherAny<8>},
                   {},
                   {}};
  using Strides = std::make_index_sequence<Movers::MaxFixedStride + 1>;
  addFixedStrides<0>(Result, Strides());
  addFixedStrides<1>(Result, Strides());
  addFixedStrides<2>(Result, Strides());
  addFixedStrides<3>(Result, Strides());
  return Result;
}

constexpr Movers Own::Table = makeTable();

} // namespace
} // namespace ferry::copy

#endif // FERRY_COPY_MOVERSIMPL_H
