//===- RunningGroup.h - The work-group that runs ----------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CHECK_RUNNINGGROUP_H
#define FERRY_CHECK_RUNNINGGROUP_H

#include "check/Objects.h"
#include "check/RaceMap.h"
#include "ferry/check.h"

#include <string>
#include <vector>

namespace ferry::check {

/// One access of a work-item, or one side of a copy.
struct Access {
  std::uintptr_t pointer;
  std::uint64_t bytes;
  std::uint64_t alignment;
  std::uintptr_t base;          ///< Of the variable, or 0.
  const abi::CheckSite *object; ///< What is accessed.
  std::uint32_t site;           ///< Where.
  bool writes = false, isAtomic = false, byCopy = false;
};

/// What a pointer leads into, with its name.
struct Target {
  Range range;      ///< No bytes where they are not known.
  std::string name; ///< "argument 'out'".
};

/// The work-group that runs, and the work-item of it. Everything that reports
/// say of them.
class RunningGroup {
public:
  /// \returns true if a launch begins with it, as far as can be seen.
  bool begin(const abi::CheckedKernel &K, const abi::LaunchParams &P,
             const std::byte *Args, const abi::ThreadState &State,
             const std::uint64_t Id[3], const Objects &Known);

  const abi::CheckedKernel &kernel() const { return *Kernel; }
  const abi::CheckSite &site(std::uint32_t Number) const {
    return Kernel->sites[Number < Kernel->numSites ? Number : 0];
  }
  std::uint64_t items() const { return Items; }
  std::uint64_t group() const { return Group; }
  bool isOnlyGroup() const { return NumGroups == 1; }

  /// Of the work-item that runs.
  std::uint64_t item = 0;
  /// Barriers so far that order local memory, and global memory.
  std::uint64_t localInterval = 0, globalInterval = 0;

  /// True for local memory.
  bool isLocal(std::uintptr_t Address) const {
    return Address >= LocalStart && Address - LocalStart < MaxLocalBytes;
  }

  Stamp stamp(const Access &A) const {
    return Stamp(A.site, A.byCopy ? 0 : item,
                 isLocal(A.pointer) ? localInterval : globalInterval, Group,
                 A.isAtomic, A.byCopy);
  }

  /// What the argument of that number points to.
  Range argument(std::uint32_t Number) const {
    return Number < Arguments.size() ? Arguments[Number] : Range();
  }

  /// What \p A is to. What it may be to is not known of every access.
  Target target(const Access &A, const Objects &Known) const;

  /// "work-item (3, 0) of work-group (1, 0)".
  std::string describeItem(std::uint64_t Item, std::uint64_t OfGroup) const;
  std::string describe(Stamp S) const;
  /// "argument 'out', bytes 16 to 19 of 4096".
  std::string describeBytes(const Access &A, const Objects &Known) const;

private:
  /// What a device has at most (exec::localMemoryBytes).
  static constexpr std::uint64_t MaxLocalBytes = 1 << 20;
  std::string tuple(std::uint64_t Linear, const std::uint64_t Sizes[3]) const;

  const abi::CheckedKernel *Kernel = nullptr;
  const abi::LaunchParams *Params = nullptr;
  std::uintptr_t LocalStart = ~std::uintptr_t(0);
  std::uint64_t Sizes[3] = {1, 1, 1};
  std::uint64_t Items = 1, Group = 0, NumGroups = 1;
  /// What each argument that is a pointer leads to.
  std::vector<Range> Arguments;
};

} // namespace ferry::check

#endif // FERRY_CHECK_RUNNINGGROUP_H
