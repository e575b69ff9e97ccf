//===- CopyHelp.cpp - Idle threads that help with async copies ------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "exec/CopyHelp.h"

#include "ferry/machine.h"

#include <chrono>
#include <thread>

namespace ferry::exec {

namespace {
/// A thread that helps looks for the next copy this long before it takes naps,
/// or a moment if it has found none since the last nap; and naps so long: the
/// groups cannot wake it, as that would cost them a call of the system for each
/// copy.
constexpr std::uint64_t SpinNanoseconds = 100'000;
constexpr std::uint64_t LookNanoseconds = 10'000;
constexpr std::chrono::microseconds Nap(50);
} // namespace

/// Helps until nothing has been found for \p Patience nanoseconds, at first, or
/// for SpinNanoseconds from then on.
void CopyHelp::helpFrom(ComputeUnit &CU, std::uint64_t Patience) {
  std::uint64_t IdleSince = nowNanoseconds();
  for (unsigned Spin = 1; goesOn(); ++Spin) {
    CUs.spread(CU, /*MayMove=*/true);
    if (CUs.helpWithCopies()) {
      IdleSince = 0;
      Patience = SpinNanoseconds;
      continue;
    }
    machine::pause();
    if (Spin % 16 != 0)
      continue;
    const std::uint64_t Now = nowNanoseconds();
    IdleSince = IdleSince ? IdleSince : Now;
    if (Now - IdleSince >= Patience)
      return;
  }
}

bool CopyHelp::help() {
  const struct Present {
    Present() { copy::PendingCopies::Helpers.fetch_add(1); }
    ~Present() { copy::PendingCopies::Helpers.fetch_sub(1); }
  } Here;
  for (std::uint64_t Patience = SpinNanoseconds; goesOn();
       Patience = LookNanoseconds) {
    ComputeUnit *CU = CUs.take();
    if (!CU)
      return false;
    helpFrom(*CU, Patience);
    CUs.giveBack(*CU);
    if (!goesOn())
      break;
    Asleep.fetch_add(1);
    std::this_thread::sleep_for(Nap);
    Asleep.fetch_sub(1);
  }
  return true;
}

} // namespace ferry::exec
