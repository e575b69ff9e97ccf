//===- AsyncCopyRandomStatements.h - Random statements ----------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Random statements, each right by itself; whether they may follow each other
/// is for the generator to find out.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_CONFORMANCE_ASYNCCOPYRANDOMSTATEMENTS_H
#define FERRY_CONFORMANCE_ASYNCCOPYRANDOMSTATEMENTS_H

#include "AsyncCopyRandomGenerator.h"

#include <random>

namespace conformance::copies {

inline uint64_t roundUp(uint64_t Value, uint64_t Unit) {
  return (Value + Unit - 1) / Unit * Unit;
}

class Statements {
public:
  /// Chooses the sizes of \p P; adds arguments to it later.
  Statements(uint64_t Seed, const Features &F, Program &P);

  uint64_t pick(uint64_t Count) { return random() % Count; }
  bool chance(unsigned Percent) { return pick(100) < Percent; }
  std::mt19937_64 &source() { return random; }

  /// Any statement without statements in it, inside \p Depth loops.
  Statement simple(unsigned Depth);
  Statement start(unsigned Depth);
  Statement barrier(unsigned Flags) const;
  Statement fence(unsigned Flags) const;
  Statement waitFor(const std::vector<Slot> &Slots) const;
  /// Without its body; makes few rounds.
  Statement loop(unsigned Depth);
  Statement conditional(unsigned Depth);
  /// Loads a tile while the one before it is changed and stored.
  Block doubleBuffered();
  /// So long that other threads notice the copies in flight.
  Statement compute();
  /// Many copies on one event.
  Block burst();

private:
  struct Spot {
    Memory memory;
    uint64_t start;
  };

  Uniform value(uint64_t Value);
  uint64_t bytes();
  uint64_t sizeOf(Memory M) const;
  Uniform place(Memory M, uint64_t Extent, uint64_t Alignment, unsigned Depth);
  Slot slot(unsigned Depth);
  Statement wait(unsigned Depth);
  Statement items(Statement::Kind Kind, unsigned Depth);
  void chooseElements(Copy &C);
  void chooseTiles(Copy &C, uint64_t Total);

  std::mt19937_64 random;
  const Features &features;
  Program &program;
  unsigned literals;        ///< Percent of the numbers.
  std::vector<Spot> recent; ///< Where copies went to.
};

} // namespace conformance::copies

#endif // FERRY_CONFORMANCE_ASYNCCOPYRANDOMSTATEMENTS_H
