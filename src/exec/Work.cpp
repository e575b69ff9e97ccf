//===- Work.cpp - A piece of work that is ready to run --------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "exec/Work.h"

#include "exec/Tuning.h"
#include "ferry/machine.h"

#include <algorithm>
#include <chrono>

namespace ferry::exec {

std::uint64_t nowNanoseconds() {
  return std::uint64_t(std::chrono::duration_cast<std::chrono::nanoseconds>(
                           std::chrono::steady_clock::now().time_since_epoch())
                           .count());
}

void CostEstimate::learn(std::uint64_t Elapsed, std::uint64_t Cost) {
  // More than 4 ms for a unit of cost all count as 4 ms.
  std::uint64_t New = std::clamp<std::uint64_t>(
      Elapsed < UINT64_MAX / 1000 ? Elapsed * 1000 / Cost : UINT32_MAX, 1,
      UINT32_MAX);
  std::uint64_t Old = Value.load(std::memory_order_relaxed);
  // A short time is mostly the clock's and the caches' own: it bounds the cost
  // from above. Where two threads learn at once one lesson is lost.
  if (Old != 0)
    New = Elapsed < 2000 ? std::min(Old, New) : (Old + New + 1) / 2;
  Value.store(std::uint32_t(New), std::memory_order_relaxed);
}

std::uint64_t Work::expectedNanoseconds(std::uint64_t Count) const {
  if (!Cost)
    return 0;
  // In double: the product of three large numbers may overflow.
  double Picoseconds =
      double(Cost->picoseconds()) * double(CostPerUnit) * double(Count);
  return std::uint64_t(std::min(Picoseconds / 1000, 1e15));
}

std::uint64_t Work::shortNanoseconds() const {
  if (StartsCopies)
    return 0;
  if (!Cost) // One thread runs it all, for as long as that takes.
    return Units ? tuning::ShareAwakeNanoseconds : 1;
  const std::uint64_t Expected = expectedNanoseconds(Units);
  return Cost->picoseconds() && Expected < tuning::ShareAwakeNanoseconds
             ? std::max<std::uint64_t>(Expected, 1)
             : 0;
}

void Work::runMeasured(ComputeUnit &CU, std::uint64_t First,
                       std::uint64_t Last) {
  if (Cost->picoseconds() &&
      expectedNanoseconds(Last - First) < tuning::SampleNanoseconds &&
      !CU.isNth(tuning::SamplePeriod)) {
    std::uint64_t Start = machine::cycles();
    run(CU, First, Last);
    if (machine::cycles() - Start > tuning::SurpriseCycles)
      Cost->forget();
    return;
  }
  std::uint64_t Start = nowNanoseconds();
  run(CU, First, Last);
  Cost->learn(nowNanoseconds() - Start, (Last - First) * CostPerUnit);
}

Remaining Work::remaining() const {
  const std::uint64_t Claimed = Next.load(std::memory_order_relaxed);
  return {Claimed,
          Units,
          UnitsPerRow,
          Cost->picoseconds() != 0,
          expectedNanoseconds(Units - std::min(Claimed, Units)),
          Published};
}

} // namespace ferry::exec
