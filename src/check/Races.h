//===- Races.h - Accesses that nothing puts in order ------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CHECK_RACES_H
#define FERRY_CHECK_RACES_H

#include "check/Context.h"
#include "check/ItemOrder.h"

#include <unordered_map>
#include <unordered_set>

namespace ferry::check {

/// `data-race` and `copy-without-barrier`.
///
/// Two work-items of a group are put in order by a barrier with the flag of
/// the memory, or as ItemOrder says; those of two groups by an atomic on the
/// same address, unless its scope is the group. Writes that leave what is there
/// are no race: programs in use set flags like that.
/// Nor is a read of a word that an atomic of another work-item changes, if it
/// is of global memory, or the work-item that reads goes on to an atomic there,
/// too: loops around compare-exchange begin like that.
class Races {
public:
  explicit Races(Context &C) : C(C) {}

  void beginLaunch();
  void beginGroup();
  void endGroup();
  /// The group has passed a synchronisation point: a barrier orders the
  /// memories that it has flags for.
  void passSynchronisation(bool OrdersLocal = false, bool OrdersGlobal = false);
  /// The work-item that runs comes to one of its sub-group, of \p Size.
  void passSubGroupBarrier(bool OrdersLocal, bool OrdersGlobal,
                           std::uint64_t Size);
  /// \param Order bits of abi::CheckAtomic.
  void fence(std::uint32_t Order) { Items.fence(Order); }
  /// \param Value what is written; null if that is not known.
  void access(const Access &A, const void *Value);
  /// \param IsOfGroup if what follows is an atomic, its memory_scope does not
  ///        reach beyond the group.
  void setScope(bool IsOfGroup) { HasGroupScope = IsOfGroup; }
  /// An atomic one has been made.
  void passAtomic(const Access &A, std::uint32_t Order);
  /// An async copy of the group starts that reads or writes these bytes.
  void copy(const Access &A);

private:
  /// Groups that have had to do with an atomic, from the first to the last.
  struct Groups {
    std::uint64_t first = ~std::uint64_t(0), last = 0;
    void add(const Groups &O) {
      first = std::min(first, O.first);
      last = std::max(last, O.last);
    }
    bool contains(std::uint64_t G) const { return G >= first && G <= last; }
  };
  void synchronise(const Access &A);
  RunningGroup::Time &time(bool IsLocal) const {
    return IsLocal ? C.group.localTime : C.group.globalTime;
  }
  void nextInterval(bool IsLocal);
  /// Reports those of ReadsBesideAtomics after which the work-item has made no
  /// atomic.
  void judgeReads();
  /// Whether nothing of the running group is concurrent with \p S.
  bool isPast(Stamp S, bool IsLocal) const {
    if (S.group() == C.group.number())
      return S.interval() < time(IsLocal).begin;
    return IsLocal || !C.group.isOfLaunch(S);
  }
  bool concurrent(Stamp Old, Stamp Now, bool IsLocal) const;
  void report(const Access &A, Stamp Now, Stamp Old, bool OldWrites);

  Context &C;
  ItemOrder Items{C.group};
  std::unordered_map<std::uintptr_t, Groups> Atomics;
  Groups Acquired; ///< What is before the running group.
  bool HasGroupScope = false;
  /// Sites of atomics with such a scope, in this launch.
  std::unordered_set<std::uint32_t> GroupScopes;
  /// A read that is concurrent with an atomic of another work-item.
  struct ReadBesideAtomic {
    Access access; ///< Whichever came second.
    Stamp now, old;
    bool oldWrites; ///< The atomic came first.
    std::uint64_t reader() const { return (oldWrites ? now : old).item(); }
  };
  /// By the address of the cell, the last of this interval of local memory.
  std::unordered_map<std::uintptr_t, ReadBesideAtomic> ReadsBesideAtomics;
};

} // namespace ferry::check

#endif // FERRY_CHECK_RACES_H
