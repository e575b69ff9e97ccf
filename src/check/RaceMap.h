//===- RaceMap.h - Who accessed each byte last ------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CHECK_RACEMAP_H
#define FERRY_CHECK_RACEMAP_H

#include "check/PageMap.h"

#include <vector>

namespace ferry::check {

/// Who made an access, and when; 0 is nobody.
struct Stamp {
  std::uint64_t bits = 0;

  /// With 16 for the site, 12 for the item, and two flags they fill a word.
  static constexpr unsigned IntervalBits = 12, GroupBits = 22;
  static constexpr std::uint64_t Intervals = 1u << IntervalBits;
  static constexpr std::uint64_t Groups = 1u << GroupBits;

  Stamp() = default;
  /// \param Site not 0, below 1 << 16; larger ones are as good as unknown.
  /// \param Interval the barriers before it, modulo Intervals.
  /// \param Group modulo Groups.
  Stamp(std::uint32_t Site, std::uint64_t Item, std::uint64_t Interval,
        std::uint64_t Group, bool IsAtomic, bool ByCopy)
      : bits(std::uint64_t(Site < 0xffff ? Site : 0xffff) | Item << 16 |
             (Interval % Intervals) << 28 | (Group % Groups) << 40 |
             std::uint64_t(IsAtomic) << 62 | std::uint64_t(ByCopy) << 63) {}

  explicit operator bool() const { return bits != 0; }
  bool operator==(const Stamp &) const = default;
  std::uint32_t site() const { return bits & 0xffff; }
  std::uint64_t item() const { return bits >> 16 & 0xfff; }
  std::uint64_t interval() const { return bits >> 28 & (Intervals - 1); }
  std::uint64_t group() const { return bits >> 40 & (Groups - 1); }
  bool isAtomic() const { return bits >> 62 & 1; }
  bool byCopy() const { return bits >> 63; }

  bool sameItem(Stamp O) const {
    return item() == O.item() && group() == O.group() && byCopy() == O.byCopy();
  }
};

/// The last accesses to some bytes: two reads, so that whoever writes there
/// finds one that is not its own.
struct RaceCell {
  Stamp write, reads[2];

  void noteRead(Stamp S) {
    if (!reads[0] || reads[0].sameItem(S) ||
        (reads[0].group() == S.group() && reads[0].interval() != S.interval()))
      reads[0] = S;
    else
      reads[1] = S;
  }
  void noteWrite(Stamp S) {
    // An atomic does not make up for a plain write of the same work-item.
    if (!(S.isAtomic() && write && !write.isAtomic() && write.sameItem(S) &&
          write.interval() == S.interval()))
      write = S;
    reads[0] = reads[1] = {};
  }
};

/// A cell for each four bytes, or for each byte of pages that are accessed in
/// smaller pieces.
class RaceMap {
public:
  /// Everything is forgotten.
  void forget() { ++Epoch; }

  /// Calls \p F with each cell of a range, and its first address and bytes.
  template <typename Function>
  void forEach(std::uintptr_t Start, std::uint64_t Bytes, Function F) {
    constexpr std::uint64_t PageBytes = PageMap<Page>::PageBytes;
    PageMap<Page>::forEach(
        Start, Bytes, [&](std::uintptr_t At, std::uint64_t Here) {
          Page &P = prepared(At, (At | Here) % Granule != 0);
          const std::uint64_t Each = P.isFine ? 1 : Granule;
          for (std::uint64_t I = 0; I != Here; I += Each)
            F(P.cells[(At + I) % PageBytes / Each], At + I, Each);
        });
  }

private:
  static constexpr std::uint64_t Granule = 4;
  struct Page {
    std::uint64_t epoch = 0;
    bool isFine = false;
    std::vector<RaceCell> cells;
  };
  Page &prepared(std::uintptr_t At, bool Fine);

  PageMap<Page> Pages;
  std::uint64_t Epoch = 1;
};

} // namespace ferry::check

#endif // FERRY_CHECK_RACEMAP_H
