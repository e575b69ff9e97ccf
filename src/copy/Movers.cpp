//===- Movers.cpp - How bytes are moved -----------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "copy/Movers.h"

#include <algorithm>

namespace ferry::copy {

extern const Movers Sse2Movers, Avx2Movers, Avx512Movers;

const Movers &movers(Isa Level) {
  switch (Level) {
  case Isa::Avx512:
    return Avx512Movers;
  case Isa::Avx2:
    return Avx2Movers;
  case Isa::Sse2:
    break;
  }
  return Sse2Movers;
}

namespace {

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
[[gnu::noinline]] void moveLong(ContiguousMover Mover, std::byte *Dst,
                                const std::byte *Src, std::size_t ElementBytes,
                                std::size_t Count, std::size_t DstStep,
                                std::size_t SrcStep) {
  for (; Count; --Count, Dst += DstStep, Src += SrcStep)
    Mover(Dst, Src, ElementBytes);
}

/// Calls \p Use with what moves so many elements: a function of their first
/// places and their number.
template <typename Function>
inline void withMover(const Movers &With, std::size_t ElementBytes,
                      std::size_t DstStep, std::size_t SrcStep,
                      Function &&Use) {
  using To = std::byte *;
  using From = const std::byte *;
  bool IsGather = DstStep == ElementBytes, IsScatter = SrcStep == ElementBytes;
  if (IsGather && IsScatter)
    return Use([&](To Dst, From Src, std::size_t Count) {
      With.contiguous(Dst, Src, Count * ElementBytes);
    });
  if (ElementBytes >= 256)
    return Use([&](To Dst, From Src, std::size_t Count) {
      moveLong(With.contiguous, Dst, Src, ElementBytes, Count, DstStep,
               SrcStep);
    });

  unsigned SizeLog = 63 - unsigned(__builtin_clzll(ElementBytes));
  bool IsPower = !(ElementBytes & (ElementBytes - 1));
  if (IsPower && ElementBytes <= 8) {
    if (IsGather) {
      if (FixedStrideMover Mover = withStride(With.gather, SizeLog, SrcStep))
        return Use(Mover);
      return Use([&, Mover = With.gatherAny[SizeLog]](To Dst, From Src,
                                                      std::size_t Count) {
        Mover(Dst, Src, Count, SrcStep);
      });
    }
    if (IsScatter)
      if (FixedStrideMover Mover = withStride(With.scatter, SizeLog, DstStep))
        return Use(Mover);
  }
  Use([&, Mover = With.strided[2 * SizeLog + !IsPower]](To Dst, From Src,
                                                        std::size_t Count) {
    Mover(Dst, Src, ElementBytes, Count, DstStep, SrcStep);
  });
}

} // namespace

void moveElements(const Movers &With, std::byte *Dst, const std::byte *Src,
                  std::size_t ElementBytes, std::size_t Count,
                  std::size_t DstStep, std::size_t SrcStep) {
  // Its steps may lead anywhere.
  if (Count == 1)
    return With.contiguous(Dst, Src, ElementBytes);
  withMover(With, ElementBytes, DstStep, SrcStep,
            [=](auto &&Move) { Move(Dst, Src, Count); });
}

void moveElementsAhead(const Movers &With, std::byte *Dst, const std::byte *Src,
                       std::size_t ElementBytes, std::size_t Count,
                       std::size_t DstStep, std::size_t SrcStep) {
  if (Count == 1 || ElementBytes > 1024 || SrcStep == 0)
    return moveElements(With, Dst, Src, ElementBytes, Count, DstStep, SrcStep);

  /// Asks for every \p Unit bytes of \p Turn elements, then moves them.
  auto Move = [&](std::size_t Unit, std::size_t Turn, auto &&Ask) {
    // Of small elements as many as a mover takes at once.
    const std::size_t Multiple = std::max<std::size_t>(64 / ElementBytes, 1);
    Turn = (Turn + Multiple - 1) / Multiple * Multiple;
    withMover(With, ElementBytes, DstStep, SrcStep, [&](auto &&Mover) {
      while (Count) {
        const std::size_t Here = std::min(Turn, Count);
        const std::byte *End = Src + Here * SrcStep;
        for (const std::byte *P = Src; P < End; P += Unit)
          Ask(P);
        Mover(Dst, Src, Here);
        Dst += Here * DstStep;
        Src = End;
        Count -= Here;
      }
    });
  };
  // Where nearly every line is read the processor reads ahead as well, and
  // needs only a little help. Where lines are left out it reads what nobody
  // wants; then it is best to be far ahead of it, though not so far that most
  // of what is asked for lies behind the copy.
  if (SrcStep <= ElementBytes + CacheLine)
    return Move(CacheLine, (4 * CacheLine + SrcStep - 1) / SrcStep,
                [](const std::byte *P) {
                  __builtin_prefetch(P + 16 * CacheLine, 0, 2);
                });
  const std::size_t Lines = (ElementBytes + CacheLine - 1) / CacheLine;
  const std::size_t Ahead = std::min(64 / Lines, Count / 4) * SrcStep;
  Move(SrcStep, std::max<std::size_t>(8 / Lines, 1), [=](const std::byte *P) {
    for (std::size_t Line = 0; Line != Lines; ++Line)
      __builtin_prefetch(P + Ahead + Line * CacheLine, 0, 2);
  });
}

} // namespace ferry::copy
