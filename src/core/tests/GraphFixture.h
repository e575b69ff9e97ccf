//===- GraphFixture.h - A context and queues for tests ----------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CORE_TESTS_GRAPHFIXTURE_H
#define FERRY_CORE_TESTS_GRAPHFIXTURE_H

#include "core/Command.h"
#include "core/Context.h"
#include "core/Device.h"
#include "core/Queue.h"

#include <gtest/gtest.h>

namespace ferry::core {

/// A context, and queues in it, on a device with three threads.
class Graph : public testing::Test {
protected:
  Device &D = *new Device;
  /// Lives longer than the queues, which the timer may still hold.
  exec::Scheduler &Threads = scheduler();
  Context &C = *new Context({&D}, {});

  ~Graph() override {
    C.releaseApi();
    D.releaseApi();
  }

  static exec::Scheduler &scheduler() {
    static exec::Scheduler Three(3);
    return Three;
  }
  Queue &queue(cl_command_queue_properties Properties = 0) {
    return *new Queue(C, D, Threads, Properties);
  }
  UserEvent &userEvent() { return *new UserEvent(C); }

  /// Enqueues a call; \returns its event.
  Event &call(Queue &Q, std::function<void()> F, WaitList Waits = {}) {
    cl_event E;
    Q.enqueue(makeCall(Q, CL_COMMAND_NATIVE_KERNEL, std::move(F)), Waits, &E);
    return Event::from(E);
  }
};

} // namespace ferry::core

#endif // FERRY_CORE_TESTS_GRAPHFIXTURE_H
