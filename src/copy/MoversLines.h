//===- MoversLines.h - Elements with steps ----------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which mover is for which elements. Part of MoversImpl.h, whose rules hold
/// here.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_COPY_MOVERSLINES_H
#define FERRY_COPY_MOVERSLINES_H

#include "copy/Movers.h"
#include "copy/MoversContiguous.h"
#include "copy/MoversElements.h"

namespace ferry::copy {
namespace {

/// The movers of this instruction set.
struct Own {
  static const Movers Table;
};

/// The mover of \p Table for the stride that \p Step is, or null.
FixedStrideMover
withStride(const FixedStrideMover (&Table)[4][Movers::MaxFixedStride + 1],
           unsigned SizeLog, std::size_t Step) {
  std::size_t Stride = Step >> SizeLog;
  if (Stride > Movers::MaxFixedStride || Stride << SizeLog != Step)
    return nullptr;
  return Table[SizeLog][Stride];
}

/// Elements that are worth a call each. Not inlined, to keep what it needs off
/// the way to the other movers.
[[gnu::noinline]] void moveLong(std::byte *Dst, const std::byte *Src,
                                std::size_t ElementBytes, std::size_t Count,
                                std::size_t DstStep, std::size_t SrcStep) {
  for (; Count; --Count, Dst += DstStep, Src += SrcStep)
    moveContiguous(Dst, Src, ElementBytes);
}

/// Calls \p Use with what moves so many elements: a function of their first
/// places and their number. Inlined, so that the mover can be called last.
template <typename Function>
[[gnu::always_inline]] inline void
withMover(std::size_t ElementBytes, std::size_t DstStep, std::size_t SrcStep,
          Function &&Use) {
  using To = std::byte *;
  using From = const std::byte *;
  bool IsGather = DstStep == ElementBytes, IsScatter = SrcStep == ElementBytes;
  if (IsGather && IsScatter)
    return Use([=](To Dst, From Src, std::size_t Count) {
      moveContiguous(Dst, Src, Count * ElementBytes);
    });
  if (ElementBytes >= tuning::LongElement)
    return Use([=](To Dst, From Src, std::size_t Count) {
      moveLong(Dst, Src, ElementBytes, Count, DstStep, SrcStep);
    });

  unsigned SizeLog = 63 - unsigned(__builtin_clzll(ElementBytes));
  bool IsPower = !(ElementBytes & (ElementBytes - 1));
  if (IsPower && ElementBytes <= 8) {
    if (IsGather) {
      if (FixedStrideMover Mover =
              withStride(Own::Table.gather, SizeLog, SrcStep))
        return Use(Mover);
      return Use([=, Mover = Own::Table.gatherAny[SizeLog]](To Dst, From Src,
                                                            std::size_t Count) {
        Mover(Dst, Src, Count, SrcStep);
      });
    }
    if (IsScatter)
      if (FixedStrideMover Mover =
              withStride(Own::Table.scatter, SizeLog, DstStep))
        return Use(Mover);
  }
  Use([=, Mover = StridedMovers[2 * SizeLog + !IsPower]](To Dst, From Src,
                                                         std::size_t Count) {
    Mover(Dst, Src, ElementBytes, Count, DstStep, SrcStep);
  });
}

void moveElements(std::byte *Dst, const std::byte *Src,
                  std::size_t ElementBytes, std::size_t Count,
                  std::size_t DstStep, std::size_t SrcStep) {
  // Its steps may lead anywhere.
  if (Count == 1)
    return moveContiguous(Dst, Src, ElementBytes);
  withMover(ElementBytes, DstStep, SrcStep,
            [=](auto &&Move) { Move(Dst, Src, Count); });
}

/// Which side of a copy is in memory.
enum class Far { Source, Destination };

/// Moves \p Wanted elements at a time, or a few more, and calls \p Prefetch for
/// every \p Unit bytes of the far side of them before.
template <Far Which, typename Function>
[[gnu::always_inline]] inline void
moveInTurns(std::byte *Dst, const std::byte *Src, std::size_t ElementBytes,
            std::size_t Count, std::size_t DstStep, std::size_t SrcStep,
            std::size_t Wanted, std::size_t Unit, Function &&Prefetch) {
  // Of small elements as many as a mover takes at once.
  const std::size_t Multiple = ElementBytes < 64 ? 64 / ElementBytes : 1;
  const std::size_t Turn = (Wanted + Multiple - 1) / Multiple * Multiple;
  withMover(ElementBytes, DstStep, SrcStep, [&](auto &&Move) {
    while (Count) {
      const std::size_t Here = Turn < Count ? Turn : Count;
      const std::byte *P = Which == Far::Source ? Src : Dst;
      const std::byte *End =
          P + Here * (Which == Far::Source ? SrcStep : DstStep);
      for (; P < End; P += Unit)
        Prefetch(P);
      Move(Dst, Src, Here);
      Dst += Here * DstStep;
      Src += Here * SrcStep;
      Count -= Here;
    }
  });
}

/// Whether the processor's own read-ahead would read much that nobody wants:
/// more than a cache line is left out.
inline bool isSparse(std::size_t ElementBytes, std::size_t Step) {
  return ElementBytes <= tuning::MaxSparseElement &&
         Step > ElementBytes + CacheLine;
}

/// Sparse elements of the far side: it is best to be far ahead of the
/// processor, though not so far that most of what is prefetched lies behind the
/// copy.
template <Far Which>
void moveSparse(std::byte *Dst, const std::byte *Src, std::size_t ElementBytes,
                std::size_t Count, std::size_t DstStep, std::size_t SrcStep) {
  const std::size_t Step = Which == Far::Source ? SrcStep : DstStep;
  const std::size_t Lines = (ElementBytes + CacheLine - 1) / CacheLine;
  const std::size_t Most = tuning::SparseAhead / Lines;
  const std::size_t Ahead = Most < Count / 4 ? Most : Count / 4;
  moveInTurns<Which>(Dst, Src, ElementBytes, Count, DstStep, SrcStep,
                     Lines < tuning::SparseTurn ? tuning::SparseTurn / Lines
                                                : 1,
                     Step, [=, Bytes = Ahead * Step](const std::byte *P) {
                       for (std::size_t Line = 0; Line != Lines; ++Line)
                         __builtin_prefetch(P + Bytes + Line * CacheLine, 0, 2);
                     });
}

/// moveElements where the source is in memory.
void moveElementsFromMemory(std::byte *Dst, const std::byte *Src,
                            std::size_t ElementBytes, std::size_t Count,
                            std::size_t DstStep, std::size_t SrcStep) {
  if (Count == 1 || (DstStep == ElementBytes && SrcStep == ElementBytes))
    return moveAhead(Dst, Src, Count * ElementBytes);
  if (isSparse(ElementBytes, SrcStep))
    return moveSparse<Far::Source>(Dst, Src, ElementBytes, Count, DstStep,
                                   SrcStep);
  if (SrcStep == 0 || SrcStep >= CacheLine)
    return moveElements(Dst, Src, ElementBytes, Count, DstStep, SrcStep);
  constexpr std::size_t Ahead = tuning::DenseAhead * CacheLine;
  moveInTurns<Far::Source>(
      Dst, Src, ElementBytes, Count, DstStep, SrcStep,
      (Ahead + SrcStep - 1) / SrcStep, CacheLine,
      [](const std::byte *P) { __builtin_prefetch(P + Ahead, 0, 2); });
}

/// moveElements where the destination is in memory.
void moveElementsToMemory(std::byte *Dst, const std::byte *Src,
                          std::size_t ElementBytes, std::size_t Count,
                          std::size_t DstStep, std::size_t SrcStep) {
  if (Count > 1 && isSparse(ElementBytes, DstStep))
    return moveSparse<Far::Destination>(Dst, Src, ElementBytes, Count, DstStep,
                                        SrcStep);
  moveElements(Dst, Src, ElementBytes, Count, DstStep, SrcStep);
}

} // namespace
} // namespace ferry::copy

#endif // FERRY_COPY_MOVERSLINES_H
