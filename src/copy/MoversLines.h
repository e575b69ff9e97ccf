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
///
/// \param Strided moves what no other mover is for.
template <typename Function>
[[gnu::always_inline]] inline void
withMover(std::size_t ElementBytes, std::size_t DstStep, std::size_t SrcStep,
          Function &&Use,
          const StridedMover (&Strided)[16] = StridedMovers<4>) {
  using To = std::byte *;
  using From = const std::byte *;
  bool IsGather = DstStep == ElementBytes, IsScatter = SrcStep == ElementBytes;
  if (IsGather && IsScatter)
    return Use([=](To Dst, From Src, std::size_t Count) {
      moveContiguous(Dst, Src, Count * ElementBytes);
    });
  if (ElementBytes >= 256)
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
  Use([=, Mover = Strided[2 * SizeLog + !IsPower]](To Dst, From Src,
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

/// What a mover prefetches.
enum class Far { Source, Destination };

/// moveElements where one side is in memory.
template <Far Which>
void moveElementsAhead(std::byte *Dst, const std::byte *Src,
                       std::size_t ElementBytes, std::size_t Count,
                       std::size_t DstStep, std::size_t SrcStep) {
  constexpr bool IsSource = Which == Far::Source;
  constexpr std::size_t PerTurn = IsSource ? 4 : 8;
  if (IsSource &&
      (Count == 1 || (DstStep == ElementBytes && SrcStep == ElementBytes)))
    return moveAhead(Dst, Src, Count * ElementBytes);
  const std::size_t Step = IsSource ? SrcStep : DstStep;
  const std::size_t Lines = (ElementBytes + CacheLine - 1) / CacheLine;
  // Whether more than a cache line is left out; of the destination, more than
  // an element has.
  const bool IsSparse =
      Step > ElementBytes + (IsSource ? CacheLine : Lines * CacheLine);
  // Otherwise the processor needs no help with loads of one part of each line,
  // nor with stores that are close to each other or of whole lines.
  const bool IsLeftAlone =
      !IsSparse && (IsSource ? Step == 0 || Step >= CacheLine
                             : Lines > 1 || Step < CacheLine / 4 * 3);
  if (Count == 1 || ElementBytes > 1024 || IsLeftAlone)
    return moveElements(Dst, Src, ElementBytes, Count, DstStep, SrcStep);

  /// Prefetches for every \p Unit bytes of \p Turn elements, then moves them.
  auto Move = [&](const StridedMover(&Strided)[16], std::size_t Unit,
                  std::size_t Turn, auto &&Prefetch) {
    // Of small elements as many as a mover takes at once.
    const std::size_t Multiple = ElementBytes < 64 ? 64 / ElementBytes : 1;
    Turn = (Turn + Multiple - 1) / Multiple * Multiple;
    withMover(
        ElementBytes, DstStep, SrcStep,
        [&](auto &&Mover) {
          while (Count) {
            const std::size_t Here = Turn < Count ? Turn : Count;
            const std::byte *Begin = IsSource ? Src : Dst,
                            *End = Begin + Here * Step;
            for (const std::byte *P = Begin; P < End; P += Unit)
              Prefetch(P);
            Mover(Dst, Src, Here);
            Dst += Here * DstStep;
            Src += Here * SrcStep;
            Count -= Here;
          }
        },
        Strided);
  };
  // Where nearly every line is touched the processor prefetches them as well,
  // and needs only a little help. Where lines are left out it prefetches what
  // nobody wants; then it is best to be far ahead of it, though not so far that
  // most of what is prefetched lies behind the copy.
  if (!IsSparse)
    return Move(StridedMovers<PerTurn>, CacheLine,
                (16 * CacheLine + Step - 1) / Step, [](const std::byte *P) {
                  if constexpr (IsSource)
                    __builtin_prefetch(P + 16 * CacheLine, 0, 2);
                  else
                    __builtin_prefetch(P + 16 * CacheLine, 1);
                });
  const std::size_t Ahead = 64 / Lines < Count / 4 ? 64 / Lines : Count / 4;
  Move(StridedMovers<4>, Step, Lines < 8 ? 8 / Lines : 1,
       [=, Bytes = Ahead * Step](const std::byte *P) {
         for (std::size_t Line = 0; Line != Lines; ++Line)
           __builtin_prefetch(P + Bytes + Line * CacheLine, 0, 2);
       });
}

} // namespace
} // namespace ferry::copy

#endif // FERRY_COPY_MOVERSLINES_H
