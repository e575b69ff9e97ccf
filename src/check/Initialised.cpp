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
  if (E.kind != HostEvent::PartCreated && E.kind != HostEvent::PartReleased)
    Other.set(E.where.begin, E.where.bytes, E.kind != HostEvent::CreatedUnset);
}

void Initialised::access(const Access &A) {
  const bool IsLocal = C.group.isLocal(A.pointer);
  InitialisedMap &M = IsLocal ? Local : Other;
  if (A.writes)
    return M.set(A.pointer, A.bytes, true);
  // Program-scope variables are 0 if nothing else; of memory that is not known,
  // nothing is said.
  const abi::CheckPlace Place = A.object->place;
  const bool IsPrivate = Place == abi::CheckPlace::Private;
  if (Place == abi::CheckPlace::Program || M.any(A.pointer, A.bytes) ||
      (Place == abi::CheckPlace::Unknown && !IsLocal &&
       !C.objects.around(A.pointer)))
    return;
  C.report("uninitialised", "memory is read that nothing was ever written to",
           &A,
           {C.side(A.byCopy ? "source of the async copy" : C.byItem("read"),
                   A.site)},
           IsLocal     ? "write to local memory first, in each work-group, and "
                         "put a barrier behind that"
           : IsPrivate ? "initialise the variable where it is declared"
                       : "have the host write the buffer, or another kernel");
  // Once for these bytes.
  M.set(A.pointer, A.bytes, true);
}

void Initialised::report(std::uint32_t Site) {
  const std::string Name = C.group.site(Site).name;
  C.report("uninitialised",
           "private variable '" + Name + "' is read and has never been written",
           nullptr, {C.side(C.byItem("read"), Site)},
           "initialise the variable where it is declared");
}

} // namespace ferry::check
