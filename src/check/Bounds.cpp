//===- Bounds.cpp - Accesses outside of what there is ---------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "check/Bounds.h"

namespace ferry::check {

bool Bounds::access(const Access &A) {
  // Nothing lies there, so that null pointers with an offset fault.
  constexpr std::uintptr_t FirstPage = 4096;
  const std::string_view What = A.byCopy ? "copy" : A.writes ? "write" : "read";
  if (A.pointer % A.alignment)
    C.report("misaligned",
             "the address is no multiple of " + std::to_string(A.alignment) +
                 ", as the type asks for",
             &A, {C.side(C.byItem(What), A.site)},
             "use vload and vstore, or a type of elements as small as the "
             "address allows");
  if (A.object->place == abi::CheckPlace::Unknown) {
    if (A.pointer >= FirstPage)
      return true;
    C.report("null-pointer", "a null pointer is followed", &A,
             {C.side(C.byItem(What), A.site)},
             "see where the pointer comes from, and test it");
    return false;
  }
  const RunningGroup &G = C.group;
  if (A.object->place != abi::CheckPlace::Argument) {
    if (!A.base || Range{A.base, A.object->bytes}.contains(A.pointer, A.bytes))
      return true;
  } else {
    const Range Known = G.argument(A.object->argument);
    if (!Known.begin) {
      C.report("null-pointer",
               "argument '" + std::string(A.object->name) +
                   "' is a null pointer and is followed",
               nullptr, {C.side(C.byItem(What), A.site)},
               "set the argument to a buffer, or do not follow it");
      return false;
    }
    if (!Known.bytes || Known.contains(A.pointer, A.bytes))
      return true;
  }
  const Target To = G.target(A, C.objects);
  C.report(
      "out-of-bounds",
      (A.byCopy ? std::string("an async copy") : std::string("an access")) +
          " reaches beyond " + To.name + ", which has " +
          std::to_string(To.range.bytes) + " bytes",
      &A,
      {C.side(A.byCopy ? std::string(A.writes ? "destination of the copy"
                                              : "source of the copy")
                       : C.byItem(What),
              A.site)},
      A.byCopy ? "copy fewer elements, or make the memory larger"
               : "test the index, or make the memory larger");
  return false;
}

void Bounds::reportTexel(std::uint32_t Site) {
  const std::string Name = C.group.site(Site).name;
  C.report("out-of-bounds",
           "the coordinates are outside of image '" + Name + "'", nullptr,
           {C.side(C.byItem("access"), Site)},
           "compare the coordinates with the size of the image before, or, for "
           "a read, pass a sampler with an addressing mode");
}

} // namespace ferry::check
