//===- LaunchRun.h - Running a kernel's groups ------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CORE_LAUNCHRUN_H
#define FERRY_CORE_LAUNCHRUN_H

#include "core/Command.h"
#include "exec/Enqueuing.h"

namespace ferry::core {

/// What one ND-range needs to run, whoever has enqueued it: the host or a
/// kernel.
class LaunchRun {
public:
  /// That of the largest OpenCL C type.
  static constexpr std::size_t BlockAlignment = 128;

  /// Bytes of private memory of a group. Throws CL_OUT_OF_RESOURCES if that is
  /// more than a thread can have.
  static std::uint64_t privateBytes(const Launch &What);

  /// The first multiple of BlockAlignment from \p End on.
  static std::byte *alignBlock(void *End) {
    return reinterpret_cast<std::byte *>(
        (reinterpret_cast<std::uintptr_t>(End) + BlockAlignment - 1) &
        ~(BlockAlignment - 1));
  }

  /// \param PrivateBytes privateBytes(What).
  /// \param Block where the arguments are copied to, aligned.
  LaunchRun(const Launch &What, std::uint64_t PrivateBytes, std::byte *Block);

  const abi::KernelInfo &kernel() const { return Kernel; }
  std::uint64_t numGroups() const {
    return Params.numGroups[0] * Params.numGroups[1] * Params.numGroups[2];
  }
  /// Of the largest groups.
  std::uint64_t itemsOfGroup() const;
  std::uint64_t groupsOfRow() const { return Params.numGroups[0]; }
  exec::CostEstimate &cost() const { return Cost; }
  /// Whether idle threads help with its async copies.
  bool sharesCopies() const;

  /// The launch's number in the trace; 0 if there is none.
  std::uint32_t traced() const { return Traced; }

  /// Runs the groups [First, Last) on the calling thread.
  ///
  /// \param As what generated code asks that enqueues kernels.
  /// \returns false if the thread lacks memory.
  bool run(exec::ComputeUnit &CU, std::uint64_t First, std::uint64_t Last,
           exec::EnqueuingLaunch *As = nullptr) const;

private:
  void runGroups(exec::ComputeUnit &CU, abi::ThreadState &State,
                 std::uint64_t First, std::uint64_t Last) const;

  const abi::KernelInfo &Kernel;
  const abi::KernelCode &Code;
  exec::CostEstimate &Cost;
  const abi::LaunchParams Params;
  const std::uint64_t PrivateBytes;
  /// How many times the buffers are larger than the caches; 0 if these may hold
  /// them: then the thread that runs a group has copied a tile before it would
  /// have it from another one's cache.
  const std::uint64_t TimesCaches;
  /// Copies to global memory go past the caches, and those from it read ahead.
  const bool Streams;
  const bool AreApart;
  const std::byte *const Block;
  const std::uint32_t Traced;
};

} // namespace ferry::core

#endif // FERRY_CORE_LAUNCHRUN_H
