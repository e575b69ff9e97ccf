//===- IntelSubGroups.h - Types and sizes of cl_intel_subgroups -*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CONFORMANCE_INTELSUBGROUPS_H
#define FERRY_CONFORMANCE_INTELSUBGROUPS_H

#include "SubGroups.h"

#include <map>

namespace conformance {

using Bytes = std::vector<unsigned char>;

struct ElementType {
  const char *name;
  size_t bytes;
  std::vector<size_t> widths; ///< Of the vectors that are shuffled.
  const char *suffix;         ///< Of blocks; null if there are none.
  size_t maxWidth;            ///< Of blocks.
};

inline const std::vector<size_t> AllWidths = {1, 2, 3, 4, 8, 16};
inline const ElementType ElementTypes[] = {
    {"char", 1, AllWidths, nullptr, 0},  {"uchar", 1, AllWidths, "_uc", 16},
    {"short", 2, AllWidths, nullptr, 0}, {"ushort", 2, AllWidths, "_us", 16},
    {"int", 4, AllWidths, nullptr, 0},   {"uint", 4, AllWidths, "_ui", 8},
    {"float", 4, AllWidths, nullptr, 0}, {"long", 8, {1}, nullptr, 0},
    {"ulong", 8, {1}, "_ul", 8},         {"half", 2, {1}, nullptr, 0},
    {"double", 8, {1}, nullptr, 0},
};

inline const Range Ranges[] = {{{128}, {64}, {}},
                               {{60}, {20}, {}},
                               {{5}, {1}, {}},
                               {{26, 6}, {13, 3}, {}},
                               {{40, 2, 2}, {40, 1, 2}, {}}};

inline std::string vectorName(const std::string &Scalar, size_t Width) {
  return Width == 1 ? Scalar : Scalar + std::to_string(Width);
}

inline Bytes randomBytes(size_t Count) {
  std::mt19937_64 Random = randomSource();
  Bytes Values(Count);
  for (unsigned char &B : Values)
    B = (unsigned char)Random();
  return Values;
}

/// Loads and stores of W components without gaps between them.
inline std::string accessMacros(size_t Width) {
  if (Width == 1)
    return "#define LOAD(i, p) (p)[i]\n#define STORE(v, i, p) (p)[i] = v\n";
  const std::string W = std::to_string(Width);
  return "#define LOAD(i, p) vload" + W +
         "(i, p)\n#define STORE(v, i, p) vstore" + W + "(v, i, p)\n";
}

/// None, and those of every size that a kernel may require.
inline std::vector<std::string> attributes() {
  std::vector<std::string> All = {""};
  if (!hasExtension("cl_intel_required_subgroup_size"))
    return All;
  size_t Size;
  ok(clGetDeviceInfo(device(), CL_DEVICE_SUB_GROUP_SIZES_INTEL, 0, nullptr,
                     &Size));
  std::vector<size_t> Sizes(Size / sizeof(size_t));
  ok(clGetDeviceInfo(device(), CL_DEVICE_SUB_GROUP_SIZES_INTEL, Size,
                     Sizes.data(), nullptr));
  for (size_t S : Sizes)
    All.push_back("__attribute__((intel_reqd_sub_group_size(" +
                  std::to_string(S) + ")))");
  return All;
}

/// What findSubGroups says, asked once.
inline const SubGroups &subGroupsOf(const Range &R,
                                    const std::string &Attribute) {
  static std::map<std::string, SubGroups> Found;
  auto [It, IsNew] = Found.try_emplace(R.text() + Attribute);
  if (IsNew)
    It->second = findSubGroups(R, Attribute);
  return It->second;
}

/// A test for each type.
class IntelSubGroupsTest : public testing::TestWithParam<ElementType> {
protected:
  void SetUp() override {
    for (const char *Name :
         {"cl_intel_subgroups", "cl_intel_subgroups_char",
          "cl_intel_subgroups_short", "cl_intel_subgroups_long",
          "cl_intel_subgroup_local_block_io",
          "cl_intel_required_subgroup_size"})
      if (!hasExtension(Name))
        GTEST_SKIP() << "no " << Name;
  }

  const ElementType &Type = GetParam();
  const std::vector<std::string> Attributes = attributes();
  std::mt19937_64 Chance = randomSource();

  /// Those that are tried with vectors of \p Width: all for scalars, for others
  /// one by chance.
  std::vector<std::string> attributesFor(size_t Width) {
    if (Width == 1)
      return Attributes;
    return {Attributes[Chance() % Attributes.size()]};
  }
};

} // namespace conformance

#endif // FERRY_CONFORMANCE_INTELSUBGROUPS_H
