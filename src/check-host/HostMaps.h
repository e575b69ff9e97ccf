//===- HostMaps.h - Memory that is mapped -----------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CHECKHOST_HOSTMAPS_H
#define FERRY_CHECKHOST_HOSTMAPS_H

#include "check-host/HostCommand.h"
#include "check/Report.h"

#include <mutex>
#include <optional>
#include <unordered_set>

namespace ferry::check {

/// What is mapped, and the commands that use it meanwhile (section 5.5.5). A
/// command is only reported if it can have begun neither before the map nor
/// after it: because a queue keeps the order, or its event says so. For any
/// thread.
class HostMaps {
public:
  static HostMaps &get();
  /// Around fork().
  std::mutex &mutex() { return Mutex; }

  /// Which of the maps that there are a command meets; more than its number is
  /// needed, once it is enqueued, to know when it begins.
  struct Conflict {
    std::uint64_t map;
    Finding finding;
  };
  std::vector<Conflict> begin(const HostCommand &C);
  void enqueued(std::vector<Conflict> Its, core::Event &Command);

  /// \param Map the command.
  /// \param HasContents whether the host may only read, and can by now.
  void mapped(core::MemObject &Of, Range Where, void *Pointer, bool Writes,
              core::Event &Map, bool HasContents);
  /// Before an unmap is enqueued to \p By.
  void unmapping(const core::MemObject &Of, const void *Pointer,
                 const core::Queue *By);
  /// \returns whether it is not known yet that destroyed() has to be called.
  bool follow(const core::MemObject &Of);
  void destroyed(const core::MemObject &Of);
  bool meets(Range Where);
  /// After the program has waited for something.
  void settle();

private:
  struct Pending {
    core::Ref<core::Event> command;
    Finding finding;
  };
  struct Map {
    std::uint64_t number;
    core::MemObject *of;
    Range where;
    const void *pointer;
    bool writes;
    core::Ref<core::Event> event;
    std::uintptr_t caller;
    std::optional<std::uint64_t> contents;
    std::vector<Pending> pending = {};
  };

  Finding describe(const HostCommand &C, const HostCommand::Use &U,
                   const Map &M) const;
  void judge(Map &M, const core::Queue *UnmappedBy,
             std::vector<Pending> &Done) const;
  void judgeContents(const Map &M) const;

  std::mutex Mutex;
  std::vector<Map> Maps;
  std::unordered_set<const core::MemObject *> Followed;
  std::uint64_t LastNumber = 0;
};

} // namespace ferry::check

#endif // FERRY_CHECKHOST_HOSTMAPS_H
