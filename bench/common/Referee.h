//===- Referee.h - Lets the contestants take turns --------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef BENCH_COMMON_REFEREE_H
#define BENCH_COMMON_REFEREE_H

#include "common/Contest.h"
#include "common/Dialogue.h"
#include "common/Installed.h"

#include <memory>
#include <optional>

namespace bench {

/// Starts this program once more for each contestant, with the arguments
/// --child, device or the number of threads of the hand-written program, and
/// what else it is to be told; and measures row after row: in each repetition
/// all variants of all contestants run once, so that what disturbs the machine
/// for a while disturbs them all.
class Referee {
public:
  /// A driver that does not start is left out, with a message.
  /// \throws std::runtime_error if none does.
  Referee(const std::vector<std::filesystem::path> &Icds,
          const std::vector<std::string> &ChildArguments, unsigned Repetitions);

  /// The first is the hand-written program.
  const std::vector<Contestant> &contestants() const { return Contestants; }
  unsigned threads() const { return Threads; }

  /// \param Row number of the row.
  /// \returns what came of it, for each contestant.
  std::vector<Cell> measure(std::size_t Row);

private:
  struct Process {
    std::vector<std::string> arguments;
    host::Environment variables;
    std::optional<Dialogue> dialogue;
  };

  /// The words of the answer to \p Line. A process that crashes or hangs is
  /// started again when something else is asked.
  std::vector<std::string> ask(Process &Process, const std::string &Line);
  void start(Process &Process);

  TemporaryFolder Scratch;
  std::vector<std::unique_ptr<Process>> Processes;
  std::vector<Contestant> Contestants;
  unsigned Threads = 0;
  unsigned Repetitions;
};

} // namespace bench

#endif // BENCH_COMMON_REFEREE_H
