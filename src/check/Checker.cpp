//===- Checker.cpp - All that is looked for in kernels --------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "check/Checker.h"

#include "ferry/config.h"

#include <algorithm>
#include <charconv>

namespace ferry::check {

Checker &Checker::get() {
  static Checker &The = *new Checker;
  return The;
}

Checker::Checker() {
  const std::string_view Seed = config::get(config::Variable::CheckSeed);
  std::from_chars(Seed.data(), Seed.data() + Seed.size(), context.seed);
}

void Checker::beginGroup(const abi::CheckedKernel &K,
                         const abi::LaunchParams &P, const std::byte *Args,
                         const abi::ThreadState &State,
                         const std::uint64_t Id[3]) {
  const std::vector<HostEvent> Events = HostEvents::get().take();
  for (const HostEvent &E : Events) {
    const bool IsPart =
        E.kind == HostEvent::PartCreated || E.kind == HostEvent::PartReleased;
    if (E.kind == HostEvent::Released || E.kind == HostEvent::PartReleased) {
      context.objects.remove(E.where);
      if (!IsPart)
        context.shadow.remove(E.where);
    } else if (E.kind != HostEvent::Written) {
      context.objects.add(E.where);
      if (!IsPart)
        context.shadow.add(E.where);
    }
    initialised.host(E);
  }
  RunningGroup &G = context.group;
  const bool HasNewArguments =
      G.begin(K, P, Args, State, Id, context.objects, !Events.empty());
  if (context.local.where().begin != G.local().begin)
    context.local = ShadowRegion(G.local());
  // Another kernel need not have accesses as small as those of the last one.
  if (G.hasNewKernel() && context.local.isFine())
    context.local.clear();
  if (G.hasNewLaunch())
    races.beginLaunch();
  if (HasNewArguments)
    table.findMemory();
  races.beginGroup();
  arrivals.beginGroup();
  copies.beginGroup();
  table.beginGroup();
  table.update();
}

void Checker::endGroup() {
  races.endGroup();
  copies.endGroup();
}

/// Of a vector, only some components may have been asked about: there is room
/// for the others on both sides. It only moves for what is no vector: each lane
/// of a sub-group may have been told where it is.
void *Checker::scratch(std::uint64_t Bytes) {
  constexpr std::uint64_t Vector = abi::CheckedVectorBytes;
  const std::size_t Size = std::max(Bytes, Vector) + 2 * Vector;
  if (Scratch.size() < Size)
    Scratch.resize(Size);
  std::fill_n(Scratch.begin(), Size, std::byte{0});
  return Scratch.data() + Vector;
}

void *Checker::access(const Access &A, const void *Value, bool IsBlock) {
  void *There = reinterpret_cast<void *>(A.pointer);
  if (!A.bytes)
    return There;
  if (!bounds.access(A))
    return scratch(A.bytes);
  if (A.writes || !IsBlock)
    initialised.access(A);
  copies.access(A);
  races.access(A, Value);
  table.update();
  return There;
}

static constexpr std::uint32_t CLK_LOCAL_MEM_FENCE = 1,
                               CLK_GLOBAL_MEM_FENCE = 2;

void Checker::barrier(std::uint32_t Site, std::uint32_t Flags) {
  arrivals.complete(Site, "barrier", false);
  races.passSynchronisation(Flags & CLK_LOCAL_MEM_FENCE,
                            Flags & CLK_GLOBAL_MEM_FENCE);
  copies.passBarrier(Site);
  table.setTime();
}

void Checker::synchronisation(std::uint32_t Site, std::string_view What,
                              bool HasOperands) {
  arrivals.complete(Site, What, HasOperands);
  races.passSynchronisation();
  table.setTime();
}

void Checker::subGroupBarrier(std::uint32_t Flags, std::uint64_t Size) {
  races.passSubGroupBarrier(Flags & CLK_LOCAL_MEM_FENCE,
                            Flags & CLK_GLOBAL_MEM_FENCE, Size);
  table.setTime();
}

} // namespace ferry::check
