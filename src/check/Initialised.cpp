//===- Initialised.cpp - Reads of what nobody wrote -----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "check/Initialised.h"

namespace ferry::check {

void Initialised::host(const HostEvent &E) {
  // The contents of a part are those of the buffer.
  if (E.kind == HostEvent::PartCreated || E.kind == HostEvent::PartReleased)
    return;
  Map.set(E.where.begin, E.where.bytes, E.kind != HostEvent::CreatedUnset);
}

void Initialised::follow(ShadowRegion &Cells) {
  const Range R = Cells.where();
  while (Cells.initialised < R.bytes) {
    const std::uintptr_t At = R.begin + Cells.initialised;
    const std::uint64_t Here =
        std::min(PageMap<int>::PageBytes - At % PageMap<int>::PageBytes,
                 R.bytes - Cells.initialised);
    if (Map.all(At, Here)) {
      Cells.initialised += Here;
      continue;
    }
    // What the host wrote of them and what kernels did need not be told apart
    // in this page: most are written by one of the two.
    std::uint64_t Done = 0;
    while (Done < Here) {
      const std::uint64_t Each =
          std::min(Cells.each() - (At + Done) % Cells.each(), Here - Done);
      if (!Cells.anyWrite(At + Done, Each, [](Stamp S) { return bool(S); }) &&
          !Map.all(At + Done, Each))
        break;
      Done += Each;
    }
    Cells.initialised += Done;
    if (Done != Here)
      return;
  }
}

void Initialised::access(const Access &A) {
  ShadowRegion *Cells = C.cellsOf(A);
  const bool IsLocal = Cells == &C.local;
  if (A.writes) {
    // The cells of what is shared tell of writes.
    if (!Cells)
      Map.set(A.pointer, A.bytes, true);
    return;
  }
  // Program-scope variables are 0 if nothing else; of memory that is not known,
  // nothing is said.
  const abi::CheckPlace Place = A.object->place;
  const bool IsPrivate = Place == abi::CheckPlace::Private;
  if (Place == abi::CheckPlace::Program || (!Cells && !IsPrivate))
    return;
  const std::uint64_t Mine = C.group.number();
  if (Cells && Cells->anyWrite(A.pointer, A.bytes, [&](Stamp S) {
        return IsLocal ? S.group() == Mine : bool(S);
      }))
    return;
  if (!IsLocal && Map.any(A.pointer, A.bytes))
    return;
  report(A);
  // Once for these bytes.
  if (!IsLocal)
    return Map.set(A.pointer, A.bytes, true);
  Access Copy = A;
  Copy.byCopy = true;
  Cells->forEach(A.pointer, A.bytes, [&](ShadowCell Cell, std::uintptr_t) {
    Cell.write = C.group.stamp(Copy);
  });
}

void Initialised::report(const Access &A) {
  C.report("uninitialised", "memory is read that nothing was ever written to",
           &A,
           {C.side(A.byCopy ? "source of the async copy" : C.byItem("read"),
                   A.site)},
           C.group.isLocal(A.pointer)
               ? "write to local memory first, in each work-group, and "
                 "put a barrier behind that"
           : A.object->place == abi::CheckPlace::Private
               ? "initialise the variable where it is declared"
               : "have the host write the buffer, or another kernel");
}

void Initialised::report(std::uint32_t Site) {
  const std::string Name = C.group.site(Site).name;
  C.report("uninitialised",
           "private variable '" + Name + "' is read and has never been written",
           nullptr, {C.side(C.byItem("read"), Site)},
           "initialise the variable where it is declared");
}

} // namespace ferry::check
