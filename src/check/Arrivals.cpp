//===- Arrivals.cpp - Synchronisation that not all work-items come to -----===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "check/Arrivals.h"

namespace ferry::check {

void Arrivals::beginGroup() {
  Sites.assign(C.group.items(), 0);
  C.group.table().arrivals = Sites.data();
}

void Arrivals::arrive(std::uint32_t Site, const Operands &Its) {
  if (With.size() < Sites.size())
    With.resize(Sites.size());
  const std::uint64_t Item = C.group.item();
  if (Item < Sites.size()) {
    Sites[Item] = Site;
    With[Item] = Its;
  }
}

void Arrivals::complete(std::uint32_t Site, std::string_view What,
                        bool HasOperands) {
  const std::size_t End = Sites.size();
  const auto Count = std::size_t(std::count(Sites.begin(), Sites.end(), Site));
  if (Count == End && !HasOperands) {
    std::fill(Sites.begin(), Sites.end(), 0);
    return;
  }
  std::size_t Here = End, Absent = End, Other = End;
  for (std::size_t I = 0; I != End; ++I) {
    if (Sites[I] != Site)
      Absent = std::min(Absent, I);
    else if (Here == End)
      Here = I;
    else if (HasOperands && With[I] != With[Here])
      Other = std::min(Other, I);
  }
  auto Name = [&](std::size_t I) {
    return C.group.describeItem(I, C.group.group());
  };
  if (Here != End && Absent != End) {
    std::vector<Side> Sides{
        C.side(std::to_string(Count) + " of " + std::to_string(End) +
                   " work-items come to this " + std::string(What),
               Site)};
    if (const std::uint32_t Elsewhere = Sites[Absent])
      Sides.push_back(C.side(Name(Absent) + " has come here", Elsewhere));
    else
      Sides[0].what += "; " + Name(Absent) + " has ended";
    C.report("divergence",
             "not all work-items of the group come to the " + std::string(What),
             nullptr, std::move(Sides),
             "move the " + std::string(What) +
                 " out of the condition, and have work-items with nothing to "
                 "do come along instead of returning");
  } else if (Other != End) {
    C.report("different-arguments",
             "work-items of the group come to the " + std::string(What) +
                 " with different arguments",
             nullptr,
             {C.side(Name(Other) + " passes other arguments than " + Name(Here),
                     Site)},
             "compute the arguments from what is the same for the whole group");
  }
  std::replace(Sites.begin(), Sites.end(), Site, std::uint32_t(0));
}

} // namespace ferry::check
