//===- MoversImpl.h - The movers, for one instruction set -------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Included by one source file for each instruction set, which is compiled for
/// that set, and whose folder has what the set's machine does otherwise:
/// MoversFixed.h, MoversInsert.h and MoversVector.h. Nothing from here, and no
/// inline function of a library, may have a name that another file could be
/// linked against: the linker would keep one of them for all processors.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_COPY_MOVERSIMPL_H
#define FERRY_COPY_MOVERSIMPL_H

#include "MoversFixed.h"
#include "copy/Movers.h"
#include "copy/MoversContiguous.h"
#include "copy/MoversElements.h"
#include "copy/MoversLines.h"

#include <utility>

namespace ferry::copy {
namespace {

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
