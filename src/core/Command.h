//===- Command.h - Commands -------------------------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A command is an event and a piece of work. It is ready when it has been
/// submitted, the events of its wait list are finished, and so is the command
/// before it in an in-order queue. Made by the functions at the end of this
/// file, then given to Queue::enqueue; or to CommandBuffer::record, which never
/// enqueues it, but runs what it does as often as it is replayed.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_CORE_COMMAND_H
#define FERRY_CORE_COMMAND_H

#include "core/Event.h"
#include "exec/Scheduler.h"

#include <functional>
#include <memory>
#include <vector>

namespace ferry::core {

class Executable;

class Command : public Event, public exec::Work {
public:
  ~Command() override;

  /// Keeps \p Object (a buffer, a program) alive until the command is finished.
  /// Only before the command is enqueued. Throws std::bad_alloc; the command is
  /// gone then.
  template <typename T> Command &keep(T &Object) {
    if (NumKept < std::size(KeptHere))
      KeptHere[NumKept++] = Retained(Object);
    else
      keepMore(Retained(Object));
    return *this;
  }

  cl_ulong profilingTime(cl_profiling_info What) const override;

  /// Whether a command-buffer may have it.
  virtual bool isReplayable() const { return true; }

  /// Of a launch its number in the trace; 0 if there is none.
  virtual std::uint32_t tracedLaunch() const { return 0; }

protected:
  Command(cl_command_type Type, Queue &In);

  /// What the command does, in ranges of its units (exec::Work). Several runs
  /// of a command-buffer may be in it at once.
  void run(exec::ComputeUnit &, std::uint64_t, std::uint64_t) override {}

  /// Called when all units have run.
  void end() override;

  /// Nanoseconds that it may take; 0 if unknown.
  virtual std::uint64_t expected() const {
    return expectedNanoseconds(units());
  }

  /// Ends the command with \p Error (negative) when its units have run.
  void fail(cl_int Error) { Failure.store(Error, std::memory_order_relaxed); }
  bool hasFailed() const { return Failure.load(std::memory_order_relaxed) < 0; }

private:
  friend class Event;
  friend class Queue;
  friend class ReplayRun;
  friend class ReplayStep;

  /// One entry of the wait list.
  struct Wait {
    Arc Through;
    /// A user event may be released while others wait for it.
    Ref<Event> For;
  };

  bool begin() final;
  void noteQueued(WaitList For);
  void noteEnded();
  void dropKept();
  void keepMore(Retained Object);
  /// Something that the command waited for has happened.
  void satisfy();
  /// Likewise, and sees to it that it runs, if it is ready by that: the thread
  /// may be none that runs commands of its device.
  void satisfyAndWake();

  /// What must still happen before the command is ready: arcs, and one for the
  /// submission.
  std::atomic<std::uint32_t> Missing{1};
  /// 0, or the error that the command will end with.
  std::atomic<cl_int> Failure{0};
  bool IsBarrier = false;
  unsigned NumKept = 0;
  /// Ferry's reference to the queue, as long as the event lives.
  Ref<Queue> Home;
  /// Neighbours among the unfinished commands of the queue.
  Command *Previous = nullptr;
  Command *Following = nullptr;
  /// Where this waits for its predecessor, or the last barrier.
  Arc OrderArc;
  std::unique_ptr<Wait[]> Waits;
  Retained KeptHere[4];
  std::vector<Retained> KeptMore;
  /// Nanoseconds: queued, submitted, started, ended. 0 if the queue notes none.
  std::uint64_t Times[4] = {};
};

//===----------------------------------------------------------------------===//
// Making commands
//===----------------------------------------------------------------------===//

/// One ND-range. The kernel, its code and the cost estimate are not kept alive
/// by it: keep() what owns them.
struct Launch {
  const abi::KernelInfo &kernel;
  /// Code for the rows that there are.
  const abi::KernelCode &code;
  /// Belongs to the code; shared by its launches.
  exec::CostEstimate &cost;
  /// No size or count is 0.
  const abi::LaunchParams &params;
  /// kernel.argBlockSize bytes, copied; local arguments are laid out already
  /// (exec/LocalLayout.h).
  const std::byte *args;
  /// Of all buffers among the arguments.
  std::uint64_t bufferBytes = 0;
  /// No two arguments point to the same global memory. Only for code that
  /// shares copies.
  bool areApart = true;
  /// The kernel's. Only for code that Enqueues.
  Executable *executable = nullptr;
};

/// clEnqueueNDRangeKernel and clEnqueueTask (\p Type says which). Group sizes
/// and local memory have been checked. Throws CL_OUT_OF_RESOURCES if the
/// private memory of a group is more than a thread can have.
Command &makeLaunch(Queue &In, cl_command_type Type, const Launch &What);

/// Nothing to do: an ND-range of size 0, mapping, unmapping, migrating.
Command &makeNothing(Queue &In, cl_command_type Type);

/// A move of bytes. The two sides may be the same bytes (nothing is moved
/// then), but do not overlap otherwise.
struct Move {
  std::byte *dst;
  const std::byte *src;
  /// Bytes in a row, rows in a slice, slices; none is 0.
  std::size_t region[3];
  /// Bytes from a row to the next, and from a slice to the next.
  std::size_t dstRowPitch, dstSlicePitch;
  std::size_t srcRowPitch, srcSlicePitch;

  static Move contiguous(std::byte *Dst, const std::byte *Src,
                         std::size_t Bytes) {
    return {Dst, Src, {Bytes, 1, 1}, Bytes, Bytes, Bytes, Bytes};
  }
};

/// Read, write, copy, and their rectangles. What a blocking read or write does
/// is the same.
Command &makeMove(Queue &In, cl_command_type Type, const Move &What);

/// Where a fill goes: as one side of a move.
struct Fill {
  std::byte *dst;
  std::size_t region[3];
  std::size_t rowPitch, slicePitch;

  static Fill contiguous(std::byte *Dst, std::size_t Bytes) {
    return {Dst, {Bytes, 1, 1}, Bytes, Bytes};
  }
};

/// Fills rows of bytes, each a multiple of \p PatternBytes, with the pattern (1
/// to 128 bytes and a power of two, copied).
Command &makeFill(Queue &In, cl_command_type Type, const Fill &What,
                  const void *Pattern, std::size_t PatternBytes);

/// Calls \p Call once on one thread: native kernels.
Command &makeCall(Queue &In, cl_command_type Type, std::function<void()> Call);

} // namespace ferry::core

#endif // FERRY_CORE_COMMAND_H
