//===- Check.h - ferry check ------------------------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_TOOL_CHECK_H
#define FERRY_TOOL_CHECK_H

#include <span>
#include <string>

namespace ferry::tool {

/// Options of `ferry check`; empty where they are not given.
struct CheckOptions {
  std::string json;         ///< File: an object for each mistake, a line each.
  std::string sarif;        ///< File: the same as a SARIF 2.1.0 log.
  std::string suppressions; ///< File: see docs/check.md.
  std::string seed;         ///< Number: the order of work-items.
  bool first = false;       ///< Stop at the first mistake.
};

/// Runs a program on the driver beside the command, and looks for mistakes in
/// its kernels.
///
/// \param ProgramAndArguments at least the program; looked for as by a shell.
/// \returns 1 if a mistake was found; otherwise what the program returned, or
///          128 and the signal that ended it; 127 if it cannot be started.
int checkCommand(std::span<char *const> ProgramAndArguments,
                 const CheckOptions &Options);

} // namespace ferry::tool

#endif // FERRY_TOOL_CHECK_H
