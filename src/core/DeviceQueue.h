//===- DeviceQueue.h - Command-queues of the device -------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CORE_DEVICEQUEUE_H
#define FERRY_CORE_DEVICEQUEUE_H

#include "core/Context.h"
#include "core/Object.h"
#include "exec/Fork.h"

#include <atomic>
#include <vector>

namespace ferry::core {

/// A command-queue that kernels enqueue to (CL_QUEUE_ON_DEVICE), out-of-order.
/// What is enqueued runs as a part of the command whose kernel does so: the
/// queue only says how much of that there may be.
class DeviceQueue : public Object<DeviceQueue, _cl_command_queue> {
public:
  static constexpr std::uint32_t Tag = 0x44515545; // DQUE
  static constexpr cl_int InvalidError = CL_INVALID_COMMAND_QUEUE;
  static std::uint32_t tag() { return Tag + exec::processNumber(); }

  /// Bytes: CL_QUEUE_SIZE if none is given, and at most.
  static constexpr cl_uint PreferredSize = 1 << 20, MaxSize = 64 << 20;
  /// Of a command.
  static constexpr cl_uint CommandSize = 256;

  /// \param Given as the Queue's.
  /// \param Size bytes.
  DeviceQueue(Context &Of, Device &On, cl_command_queue_properties Properties,
              std::vector<cl_queue_properties> Given, cl_uint Size)
      : TheContext(&Of), TheDevice(&On), Properties(Properties),
        Given(std::move(Given)), Size(Size) {}

  Context &context() const { return *TheContext; }
  Device &device() const { return *TheDevice; }
  cl_command_queue_properties properties() const { return Properties; }
  const std::vector<cl_queue_properties> &given() const { return Given; }
  cl_uint size() const { return Size; }

  /// Room for a command, until it is complete; false if there is none.
  bool take();
  void giveBack() { NumTaken.fetch_sub(1, std::memory_order_relaxed); }

  /// The queue that get_default_queue returns, or null.
  static Ref<DeviceQueue> defaultOf(const Context &C, const Device &D);
  /// Makes this the default, in place of the one that may be there.
  void becomeDefault();

  /// A queue that the application has released is the default no longer.
  void releaseApi();

private:
  const Ref<Context> TheContext;
  const Ref<Device> TheDevice;
  const cl_command_queue_properties Properties;
  const std::vector<cl_queue_properties> Given;
  const cl_uint Size;
  std::atomic<cl_uint> NumTaken{0};
};

} // namespace ferry::core

#endif // FERRY_CORE_DEVICEQUEUE_H
