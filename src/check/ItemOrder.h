//===- ItemOrder.h - What orders work-items beside barriers -----*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CHECK_ITEMORDER_H
#define FERRY_CHECK_ITEMORDER_H

#include "check/RunningGroup.h"

#include <unordered_map>
#include <vector>

namespace ferry::check {

/// What puts work-items of the running group in order but its barriers: atomics
/// and fences that release and acquire (section 3.3.6.2 of the API
/// specification), and barriers of sub-groups.
///
/// A work-item that acquires is behind all that those have done since the last
/// barrier which have released there before, though some may have done it
/// later.
class ItemOrder {
public:
  explicit ItemOrder(RunningGroup &G) : G(G) {}

  void beginGroup();
  /// The group has passed a barrier that orders \p Local memory, or global
  /// memory.
  void passBarrier(bool IsLocal);
  /// The work-item that runs has made an atomic access.
  ///
  /// \param Order bits of abi::CheckAtomic.
  void atomic(std::uintptr_t Address, std::uint32_t Order);
  void fence(std::uint32_t Order);
  /// The work-item that runs comes to a barrier of its sub-group.
  ///
  /// \returns whether it is the first one: others follow with greater ids.
  bool isFirstAtSubGroupBarrier(std::uint64_t Size);
  /// All have come to that barrier, which orders \p Local or global memory; the
  /// interval behind it has begun.
  void passSubGroupBarrier(bool IsLocal);

  /// Whether what another work-item of the group did when \p Old was made is
  /// before what \p Item does now, no barrier of the group being between them.
  bool isOrdered(Stamp Old, std::uint64_t Item, bool IsLocal) const;

private:
  /// Work-items of the group, a bit each.
  using Items = std::vector<std::uint64_t>;
  static bool contains(const Items &In, std::uint64_t Item) {
    return Item / 64 < In.size() && In[Item / 64] >> Item % 64 & 1;
  }
  static void add(Items &To, std::uint64_t Item);
  static void add(Items &To, const Items &Others);

  /// Of one memory.
  struct Memory {
    /// By the address of an atomic, who has released there.
    std::unordered_map<std::uintptr_t, Items> released;
    /// By work-item, who is before it, and who would be behind a fence.
    std::unordered_map<std::uint64_t, Items> acquired, seen;
    /// Who has come to a fence, and releases with each atomic.
    Items fenced;
    /// By sub-group, the interval that began with its last barrier.
    std::unordered_map<std::uint64_t, std::uint64_t> began;
  };
  Memory &memory(bool IsLocal) { return Memories[!IsLocal]; }
  const Memory &memory(bool IsLocal) const { return Memories[!IsLocal]; }

  RunningGroup &G;
  Memory Memories[2];
  /// Of sub-groups, if they have barriers.
  std::uint64_t SubGroupSize = 0;
  /// Who came last to a barrier of its sub-group.
  std::uint64_t LastSubGroup = 0, LastItem = 0;
};

} // namespace ferry::check

#endif // FERRY_CHECK_ITEMORDER_H
