//===- ComputeUnit.h - What a thread that runs kernels owns -----*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Every thread that runs work holds a compute unit (OpenCL 3.0 section 3.1)
/// for as long as it does: the local and private memory, the copy engine's
/// state and the printf buffer that generated code uses through
/// abi::ThreadState, and its stack. There are as many as threads may run at
/// once: CL_DEVICE_MAX_COMPUTE_UNITS.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_EXEC_COMPUTEUNIT_H
#define FERRY_EXEC_COMPUTEUNIT_H

#include "copy/PendingCopies.h"
#include "exec/GuardedMemory.h"
#include "exec/KernelStack.h"
#include "exec/PrintfSink.h"
#include "ferry/abi.h"

#include <atomic>
#include <memory>

namespace ferry::exec {

class EnqueuingLaunch;

/// Bytes of local memory: CL_DEVICE_LOCAL_MEM_SIZE. What leaves room beside it
/// in the level 2 cache of this machine: at least 64 KiB, a power of two.
std::uint64_t localMemoryBytes();

/// The work-groups [begin, end) of the row (y, z), which generated code runs.
struct RunningGroups {
  const abi::KernelInfo *kernel = nullptr;
  std::uint64_t begin = 0, end = 0, y = 0, z = 0;
};

/// See the file comment. Used by one thread at a time.
class alignas(128) ComputeUnit {
public:
  /// The state to hand to generated code, with local memory in place and at
  /// least \p PrivateBytes of private memory; null if the memory cannot be had.
  ///
  /// \param TimesCaches how many times as much global memory there is as the
  ///        caches keep; 0 if copies to it are not to go past them, nor those
  ///        from it to read ahead.
  /// \param AreApart no two arguments point to the same global memory.
  /// \param Launch an EnqueuingLaunch, for code that Enqueues.
  abi::ThreadState *prepare(std::uint64_t PrivateBytes,
                            std::uint64_t TimesCaches, bool AreApart = true,
                            EnqueuingLaunch *Launch = nullptr);

  /// Where generated code is to be called, once prepare() has succeeded.
  KernelStack &stack() { return Stack; }
  const KernelStack &stack() const { return Stack; }
  const GuardedMemory &local() const { return Local; }
  const GuardedMemory &privateMemory() const { return Private; }

  /// Notes what is called next on stack(), for a report if it faults.
  void note(const RunningGroups &Next) { Running = Next; }
  const RunningGroups &running() const { return Running; }

  PrintfSink &printf() { return Sink; }
  copy::PendingCopies &copies() { return Copies; }

  /// Where the holder runs.
  ProcessorNote &where() { return Copies.where(); }

  /// True for one of \p Period calls; for what need not be done every time.
  bool isNth(unsigned Period) { return Calls++ % Period == 0; }

private:
  friend class ComputeUnits;
  std::atomic<bool> Taken{false};
  std::uint64_t NextLook = 0; ///< Cycles of the time-stamp counter.
  abi::ThreadState State{};
  GuardedMemory Local;
  GuardedMemory Private;
  KernelStack Stack;
  RunningGroups Running;
  copy::PendingCopies Copies;
  PrintfSink Sink;
  unsigned Calls = 0;
};

/// Those of one device.
class ComputeUnits {
public:
  explicit ComputeUnits(unsigned Count);
  ~ComputeUnits();
  ComputeUnits(const ComputeUnits &) = delete;
  ComputeUnits &operator=(const ComputeUnits &) = delete;

  /// That of any device on whose stack, or in the guards of it, \p Address
  /// lies; null if there is none. For signal handlers.
  static const ComputeUnit *findByStack(std::uintptr_t Address);

  /// A free one, that which this thread had last if possible; null if all are
  /// taken.
  ComputeUnit *take();
  /// Sequentially consistent, as take() is: whoever finds none may rely on
  /// their holders to look for work after they have given it back.
  void giveBack(ComputeUnit &Used) {
    Used.where().forget();
    Used.Taken.store(false);
  }
  bool anyFree() const;

  /// Notes on which processor the calling thread runs, which holds \p Mine.
  ///
  /// \param MayMove if the holder of another one runs there, too, the thread
  ///        goes to a processor where none does. Where there are few, the
  ///        system would leave both there for milliseconds.
  void spread(ComputeUnit &Mine, bool MayMove);

  /// Carries out a chunk of an async copy that the holder of one has
  /// started; false if there was none.
  bool helpWithCopies();

private:
  void move(ComputeUnit &Mine, std::uint64_t Now);

  const unsigned Count;
  std::unique_ptr<ComputeUnit[]> Table;
  std::atomic<bool> IsMoving{false}; ///< Some thread is.
  /// The list of those of all devices.
  static inline std::atomic<ComputeUnits *> First{nullptr};
  std::atomic<ComputeUnits *> NextTable{nullptr};
};

} // namespace ferry::exec

#endif // FERRY_EXEC_COMPUTEUNIT_H
