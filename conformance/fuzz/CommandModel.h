//===- CommandModel.h - What commands will have done ------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The graph of commands as the specification has it, without threads: a node
/// is a command or a user event. As soon as all is finished that a node waits
/// for, it is known how it ends, and its effect on the model of memory happens.
/// That says what a driver must come to if all nodes that touch the same bytes
/// wait for each other; mustWaitFor() finds what is missing to that.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_CONFORMANCE_FUZZ_COMMANDMODEL_H
#define FERRY_CONFORMANCE_FUZZ_COMMANDMODEL_H

#include <CL/cl.h>

#include <bitset>
#include <cstddef>
#include <functional>
#include <vector>

namespace conformance::fuzz {

/// Bytes of a buffer that a command reads or writes.
struct Access {
  size_t buffer, begin, end;
  bool writes;
};

class CommandModel {
public:
  static constexpr size_t MostNodes = 160;
  using Node = size_t;
  using Nodes = std::vector<Node>;
  using Set = std::bitset<MostNodes>;

  bool isFull() const { return All.size() == MostNodes; }
  size_t size() const { return All.size(); }

  /// A command.
  ///
  /// \param Waits its wait list: it fails if one of these does.
  /// \param Order what it comes after whether that fails or not.
  /// \param Effect happens if it succeeds.
  Node addCommand(const Nodes &Waits, const Nodes &Order,
                  const std::vector<Access> &Touched,
                  std::function<void()> Effect);

  /// A user event whose status is set by the host, which calls set().
  Node addGate();
  void set(Node Gate, cl_int Status);
  /// A user event whose status is set to \p Status when \p After is finished.
  Node addEcho(Node After, cl_int Status);

  /// 1 as long as a gate keeps it from its end; then its final status.
  cl_int status(Node N) const { return All[N].status; }
  bool isFinal(Node N) const { return All[N].status <= CL_COMPLETE; }
  bool isGate(Node N) const { return All[N].isGate; }

  /// The host has seen that it is finished, and so has all that it came after.
  void see(Node N) { Seen |= All[N].before; }
  bool isSeen(Node N) const { return Seen[N]; }

  /// Nodes that touch the same bytes, or might still do so, and that a node
  /// with these waits and this order does not come after.
  Nodes mustWaitFor(const Nodes &Waits, const Nodes &Order,
                    const std::vector<Access> &Touched) const;

private:
  struct Entry {
    Nodes waits, order;
    std::function<void()> effect;
    std::vector<Access> touched;
    Set before; ///< What it comes after, and itself.
    cl_int status = 1;
    cl_int outcome = CL_COMPLETE; ///< Unless something that it waits for fails.
    bool isGate = false;
  };

  Node add(Entry New);
  Set allBefore(const Nodes &Waits, const Nodes &Order) const;
  void resolve();

  std::vector<Entry> All;
  Set Seen;
};

} // namespace conformance::fuzz

#endif // FERRY_CONFORMANCE_FUZZ_COMMANDMODEL_H
