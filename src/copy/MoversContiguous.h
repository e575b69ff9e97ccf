//===- MoversContiguous.h - Runs of bytes -----------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs of bytes, within the caches and past them. Part of MoversImpl.h, whose
/// rules hold here.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_COPY_MOVERSCONTIGUOUS_H
#define FERRY_COPY_MOVERSCONTIGUOUS_H

#include "copy/Movers.h"
#include "copy/MoversElements.h"
#include "copy/Reading.h"

#include <iterator>

namespace ferry::copy {
namespace {

/// Bytes of the widest part that an element has.
constexpr std::size_t WidestPart = sizeof(Element<64>::Part);

/// Up to 8 of the widest parts: they overlap, so that there is no loop.
inline void moveShort(std::byte *Dst, const std::byte *Src, std::size_t Bytes) {
  if (Bytes > 2 * WidestPart) {
    if (Bytes > 6 * WidestPart)
      return movePair<4 * WidestPart>(Dst, Src, Bytes);
    if (Bytes > 4 * WidestPart)
      return movePair<4 * WidestPart, 2 * WidestPart>(Dst, Src, Bytes);
    return movePair<2 * WidestPart>(Dst, Src, Bytes);
  }
  if (Bytes > WidestPart)
    return movePair<WidestPart>(Dst, Src, Bytes);
  if constexpr (WidestPart == 32)
    if (Bytes > 16)
      return movePair<16>(Dst, Src, Bytes);
  if (Bytes >= 8)
    return movePair<8>(Dst, Src, Bytes);
  if (Bytes >= 4)
    return movePair<4>(Dst, Src, Bytes);
  if (Bytes >= 2)
    return movePair<2>(Dst, Src, Bytes);
  if (Bytes)
    *Dst = *Src;
}

/// Moves what lies before the first multiple of \p Alignment in the
/// destination, of more bytes than that.
template <std::size_t Alignment>
[[gnu::always_inline]] inline void
moveHead(std::byte *&Dst, const std::byte *&Src, std::size_t &Bytes) {
  const std::size_t Head = -reinterpret_cast<std::uintptr_t>(Dst) % Alignment;
  if (Head == 0)
    return;
  moveShort(Dst, Src, Head);
  Dst += Head;
  Src += Head;
  Bytes -= Head;
}

void moveContiguous(std::byte *Dst, const std::byte *Src, std::size_t Bytes) {
  if (Bytes <= 8 * WidestPart)
    return moveShort(Dst, Src, Bytes);
  // The first part and the last ones may overlap what is between them, so that
  // the stores between are aligned.
  const std::byte *SrcTail = Src + Bytes - 4 * WidestPart;
  std::byte *DstTail = Dst + Bytes - 4 * WidestPart;
  // Behind the run there may be another thread's.
  constexpr std::size_t Ahead = tuning::AheadOfStores;
  const std::byte *PrefetchUntil =
      Bytes < tuning::LongRun ? Dst : DstTail - Ahead;
  Element<WidestPart> Head;
  Head.load(Src);
  Head.store(Dst);
  std::size_t Skip =
      WidestPart - reinterpret_cast<std::uintptr_t>(Dst) % WidestPart;
  Dst += Skip;
  Src += Skip;
  Element<4 * WidestPart> Four;
  if constexpr (PrefetchesRuns)
    for (; Dst < PrefetchUntil; Dst += 4 * WidestPart, Src += 4 * WidestPart) {
      for (std::size_t Line = 0; Line < 4 * WidestPart; Line += CacheLine)
        __builtin_prefetch(Dst + Ahead + Line, 1);
      Four.load(Src);
      Four.store(Dst);
    }
  for (; Dst < DstTail; Dst += 4 * WidestPart, Src += 4 * WidestPart) {
    Four.load(Src);
    Four.store(Dst);
  }
  Four.load(SrcTail);
  Four.store(DstTail);
}

/// Notes that a piece of \p Bytes bytes at \p Src is moved from memory.
inline void notePiece(const std::byte *Src, std::size_t Bytes) {
  Run *Of = std::begin(Reading.each);
  while (Of != std::end(Reading.each) && Of->end != Src)
    ++Of;
  const bool Follows = Of != std::end(Reading.each);
  if (!Follows)
    Of = &Reading.each[Reading.begun++ % std::size(Reading.each)];
  Of->end = Of->next = Src + Bytes;
  Of->bytes = Follows ? Bytes : 0;
}

void moveAhead(std::byte *Dst, const std::byte *Src, std::size_t Bytes) {
  if (Bytes < tuning::LongRun)
    return moveContiguous(Dst, Src, Bytes);
  if (Bytes >= tuning::MinPiece)
    notePiece(Src, Bytes);
  constexpr std::size_t Ahead = tuning::AheadOfLoads, Turn = 8 * CacheLine;
  moveHead<WidestPart>(Dst, Src, Bytes);
  for (; Bytes >= Turn; Bytes -= Turn, Dst += Turn, Src += Turn) {
#pragma GCC unroll 8
    for (std::size_t Line = 0; Line != Turn; Line += CacheLine)
      __builtin_prefetch(Src + Ahead + Line, 0, 2);
#pragma GCC unroll 8
    for (std::size_t I = 0; I != Turn; I += 4 * WidestPart) {
      Element<4 * WidestPart> Four;
      Four.load(Src + I);
      Four.store(Dst + I);
    }
  }
  clearUpperHalves();
  moveContiguous(Dst, Src, Bytes);
}

/// Streams whole cache lines while there is something to prefetch; of all runs
/// as much as of the one of which most is left.
[[gnu::always_inline]] inline void
streamAndPrefetch(std::byte *&Dst, const std::byte *&Src, std::size_t &Bytes) {
  const std::byte *Next[std::size(Reading.each)];
  std::size_t NumRuns = 0, Most = 0;
  for (Run &Of : Reading.each)
    if (Of.bytes != 0) {
      const std::size_t Here = Bytes < Of.bytes ? Bytes : Of.bytes;
      Most = Most < Here ? Here : Most;
      Next[NumRuns++] = Of.next;
      Of.next += Here;
      Of.bytes -= Here;
    }
  for (; Most >= CacheLine; Most -= CacheLine) {
    for (std::size_t I = 0; I != NumRuns; ++I) {
      __builtin_prefetch(Next[I]);
      Next[I] += CacheLine;
    }
    Element<CacheLine, CacheLine> One;
    One.load(Src);
    One.stream(Dst);
    Dst += CacheLine;
    Src += CacheLine;
    Bytes -= CacheLine;
  }
}

/// Where the stores of one call still wait for memory, each store between them
/// and the loads of the next call waits behind them: so nothing is called in
/// the middle, for which registers would have to be saved, but what finds
/// Reading.
void moveStreaming(std::byte *Dst, const std::byte *Src, std::size_t Bytes) {
  constexpr std::size_t Turn = 4 * CacheLine;
  if (Bytes >= tuning::MinStreamBytes) {
    moveHead<CacheLine>(Dst, Src, Bytes);
    streamAndPrefetch(Dst, Src, Bytes);
    for (; Bytes >= Turn; Bytes -= Turn, Dst += Turn, Src += Turn) {
      Element<Turn, CacheLine> Lines;
      Lines.load(Src);
      Lines.stream(Dst);
    }
    clearUpperHalves();
  }
  moveContiguous(Dst, Src, Bytes);
}

void moveStreamingLines(std::byte *Dst, const std::byte *Src, std::size_t Bytes,
                        std::size_t Count, std::size_t DstStep,
                        std::size_t SrcStep) {
  if (Bytes >= tuning::MinStreamBytes) {
    for (; Count; --Count, Dst += DstStep, Src += SrcStep)
      moveStreaming(Dst, Src, Bytes);
    return;
  }
  for (; Count; --Count, Dst += DstStep, Src += SrcStep)
    for (std::size_t Line = 0; Line != Bytes; Line += CacheLine) {
      Element<CacheLine, CacheLine> One;
      One.load(Src + Line);
      One.stream(Dst + Line);
    }
}

} // namespace
} // namespace ferry::copy

#endif // FERRY_COPY_MOVERSCONTIGUOUS_H
