//===- GroupTable.cpp - What kernels look up by themselves ----------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "check/GroupTable.h"

#include <numeric>

namespace ferry::check {

void GroupTable::findMemory() {
  const abi::CheckedKernel &K = C.group.kernel();
  Arguments.assign(K.numArgs, {});
  for (std::uint32_t I = 0; I != K.numArgs; ++I) {
    const Range R = C.group.argument(I);
    if (R.bytes && !C.group.isLocal(R.begin))
      if (ShadowRegion *Cells = C.shadow.find(R.begin);
          Cells && Cells->isObject)
        Arguments[I].cells = Cells;
  }
  auto Any = [&](std::uint32_t Argument, abi::CheckUse Use) {
    if (K.uses & Use)
      return true;
    const Range &R = C.group.argument(Argument);
    for (std::uint32_t I = 0; I != K.numArgs; ++I)
      // What is not known may be anywhere.
      if (const Range Its = C.group.argument(I);
          K.args[I].uses & Use && Its.begin && !C.group.isLocal(Its.begin) &&
          (!Arguments[I].cells ||
           Arguments[I].cells == Arguments[Argument].cells ||
           R.meets(Its.begin, Its.bytes)))
        return true;
    return false;
  };
  for (std::uint32_t I = 0; I != K.numArgs; ++I)
    if (Argument &A = Arguments[I]; A.cells) {
      Written.follow(*A.cells);
      A.isQuiet = !Any(I, abi::CheckWrites);
      A.isRead = Any(I, abi::CheckReads);
    }
  setMemory();
}

void GroupTable::beginGroup() {
  abi::CheckedGroup &T = C.group.table();
  T.items = C.group.items();
  T.factor = 1;
  T.shift = 0;
  if (C.seed) {
    const std::uint64_t Random =
        mix(C.seed * 0x9e3779b97f4a7c15 + C.group.group());
    T.factor = Random % T.items | 1;
    while (std::gcd(T.factor, T.items) != 1)
      T.factor += 2;
    T.shift = (Random >> 32) % T.items;
  }
  setTime();
}

void GroupTable::setTime() {
  abi::CheckedGroup &T = C.group.table();
  const std::uint64_t Number = C.group.number();
  auto At = [&](std::uint64_t Interval) {
    return Stamp(0, 0, Interval, Number, false, false).bits;
  };
  T.now[0] = At(C.group.localTime.interval);
  T.now[1] = At(C.group.globalTime.interval);
  // All that work-items of the group did before the barrier; all that was done
  // before the launch.
  T.past[0] = At(C.group.localTime.begin) << abi::StampFlagBits;
  T.past[1] = Stamp(0, 0, 0, C.group.firstNumber(), false, false).bits
              << abi::StampFlagBits;
  // What another group wrote there is not there.
  const std::uint64_t Least = Stamp(0, 0, 0, Number, false, false).bits
                              << abi::StampFlagBits;
  T.local.leastWrite = Least;
  const abi::CheckedKernel &K = C.group.kernel();
  for (std::uint32_t I = 0; I != K.numArgs; ++I)
    if (abi::ArgKind(K.args[I].kind) == abi::ArgKind::LocalPointer)
      T.arguments[I].leastWrite = Least;
}

void GroupTable::setMemory(abi::CheckedMemory &M, Range Where,
                           ShadowRegion &Cells, bool HasReads) {
  // What the code takes for granted.
  constexpr std::uint64_t Alignment = 16;
  if (Where.begin % Alignment || Cells.where().begin % ShadowRegion::Granule)
    return;
  M.begin = Where.begin;
  const std::uint64_t Cell = (Where.begin - Cells.where().begin) / Cells.each();
  M.writes = &Cells.writes()[Cell].bits;
  for (unsigned I = 0; HasReads && I != 2; ++I)
    M.reads[I] = &Cells.reads(I)[Cell].bits;
  if (Cells.isFine())
    M.fine = Where.bytes;
  else
    M.coarse = Where.bytes & ~(ShadowRegion::Granule - 1);
}

void GroupTable::setMemory() {
  abi::CheckedGroup &T = C.group.table();
  const abi::CheckedKernel &K = C.group.kernel();
  T.local = {};
  setMemory(T.local, C.group.local(), C.local, true);
  for (std::uint32_t I = 0; I != K.numArgs; ++I) {
    abi::CheckedMemory &M = T.arguments[I];
    M = {};
    const Range R = C.group.argument(I);
    if (abi::ArgKind(K.args[I].kind) == abi::ArgKind::LocalPointer) {
      setMemory(M, R, C.local, true);
      continue;
    }
    const Argument &A = Arguments[I];
    if (!A.cells || !A.cells->where().contains(R.begin, R.bytes))
      continue;
    const std::uint64_t Before = R.begin - A.cells->where().begin,
                        Known = A.cells->initialised;
    const std::uint64_t Good =
        Known > Before ? std::min(Known - Before, R.bytes) : 0;
    if (A.isQuiet && R.begin % 16 == 0) {
      M.begin = R.begin;
      M.quiet = Good;
    }
    // Where all is read and right, no cell is needed.
    if (!A.isQuiet || Good != R.bytes)
      setMemory(M, R, *A.cells, A.isRead);
    M.leastWrite = Good != R.bytes;
  }
  Seen = ShadowRegion::changes();
  setTime();
}

} // namespace ferry::check
