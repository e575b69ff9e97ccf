//===- Races.cpp - Accesses that nothing puts in order --------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "check/Races.h"

#include <cstring>

namespace ferry::check {

void Races::beginLaunch() {
  Atomics.clear();
  GroupScopes.clear();
}

void Races::beginGroup() {
  Acquired = {};
  Items.beginGroup();
  C.group.table().asks = 0;
  if (!C.group.hasNewNumbers())
    return;
  C.shadow.forgetWho();
  C.local.clear();
  Atomics.clear();
}

void Races::endGroup() { judgeReads(); }

void Races::nextInterval(bool IsLocal) {
  RunningGroup::Time &T = time(IsLocal);
  if (++T.interval != Stamp::Intervals)
    return;
  // The numbers of intervals begin anew.
  T = {};
  Items.passBarrier(IsLocal);
  if (IsLocal)
    C.local.forgetWho(
        Stamp(abi::StampSites, 0, 0, C.group.number(), false, true));
  else
    C.shadow.forgetWho();
}

void Races::passSynchronisation(bool OrdersLocal, bool OrdersGlobal) {
  // Each region has an interval of its own, so that what a look has noted
  // (CheckedGroup::asks) is told from what was done.
  for (const bool IsLocal : {true, false}) {
    const bool Orders = IsLocal ? OrdersLocal : OrdersGlobal;
    nextInterval(IsLocal);
    if (!Orders)
      continue;
    time(IsLocal).begin = time(IsLocal).interval;
    Items.passBarrier(IsLocal);
  }
  if (OrdersLocal)
    judgeReads();
}

void Races::passSubGroupBarrier(bool OrdersLocal, bool OrdersGlobal,
                                std::uint64_t Size) {
  if (!Items.isFirstAtSubGroupBarrier(Size))
    return;
  for (const bool IsLocal : {true, false})
    if (IsLocal ? OrdersLocal : OrdersGlobal) {
      nextInterval(IsLocal);
      Items.passSubGroupBarrier(IsLocal);
    }
  if (OrdersLocal)
    judgeReads();
}

void Races::passAtomic(const Access &A, std::uint32_t Order) {
  Items.atomic(A.pointer, Order);
}

bool Races::concurrent(Stamp Old, Stamp Now, bool IsLocal) const {
  if (!Old)
    return false;
  if (Old.group() != Now.group()) {
    const bool AreAtomic = Old.isAtomic() && Now.isAtomic() &&
                           !GroupScopes.contains(Old.site()) &&
                           !GroupScopes.contains(Now.site());
    return !AreAtomic && !isPast(Old, IsLocal) &&
           !Acquired.contains(Old.group());
  }
  if (Old.isAtomic() && Now.isAtomic())
    return false;
  // Noted by a look that has failed: it is judged when that work-item runs.
  if (C.group.table().asks && Old.item() > Now.item() &&
      Old.interval() == time(IsLocal).interval)
    return false;
  // What copies do to each other and to work-items is another check's.
  return !Old.byCopy() && !Now.byCopy() && Old.item() != Now.item() &&
         Old.interval() >= time(IsLocal).begin &&
         !Items.isOrdered(Old, Now.item(), IsLocal);
}

/// Whatever was done by groups that used this atomic before may be ordered
/// before what follows.
void Races::synchronise(const Access &A) {
  const std::uint64_t Mine = C.group.number();
  Groups &Here = Atomics[A.pointer];
  Acquired.add(Here);
  Here.add(Acquired);
  Here.add({Mine, Mine});
}

void Races::access(const Access &A, const void *Value) {
  ShadowRegion *Cells = C.cellsOf(A);
  if (!Cells)
    return;
  const bool IsLocal = Cells == &C.local;
  if (A.isAtomic && !IsLocal) {
    if (HasGroupScope)
      GroupScopes.insert(A.site);
    else
      synchronise(A);
  }
  const Stamp Now = C.group.stamp(A);
  Stamp Old;
  bool OldWrites = false;
  auto Defer = [&](std::uintptr_t At, Stamp Other, bool OldWrites) {
    if (IsLocal)
      ReadsBesideAtomics[At] = {A, Now, Other, OldWrites};
  };
  Cells->forEach(A.pointer, A.bytes, [&](ShadowCell Cell, std::uintptr_t At) {
    if (A.isAtomic)
      if (auto Read = ReadsBesideAtomics.find(At);
          Read != ReadsBesideAtomics.end() &&
          Read->second.reader() == Now.item())
        ReadsBesideAtomics.erase(Read);
    if (concurrent(Cell.write, Now, IsLocal)) {
      if (!A.writes && !A.isAtomic && Cell.write.isAtomic()) {
        Defer(At, Cell.write, true);
      } else {
        Old = Cell.write;
        OldWrites = true;
      }
    } else if (A.writes && !Old) {
      for (const Stamp Read : {Cell.read, Cell.otherRead})
        if (!concurrent(Read, Now, IsLocal))
          continue;
        else if (A.isAtomic && !Read.isAtomic())
          Defer(At, Read, false);
        else
          Old = Read;
    }
    // That two work-items have read without a mistake lets code of kernels
    // know that all may.
    if (A.writes)
      Cell.noteWrite(Now);
    else if (!OldWrites)
      Cell.noteRead(Now, [&](Stamp S) { return isPast(S, IsLocal); });
  });
  if (!Old)
    return;
  // What changes nothing is no race.
  if (Value && A.writes && !A.isAtomic &&
      std::memcmp(Value, reinterpret_cast<const void *>(A.pointer), A.bytes) ==
          0)
    return;
  report(A, Now, Old, OldWrites);
}

void Races::judgeReads() {
  for (const auto &[Address, R] : ReadsBesideAtomics)
    report(R.access, R.now, R.old, R.oldWrites);
  ReadsBesideAtomics.clear();
}

void Races::copy(const Access &A) {
  ShadowRegion *Cells = C.cellsOf(A);
  if (!Cells)
    return;
  const bool IsLocal = Cells == &C.local;
  const Stamp Now = C.group.stamp(A);
  if (Cells->noteAll(A.pointer, A.bytes, Now, A.writes,
                     C.group.table().past[!IsLocal]))
    return;
  Stamp Old, Unordered;
  bool OldWrites = false, UnorderedWrites = false;
  const bool IsOneItem = C.group.items() == 1;
  auto Look = [&](Stamp S, bool Writes) {
    if (!S)
      return;
    if (concurrent(S, Now, IsLocal)) {
      Old = S;
      OldWrites = Writes;
    } else if (!IsOneItem && !S.byCopy() && S.group() == Now.group() &&
               S.interval() >= time(IsLocal).begin) {
      Unordered = S;
      UnorderedWrites = Writes;
    }
  };
  Cells->forEach(A.pointer, A.bytes, [&](ShadowCell Cell, std::uintptr_t) {
    Look(Cell.write, true);
    if (!A.writes) {
      Cell.noteRead(Now, [&](Stamp S) { return isPast(S, IsLocal); });
      return;
    }
    Look(Cell.read, false);
    Look(Cell.otherRead, false);
    Cell.noteWrite(Now);
  });
  if (Old)
    report(A, Now, Old, OldWrites);
  if (!Unordered)
    return;
  const std::string Flag = C.group.isLocal(A.pointer) ? "CLK_LOCAL_MEM_FENCE"
                                                      : "CLK_GLOBAL_MEM_FENCE";
  C.report("copy-without-barrier",
           A.writes ? "no barrier is between what work-items did with the "
                      "destination of an async copy and the copy"
                    : "no barrier is between what work-items wrote and the "
                      "async copy that reads it",
           &A,
           {C.side(UnorderedWrites ? "write: " : "read: ", Unordered),
            C.side("async copy", A.site)},
           "put barrier(" + Flag +
               ") before the copy: it does not wait for "
               "the other work-items");
}

void Races::report(const Access &A, Stamp Now, Stamp Old, bool OldWrites) {
  const bool SameGroup = Old.group() == Now.group();
  const bool IsLocal = C.group.isLocal(A.pointer);
  std::string Advice;
  if (!SameGroup && Old.isAtomic() && Now.isAtomic())
    Advice = "pass memory_scope_device to both: a smaller scope is for one "
             "work-group";
  else if (!SameGroup)
    Advice = "nothing orders work-groups of a launch: use atomics, or two "
             "launches, or give each its own bytes";
  else if (IsLocal)
    Advice = "put barrier(CLK_LOCAL_MEM_FENCE) between the two, or use atomics";
  else
    Advice = "put barrier(CLK_GLOBAL_MEM_FENCE) between the two, or use "
             "atomics; CLK_LOCAL_MEM_FENCE alone orders no global memory";
  C.report(
      "data-race",
      std::string(SameGroup ? "two work-items of a group" : "two work-groups") +
          " access the same bytes, nothing orders them, and " +
          (A.writes && OldWrites ? "both write" : "one writes"),
      &A,
      {C.side(OldWrites ? "write: " : "read: ", Old),
       C.side(A.writes ? "write: " : "read: ", Now)},
      Advice);
}

} // namespace ferry::check
