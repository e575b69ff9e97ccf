//===- Context.h - What all checks share ------------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CHECK_CONTEXT_H
#define FERRY_CHECK_CONTEXT_H

#include "check/Objects.h"
#include "check/Report.h"
#include "check/RunningGroup.h"

namespace ferry::check {

/// The group that runs, the memory there is, and who hears of mistakes.
struct Context {
  RunningGroup group;
  Objects objects;
  /// Of what is shared by work-items, but for local memory.
  Shadow shadow;
  ShadowRegion local{{}};
  /// The order of work-items, and the moment of copies.
  std::uint64_t seed = 0;

  Side side(std::string What, std::uint32_t Site) const {
    return Side(std::move(What), group.site(Site));
  }
  Side side(std::string_view What, Stamp S) const {
    return side(std::string(What) + group.describe(S), S.site());
  }
  /// "write by work-item (3) of work-group (0)".
  std::string byItem(std::string_view What) const {
    return std::string(What) + " by " +
           group.describeItem(group.item(), group.group());
  }
  /// The cells of what \p A is to; null for private memory, which is nobody
  /// else's, and for memory of which nothing is known.
  ShadowRegion *cellsOf(const Access &A);
  /// True of a read that is right, and need not be noted.
  bool isQuiet(const Access &A) const {
    if (A.object->place != abi::CheckPlace::Argument)
      return false;
    const abi::CheckedMemory &M = group.table().arguments[A.object->argument];
    return Range{M.begin, M.quiet}.contains(A.pointer, A.bytes);
  }

  std::string bytes(const Access &A) const {
    return group.describeBytes(A, objects);
  }
  void report(std::string_view Kind, std::string Title, const Access *A,
              std::vector<Side> Sides, std::string Advice) const {
    Reporter::get().report({Kind, group.kernel().name, std::move(Title),
                            A ? bytes(*A) : "", std::move(Sides),
                            std::move(Advice)});
  }
};

/// A number that looks random.
inline std::uint64_t mix(std::uint64_t X) {
  X = (X ^ X >> 30) * 0xbf58476d1ce4e5b9;
  X = (X ^ X >> 27) * 0x94d049bb133111eb;
  return X ^ X >> 31;
}

} // namespace ferry::check

#endif // FERRY_CHECK_CONTEXT_H
