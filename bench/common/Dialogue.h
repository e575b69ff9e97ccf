//===- Dialogue.h - A child process that answers ----------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef BENCH_COMMON_DIALOGUE_H
#define BENCH_COMMON_DIALOGUE_H

#include "host/ChildProcess.h"

#include <chrono>
#include <string>
#include <sys/types.h>
#include <vector>

namespace bench {

/// This program once more, in a process that stays and answers one line to each
/// line that it is sent. So several drivers can take turns at short intervals,
/// though each is alone in its process.
class Dialogue {
public:
  /// \throws std::runtime_error if the child cannot be started.
  Dialogue(const std::vector<std::string> &Arguments,
           const host::Environment &Changes);
  ~Dialogue();
  Dialogue(const Dialogue &) = delete;
  Dialogue &operator=(const Dialogue &) = delete;

  /// Sends \p Line and waits for the answer.
  /// \throws std::runtime_error that tells why none came within \p Limit; the
  /// child is no more then.
  std::string ask(const std::string &Line, std::chrono::seconds Limit);

private:
  [[noreturn]] void fail(const std::string &Why);

  pid_t Child = 0;
  int Socket = -1;
  std::string Received; ///< Not yet a whole line.
};

/// In the child: the next line that was sent. \returns false if none will come.
bool hear(std::string &Line);

/// In the child: answers. Whatever else the process writes is no answer.
void answer(const std::string &Line);

} // namespace bench

#endif // BENCH_COMMON_DIALOGUE_H
