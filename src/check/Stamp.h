//===- Stamp.h - Who made an access, and when -------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CHECK_STAMP_H
#define FERRY_CHECK_STAMP_H

#include "ferry/check.h"

namespace ferry::check {

/// Who made an access, and when; 0 is nobody.
struct Stamp {
  std::uint64_t bits = 0;

  static constexpr std::uint64_t Intervals = std::uint64_t(1)
                                             << abi::StampIntervalBits;
  static constexpr std::uint64_t Groups = std::uint64_t(1)
                                          << abi::StampGroupBits;

  Stamp() = default;
  explicit Stamp(std::uint64_t Bits) : bits(Bits) {}
  /// \param Site not 0; see stampSite.
  /// \param Interval 0 for copies; for others 1 and the barriers before it,
  ///        below Intervals.
  /// \param Group below Groups (see Numbers).
  Stamp(std::uint32_t Site, std::uint64_t Item, std::uint64_t Interval,
        std::uint64_t Group, bool IsAtomic, bool ByCopy)
      : bits(abi::stampSite(Site) | Item << abi::StampItemShift |
             Interval << abi::StampIntervalShift |
             Group << abi::StampGroupShift |
             (IsAtomic ? abi::StampIsAtomic : 0) |
             (ByCopy ? abi::StampByCopy : 0)) {}

  explicit operator bool() const { return bits != 0; }
  bool operator==(const Stamp &) const = default;
  /// 0 if it is not known.
  std::uint32_t site() const {
    const std::uint64_t Site = bits & abi::StampSites;
    return Site == abi::StampSites ? 0 : std::uint32_t(Site);
  }
  std::uint64_t item() const { return bits >> abi::StampItemShift & 0xfff; }
  std::uint64_t interval() const {
    return bits >> abi::StampIntervalShift & (Intervals - 1);
  }
  std::uint64_t group() const {
    return bits >> abi::StampGroupShift & (Groups - 1);
  }
  bool isAtomic() const { return bits & abi::StampIsAtomic; }
  bool byCopy() const { return bits & abi::StampByCopy; }

  bool sameItem(Stamp O) const {
    return ((bits ^ O.bits) & abi::StampSameItem) == 0;
  }
};

} // namespace ferry::check

#endif // FERRY_CHECK_STAMP_H
