//===- RunningGroup.h - The work-group that runs ----------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CHECK_RUNNINGGROUP_H
#define FERRY_CHECK_RUNNINGGROUP_H

#include "check/Objects.h"
#include "check/Shadow.h"
#include "ferry/check.h"

#include <memory>
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
  /// \param Changed objects came or went since the last group.
  /// \returns true if arguments were looked up anew.
  bool begin(const abi::CheckedKernel &K, const abi::LaunchParams &P,
             const std::byte *Args, const abi::ThreadState &State,
             const std::uint64_t Id[3], const Objects &Known, bool Changed);

  const abi::CheckedKernel &kernel() const { return *Kernel; }
  const abi::CheckSite &site(std::uint32_t Number) const {
    return Kernel->sites[Number < Kernel->numSites ? Number : 0];
  }
  std::uint64_t items() const { return Items; }
  std::uint64_t group() const { return Group; }
  /// The group in stamps: numbers count up from launch to launch, and begin
  /// anew where they end.
  std::uint64_t number() const { return First + Group - FirstGroup; }
  /// That of the first group of the launch, of those that stamps tell apart.
  std::uint64_t firstNumber() const { return First; }
  /// True if a stamp of global memory is of this launch.
  bool isOfLaunch(Stamp S) const { return S.group() >= First; }
  /// True if a launch begins with this group, as far as can be seen.
  bool hasNewLaunch() const { return NewLaunch; }
  /// True if the group before was another kernel's.
  bool hasNewKernel() const { return NewKernel; }
  /// True if numbers begin anew with this group: stamps so far say nothing.
  bool hasNewNumbers() const { return NewNumbers; }

  /// Of the work-item that runs.
  std::uint64_t item() const { return table().item; }
  /// Of accesses to local memory, or to global memory.
  struct Time {
    /// 1, and the barriers so far that order it, of the group and sub-groups.
    std::uint64_t interval = 1;
    /// What all work-items did before this interval is past.
    std::uint64_t begin = 1;
  };
  Time localTime, globalTime;

  /// What kernels look up by themselves.
  abi::CheckedGroup &table() const { return *Table; }

  /// True for local memory.
  bool isLocal(std::uintptr_t Address) const {
    return Address >= LocalStart && Address - LocalStart < LocalBytes;
  }

  const Time &time(std::uintptr_t Address) const {
    return isLocal(Address) ? localTime : globalTime;
  }

  Stamp stamp(const Access &A) const {
    return Stamp(A.site, A.byCopy ? 0 : item(),
                 A.byCopy ? 0 : time(A.pointer).interval, number(), A.isAtomic,
                 A.byCopy);
  }

  /// What the argument of that number points to.
  Range argument(std::uint32_t Number) const {
    return Number < Arguments.size() ? Arguments[Number] : Range();
  }

  /// Where local memory is.
  Range local() const { return {LocalStart, LocalBytes}; }

  /// What \p A is to. What it may be to is not known of every access.
  Target target(const Access &A, const Objects &Known) const;

  /// "work-item (3, 0) of work-group (1, 0)".
  std::string describeItem(std::uint64_t Item, std::uint64_t OfGroup) const;
  std::string describe(Stamp S) const;
  /// "argument 'out', bytes 16 to 19 of 4096".
  std::string describeBytes(const Access &A, const Objects &Known) const;

private:
  std::string tuple(std::uint64_t Linear, const std::uint64_t Sizes[3]) const;
  void numberGroups(std::uint64_t Count);
  void findArguments(const std::byte *Args, const Objects &Known);

  const abi::CheckedKernel *Kernel = nullptr;
  const abi::LaunchParams *Params = nullptr;
  std::uintptr_t LocalStart = ~std::uintptr_t(0);
  std::uint64_t LocalBytes = 0;
  std::uint64_t Sizes[3] = {1, 1, 1};
  std::uint64_t Items = 1, Group = 0;
  /// The number of group FirstGroup, and that of the next launch's first.
  std::uint64_t First = 1, FirstGroup = 0, Next = 1;
  bool NewNumbers = false, NewLaunch = false, NewKernel = false;
  /// What each argument that is a pointer leads to.
  std::vector<Range> Arguments;
  struct FreeTable {
    void operator()(abi::CheckedGroup *T) const { ::operator delete(T); }
  };
  std::unique_ptr<abi::CheckedGroup, FreeTable> Table;
  std::size_t TableArguments = 0;
};

} // namespace ferry::check

#endif // FERRY_CHECK_RUNNINGGROUP_H
