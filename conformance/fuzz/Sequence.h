//===- Sequence.h - Commands and what they must come to ---------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CONFORMANCE_FUZZ_SEQUENCE_H
#define FERRY_CONFORMANCE_FUZZ_SEQUENCE_H

#include "CommandModel.h"
#include "Fuzz.h"

#include <atomic>
#include <list>
#include <memory>
#include <optional>

namespace conformance::fuzz {

/// Makes calls as the input says, and checks everything that they give back
/// against the model.
class Sequence {
public:
  explicit Sequence(Choices &From);
  /// Makes one more call, or a few. \returns false when that is enough.
  bool step();
  /// Lets everything come to its end, and checks it.
  void end();

private:
  using Node = CommandModel::Node;
  using Nodes = CommandModel::Nodes;
  using Bytes = std::vector<uint8_t>;

  /// A buffer, and what the model has in it.
  struct Root {
    Bytes host; ///< Of CL_MEM_USE_HOST_PTR.
    Bytes bytes;
    Buffer handle;
  };
  /// A buffer or sub-buffer.
  struct Area {
    cl_mem handle;
    size_t root, offset, size;
    Buffer owner; ///< Of a sub-buffer.
  };
  /// Some bytes of an area.
  struct Piece {
    Area *area;
    size_t offset, size;
    Access access(bool Writes) const {
      const size_t Begin = area->offset + offset;
      return {area->root, Begin, Begin + size, Writes};
    }
  };
  struct QueueState {
    Queue handle;
    bool isInOrder, isProfiled;
    Nodes all;
    std::optional<Node> lastBarrier;
  };
  /// A command or user event on the side of the driver.
  struct Command {
    Event event;       ///< May be null.
    QueueState *queue; ///< Null for user events, and if it was released.
    bool isProfiled;
  };
  /// What a command reads into the host's memory, and what it shall be.
  struct HostRead {
    Node node = 0;
    Bytes seen, expected;
  };
  struct Callback {
    Node node;
    cl_int when;
    Event echo; ///< A user event that it sets.
    cl_int echoStatus;
    std::atomic<int> calls{0};
    std::atomic<cl_int> status{1};
  };
  /// Where a new command is going to be.
  struct Plan {
    QueueState *queue;
    Nodes waits, order;
    std::vector<Access> touched;
  };
  using Call = std::function<cl_int(cl_command_queue, cl_bool Blocking, cl_uint,
                                    const cl_event *, cl_event *)>;

  // Sequence.cpp
  std::optional<Plan> plan(std::vector<Access> Touched);
  bool isReady(const Plan &P) const;
  Node enqueue(const Plan &P, bool Blocking, const Call &Make,
               std::function<void()> Effect);
  void enqueue(std::vector<Access> Touched, const Call &Make,
               std::function<void()> Effect);
  Nodes orderOf(const QueueState &Q, bool All) const;
  Nodes nodesWithEvents() const;
  std::vector<cl_event> eventsOf(const Nodes &List) const;
  void see(Node N);

  // SequenceData.cpp
  void makeBuffers();
  Piece piece();
  Piece pieceOf(Area &A, size_t Most = SIZE_MAX);
  uint8_t *modelOf(const Piece &P);
  Bytes newBytes(size_t Size);
  void write();
  void read();
  void copy();
  void fill();
  void rectangle();
  void map();
  void migrate();
  void subBuffer();
  void launch();
  void native();

  // SequenceEvents.cpp
  void synchronise();
  void makeGate();
  void openGate();
  void wait();
  bool canFinish(const QueueState &Q) const;
  void finish(QueueState &Q);
  void flushOrFinish();
  void poll();
  void addCallback();
  void retainAndRelease();
  void replaceQueue();
  void checkStatus(Node N);

  Choices &From;
  CommandModel Model;
  std::list<QueueState> Queues;
  std::list<Root> Roots;
  std::list<Area> Areas;
  std::vector<Command> Commands; ///< By node.
  std::list<HostRead> Reads;
  std::list<Bytes> Writes; ///< Kept until the end.
  std::list<Callback> Callbacks;
};

} // namespace conformance::fuzz

#endif // FERRY_CONFORMANCE_FUZZ_SEQUENCE_H
