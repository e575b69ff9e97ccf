//===- Sharing.cpp - Whether to share copies ------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "copy/Sharing.h"

#include "ferry/config.h"

#include <algorithm>
#include <immintrin.h>
#include <utility>

namespace ferry::copy {

namespace {
/// A look at the clock after so many bytes: it costs as much as moving 1 KiB.
constexpr std::uint64_t LookBytes = 32 << 10;
/// A window lasts for so many copies, as the time between them may vary, and so
/// many cycles.
constexpr std::uint64_t WindowCopies = 32;
constexpr std::uint64_t WindowCycles = 150'000;
/// Threads that help take naps; they are waited for so long.
constexpr std::uint64_t HelpCycles = 600'000;
/// A trial ends early if it is so much slower than what was the fastest.
constexpr double TooSlow = 2;
/// And wins if it takes at most this part of the time.
constexpr double Faster = 0.95;
/// After a trial at least so many times its cycles go by until the next: the
/// first number, and twice as many each time that one is lost.
constexpr std::uint64_t MinPatience = 2, MaxPatience = 64;
/// More than so many do not count for that.
constexpr std::uint64_t MaxTrialCycles = 30'000'000;
} // namespace

Sharing::Policy Sharing::policyAskedFor() {
  const std::string_view Asked = config::get(config::Variable::ShareCopies);
  return Asked == "1"   ? Policy::Always
         : Asked == "0" ? Policy::Never
                        : Policy::Measured;
}

std::uint64_t Sharing::timeStampCounter() { return __rdtsc(); }

Sharing &SharingOfKernels::of(const void *Kernel) {
  auto *Found = std::find_if(Known.begin(), Known.end(), [&](const Entry &E) {
    return E.kernel == Kernel;
  });
  if (Found == Known.end()) {
    Found = &Known[Next++ % Known.size()];
    *Found = {Kernel, Nothing};
  }
  return Found->share;
}

bool Sharing::shall(std::uint64_t Bytes, std::uint64_t Helped) {
  BytesSinceLook += Bytes;
  ++CopiesSinceLook;
  if (Asked == Policy::Measured &&
      (BytesSinceLook >= LookBytes || LastLook == 0))
    look(Helped);
  return Now;
}

void Sharing::look(std::uint64_t Helped) {
  const std::uint64_t Cycles = Time();
  bool AnyHelp = false;
  if (LastLook) {
    Present.cycles += Cycles - LastLook;
    Present.bytes += BytesSinceLook;
    Present.copies += CopiesSinceLook;
    AnyHelp = Helped > LastHelped; // It may have been set back.
  }
  LastLook = Cycles;
  LastHelped = Helped;
  BytesSinceLook = CopiesSinceLook = 0;
  if (!IsMeasuring) {
    if (AnyHelp) {
      IsMeasuring = true;
      TrialCycles = Present.cycles;
      Present = {};
    } else if (Present.cycles >= HelpCycles) {
      end(Latest);
    }
    return;
  }
  if (Present.bytes == 0)
    return;
  const double Cost = double(Present.cycles) / double(Present.bytes);
  const bool IsTrial = Now != Best;
  if ((Present.cycles >= WindowCycles && Present.copies >= WindowCopies) ||
      (IsTrial && Present.cycles >= WindowCycles / 4 &&
       Cost > TooSlow * std::min(Latest, Previous)))
    end(Cost);
}

/// A window has ended, or a trial for which nobody came.
void Sharing::end(double Cost) {
  if (Now == Best) {
    // The less of two: a window may have been disturbed.
    Previous = std::exchange(Latest, Cost);
    SinceTrial += Present.cycles;
    return begin(SinceTrial >= Patience * TrialCycles ? !Best : Best);
  }
  TrialCycles = std::min(TrialCycles + Present.cycles, MaxTrialCycles);
  SinceTrial = 0;
  if (Cost <= Faster * std::min(Latest, Previous)) {
    Best = Now;
    Latest = Previous = Cost;
    Patience = MinPatience;
  } else {
    Patience = std::min(2 * Patience, MaxPatience);
  }
  begin(Best);
}

void Sharing::begin(bool Share) {
  IsMeasuring = Share == Best || !Share;
  Now = Share;
  Present = {};
  if (Now != Best)
    TrialCycles = 0;
}

} // namespace ferry::copy
