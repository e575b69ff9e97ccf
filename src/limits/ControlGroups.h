//===- ControlGroups.h - What a container leaves to us ----------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The limits of the control groups that this process is in (cgroups(7),
/// versions 1 and 2): those of containers and of services.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_LIMITS_CONTROLGROUPS_H
#define FERRY_LIMITS_CONTROLGROUPS_H

#include <cstdint>
#include <string>
#include <vector>

namespace ferry::limits {

class ControlGroups {
public:
  /// \param Root the folder that /proc and all mounts are in: / but in tests.
  explicit ControlGroups(const std::string &Root = "");

  /// Processors that the process may keep busy, in the mean: a quota of
  /// processor time by its period. Infinite without a limit.
  double processors() const;

  /// Bytes of memory that the process and others of its group may have; the
  /// largest number without a limit.
  std::uint64_t memory() const;

private:
  /// Of the groups, and of those around them, in all hierarchies.
  std::vector<std::string> Folders;
};

} // namespace ferry::limits

#endif // FERRY_LIMITS_CONTROLGROUPS_H
