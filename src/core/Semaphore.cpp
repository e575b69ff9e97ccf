//===- Semaphore.cpp - Semaphores -----------------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A wait that is otherwise ready takes the semaphores, or stands in their
/// lists; no thread waits for it. It ends with the last of them.
///
//===----------------------------------------------------------------------===//

#include "core/Semaphore.h"

#include "core/Queue.h"

namespace ferry::core {

class SemaphoreWait final : public Command {
public:
  SemaphoreWait(Queue &In, std::span<Semaphore *const> For)
      : Command(CL_COMMAND_SEMAPHORE_WAIT_KHR, In),
        Semaphores(For.begin(), For.end()), Waiters(For.size()) {
    setUnits(1, 1, nullptr);
  }

  /// One of the semaphores has been taken.
  void satisfy() { end(); }

private:
  void run(exec::ComputeUnit &, std::uint64_t, std::uint64_t) override {
    Left.fetch_add(unsigned(Semaphores.size()), std::memory_order_relaxed);
    for (std::size_t I = 0; I != Semaphores.size(); ++I) {
      Waiters[I].command = this;
      // The command's own unit is left: it does not end here.
      if (Semaphores[I]->take(Waiters[I]))
        Left.fetch_sub(1, std::memory_order_acq_rel);
    }
  }

  void end() override {
    if (Left.fetch_sub(1, std::memory_order_acq_rel) == 1)
      Command::end();
  }

  const std::vector<Semaphore *> Semaphores;
  std::vector<Semaphore::Waiter> Waiters;
  /// Semaphores that have not been taken, and its own unit.
  std::atomic<unsigned> Left{1};
};

namespace {

class SemaphoreSignal final : public Command {
public:
  SemaphoreSignal(Queue &In, std::span<Semaphore *const> Which)
      : Command(CL_COMMAND_SEMAPHORE_SIGNAL_KHR, In),
        Semaphores(Which.begin(), Which.end()) {
    setUnits(1, 1, nullptr);
  }

private:
  void run(exec::ComputeUnit &, std::uint64_t, std::uint64_t) override {
    for (Semaphore *S : Semaphores)
      S->signal();
  }

  const std::vector<Semaphore *> Semaphores;
};

template <typename T>
Command &make(Queue &In, std::span<Semaphore *const> Which) {
  Command &New = *new T(In, Which);
  for (Semaphore *S : Which)
    New.keep(*S);
  return New;
}

} // namespace

cl_semaphore_payload_khr Semaphore::payload() const {
  std::lock_guard Lock(Mutex);
  return IsSignaled;
}

bool Semaphore::take(Waiter &W) {
  std::lock_guard Lock(Mutex);
  if (std::exchange(IsSignaled, false))
    return true;
  (First ? Last->next : First) = &W;
  Last = &W;
  return false;
}

void Semaphore::signal() {
  SemaphoreWait *Released;
  {
    std::lock_guard Lock(Mutex);
    if (!First) {
      IsSignaled = true;
      return;
    }
    Released = First->command;
    First = First->next;
  }
  Released->satisfy();
}

Command &makeSemaphoreWait(Queue &In, std::span<Semaphore *const> For) {
  return make<SemaphoreWait>(In, For);
}

Command &makeSemaphoreSignal(Queue &In, std::span<Semaphore *const> Which) {
  return make<SemaphoreSignal>(In, Which);
}

} // namespace ferry::core
