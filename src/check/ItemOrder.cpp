//===- ItemOrder.cpp - What orders work-items beside barriers -------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "check/ItemOrder.h"

#include <algorithm>

namespace ferry::check {

void ItemOrder::add(Items &To, std::uint64_t Item) {
  To.resize(std::max<std::size_t>(To.size(), Item / 64 + 1));
  To[Item / 64] |= std::uint64_t(1) << Item % 64;
}

void ItemOrder::add(Items &To, const Items &Others) {
  To.resize(std::max(To.size(), Others.size()));
  for (std::size_t I = 0; I != Others.size(); ++I)
    To[I] |= Others[I];
}

void ItemOrder::beginGroup() {
  passBarrier(true);
  passBarrier(false);
  SubGroupSize = 0;
}

void ItemOrder::passBarrier(bool IsLocal) {
  Memory &M = memory(IsLocal);
  // Groups without atomics have nothing there: clear() takes longer to see it.
  auto Forget = [](auto &Map) {
    if (!Map.empty())
      Map.clear();
  };
  Forget(M.released);
  Forget(M.acquired);
  Forget(M.seen);
  Forget(M.began);
  M.fenced.clear();
  LastItem = ~std::uint64_t(0);
}

void ItemOrder::atomic(std::uintptr_t Address, std::uint32_t Order) {
  const std::uint64_t Item = G.item();
  for (Memory &M : Memories) {
    auto Here = M.released.find(Address);
    if (Here != M.released.end())
      add(Order & abi::CheckAtomicAcquires ? M.acquired[Item] : M.seen[Item],
          Here->second);
    if (!(Order & abi::CheckAtomicReleases) && !contains(M.fenced, Item))
      continue;
    Items &Released = M.released[Address];
    add(Released, Item);
    if (auto Before = M.acquired.find(Item); Before != M.acquired.end())
      add(Released, Before->second);
  }
}

void ItemOrder::fence(std::uint32_t Order) {
  const std::uint64_t Item = G.item();
  for (Memory &M : Memories) {
    if (auto Seen = M.seen.find(Item);
        Order & abi::CheckAtomicAcquires && Seen != M.seen.end())
      add(M.acquired[Item], Seen->second);
    if (Order & abi::CheckAtomicReleases)
      add(M.fenced, Item);
  }
}

bool ItemOrder::isFirstAtSubGroupBarrier(std::uint64_t Size) {
  const std::uint64_t Item = G.item(), SubGroup = Item / Size;
  const bool IsFirst = LastSubGroup != SubGroup || Item <= LastItem;
  SubGroupSize = Size;
  LastSubGroup = SubGroup;
  LastItem = Item;
  return IsFirst;
}

void ItemOrder::passSubGroupBarrier(bool IsLocal) {
  memory(IsLocal).began[LastSubGroup] =
      (IsLocal ? G.localTime : G.globalTime).interval;
}

bool ItemOrder::isOrdered(Stamp Old, std::uint64_t Item, bool IsLocal) const {
  const Memory &M = memory(IsLocal);
  if (auto Before = M.acquired.find(Item);
      Before != M.acquired.end() && contains(Before->second, Old.item()))
    return true;
  if (!SubGroupSize)
    return false;
  const std::uint64_t Its = Item / SubGroupSize;
  auto Began = M.began.find(Its);
  return Began != M.began.end() && Old.item() / SubGroupSize == Its &&
         Old.interval() < Began->second;
}

} // namespace ferry::check
