//===- Checker.h - All that is looked for in kernels ------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CHECK_CHECKER_H
#define FERRY_CHECK_CHECKER_H

#include "check/Arrivals.h"
#include "check/Copies.h"
#include "check/GroupTable.h"

#include <vector>

namespace ferry::check {

/// Hands what kernels do to those that judge it. One group runs at a time, so
/// nothing is locked.
class Checker {
public:
  static Checker &get();

  void beginGroup(const abi::CheckedKernel &K, const abi::LaunchParams &P,
                  const std::byte *Args, const abi::ThreadState &State,
                  const std::uint64_t Id[3]);
  void endGroup();
  /// \param Value what is written; null if that is not known.
  /// \returns where it is to be done: there, or, if it is outside of what it is
  ///          to, in scratch memory, as many bytes, all 0.
  void *access(const Access &A, const void *Value = nullptr,
               bool IsBlock = false);
  void barrier(std::uint32_t Site, std::uint32_t Flags);
  /// All have come to \p Site, which is no barrier.
  ///
  /// \param What "wait".
  void synchronisation(std::uint32_t Site, std::string_view What,
                       bool HasOperands);
  void subGroupBarrier(std::uint32_t Flags, std::uint64_t Size);

  Context context;
  Bounds bounds{context};
  Races races{context};
  Initialised initialised{context};
  Arrivals arrivals{context};
  Copies copies{context, bounds, races, initialised};
  GroupTable table{context, initialised};

private:
  Checker();
  void *scratch(std::uint64_t Bytes);

  std::vector<std::byte> Scratch;
};

} // namespace ferry::check

#endif // FERRY_CHECK_CHECKER_H
