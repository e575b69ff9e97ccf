//===- WorkGroupSize.cpp - Local sizes that nobody gave -------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "core/WorkGroupSize.h"

#include <algorithm>

using namespace ferry;

namespace {

/// Private memory of a group that still leaves most of a level 2 cache free.
constexpr std::uint64_t GoodPrivateBytes = 128 * 1024;

/// Fewer work-items than this leave the vector units idle and show the cost of
/// starting a group.
constexpr std::uint64_t SmallGroup = 64;

/// More work-items than this gain nothing.
constexpr std::uint64_t LargeGroup = 256;

/// Groups for each thread, so that they can be spread evenly.
constexpr std::uint64_t GroupsPerThread = 8;

/// The largest divisor of \p Size that is at most \p Limit.
std::uint64_t largestDivisor(std::uint64_t Size, std::uint64_t Limit) {
  for (std::uint64_t D = std::min(Size, Limit); D > 1; --D)
    if (Size % D == 0)
      return D;
  return 1;
}

} // namespace

void core::chooseLocalSize(const abi::KernelInfo &Kernel, std::size_t MaxItems,
                           unsigned NumThreads, abi::LaunchParams &Params) {
  std::uint64_t Total = 1;
  for (std::uint64_t Size : Params.globalSize)
    Total *= Size;

  // As many work-items as keep every thread busy with several groups, within
  // what a group may have and what its private memory allows.
  std::uint64_t Most = std::min<std::uint64_t>(MaxItems, LargeGroup);
  std::uint64_t Wanted = std::clamp(Total / (NumThreads * GroupsPerThread),
                                    std::min(SmallGroup, Most), Most);
  while (Wanted > SmallGroup && Kernel.privateBytes(Wanted) > GoodPrivateBytes)
    Wanted /= 2;

  // Neighbours in dimension 0 share cache lines and vectors: fill it first.
  bool AnySize = Kernel.flags & abi::NonUniformGroups;
  for (unsigned D = 0; D != 3; ++D) {
    std::uint64_t Size = Params.globalSize[D];
    std::uint64_t Local = largestDivisor(Size, Wanted);
    if (AnySize && Local * 2 <= std::min(Size, Wanted))
      Local = std::min(Size, Wanted);
    Params.localSize[D] = Local;
    Wanted /= Local;
  }
}
