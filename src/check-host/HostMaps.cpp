//===- HostMaps.cpp - Memory that is mapped -------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "check-host/HostMaps.h"

#include "check-host/Caller.h"
#include "check-host/Contents.h"

#include <algorithm>

namespace ferry::check {

HostMaps &HostMaps::get() {
  static HostMaps &The = *new HostMaps;
  return The;
}

static std::string bytesOf(Range Where, const core::MemObject &Of) {
  const std::uint64_t First = Where.begin - rangeOf(Of).begin;
  return "bytes " + std::to_string(First) + " to " +
         std::to_string(First + Where.bytes - 1) + " of " +
         std::to_string(Of.size());
}

Finding HostMaps::describe(const HostCommand &C, const HostCommand::Use &U,
                           const Map &M) const {
  const char *Does = U.access == HostCommand::Reads    ? " reads "
                     : U.access == HostCommand::Writes ? " writes "
                                                       : " uses ";
  return {"mapped-memory",
          C.kernel,
          (C.kernel.empty() ? C.call : std::string("the kernel")) + Does +
              U.name + " while it is mapped for " +
              (M.writes ? "writing" : "reading"),
          U.name + ", " + bytesOf(U.where, *U.object),
          {callSide(std::string("the call of ") + C.call, caller()),
           callSide("mapped by this call", M.caller)},
          M.writes ? "call clEnqueueUnmapMemObject before: until then commands "
                     "may neither read nor write the memory"
                   : "call clEnqueueUnmapMemObject before: until then commands "
                     "may only read the memory"};
}

std::vector<HostMaps::Conflict> HostMaps::begin(const HostCommand &C) {
  // Commands of a map of which it is not known yet whether they begin before
  // it ends; each has an event and a report. A program that enqueues more
  // without waiting most likely makes the same mistake with all: what comes
  // behind them is not judged.
  constexpr std::size_t MostPending = 64;
  std::vector<Conflict> Result;
  if (C.migrates)
    return Result;
  std::lock_guard Lock(Mutex);
  for (const Map &M : Maps) {
    const bool IsMapped = M.event->status() == CL_COMPLETE ||
                          (M.event->queue() == C.queue && isOrdered(C.queue));
    if (!IsMapped || M.pending.size() >= MostPending)
      continue;
    for (const HostCommand::Use &U : C.uses)
      if (&rootOf(*U.object) == &rootOf(*M.of) &&
          U.where.meets(M.where.begin, M.where.bytes) &&
          (M.writes || U.access == HostCommand::Writes))
        Result.push_back({M.number, describe(C, U, M)});
  }
  return Result;
}

void HostMaps::enqueued(std::vector<Conflict> Its, core::Event &Command) {
  std::lock_guard Lock(Mutex);
  for (Conflict &C : Its)
    for (Map &M : Maps)
      if (M.number == C.map)
        M.pending.push_back(
            {core::Ref<core::Event>(&Command), std::move(C.finding)});
}

void HostMaps::mapped(core::MemObject &Of, Range Where, void *Pointer,
                      bool Writes, core::Event &Command, bool HasContents) {
  const std::uintptr_t Caller = caller();
  std::lock_guard Lock(Mutex);
  Maps.push_back({++LastNumber, &Of, Where, Pointer, Writes,
                  core::Ref<core::Event>(&Command), Caller,
                  HasContents ? contentsOf(Where) : std::nullopt});
  // Whoever maps for writing may write.
  for (Map &M : Maps)
    if (&M != &Maps.back() && M.where.meets(Where.begin, Where.bytes)) {
      if (Writes)
        M.contents.reset();
      if (M.writes)
        Maps.back().contents.reset();
    }
}

/// Reports those of the commands that met \p M which have certainly begun
/// before the end of it.
///
/// \param Done [out] what is known of, to be destroyed when nothing is locked.
void HostMaps::judge(Map &M, const core::Queue *UnmappedBy,
                     std::vector<Pending> &Done) const {
  for (Pending &P : M.pending) {
    const cl_int Status = P.command->status();
    const bool Began = Status == CL_RUNNING || Status == CL_COMPLETE;
    if (Began || (Status > 0 && P.command->queue() == UnmappedBy &&
                  isOrdered(UnmappedBy)))
      Reporter::get().report(P.finding);
    else if (!core::Event::isFinal(Status))
      continue;
    Done.push_back(std::move(P));
  }
  std::erase_if(M.pending, [](const Pending &P) { return !P.command; });
}

void HostMaps::judgeContents(const Map &M) const {
  if (M.contents && contentsOf(M.where) != M.contents)
    Reporter::get().report(
        {"mapped-memory",
         "",
         "memory that is mapped for reading alone has changed meanwhile",
         bytesOf(M.where, *M.of),
         {callSide("unmapped by this call", caller()),
          callSide("mapped by this call", M.caller)},
         "map it with CL_MAP_WRITE if the host writes, and unmap it before a "
         "kernel does: what was written may be lost"});
}

void HostMaps::unmapping(const core::MemObject &Of, const void *Pointer,
                         const core::Queue *By) {
  std::vector<Pending> Done;
  std::vector<Map> Ended;
  std::lock_guard Lock(Mutex);
  auto I = std::find_if(Maps.begin(), Maps.end(), [&](const Map &M) {
    return M.of == &Of && M.pointer == Pointer;
  });
  if (I == Maps.end())
    return;
  judge(*I, By, Done);
  judgeContents(*I);
  Ended.push_back(std::move(*I));
  Maps.erase(I);
}

bool HostMaps::follow(const core::MemObject &Of) {
  std::lock_guard Lock(Mutex);
  return Followed.insert(&Of).second;
}

void HostMaps::destroyed(const core::MemObject &Of) {
  std::vector<Pending> Done;
  std::vector<Map> Ended;
  std::lock_guard Lock(Mutex);
  Followed.erase(&Of);
  for (Map &M : Maps)
    if (M.of == &Of) {
      judge(M, nullptr, Done);
      Ended.push_back(std::move(M));
    }
  std::erase_if(Maps, [&](const Map &M) { return M.of == &Of; });
}

bool HostMaps::meets(Range Where) {
  std::lock_guard Lock(Mutex);
  return std::any_of(Maps.begin(), Maps.end(), [&](const Map &M) {
    return M.where.meets(Where.begin, Where.bytes);
  });
}

void HostMaps::settle() {
  std::vector<Pending> Done;
  std::lock_guard Lock(Mutex);
  for (Map &M : Maps)
    judge(M, nullptr, Done);
}

} // namespace ferry::check
