//===- Copies.h - Async copies and their waits ------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CHECK_COPIES_H
#define FERRY_CHECK_COPIES_H

#include "check/Bounds.h"
#include "check/CopyShape.h"
#include "check/Initialised.h"
#include "check/Races.h"

#include <unordered_map>
#include <vector>

namespace ferry::check {

/// The async copies of the group that runs, and their events:
/// `copy-not-waited`, `copy-in-flight`, `copy-overlap`, `copy-lines`,
/// `wait-without-event`.
class Copies {
public:
  Copies(Context &C, Bounds &B, Races &R, Initialised &I)
      : C(C), Inside(B), Order(R), Written(I) {}

  void beginGroup();
  /// \returns the event of the copy.
  FerryEvent start(std::uint32_t Site, const CopyShape &Dst,
                   const CopyShape &Src, FerryEvent Shared);
  void wait(std::uint32_t Site, FerryEvent Event);
  void fence() { ++Fences; }
  void passBarrier(std::uint32_t Site);
  void access(const Access &A);
  void endGroup();

private:
  struct Copy {
    FerryEvent event;
    std::uint32_t site;
    CopyShape dst, src;
    std::uint64_t fence;       ///< Fences before it.
    std::uint32_t barrier = 0; ///< Site of one after its start.
    bool isDone = false;       ///< Carried out.
    Range written, read;       ///< What its sides lie in.
  };
  /// What became of an event of this group.
  struct Event {
    std::uint32_t site; ///< Of the copy that made it.
    bool isWaited = false;
    bool isEmpty = false; ///< There was nothing to copy.
  };

  bool look(const CopyShape &S, std::uint32_t Site, bool IsDst);
  void checkShape(const CopyShape &S, std::uint32_t Site, bool IsDst);
  void checkOverlap(const Copy &New);
  void accessInFlight(const Access &A);
  std::pair<Range, Range> inFlight(std::uintptr_t Address) const;
  void remember(const Copy &Which);
  void remember();
  /// With those that a fence puts before it.
  void carryOut(Copy &Which);
  static void move(Copy &Which);
  void reportNotWaited(const Copy &Which);
  Access whole(const CopyShape &S, std::uint32_t Site, bool IsDst) const;

  Context &C;
  Bounds &Inside;
  Races &Order;
  Initialised &Written;
  std::vector<Copy> InFlight;
  std::unordered_map<FerryEvent, Event> Events;
  /// Far from what a variable may hold by chance.
  FerryEvent NextEvent = 0x4652'5900'0000'0001;
  FerryEvent FirstOfGroup = NextEvent;
  std::uint64_t Fences = 0, Started = 0;
  std::uint32_t LastWait = 0; ///< The last wait's site.
};

} // namespace ferry::check

#endif // FERRY_CHECK_COPIES_H
