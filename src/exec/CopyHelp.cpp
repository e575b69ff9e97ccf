//===- CopyHelp.cpp - Idle threads that help with async copies ------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "exec/CopyHelp.h"

#include "exec/Tuning.h"
#include "ferry/machine.h"

#include <chrono>
#include <thread>

namespace ferry::exec {

/// Helps until nothing has been found for \p Patience nanoseconds, at first, or
/// for HelpNanoseconds from then on.
void CopyHelp::helpFrom(ComputeUnit &CU, std::uint64_t Patience) {
  std::uint64_t IdleSince = nowNanoseconds();
  for (unsigned Spin = 1; goesOn(); ++Spin) {
    CUs.spread(CU, /*MayMove=*/true);
    if (CUs.helpWithCopies()) {
      IdleSince = 0;
      Patience = tuning::HelpNanoseconds;
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
  for (std::uint64_t Patience = tuning::HelpNanoseconds; goesOn();
       Patience = tuning::LookNanoseconds) {
    ComputeUnit *CU = CUs.take();
    if (!CU)
      return false;
    helpFrom(*CU, Patience);
    CUs.giveBack(*CU);
    if (!goesOn())
      break;
    Asleep.fetch_add(1);
    std::this_thread::sleep_for(
        std::chrono::nanoseconds(tuning::NapNanoseconds));
    Asleep.fetch_sub(1);
  }
  return true;
}

} // namespace ferry::exec
