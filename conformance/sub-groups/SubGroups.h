//===- SubGroups.h - Which work-items are in a sub-group --------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How a driver divides groups into sub-groups is its own affair: kernels tell,
/// and what sub-group functions return is computed from that.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_CONFORMANCE_SUBGROUPS_H
#define FERRY_CONFORMANCE_SUBGROUPS_H

#include "Support.h"

namespace conformance {

/// Declares `at`, the place of a work-item by its global linear id.
inline constexpr char PlaceOfItem[] =
    "size_t at = (get_global_id(2) * get_global_size(1) + get_global_id(1)) * "
    "get_global_size(0) + get_global_id(0);\n";

/// The sub-groups of a launch.
struct SubGroups {
  /// By sub-group and local id: the work-item's place.
  std::vector<std::vector<size_t>> items;
  /// By place: sub-group, and local id in it.
  std::vector<size_t> groupOf, localIdOf;
  size_t maxSize = 0;
};

/// Asks where each work-item is, in a launch of \p R of a kernel that has the
/// attributes \p Attributes, and checks that it makes sense.
SubGroups findSubGroups(const Range &R, const std::string &Attributes = "");

} // namespace conformance

#endif // FERRY_CONFORMANCE_SUBGROUPS_H
