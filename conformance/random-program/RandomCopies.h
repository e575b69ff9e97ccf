//===- RandomCopies.h - What copies do --------------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The async copies of a group, as seen by those that follow a program: the
/// interpreter, which has the bytes, and checkers, which know what is busy.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_CONFORMANCE_RANDOMCOPIES_H
#define FERRY_CONFORMANCE_RANDOMCOPIES_H

#include "RandomInterpreter.h"

#include <span>

namespace conformance::programs {

/// A set of bytes of a raw object: runs of `run` bytes in three dimensions.
struct Region {
  int object;
  uint64_t start, run;
  std::array<uint64_t, 3> count = {1, 1, 1}, step = {0, 0, 0};

  uint64_t runs() const { return count[0] * count[1] * count[2]; }
  bool empty() const { return run == 0 || runs() == 0; }
  /// One past the last byte; `start` if the region is empty.
  uint64_t end() const;
  /// Calls \p Run(first byte) for every run in order.
  template <class Function> void forEachRun(Function Run) const {
    if (empty())
      return;
    for (uint64_t Z = 0; Z != count[2]; ++Z)
      for (uint64_t Y = 0; Y != count[1]; ++Y)
        for (uint64_t X = 0; X != count[0]; ++X)
          Run(start + X * step[0] + Y * step[1] + Z * step[2]);
  }
  bool overlaps(const Region &Other) const;
};

/// The destination and the source of a Start, in this order.
std::pair<Region, Region> regions(const Statement &S, const Copy::Numbers &N);

/// Where the bytes of group \p Number are in a raw Group.
inline uint64_t groupStart(const Object &O, uint64_t Number) {
  return Object::GroupGuard + Number * (O.count + Object::GroupGuard);
}

/// What a program does to the memory and the events of a group, in its order.
class Machine {
public:
  explicit Machine(const Program &P);
  virtual ~Machine() = default;

  /// A copy of which event \p Event tells. \p Shared: that event is older.
  virtual void start(const Region &To, const Region &From, uint64_t Event,
                     bool Shared) = 0;
  virtual void wait(uint64_t Event) = 0;
  virtual void fence(uint64_t Flags) = 0;
  virtual void barrier(uint64_t /*Flags*/) {}
  /// A variable is about to have event \p New instead of \p Old.
  virtual void overwrite(uint64_t /*Old*/, uint64_t /*New*/) {}
  /// The work-items read, and may write, \p Where.
  virtual void touch(const Region &Where, bool Writes) = 0;
  /// The work-items are busy.
  virtual void compute(uint64_t /*Steps*/) {}
  /// All bytes of the group in raw object \p O, with the guards of local
  /// memory; none if the machine has no bytes.
  virtual std::span<unsigned char> bytes(int /*O*/) { return {}; }
  /// False ends the program early.
  virtual bool goOn() const { return true; }

  std::vector<std::vector<Lane>> events; ///< By object. 0 is no event.
  uint64_t lastEvent = 0;

protected:
  bool isInBounds(const Region &Where) const;

  const Program *program;
};

/// Moves the bytes.
class Mover final : public Machine {
public:
  Mover(const Program &P, Memory &Global, uint64_t Group, Turn When);

  void start(const Region &To, const Region &From, uint64_t Event,
             bool Shared) override;
  void wait(uint64_t Event) override;
  void fence(uint64_t) override { ++fences; }
  void touch(const Region &Where, bool Writes) override;
  std::span<unsigned char> bytes(int O) override;

private:
  struct Pending {
    Region to, from;
    uint64_t event, fences;
  };

  unsigned char *at(int O);
  void move(const Region &To, const Region &From);
  void complete(size_t Index);

  Memory &global;
  uint64_t group;
  Turn turn;
  std::vector<std::vector<unsigned char>> local; ///< By object.
  std::vector<Pending> pending; ///< In the order of their start.
  uint64_t fences = 0;
  std::vector<unsigned char> moving;
};

} // namespace conformance::programs

#endif // FERRY_CONFORMANCE_RANDOMCOPIES_H
