//===- Movers.cpp - How bytes are moved -----------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "copy/Movers.h"

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

} // namespace ferry::copy
