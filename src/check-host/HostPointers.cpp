//===- HostPointers.cpp - CL_MEM_USE_HOST_PTR -----------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "check-host/HostPointers.h"

#include "check-host/Caller.h"
#include "check-host/Contents.h"
#include "check-host/HostMaps.h"

#include <algorithm>

namespace ferry::check {

HostPointers &HostPointers::get() {
  static HostPointers &The = *new HostPointers;
  return The;
}

/// Its record, a new one if there is none; null if it is no memory of the
/// program, or kernels may reach it by other ways, or, as images have gaps, not
/// all of it is the object's.
HostPointers::Pointed *HostPointers::find(const HostCommand::Use &U) {
  const core::MemObject &Root = rootOf(*U.object);
  if (!(Root.flags() & CL_MEM_USE_HOST_PTR) || !Root.isBuffer() ||
      isShared(Root))
    return nullptr;
  auto [I, IsNew] = All.try_emplace(&Root, Pointed{rangeOf(Root)});
  Pointed &Found = I->second;
  for (auto &[Other, Its] : All)
    if (IsNew && Other != &Root &&
        Its.where.meets(Found.where.begin, Found.where.bytes))
      Its.isShared = Found.isShared = true;
  return &Found;
}

static void report(const HostCommand &C, const HostCommand::Use &U) {
  Reporter::get().report(
      {"host-memory",
       C.kernel,
       "the host has written to memory of CL_MEM_USE_HOST_PTR that is not "
       "mapped",
       U.name,
       {callSide(std::string("found by this call of ") + C.call, caller())},
       "write between clEnqueueMapBuffer and clEnqueueUnmapMemObject: a device "
       "may have a copy of the memory"});
}

bool HostPointers::begin(const HostCommand &C) {
  bool IsWatched = false;
  std::lock_guard Lock(Mutex);
  for (const HostCommand::Use &U : C.uses) {
    Pointed *P = HasGivenUp ? nullptr : find(U);
    if (!P)
      continue;
    IsWatched = true;
    const auto Source = reinterpret_cast<std::uintptr_t>(C.source);
    const bool IsHandedOver =
        C.migrates || (Source && P->where.contains(Source, 1));
    if (P->contents && !P->isShared && !IsHandedOver)
      if (auto Now = contentsOf(P->where); Now && Now != P->contents)
        report(C, U);
    P->contents.reset();
    P->wasUsed = true;
    ++P->starting;
  }
  return IsWatched;
}

void HostPointers::enqueued(const HostCommand &C, core::Event *Command) {
  std::lock_guard Lock(Mutex);
  for (const HostCommand::Use &U : C.uses)
    if (auto I = All.find(&rootOf(*U.object)); I != All.end()) {
      --I->second.starting;
      if (Command)
        I->second.uses.emplace_back(Command);
    }
}

void HostPointers::mapped(Range Where) {
  std::lock_guard Lock(Mutex);
  for (auto &[Of, P] : All)
    if (P.where.meets(Where.begin, Where.bytes)) {
      P.contents.reset();
      P.wasUsed = false;
    }
}

void HostPointers::destroyed(const core::MemObject &Of) {
  std::vector<core::Ref<core::Event>> Done;
  std::lock_guard Lock(Mutex);
  if (auto I = All.find(&Of); I != All.end()) {
    Done = std::move(I->second.uses);
    All.erase(I);
  }
}

void HostPointers::settle() {
  std::vector<core::Ref<core::Event>> Done;
  std::lock_guard Lock(Mutex);
  for (auto &[Of, P] : All) {
    auto Rest = std::stable_partition(
        P.uses.begin(), P.uses.end(),
        [](const core::Ref<core::Event> &E) { return !E->isFinished(); });
    std::move(Rest, P.uses.end(), std::back_inserter(Done));
    P.uses.erase(Rest, P.uses.end());
    if (P.wasUsed && !P.starting && P.uses.empty() && !P.isShared &&
        !HostMaps::get().meets(P.where)) {
      P.contents = contentsOf(P.where);
      P.wasUsed = false;
    }
  }
}

void HostPointers::giveUp() {
  std::lock_guard Lock(Mutex);
  HasGivenUp = true;
  for (auto &[Of, P] : All)
    P.isShared = true;
}

} // namespace ferry::check
