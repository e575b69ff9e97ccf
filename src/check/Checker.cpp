//===- Checker.cpp - All that is looked for in kernels --------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "check/Checker.h"

#include "ferry/config.h"

#include <charconv>
#include <numeric>

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
  for (const HostEvent &E : HostEvents::get().take()) {
    if (E.kind == HostEvent::Released || E.kind == HostEvent::PartReleased)
      context.objects.remove(E.where);
    else if (E.kind != HostEvent::Written)
      context.objects.add(E.where);
    initialised.host(E);
  }
  if (context.group.begin(K, P, Args, State, Id, context.objects))
    races.beginLaunch();
  races.beginGroup();
  initialised.beginGroup();
  arrivals.beginGroup();
  copies.beginGroup();
  site = 0;
  const std::uint64_t Items = context.group.items();
  Factor = 1;
  Shift = 0;
  if (context.seed) {
    const std::uint64_t Random =
        mix(context.seed * 0x9e3779b97f4a7c15 + context.group.group());
    Factor = Random % Items | 1;
    while (std::gcd(Factor, Items) != 1)
      Factor += 2;
    Shift = (Random >> 32) % Items;
  }
}

void Checker::endGroup() {
  races.settle();
  copies.endGroup();
}

std::uint64_t Checker::beginItem(std::uint64_t Index) {
  races.settle();
  return context.group.item = (Index * Factor + Shift) % context.group.items();
}

void Checker::access(const Access &A, bool IsBlock) {
  races.settle();
  if (!A.bytes || !bounds.access(A))
    return;
  if (A.writes || !IsBlock)
    initialised.access(A);
  copies.access(A);
  races.access(A);
}

void Checker::barrier(std::uint32_t Site, std::uint32_t Flags) {
  constexpr std::uint32_t Local = 1, Global = 2; // CLK_*_MEM_FENCE
  races.settle();
  arrivals.complete(Site, "barrier");
  races.passBarrier(Flags & Local, Flags & Global);
  copies.passBarrier(Site);
}

} // namespace ferry::check
