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

} // namespace

void moveElements(const Movers &With, std::byte *Dst, const std::byte *Src,
                  std::size_t ElementBytes, std::size_t Count,
                  std::size_t DstStep, std::size_t SrcStep) {
  bool IsGather = DstStep == ElementBytes, IsScatter = SrcStep == ElementBytes;
  if (IsGather && IsScatter)
    return With.contiguous(Dst, Src, Count * ElementBytes);
  if (ElementBytes >= 256)
    return moveLong(With.contiguous, Dst, Src, ElementBytes, Count, DstStep,
                    SrcStep);

  unsigned SizeLog = 63 - unsigned(__builtin_clzll(ElementBytes));
  bool IsPower = !(ElementBytes & (ElementBytes - 1));
  if (IsPower && ElementBytes <= 8) {
    if (IsGather) {
      if (FixedStrideMover Mover = withStride(With.gather, SizeLog, SrcStep))
        return Mover(Dst, Src, Count);
      return With.gatherAny[SizeLog](Dst, Src, Count, SrcStep);
    }
    if (IsScatter)
      if (FixedStrideMover Mover = withStride(With.scatter, SizeLog, DstStep))
        return Mover(Dst, Src, Count);
  }
  With.strided[2 * SizeLog + !IsPower](Dst, Src, ElementBytes, Count, DstStep,
                                       SrcStep);
}

void moveElementsAhead(const Movers &With, std::byte *Dst, const std::byte *Src,
                       std::size_t ElementBytes, std::size_t Count,
                       std::size_t DstStep, std::size_t SrcStep) {
  if (ElementBytes > 1024 || SrcStep == 0)
    return moveElements(With, Dst, Src, ElementBytes, Count, DstStep, SrcStep);
  // Where nearly every line is read the processor reads ahead as well, and
  // needs only a little help. Where lines are left out it reads what nobody
  // wants; then it is best to be far ahead of it.
  const bool IsDense = SrcStep <= ElementBytes + CacheLine;
  const std::size_t Unit = IsDense ? CacheLine : SrcStep;
  const std::size_t Lines =
      IsDense ? 1 : (ElementBytes + CacheLine - 1) / CacheLine;
  // Not so far that most of what is asked for lies behind the copy.
  const std::size_t Ahead =
      IsDense ? 16 * Unit : std::min(64 / Lines, Count / 4) * Unit;
  // Of small elements as many as a mover takes at once.
  const std::size_t Multiple = std::max<std::size_t>(64 / ElementBytes, 1);
  const std::size_t Units = std::max<std::size_t>(8 / Lines, 1);
  std::size_t Turn = (Units * Unit + SrcStep - 1) / SrcStep;
  Turn = (Turn + Multiple - 1) / Multiple * Multiple;
  while (Count) {
    const std::size_t Here = std::min(Turn, Count);
    const std::byte *End = Src + Here * SrcStep;
    for (const std::byte *P = Src; P < End; P += Unit)
      for (std::size_t Line = 0; Line != Lines; ++Line)
        __builtin_prefetch(P + Ahead + Line * CacheLine, 0, 2);
    moveElements(With, Dst, Src, ElementBytes, Here, DstStep, SrcStep);
    Dst += Here * DstStep;
    Src = End;
    Count -= Here;
  }
}

} // namespace ferry::copy
