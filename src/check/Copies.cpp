//===- Copies.cpp - Async copies and their waits --------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "check/Copies.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace ferry::check {

/// Says where the sides of a copy lie that is in flight now.
void Copies::remember(const Copy &Which) {
  abi::CheckedGroup &T = C.group.table();
  auto Add = [&](abi::CheckedFlight *Spaces, Range Side) {
    abi::CheckedFlight &Its = Spaces[!C.group.isLocal(Side.begin)];
    const Range All = Range{Its.begin, Its.bytes}.with(Side);
    Its = {All.begin, All.bytes};
  };
  Add(T.written, Which.written);
  Add(T.read, Which.read);
}

/// The same of all, when some are in flight no more.
void Copies::remember() {
  abi::CheckedGroup &T = C.group.table();
  for (unsigned I = 0; I != 2; ++I)
    T.written[I] = T.read[I] = {};
  for (const Copy &Which : InFlight)
    remember(Which);
}

/// What is written and what is read where \p Address is, local or global
/// memory.
std::pair<Range, Range> Copies::inFlight(std::uintptr_t Address) const {
  const abi::CheckedGroup &T = C.group.table();
  const bool IsGlobal = !C.group.isLocal(Address);
  const abi::CheckedFlight &W = T.written[IsGlobal], &R = T.read[IsGlobal];
  return {{W.begin, W.bytes}, {R.begin, R.bytes}};
}

void Copies::access(const Access &A) {
  const auto [Written, Read] = inFlight(A.pointer);
  if (Written.meets(A.pointer, A.bytes) ||
      (A.writes && Read.meets(A.pointer, A.bytes))) [[unlikely]]
    accessInFlight(A);
}

void Copies::beginGroup() {
  InFlight.clear();
  remember();
  Events.clear();
  FirstOfGroup = NextEvent;
  Fences = 0;
  LastWait = 0;
}

/// All that lies between the first byte of a side and its last.
Access Copies::whole(const CopyShape &S, std::uint32_t Site, bool IsDst) const {
  const abi::CheckSite &O = C.group.site(Site);
  const std::uintptr_t Base = C.group.table().firstArrival.bases[IsDst ? 0 : 1];
  return {S.start, S.extent(), 1, Base, &O, Site, IsDst, false, true};
}

void Copies::checkShape(const CopyShape &S, std::uint32_t Site, bool IsDst) {
  const std::string Which = IsDst ? "destination" : "source";
  const bool IsZero =
      (S.lines > 1 && !S.lineStep) || (S.planes > 1 && !S.planeStep);
  if (IsZero || (IsDst && S.overlapsItself()) ||
      (S.lines > 1 && S.lineStep < S.lineBytes)) {
    const Access A = whole(S, Site, IsDst);
    C.report("copy-lines",
             IsZero ? "the stride of the async copy's " + Which + " is 0"
                    : "lines of the async copy's " + Which + " overlap",
             &A, {C.side("async copy", Site)},
             "make the stride at least as long as a line");
  }
}

/// Judges one side of a copy that starts. \returns false if it must not be
/// carried out.
bool Copies::look(const CopyShape &S, std::uint32_t Site, bool IsDst) {
  Access Line = whole(S, Site, IsDst);
  if (!Inside.access(Line))
    return false;
  if (!IsDst && C.isQuiet(Line))
    return true;
  Line.bytes = S.lineBytes;
  S.forEachLine([&](std::uintptr_t At) {
    Line.pointer = At;
    Order.copy(Line);
    Written.access(Line);
  });
  return true;
}

void Copies::checkOverlap(const Copy &New) {
  const auto [DstWritten, DstRead] = inFlight(New.written.begin);
  const Range SrcWritten = inFlight(New.read.begin).first;
  auto Meets = [](Range A, Range B) { return A.meets(B.begin, B.bytes); };
  if (!Meets(DstWritten, New.written) && !Meets(DstRead, New.written) &&
      !Meets(SrcWritten, New.read))
    return;
  for (const Copy &Old : InFlight) {
    if (Old.fence != New.fence)
      continue;
    const bool Both =
        Meets(New.written, Old.written) && New.dst.touches(Old.dst);
    const bool BySource =
        !Both && Meets(New.read, Old.written) && New.src.touches(Old.dst);
    if (!Both && !BySource &&
        !(Meets(New.written, Old.read) && New.dst.touches(Old.src)))
      continue;
    const Access A = whole(BySource ? New.src : New.dst,
                           New.site + (BySource ? 1 : 0), !BySource);
    C.report("copy-overlap",
             std::string("an async copy ") +
                 (BySource ? "reads what another one that is in flight writes"
                  : Both   ? "writes what another one that is in flight writes"
                           : "writes what another one that is in flight reads"),
             &A,
             {C.side("the copy in flight, which has no wait before", Old.site),
              C.side("the other copy", New.site)},
             "wait for the first copy, or put async_work_group_copy_fence "
             "between the two");
    return;
  }
}

FerryEvent Copies::start(std::uint32_t Site, const CopyShape &Dst,
                         const CopyShape &Src, FerryEvent Shared) {
  const FerryEvent Event = Shared ? Shared : NextEvent++;
  if (Shared && !Events.contains(Shared))
    C.report("wait-without-event",
             "the event given to an async copy is none: its variable has "
             "never been written, or not by a copy of this work-group",
             nullptr, {C.side("async copy", Site)},
             "pass 0, or the event of a copy that was started before");
  Events[Event] = {Site, false, Dst.isEmpty()};
  if (Dst.isEmpty())
    return Event;
  checkShape(Dst, Site, true);
  checkShape(Src, Site + 1, false);
  Copy New{.event = Event,
           .site = Site,
           .dst = Dst,
           .src = Src,
           .fence = Fences,
           .written = Dst.range(),
           .read = Src.range()};
  checkOverlap(New);
  const bool DstIsGood = look(Dst, Site, true);
  New.isDone = !look(Src, Site + 1, false) || !DstIsGood;
  InFlight.push_back(New);
  remember(New);
  if (!(mix(C.seed + Started++) & 1))
    carryOut(InFlight.back());
  return Event;
}

void Copies::carryOut(Copy &Which) {
  if (Which.isDone)
    return;
  // What a fence puts before it. They are in the order of their starts.
  for (Copy &Old : InFlight)
    if (Old.fence < Which.fence)
      move(Old);
  move(Which);
}

void Copies::move(Copy &Which) {
  if (std::exchange(Which.isDone, true))
    return;
  const CopyShape &D = Which.dst, &S = Which.src;
  for (std::uint64_t P = 0; P != D.planes; ++P)
    for (std::uint64_t L = 0; L != D.lines; ++L)
      std::memmove(
          reinterpret_cast<void *>(D.start + P * D.planeStep + L * D.lineStep),
          reinterpret_cast<const void *>(S.start + P * S.planeStep +
                                         L * S.lineStep),
          D.lineBytes);
}

void Copies::wait(std::uint32_t Site, FerryEvent Event) {
  LastWait = Site;
  const auto Found = Events.find(Event);
  if (Found == Events.end()) {
    const bool IsOld = Event < FirstOfGroup && Event > FirstOfGroup / 2;
    C.report("wait-without-event",
             Event == 0 ? "the event that is waited for is 0: no copy has it"
             : IsOld    ? "the event that is waited for is one of another "
                          "work-group: its variable has not been written"
                        : "the event that is waited for is none: its variable "
                          "has never been written",
             nullptr, {C.side("wait", Site)},
             "wait for what async_work_group_copy returns, and for no more "
             "events than copies were started");
    return;
  }
  if (Found->second.isWaited && !Found->second.isEmpty)
    C.report("wait-without-event",
             "the event that is waited for has been waited for before", nullptr,
             {C.side("the copy", Found->second.site), C.side("wait", Site)},
             "wait once for each event, and for no more than there are; a copy "
             "in between needs an event of its own");
  Found->second.isWaited = true;
  std::uint64_t Fence = 0;
  for (Copy &Which : InFlight)
    if (Which.event == Event) {
      carryOut(Which);
      Fence = std::max(Fence, Which.fence);
    }
  // What a fence puts before it has ended as well.
  std::erase_if(InFlight, [&](const Copy &Which) {
    return Which.event == Event || Which.fence < Fence;
  });
  remember();
}

void Copies::passBarrier(std::uint32_t Site) {
  for (Copy &Which : InFlight)
    Which.barrier = Site;
}

void Copies::accessInFlight(const Access &A) {
  for (const Copy &Which : InFlight) {
    const bool OfDst = Which.written.meets(A.pointer, A.bytes) &&
                       Which.dst.touches(A.pointer, A.bytes);
    if (!OfDst && !(A.writes && Which.read.meets(A.pointer, A.bytes) &&
                    Which.src.touches(A.pointer, A.bytes)))
      continue;
    std::vector<Side> Sides{
        C.side("the copy, for which nothing has waited yet", Which.site),
        C.side(C.byItem(A.writes ? "write" : "read"), A.site)};
    if (Which.barrier)
      Sides.push_back(C.side("this barrier is no wait", Which.barrier));
    C.report("copy-in-flight",
             std::string("the ") + (OfDst ? "destination" : "source") +
                 " of an async copy is " + (A.writes ? "written" : "read") +
                 " before the copy is waited for",
             &A, std::move(Sides),
             Which.barrier
                 ? "call wait_group_events before: a barrier does not wait for "
                   "copies"
                 : "call wait_group_events before");
  }
}

void Copies::reportNotWaited(const Copy &Which) {
  std::vector<Side> Sides{C.side("the copy", Which.site)};
  std::string Advice = "call wait_group_events with its event, on every way to "
                       "the end of the kernel";
  const char *Event = C.group.site(Which.site).event;
  const auto Later =
      std::find_if(Events.begin(), Events.end(), [&](const auto &E) {
        return *Event && E.first > Which.event &&
               !std::strcmp(C.group.site(E.second.site).event, Event);
      });
  if (Later != Events.end()) {
    Sides.push_back(C.side("its event in '" + std::string(Event) +
                               "' is overwritten by that of this copy",
                           Later->second.site));
    Advice = "give each copy a variable of its own, or pass the event of the "
             "first to the second, so that they share it";
  } else if (LastWait) {
    Sides.push_back(C.side("this wait does not name its event", LastWait));
    Advice = "name the event in the wait: give wait_group_events as many "
             "events as copies were started";
  }
  C.report("copy-not-waited",
           "the work-group ends, and nothing has waited for an async copy",
           nullptr, std::move(Sides), std::move(Advice));
}

void Copies::endGroup() {
  for (Copy &Which : InFlight) {
    carryOut(Which);
    reportNotWaited(Which);
  }
  InFlight.clear();
  remember();
}

} // namespace ferry::check
