//===- Arrivals.h - Synchronisation not all work-items come to --*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CHECK_ARRIVALS_H
#define FERRY_CHECK_ARRIVALS_H

#include "check/Context.h"

#include <array>
#include <map>
#include <vector>

namespace ferry::check {

/// `divergence`: a barrier, a copy, a wait or a fence that not all work-items
/// of the group come to, or a function of sub-groups that not all of the
/// sub-group come to; `different-arguments`: one that they come to with
/// others.
class Arrivals {
public:
  using Operands = std::array<std::uint64_t, abi::CheckedOperands>;

  explicit Arrivals(Context &C) : C(C) {}

  void beginGroup();
  /// The work-item that runs comes to \p Site, which has operands or not.
  ///
  /// \param Bases see abi::CheckedArrival.
  void arrive(std::uint32_t Site, const Operands *Its = nullptr,
              std::array<std::uint64_t, 2> Bases = {});
  /// The group goes on from \p Site.
  ///
  /// \param What "barrier".
  /// \param HasOperands work-items came with some.
  void complete(std::uint32_t Site, std::string_view What, bool HasOperands);
  /// The work-item that runs has come to a function of sub-groups in \p Site
  /// without all others of its sub-group.
  void reportSubGroup(std::uint32_t Site);

private:
  /// Those of \p Item, which has come to \p Site.
  Operands operandsOf(std::size_t Item, std::uint32_t Site) const;

  Context &C;
  /// Where each work-item is; 0 if it is nowhere.
  std::vector<std::uint32_t> Sites;
  /// Site and operands of work-items that did not come with those of the first
  /// one, which are in abi::CheckedGroup.
  std::map<std::size_t, std::pair<std::uint32_t, Operands>> Others;
};

} // namespace ferry::check

#endif // FERRY_CHECK_ARRIVALS_H
