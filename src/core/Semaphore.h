//===- Semaphore.h - Semaphores ---------------------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CORE_SEMAPHORE_H
#define FERRY_CORE_SEMAPHORE_H

#include "core/Command.h"
#include "core/Context.h"
#include "ferry/cl_ext.h"

#include <mutex>
#include <span>
#include <vector>

namespace ferry::core {

class SemaphoreWait;

/// A binary semaphore (cl_khr_semaphore). Thread-safe.
class Semaphore : public Object<Semaphore, _cl_semaphore_khr> {
public:
  static constexpr std::uint32_t Tag = 0x53454d41;
  static constexpr cl_int InvalidError = CL_INVALID_SEMAPHORE_KHR;
  /// Like the commands that wait for it or signal it.
  static std::uint32_t tag() { return Tag + exec::processNumber(); }

  /// \param For devices of \p Of.
  /// \param Given the properties, with the closing 0.
  Semaphore(Context &Of, std::vector<Device *> For,
            std::vector<cl_semaphore_properties_khr> Given)
      : Of(&Of), Devices(std::move(For)), Given(std::move(Given)) {}

  Context &context() const { return *Of; }
  const std::vector<Device *> &devices() const { return Devices; }
  const std::vector<cl_semaphore_properties_khr> &given() const {
    return Given;
  }
  /// 1 if it is signaled, 0 if not.
  cl_semaphore_payload_khr payload() const;

  /// Somebody who waits; lives until the wait is over.
  struct Waiter {
    SemaphoreWait *command = nullptr;
    Waiter *next = nullptr;
  };
  /// Unsignals it. \returns false if it is not signaled: then \p W waits for
  /// signal().
  bool take(Waiter &W);
  /// Signals it, or lets go on who has waited longest.
  void signal();

private:
  const Ref<Context> Of;
  const std::vector<Device *> Devices;
  const std::vector<cl_semaphore_properties_khr> Given;

  mutable std::mutex Mutex;
  bool IsSignaled = false;
  /// Who waits, first in, first out.
  Waiter *First = nullptr, *Last = nullptr;
};

/// clEnqueueWaitSemaphoresKHR, clEnqueueSignalSemaphoresKHR. The semaphores are
/// kept alive.
Command &makeSemaphoreWait(Queue &In, std::span<Semaphore *const> For);
Command &makeSemaphoreSignal(Queue &In, std::span<Semaphore *const> Which);

} // namespace ferry::core

#endif // FERRY_CORE_SEMAPHORE_H
