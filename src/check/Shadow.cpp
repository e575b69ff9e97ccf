//===- Shadow.cpp - Who accessed each byte last ---------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "check/Shadow.h"

#include <new>
#include <sys/mman.h>

namespace ferry::check {

LazyMemory::LazyMemory(std::size_t Size) : Bytes(Size) {
  Start = mmap(nullptr, Bytes, PROT_READ | PROT_WRITE,
               MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (Start == MAP_FAILED)
    throw std::bad_alloc();
}

LazyMemory::~LazyMemory() {
  if (Start)
    munmap(Start, Bytes);
}

void LazyMemory::clear() {
  if (Start)
    madvise(Start, Bytes, MADV_DONTNEED);
}

bool ShadowRegion::clip(std::uintptr_t &Start, std::uint64_t &Bytes) const {
  if (!Bytes || !Where.meets(Start, Bytes))
    return false;
  const std::uintptr_t Begin = std::max(Start, Where.begin);
  Bytes =
      std::min(Bytes - (Begin - Start), Where.bytes - (Begin - Where.begin));
  Start = Begin;
  return true;
}

bool ShadowRegion::noteAll(std::uintptr_t Start, std::uint64_t Bytes, Stamp Now,
                           bool Writes, std::uint64_t Limit) {
  const std::uint64_t Count = Bytes;
  if (!clip(Start, Bytes) || Bytes != Count ||
      ((Start - base()) | Bytes) % each())
    return false;
  const std::uint64_t First = (Start - base()) / each(), N = Bytes / each();
  Stamp *Write = writes() + First, *Read = reads(0) + First,
        *Other = reads(1) + First;
  bool IsBefore = true;
  std::uint64_t AnyRead = 0;
  auto Time = [](Stamp S) { return S.bits << abi::StampFlagBits; };
  for (std::uint64_t I = 0; I != N; ++I) {
    IsBefore &= Time(Write[I]) < Limit;
    IsBefore &= Time(Read[I]) < Limit;
    AnyRead |= Read[I].bits;
  }
  if (!Writes) {
    if (IsBefore)
      std::fill_n(Read, N, Now);
    return IsBefore;
  }
  for (std::uint64_t I = 0; I != N; ++I) {
    IsBefore &= Time(Other[I]) < Limit;
    AnyRead |= Other[I].bits;
  }
  if (!IsBefore)
    return false;
  std::fill_n(Write, N, Now);
  // What was never touched takes no memory.
  if (AnyRead) {
    std::fill_n(Read, N, Stamp());
    std::fill_n(Other, N, Stamp());
  }
  return true;
}

void ShadowRegion::makeFine() {
  if (Fine)
    return;
  const std::uint64_t Count = numCells();
  Fine = true;
  ++Changes;
  for (LazyMemory &Each : Memory) {
    if (!Each.data())
      continue;
    LazyMemory Coarse = std::move(Each);
    Each = LazyMemory(numCells() * sizeof(Stamp));
    auto *From = static_cast<const Stamp *>(Coarse.data());
    auto *To = static_cast<Stamp *>(Each.data());
    for (std::uint64_t I = 0; I != Count; ++I)
      if (From[I])
        std::fill_n(To + I * Granule, Granule, From[I]);
  }
}

void ShadowRegion::forgetWho(Stamp Writer) {
  if (!Memory[0].data())
    return;
  Stamp *Write = writes();
  for (std::uint64_t I = 0; I != numCells(); ++I)
    if (Write[I])
      Write[I] = Writer;
  Memory[1].clear();
  Memory[2].clear();
}

void ShadowRegion::clear() {
  if (Fine) {
    for (LazyMemory &Each : Memory)
      Each = LazyMemory();
    Fine = false;
    ++Changes;
  }
  for (LazyMemory &Each : Memory)
    Each.clear();
}

void Shadow::add(Range R) {
  Last = nullptr;
  // What only addresses were known of.
  for (auto I = Regions.begin(); I != Regions.end();)
    if (!I->second.isObject &&
        R.meets(I->second.where().begin, I->second.where().bytes))
      I = Regions.erase(I);
    else
      ++I;
  Regions.emplace(R.begin, R);
}

void Shadow::remove(Range R) {
  Last = nullptr;
  auto [I, End] = Regions.equal_range(R.begin);
  for (; I != End; ++I)
    if (I->second.isObject &&
        (I->second.where().bytes == R.bytes || !R.bytes)) {
      Regions.erase(I);
      return;
    }
}

ShadowRegion *Shadow::find(std::uintptr_t Address) {
  if (Last && Last->where().contains(Address, 1))
    return Last;
  // Objects in memory of the host may overlap.
  unsigned Looked = 0;
  for (auto I = Regions.upper_bound(Address);
       I != Regions.begin() && Looked != 8; ++Looked) {
    --I;
    if (I->second.where().contains(Address, 1))
      return Last = &I->second;
  }
  return nullptr;
}

ShadowRegion &Shadow::get(std::uintptr_t Address, Range Around) {
  if (ShadowRegion *Known = find(Address))
    return *Known;
  std::uintptr_t Begin = Around.begin, End = Around.begin + Around.bytes;
  for (auto &[Start, Region] : Regions) {
    if (Start > Address)
      End = std::min(End, Start);
    else
      Begin = std::max(Begin, Start + Region.where().bytes);
  }
  const Range R{Begin, End - Begin};
  auto I =
      Regions.emplace(std::piecewise_construct, std::forward_as_tuple(Begin),
                      std::forward_as_tuple(R, /*IsObject=*/false));
  return *(Last = &I->second);
}

void Shadow::forgetWho() {
  for (auto &[Start, Region] : Regions)
    Region.forgetWho(Stamp(abi::StampSites));
}

} // namespace ferry::check
