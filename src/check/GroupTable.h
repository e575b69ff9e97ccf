//===- GroupTable.h - What kernels look up by themselves --------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CHECK_GROUPTABLE_H
#define FERRY_CHECK_GROUPTABLE_H

#include "check/Initialised.h"

namespace ferry::check {

/// Fills in the abi::CheckedGroup of the running group.
class GroupTable {
public:
  GroupTable(Context &C, Initialised &I) : C(C), Written(I) {}

  /// Looks what memory the arguments lead to, and what is known of it.
  void findMemory();
  /// Puts the order of work-items there, and the time.
  void beginGroup();
  /// A barrier was passed.
  void setTime();
  /// Puts the cells there if they moved.
  void update() {
    if (Seen != ShadowRegion::changes()) [[unlikely]]
      setMemory();
  }

private:
  /// An argument that points to global memory.
  struct Argument {
    ShadowRegion *cells = nullptr;
    bool isQuiet = false, isRead = false;
  };
  void setMemory();
  void setMemory(abi::CheckedMemory &M, Range Where, ShadowRegion &Cells,
                 bool HasReads);

  Context &C;
  Initialised &Written;
  std::vector<Argument> Arguments;
  std::uint64_t Seen = 0;
};

} // namespace ferry::check

#endif // FERRY_CHECK_GROUPTABLE_H
