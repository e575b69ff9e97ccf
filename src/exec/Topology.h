//===- Topology.h - Which processors share what -----------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_EXEC_TOPOLOGY_H
#define FERRY_EXEC_TOPOLOGY_H

#include <sched.h>

#include <string>
#include <vector>

namespace ferry::exec {

/// Processors by their numbers in the system, ascending.
using Processors = std::vector<int>;

/// What processors may share, the widest first.
enum class SharedPart { Memory, Level4, Level3, Level2, Level1 };

/// The machine as FERRY_TOPOLOGY describes it: a folder like
/// /sys/devices/system.
class Topology {
public:
  explicit Topology(std::string Folder);

  /// The processors that the process may use; in a folder that is not the
  /// system's, all that there are.
  Processors allowed() const;

  /// \p Of by what they share, in the order of their first. Where that is not
  /// known of all they are one part.
  std::vector<Processors> divide(const Processors &Of, SharedPart By) const;

private:
  std::string nodeOf(int Processor) const;
  std::string cacheOf(int Processor, int Level) const;

  const std::string Folder;
};

/// Keeps the calling thread on some processors; on none, as it is. Does nothing
/// where the system does not have or allow them.
class BoundThread {
public:
  explicit BoundThread(const Processors &To);
  ~BoundThread();
  BoundThread(const BoundThread &) = delete;

  /// For a thread that has just been made: frees it if a bound one has made it.
  static void freeNewThread();
  BoundThread &operator=(const BoundThread &) = delete;

private:
  cpu_set_t Before;
  bool IsBound = false;
};

} // namespace ferry::exec

#endif // FERRY_EXEC_TOPOLOGY_H
