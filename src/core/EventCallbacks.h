//===- EventCallbacks.h - Who calls the callbacks of events -----*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Callbacks of events are called on a thread of their own: one that blocks, on
/// a lock of the thread that waits for the event or on what another command
/// does, holds up neither commands nor those who wait for them. The thread is
/// made when a callback is due, and ends when none has been for a while. If it
/// does not come back from a callback, others are made for those that wait.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_CORE_EVENTCALLBACKS_H
#define FERRY_CORE_EVENTCALLBACKS_H

#include "exec/Fork.h"

#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace ferry::core {

class Event;

class EventCallbacks {
public:
  /// Has the callbacks of \p E called that its status has reached. Needs no
  /// memory. Where there can be no thread, they are called before this returns.
  static void post(Event &E);

  /// Makes another thread if callbacks are due and none has been called since
  /// the last call. For the timer.
  ///
  /// \returns whether callbacks are due.
  static bool relieve();

private:
  EventCallbacks() = default;

  static EventCallbacks *current();
  void append(Event &E);
  bool start();
  void run();

  const std::uint32_t Process = exec::processNumber();
  std::mutex Mutex;
  std::condition_variable Changed;
  /// Events with callbacks that are due, first in, first out; each is retained.
  Event *First = nullptr, *Last = nullptr;
  /// Events that threads have taken; those that relieve() has seen.
  std::uint64_t NumTaken = 0, NumSeen = 0;
  unsigned NumThreads = 0, NumIdle = 0;
};

} // namespace ferry::core

#endif // FERRY_CORE_EVENTCALLBACKS_H
