//===- Child.h - A program that is run and waited for -----------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_TOOL_CHILD_H
#define FERRY_TOOL_CHILD_H

#include <vector>

namespace ferry::tool {

/// How a program ended, so that this one can end likewise.
class Ending {
public:
  /// \param WaitStatus waitpid()'s.
  explicit Ending(int WaitStatus) : WaitStatus(WaitStatus) {}

  /// Whether it could be run at all.
  bool wasRun() const;

  /// The exit status; if a signal ended the program, this one ends by it.
  int pass() const;

private:
  int WaitStatus;
};

/// Runs a program and waits for its end. The program gets what a terminal
/// sends; SIGTERM, SIGHUP, SIGUSR1 and SIGUSR2 to this process are handed on.
///
/// \param Command as ProgramOptions::command() gives it.
Ending runProgram(const std::vector<char *> &Command);

} // namespace ferry::tool

#endif // FERRY_TOOL_CHILD_H
