//===- CopyRoute.cpp - How an async copy goes -----------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "copy/CopyRoute.h"

#include "copy/Movers.h"

#include <utility>

namespace ferry::copy {

Locality localityToMemory(const std::byte *Dst, std::uint64_t LineBytes,
                          const abi::CopyLines *Lines,
                          std::uint64_t TimesCaches) {
  static constexpr abi::CopyDimension One = {1, 0, 0};
  const abi::CopyDimension *Inner = Lines ? &Lines->lines : &One;
  const abi::CopyDimension *Outer = Lines ? &Lines->planes : &One;
  // What is contiguous on both sides is one line.
  for (unsigned I = 0; I != 2; ++I)
    if (Inner->count == 1 ||
        (Inner->dstStep == LineBytes && Inner->srcStep == LineBytes)) {
      LineBytes *= Inner->count;
      Inner = std::exchange(Outer, &One);
    }
  const bool IsLong = LineBytes >= tuning::MinStreamBytes;
  if (Inner->count == 1)
    return IsLong ? Locality::PastCaches : Locality::ToMemory;
  auto AreWhole = [](std::uint64_t Bytes) { return Bytes % CacheLine == 0; };
  const bool IsWhole = AreWhole(reinterpret_cast<std::uintptr_t>(Dst)) &&
                       AreWhole(LineBytes) && AreWhole(Inner->dstStep) &&
                       (Outer->count == 1 || AreWhole(Outer->dstStep));
  return Inner->dstStep / TimesCaches < LineBytes && (IsLong || IsWhole)
             ? Locality::PastCaches
             : Locality::ToMemory;
}

CopyRouter::CopyRouter(bool AreShared, config::Async Mode)
    : abi::CopyState{}, Mode(Mode) {
  static_assert(sizeof(Helpers) == sizeof(std::uint64_t));
  helpers = AreShared && Mode == config::Async::Auto
                ? reinterpret_cast<const std::uint64_t *>(&Helpers)
                : &Nobody;
  helpersIfApart = helpers;
  setMovers();
}

void CopyRouter::prepare(const std::byte *LocalBegin, const std::byte *LocalEnd,
                         std::uint64_t TimesCaches, bool AreApart) {
  this->LocalBegin = LocalBegin;
  this->LocalEnd = LocalEnd;
  helpersIfApart = AreApart ? helpers : &Nobody;
  if (this->TimesCaches != TimesCaches) {
    this->TimesCaches = TimesCaches;
    setMovers();
  }
}

void CopyRouter::setMovers() {
  const Movers &With = movers();
  const Locality In = mayStream() ? Locality::FromMemory : Locality::Cached;
  const Locality Out = mayStream() ? Locality::PastCaches : Locality::Cached;
  moveIn = With.contiguous(In);
  moveOut = With.contiguous(Out);
  moveLinesIn = With.elements(In);
  // Where they go depends on the lines: the engine finds out.
  moveLinesOut = mayStream() ? nullptr : With.elements(Out);
}

CopyRoute::Start CopyRouter::startOf(std::uint64_t Bytes, abi::CopyWhen When,
                                     bool IsFenced) const {
  if (Mode == config::Async::Late)
    return CopyRoute::Kept;
  const std::uint64_t *Count = When == abi::CopyAsync          ? helpers
                               : When == abi::CopyAsyncIfApart ? helpersIfApart
                                                               : &Nobody;
  if (Count == &Nobody || Helpers.load(std::memory_order_relaxed) == 0)
    return CopyRoute::Early;
  return IsFenced || Bytes > abi::ShortCopyBytes ? CopyRoute::Kept
                                                 : CopyRoute::Short;
}

CopyRoute CopyRouter::route(const std::byte *Dst, std::uint64_t LineBytes,
                            const abi::CopyLines *Lines, std::uint64_t Bytes,
                            abi::CopyWhen When, bool IsFenced) const {
  const Locality Where =
      !mayStream()   ? Locality::Cached
      : isLocal(Dst) ? Locality::FromMemory
                     : localityToMemory(Dst, LineBytes, Lines, TimesCaches);
  return {startOf(Bytes, When, IsFenced), Where};
}

} // namespace ferry::copy
