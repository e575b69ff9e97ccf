//===- AsyncCopyRandomStatements.h - Random statements ----------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Random statements, each right by itself; whether they may follow each other
/// is for the generator to find out. All work-items of a group do the same;
/// groups may differ.
///
/// A group sees three memories: local memory, a range of a global buffer that
/// no other group touches, and a read-only global buffer that all groups share.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_CONFORMANCE_ASYNCCOPYRANDOMSTATEMENTS_H
#define FERRY_CONFORMANCE_ASYNCCOPYRANDOMSTATEMENTS_H

#include "random-program/RandomCopies.h"
#include "random-program/RandomExpressions.h"

namespace conformance::programs::copies {

inline uint64_t roundUp(uint64_t Value, uint64_t Unit) {
  return (Value + Unit - 1) / Unit * Unit;
}

/// The objects of every program, in this order.
enum Objects : int {
  Global,
  ReadOnly,
  Dump, ///< Local memory at the end.
  Sums, ///< `Sum` of every work-item at the end.
  Table,
  Scalars,
  Large = Scalars + 4,
  Arena,
  Sum,
  EventVariables,
  EventArray = EventVariables + 4
};
inline constexpr size_t NumVariables = 4, NumElements = 8,
                        NumEvents = NumVariables + NumElements;

/// Event number \p Index: variables first.
Expression eventAt(uint64_t Index);

class Statements : public Expressions {
public:
  /// Chooses the sizes of \p P, and its beginning; adds numbers to it later.
  Statements(uint64_t Seed, const Features &F, Program &P);

  std::mt19937_64 &source() { return random; }

  /// Any statement without statements in it.
  Statement simple();
  Statement barrier(uint64_t Flags) const;
  Statement fence(uint64_t Flags) const;
  Statement waitFor(const std::vector<Expression> &Events) const;
  /// Without its body; runs it a few times.
  Statement loop();
  Statement conditional();
  /// Loads a tile while the one before it is changed and stored.
  Block doubleBuffered();
  /// Many copies on one event.
  Block burst();
  /// What work-items hold, to buffers.
  Block end() const;

  std::vector<Expression> counters; ///< Of the loops around.

private:
  /// A place that copies went to.
  struct Spot {
    int object;
    uint64_t start;
  };

  Statement make(Statement::Kind Kind) const;
  Statement start(Copy::Numbers &N);
  Statement compute();
  Expression number(uint64_t Value);
  /// \p Base + ((\p Variable + \p Add) & \p Mask) * \p Factor
  static Expression plus(const Expression &Base, const Expression &Variable,
                         uint64_t Add, uint64_t Mask, uint64_t Factor);
  uint64_t bytes();
  uint64_t sizeOf(int O) const { return program.at(O).count; }
  /// \p At: where that is before the loops, in group 0.
  Expression place(int O, uint64_t Extent, uint64_t Alignment, uint64_t &At);
  Expression event();
  Statement wait();
  Statement words(Statement::Kind Kind);
  /// \returns the bytes of an element.
  uint64_t chooseElements(Copy &C);
  void chooseTiles(const Copy &C, Copy::Numbers &N, uint64_t Total);
  Statement countedLoop(const Expression &Bound);
  /// How often the body of \p Loop has been run.
  static Expression iteration(const Statement &Loop);

  unsigned literals = 0;    ///< Percent of the numbers.
  std::vector<Spot> recent; ///< Where copies went to.
};

} // namespace conformance::programs::copies

#endif // FERRY_CONFORMANCE_ASYNCCOPYRANDOMSTATEMENTS_H
