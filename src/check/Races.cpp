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
  Pending.reset();
  Global.forget();
  Atomics.clear();
}

void Races::beginGroup() {
  Pending.reset();
  Local.forget();
  Acquired = {};
  // The numbers of groups begin anew.
  if (C.group.group() % Stamp::Groups == 0)
    Global.forget();
}

void Races::passBarrier(bool OrdersLocal, bool OrdersGlobal) {
  // So do those of barriers.
  if (OrdersLocal && ++C.group.localInterval % Stamp::Intervals == 0)
    Local.forget();
  if (OrdersGlobal && ++C.group.globalInterval % Stamp::Intervals == 0)
    Global.forget();
}

/// Private memory is nobody else's; of memory that is not known, nothing is
/// said.
bool Races::isShared(const Access &A) const {
  switch (A.object->place) {
  case abi::CheckPlace::Private:
    return false;
  case abi::CheckPlace::Unknown:
    return C.group.isLocal(A.pointer) || C.objects.around(A.pointer);
  default:
    return true;
  }
}

bool Races::concurrent(Stamp Old, Stamp Now) const {
  if (!Old || (Old.isAtomic() && Now.isAtomic()))
    return false;
  const std::uint64_t Mine = C.group.group() % Stamp::Groups;
  if (Old.group() != Mine)
    return !Acquired.contains(Old.group());
  // What copies do to each other and to work-items is another check's.
  return !Old.byCopy() && !Now.byCopy() && Old.item() != Now.item() &&
         Old.interval() == Now.interval();
}

/// Whatever was done by groups that used this atomic before may be ordered
/// before what follows.
void Races::synchronise(const Access &A) {
  const std::uint64_t Mine = C.group.group() % Stamp::Groups;
  Groups &Here = Atomics[A.pointer];
  Acquired.add(Here);
  Here.add(Acquired);
  Here.add({Mine, Mine});
}

void Races::access(const Access &A) {
  if (!isShared(A))
    return;
  if (A.isAtomic && !C.group.isLocal(A.pointer))
    synchronise(A);
  const Stamp Now = C.group.stamp(A);
  Stamp Old;
  bool OldWrites = false;
  map(A).forEach(A.pointer, A.bytes,
                 [&](RaceCell &Cell, std::uintptr_t, std::uint64_t) {
                   // Loops around an exchange begin with a plain read.
                   if (concurrent(Cell.write, Now) &&
                       (A.writes || !Cell.write.isAtomic())) {
                     Old = Cell.write;
                     OldWrites = true;
                   } else if (A.writes && !A.isAtomic && !Old) {
                     for (const Stamp Read : Cell.reads)
                       if (concurrent(Read, Now))
                         Old = Read;
                   }
                   if (A.writes)
                     Cell.noteWrite(Now);
                   else
                     Cell.noteRead(Now);
                 });
  if (!Old)
    return;
  if (A.writes && !A.isAtomic)
    suspect(A, Now, Old, OldWrites);
  else
    report(A, Now, Old, OldWrites);
}

void Races::copy(const Access &A) {
  const Stamp Now = C.group.stamp(A);
  Stamp Old, Unordered;
  bool OldWrites = false, UnorderedWrites = false;
  const bool IsOneItem = C.group.items() == 1;
  auto Look = [&](Stamp S, bool Writes) {
    if (!S)
      return;
    if (concurrent(S, Now)) {
      Old = S;
      OldWrites = Writes;
    } else if (!IsOneItem && !S.byCopy() &&
               S.group() == C.group.group() % Stamp::Groups &&
               S.interval() == Now.interval()) {
      Unordered = S;
      UnorderedWrites = Writes;
    }
  };
  map(A).forEach(A.pointer, A.bytes,
                 [&](RaceCell &Cell, std::uintptr_t, std::uint64_t) {
                   Look(Cell.write, true);
                   if (!A.writes) {
                     Cell.noteRead(Now);
                     return;
                   }
                   for (const Stamp Read : Cell.reads)
                     Look(Read, false);
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

void Races::suspect(const Access &A, Stamp Now, Stamp Old, bool OldWrites) {
  Suspicion S{A, Now, Old, OldWrites, {}};
  if (A.bytes > S.before.size())
    return report(A, Now, Old, OldWrites);
  std::memcpy(S.before.data(), reinterpret_cast<const void *>(A.pointer),
              A.bytes);
  // One at a time: who suspects two in a row has settled the first.
  Pending = S;
}

void Races::settlePending() {
  const Suspicion S = *Pending;
  Pending.reset();
  if (std::memcmp(S.before.data(),
                  reinterpret_cast<const void *>(S.access.pointer),
                  S.access.bytes) == 0)
    return;
  report(S.access, S.now, S.other, S.otherWrites);
}

void Races::report(const Access &A, Stamp Now, Stamp Old, bool OldWrites) {
  const bool SameGroup = Old.group() == C.group.group() % Stamp::Groups;
  const bool IsLocal = C.group.isLocal(A.pointer);
  std::string Advice;
  if (!SameGroup)
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
