//===- Arrivals.cpp - Synchronisation that not all work-items come to -----===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "check/Arrivals.h"

#include <algorithm>

namespace ferry::check {

void Arrivals::beginGroup() {
  Sites.assign(C.group.items(), 0);
  Others.clear();
  abi::CheckedGroup &T = C.group.table();
  T.arrivals = Sites.data();
  T.firstArrival = {};
}

void Arrivals::arrive(std::uint32_t Site, const Operands *Its,
                      std::array<std::uint64_t, 2> Bases) {
  const std::uint64_t Item = C.group.item();
  if (Item >= Sites.size())
    return;
  Sites[Item] = Site;
  if (!Its)
    return;
  abi::CheckedArrival &First = C.group.table().firstArrival;
  if (!First.site) {
    First.site = Site;
    std::ranges::copy(*Its, First.operands);
    std::ranges::copy(Bases, First.bases);
  } else if (First.site != Site || !std::ranges::equal(*Its, First.operands)) {
    Others[Item] = {Site, *Its};
  }
}

Arrivals::Operands Arrivals::operandsOf(std::size_t Item,
                                        std::uint32_t Site) const {
  if (auto I = Others.find(Item); I != Others.end() && I->second.first == Site)
    return I->second.second;
  return std::to_array(C.group.table().firstArrival.operands);
}

void Arrivals::complete(std::uint32_t Site, std::string_view What,
                        bool HasOperands) {
  abi::CheckedArrival &First = C.group.table().firstArrival;
  const bool AllAreHere =
      Sites.front() == Site &&
      std::equal(Sites.begin() + 1, Sites.end(), Sites.begin());
  if (AllAreHere && (!HasOperands || Others.empty())) {
    std::fill(Sites.begin(), Sites.end(), 0);
    First.site = 0;
    return;
  }
  const std::size_t End = Sites.size();
  const auto Count = std::size_t(std::count(Sites.begin(), Sites.end(), Site));
  std::size_t Here = End, Absent = End, Other = End;
  for (std::size_t I = 0; I != End; ++I) {
    if (Sites[I] != Site)
      Absent = std::min(Absent, I);
    else if (Here == End)
      Here = I;
    else if (HasOperands && operandsOf(I, Site) != operandsOf(Here, Site))
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
  std::erase_if(Others,
                [&](const auto &Each) { return Each.second.first == Site; });
  if (First.site == Site)
    First.site = 0;
}

void Arrivals::reportSubGroup(std::uint32_t Site) {
  const std::string Name = C.group.site(Site).name;
  C.report("divergence", "not all work-items of the sub-group come to " + Name,
           nullptr, {C.side(C.byItem("call"), Site)},
           "move the call out of the condition, and have work-items with "
           "nothing to do come along instead of returning");
}

} // namespace ferry::check
