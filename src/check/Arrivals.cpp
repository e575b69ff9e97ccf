//===- Arrivals.cpp - Synchronisation that not all work-items come to -----===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "check/Arrivals.h"

namespace ferry::check {

void Arrivals::beginGroup() { Items.assign(C.group.items(), Item()); }

void Arrivals::arrive(std::uint32_t Site, const Operands &With) {
  if (C.group.item < Items.size())
    Items[C.group.item] = {Site, With};
}

void Arrivals::complete(std::uint32_t Site, std::string_view What) {
  std::size_t Here = Items.size(), Absent = Items.size(), Other = Items.size();
  std::size_t Count = 0;
  for (std::size_t I = 0; I != Items.size(); ++I) {
    if (Items[I].site != Site) {
      Absent = std::min(Absent, I);
      continue;
    }
    ++Count;
    if (Here == Items.size())
      Here = I;
    else if (Items[I].operands != Items[Here].operands)
      Other = std::min(Other, I);
  }
  auto Name = [&](std::size_t I) {
    return C.group.describeItem(I, C.group.group());
  };
  if (Here != Items.size() && Absent != Items.size()) {
    std::vector<Side> Sides{
        C.side(std::to_string(Count) + " of " + std::to_string(Items.size()) +
                   " work-items come to this " + std::string(What),
               Site)};
    if (const std::uint32_t Elsewhere = Items[Absent].site)
      Sides.push_back(C.side(Name(Absent) + " has come here", Elsewhere));
    else
      Sides[0].what += "; " + Name(Absent) + " has ended";
    C.report("divergence",
             "not all work-items of the group come to the " + std::string(What),
             nullptr, std::move(Sides),
             "move the " + std::string(What) +
                 " out of the condition, and have work-items with nothing to "
                 "do come along instead of returning");
  } else if (Other != Items.size()) {
    C.report("different-arguments",
             "work-items of the group come to the " + std::string(What) +
                 " with different arguments",
             nullptr,
             {C.side(Name(Other) + " passes other arguments than " + Name(Here),
                     Site)},
             "compute the arguments from what is the same for the whole group");
  }
  for (Item &I : Items)
    if (I.site == Site)
      I.site = 0;
}

} // namespace ferry::check
