//===- HostPointers.h - CL_MEM_USE_HOST_PTR ---------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CHECKHOST_HOSTPOINTERS_H
#define FERRY_CHECKHOST_HOSTPOINTERS_H

#include "check-host/HostCommand.h"

#include <mutex>
#include <optional>
#include <unordered_map>

namespace ferry::check {

/// Memory of the program that memory objects lie in: what it has in it when the
/// program has waited for the last command that uses it, it must still have
/// when the next one is enqueued, unless it was mapped, or handed over. For any
/// thread.
class HostPointers {
public:
  static HostPointers &get();
  /// Around fork().
  std::mutex &mutex() { return Mutex; }

  /// \returns whether the command's event is asked for by enqueued().
  bool begin(const HostCommand &C);
  /// \param Command null if it was not enqueued.
  void enqueued(const HostCommand &C, core::Event *Command);
  void mapped(Range Where);
  void destroyed(const core::MemObject &Of);
  void settle();
  /// From now on commands may use memory that are not known here.
  void giveUp();

private:
  struct Pointed {
    Range where;
    unsigned starting = 0; ///< Commands that are being enqueued.
    std::vector<core::Ref<core::Event>> uses = {};
    bool wasUsed = false;
    bool isShared = false; ///< Others lie there, too.
    std::optional<std::uint64_t> contents = {};
  };

  Pointed *find(const HostCommand::Use &U);

  std::mutex Mutex;
  std::unordered_map<const core::MemObject *, Pointed> All;
  bool HasGivenUp = false;
};

} // namespace ferry::check

#endif // FERRY_CHECKHOST_HOSTPOINTERS_H
