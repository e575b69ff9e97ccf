//===- SubGroups.cpp - Which work-items are in a sub-group ----------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "SubGroups.h"

#include <map>

using namespace conformance;

SubGroups conformance::findSubGroups(const Range &R,
                                     const std::string &Attributes) {
  const std::string Source = "kernel " + Attributes +
                             R"( void where(global uint *told) {)" +
                             PlaceOfItem + R"(
    told += at * 6;
    told[0] = (get_group_id(2) * get_num_groups(1) + get_group_id(1)) *
              get_num_groups(0) + get_group_id(0);
    told[1] = get_sub_group_id();
    told[2] = get_sub_group_local_id();
    told[3] = get_sub_group_size();
    told[4] = get_max_sub_group_size();
    told[5] = get_num_sub_groups();
  })";
  size_t Items = R.globalItems();
  Buffer Told = makeBuffer(Items * 6 * sizeof(cl_uint));
  Kernel K = buildKernel(Source, "where", "-cl-std=CL3.0");
  setArgs(K, Told);
  launch(K, R);
  std::vector<cl_uint> T = download<cl_uint>(Told, Items * 6);

  SubGroups S;
  S.maxSize = T[4];
  std::map<std::pair<cl_uint, cl_uint>, size_t> Numbers;
  std::map<cl_uint, cl_uint> PerGroup;
  for (size_t Item = 0; Item != Items; ++Item) {
    const cl_uint *Of = &T[Item * 6];
    EXPECT_EQ(Of[4], S.maxSize) << R.text();
    EXPECT_LE(Of[3], S.maxSize) << R.text();
    EXPECT_LT(Of[2], Of[3]) << R.text();
    EXPECT_LT(Of[1], Of[5]) << R.text();
    auto [It, IsNew] = Numbers.try_emplace({Of[0], Of[1]}, S.items.size());
    if (IsNew) {
      S.items.emplace_back(Of[3], Items);
      ++PerGroup[Of[0]];
    }
    std::vector<size_t> &Group = S.items[It->second];
    S.groupOf.push_back(It->second);
    S.localIdOf.push_back(Of[2]);
    if (Of[2] >= Group.size()) {
      ADD_FAILURE() << "sizes differ in a sub-group, " << R.text();
      continue;
    }
    EXPECT_EQ(Group[Of[2]], Items) << "two have one local id, " << R.text();
    Group[Of[2]] = Item;
  }
  for (const std::vector<size_t> &Group : S.items)
    for (size_t Item : Group)
      EXPECT_LT(Item, Items) << "a local id is missing, " << R.text();
  // "All sub-groups within a work-group will be the same size, apart from the
  // sub-group with the maximum index which may be smaller".
  for (const auto &[GroupAndId, Number] : Numbers)
    if (GroupAndId.second + 1 != PerGroup[GroupAndId.first]) {
      EXPECT_EQ(S.items[Number].size(), S.maxSize) << R.text();
    }
  for (size_t Item = 0; Item != Items; ++Item)
    EXPECT_EQ(T[Item * 6 + 5], PerGroup[T[Item * 6]]) << R.text();
  return S;
}
