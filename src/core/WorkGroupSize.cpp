//===- WorkGroupSize.cpp - Local sizes that nobody gave -------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "core/WorkGroupSize.h"

#include <algorithm>

using namespace ferry;

namespace {

/// Private memory of a group that still leaves most of a level 2 cache free.
constexpr std::uint64_t GoodPrivateBytes = 128 * 1024;

/// Fewer work-items than this leave the vector units idle and show the cost of
/// starting a group; but where there are few, threads that have none are worse.
constexpr std::uint64_t SmallGroup = 64;

/// More work-items than this gain nothing.
constexpr std::uint64_t LargeGroup = 256;

/// Work-items of a group that the application does not see. Its height is what
/// the application gave it, within this: what columns share stays in the
/// caches.
constexpr std::uint64_t RegroupedItems = 1024;

/// From so many work-items on, code for short rows gains what it costs to make;
/// or of so many in launches of fewer, as who launches them seldom waits for
/// them rather than for code. A microsecond of their time counts as one.
constexpr std::uint32_t ManyItems = 1024, ManyInFew = 16 * ManyItems;

/// Groups for each thread, so that they can be spread evenly.
constexpr std::uint64_t GroupsPerThread = 8;

/// The largest divisor of \p Size that is at most \p Limit.
std::uint64_t largestDivisor(std::uint64_t Size, std::uint64_t Limit) {
  for (std::uint64_t D = std::min(Size, Limit); D > 1; --D)
    if (Size % D == 0)
      return D;
  return 1;
}

std::uint64_t itemsOf(const abi::LaunchParams &P) {
  return P.globalSize[0] * P.globalSize[1] * P.globalSize[2];
}

/// The share of each thread.
std::uint64_t shareOf(const abi::LaunchParams &P, unsigned NumThreads) {
  return (itemsOf(P) - 1) / NumThreads + 1;
}

/// True if there are too few work-items for a vector of each thread: who
/// launches one or two for each has them do much.
bool areFew(const abi::LaunchParams &P, unsigned NumThreads) {
  return NumThreads != 1 && itemsOf(P) < NumThreads * abi::ShortRow;
}

} // namespace

std::size_t core::maxWorkGroupSize(const abi::KernelInfo &Kernel) {
  std::size_t Most = abi::MaxWorkGroupSize;
  while (Most > 1 && Kernel.privateBytes(Most) > abi::MaxPrivateBytes)
    Most /= 2;
  std::size_t Required = 1;
  for (std::uint32_t Size : Kernel.reqdWorkGroupSize)
    Required *= std::min<std::size_t>(Size, Most + 1);
  return Required ? std::min(Required, Most) : Most;
}

void core::chooseLocalSize(const abi::KernelInfo &Kernel, std::size_t MaxItems,
                           unsigned NumThreads, abi::LaunchParams &Params) {
  const std::uint64_t Total = itemsOf(Params);
  // As many work-items as keep every thread busy with several groups, within
  // what a group may have and what its private memory allows.
  std::uint64_t Most = std::min<std::uint64_t>(MaxItems, LargeGroup);
  const std::uint64_t Least =
      areFew(Params, NumThreads) ? shareOf(Params, NumThreads) : SmallGroup;
  std::uint64_t Wanted = std::clamp(Total / (NumThreads * GroupsPerThread),
                                    std::min(Least, Most), Most);
  while (Wanted > SmallGroup && Kernel.privateBytes(Wanted) > GoodPrivateBytes)
    Wanted /= 2;

  // Neighbours along vectors share cache lines: fill that dimension first.
  bool AnySize = Kernel.flags & abi::NonUniformGroups;
  unsigned Order[3] = {0, 1, 2};
  std::swap(Order[0], Order[Kernel.vectorDimension]);
  for (unsigned D : Order) {
    std::uint64_t Size = Params.globalSize[D];
    std::uint64_t Local = largestDivisor(Size, Wanted);
    if (AnySize && Local * 2 <= std::min(Size, Wanted))
      Local = std::min(Size, Wanted);
    Params.localSize[D] = Local;
    Wanted /= Local;
  }
}

bool core::countGroups(const abi::KernelInfo &Kernel,
                       abi::LaunchParams &Params) {
  for (unsigned D = 0; D != 3; ++D) {
    const std::uint64_t Size = Params.globalSize[D],
                        Group = Params.localSize[D];
    const bool HasRest = Size % Group != 0;
    if (HasRest && !(Kernel.flags & abi::NonUniformGroups))
      return false;
    Params.numGroups[D] = Size / Group + HasRest;
  }
  return true;
}

std::uint32_t core::rowOf(const abi::KernelInfo &Kernel,
                          const abi::LaunchParams &P, unsigned NumThreads) {
  const bool SeesGroups = !(Kernel.flags & abi::GroupAgnostic);
  auto ClassIn = [&](unsigned D) {
    if (SeesGroups && P.globalSize[D] % P.localSize[D] != 0)
      return abi::AnyRow;
    return abi::rowClass(SeesGroups ? P.localSize[D] : P.globalSize[D]);
  };
  if (Kernel.flags & abi::ShowsSubGroups && P.localSize[1] * P.localSize[2] > 1)
    return abi::classOfSeveral(ClassIn(0));
  for (unsigned D : {0, 1})
    if (P.globalOffset[D] + P.globalSize[D] > abi::MaxWideIds)
      return 1;
  if (!SeesGroups && areFew(P, NumThreads))
    return 1;
  const std::uint32_t Row = ClassIn(0);
  if (Row == 1 && ClassIn(1) == 1)
    return SeesGroups && P.localSize[2] == 1 ? abi::OneItem : 1;
  return Row < abi::ShortRow ? Row | ClassIn(1) << abi::ColumnBits : Row;
}

std::uint32_t core::generalRow(std::uint32_t Row) {
  const std::uint32_t InX = Row & abi::RowMask;
  if (InX >= abi::MaxLanes || Row == abi::OneItem)
    return Row;
  return InX == 1 ? 1 : abi::AnyRow;
}

bool core::areWorthCode(std::uint32_t Row, const abi::LaunchParams &P,
                        std::uint32_t Picoseconds, ItemsOfFew &Sofar) {
  const std::uint64_t Items = itemsOf(P);
  auto &OfClass = Sofar[Row % Sofar.size()];
  if (Items >= ManyItems ||
      OfClass.load(std::memory_order_relaxed) >= ManyInFew)
    return true;
  const std::uint64_t Microseconds = Items * Picoseconds / 1'000'000;
  OfClass.fetch_add(
      std::uint32_t(std::min<std::uint64_t>(Items + Microseconds, ManyInFew)),
      std::memory_order_relaxed);
  return false;
}

std::uint32_t core::likelyRow(const abi::KernelInfo &Kernel) {
  if (!Kernel.reqdWorkGroupSize[0] || Kernel.flags & abi::GroupAgnostic)
    return abi::rowClass(abi::MaxLanes);
  abi::LaunchParams P = {3, 0, {}, {}, {}, {}};
  for (unsigned D = 0; D != 3; ++D) {
    P.localSize[D] = Kernel.reqdWorkGroupSize[D];
    P.globalSize[D] = P.localSize[D] * ManyItems;
  }
  P.exchange(Kernel.vectorDimension);
  return rowOf(Kernel, P, /*NumThreads=*/1);
}

void core::regroup(const abi::KernelInfo &Kernel, unsigned NumThreads,
                   abi::LaunchParams &P) {
  // A cache line of 4-byte elements, twice.
  constexpr std::uint64_t ColumnItems = 32;
  if (Kernel.flags & abi::ColumnOrder) {
    P.localSize[0] = 1;
    P.localSize[1] = std::max(P.localSize[1], ColumnItems);
  }
  const bool Few = areFew(P, NumThreads);
  std::uint64_t Room = Few ? shareOf(P, NumThreads) : RegroupedItems;
  // Vectors lie in x, or where that is short in y.
  const unsigned Along = !Few && P.globalSize[0] < abi::ShortRow;
  for (unsigned D = 0; D != 3; ++D) {
    std::uint64_t &Local = P.localSize[D];
    if (D == Along)
      Local = Few ? Room
                  : (Local + abi::MaxLanes - 1) / abi::MaxLanes * abi::MaxLanes;
    else if (D < Along)
      Local = P.globalSize[D];
    else
      Local = std::clamp<std::uint64_t>(Room, 1, Local);
    Room /= std::min(Local, P.globalSize[D]);
    P.numGroups[D] = P.globalSize[D] / Local + (P.globalSize[D] % Local != 0);
  }
}
