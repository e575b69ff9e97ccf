//===- RandomGroup.h - A work-group of a random kernel ----------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the interpreter runs: memory and expressions in one file, statements in
/// another.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_CONFORMANCE_RANDOMGROUP_H
#define FERRY_CONFORMANCE_RANDOMGROUP_H

#include "RandomCopies.h"

namespace conformance::programs {

struct Pointer {
  int object = -1;
  uint64_t lane = 0;
};

/// What a work-item has for itself, by object.
struct Item {
  std::array<size_t, 3> local, global;
  uint64_t lid, gid;
  bool done = false;
  uint64_t steps = 0;
  std::vector<std::vector<Lane>> memory;
  std::vector<Pointer> pointers;
};

/// How a statement ends.
enum class Completion { Next, Break, Continue, Return, Goto };

class Group {
public:
  Group(const Program &P, const Range &R, Turn T, Memory &Global,
        const std::array<size_t, 3> &Id, Machine *M = nullptr);
  /// From statement \p First of the kernel on.
  void run(size_t First = 0);

private:
  uint64_t maxSteps() const { return program.copies ? 2000000 : 20000; }

  std::vector<Lane> &memoryOf(Item &I, const Object &O, size_t Number);
  uint64_t elementOf(Item &I, const Object &O, const Expression &Place);
  Pointer locate(Item &I, const Expression &Place);
  Value load(Item &I, Pointer At, Type T);
  void store(Item &I, Pointer At, const Value &V,
             const std::vector<uint64_t> &Components);
  Lane *lanes(Item &I, Pointer At, unsigned Count);

  Value evaluate(Item &I, const Expression &E);
  Value query(Item &I, const Expression &E);
  Value call(Item &I, const Expression &E);
  bool isTrue(Item &I, const Expression &E) {
    return evaluate(I, E).lanes[0] != 0;
  }
  void initialise(Item &I, int Function);

  Completion execute(Item &I, const Block &B);
  Completion execute(Item &I, const Statement &S);
  Completion chosen(Item &I, const Statement &S);
  void atomic(Item &I, const Statement &S);
  template <class Body, class Condition>
  Completion loop(const Statement &S, const Body &RunBody,
                  const Condition &Test,
                  const std::function<Lane(const Expression &)> &Evaluate,
                  const std::function<Lane()> &Counter,
                  const std::function<void(Lane)> &SetCounter);
  void copies(const Statement &S);
  void words(const Statement &S);
  Lane &event(const Expression &Place);
  void assign(const Expression &Place, Lane Event);
  Completion executeUniform(const Block &B);
  Completion executeUniform(const Statement &S);
  /// The value of \p E, which all work-items must agree in.
  Lane uniform(const Expression &E);
  void setCounter(Item &I, const Statement &S, Lane L) {
    const Object &O = program.at(S.object);
    memoryOf(I, O, size_t(S.object))[0] = wrap(O.fields[0].element, L);
  }

  const Program &program;
  const Range &range;
  Turn turn;
  Memory &global;
  std::array<size_t, 3> id, localSize = {1, 1, 1}, groups = {1, 1, 1};
  uint64_t number = 0, size = 1, total = 1;
  std::vector<std::vector<Lane>> local;
  Machine *machine; ///< What copies do; nullptr if there are none.
  std::vector<Item> items;
  Value result; ///< Of the function that returns.
  uint64_t label = 0;
};

} // namespace conformance::programs

#endif // FERRY_CONFORMANCE_RANDOMGROUP_H
