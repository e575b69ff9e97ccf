//===- ChildProcess.h - Run this program again ------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A driver under measurement may crash or hang, and a driver that was loaded
/// cannot be unloaded: so everything that is measured side by side runs in a
/// child process of its own.
///
//===----------------------------------------------------------------------===//

#ifndef HOST_CHILDPROCESS_H
#define HOST_CHILDPROCESS_H

#include <chrono>
#include <string>
#include <utility>
#include <vector>

namespace host {

using Environment = std::vector<std::pair<std::string, std::string>>;

struct ChildResult {
  /// What the child wrote to its standard output.
  std::string output;
  /// Empty if the child exited with 0; otherwise why not, in one line: its last
  /// line on stderr, the signal that ended it, or the time that it did not
  /// keep.
  std::string failure;
};

/// The absolute path of the running program.
std::string programPath();

/// The environment of this process with \p Changes, as `NAME=value`.
std::vector<std::string> environmentWith(const Environment &Changes);

/// What posix_spawn takes: the addresses of \p Strings, and a null after them.
std::vector<char *> pointers(std::vector<std::string> &Strings);

/// Runs the present program with \p Arguments, with \p Changes in its
/// environment, and ends it if it takes longer than \p Limit.
ChildResult runSelf(const std::vector<std::string> &Arguments,
                    const Environment &Changes = {},
                    std::chrono::seconds Limit = std::chrono::seconds(300));

} // namespace host

#endif // HOST_CHILDPROCESS_H
