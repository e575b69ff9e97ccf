//===- Referee.h - Lets the contestants take turns --------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef COPIES_REFEREE_H
#define COPIES_REFEREE_H

#include "Results.h"
#include "common/Dialogue.h"
#include "common/Installed.h"

#include <memory>
#include <optional>

namespace copies {

/// Starts a process for each contestant and measures row after row: in each
/// repetition all variants of all contestants run once, so that what disturbs
/// the machine for a while disturbs them all.
class Referee {
public:
  /// A driver that does not start is left out, with a message.
  /// \throws std::runtime_error if none does.
  Referee(const std::vector<std::filesystem::path> &Icds, bool Quick,
          unsigned Repetitions);

  /// \param Index of \p Row among all rows.
  void measure(const Row &Row, std::size_t Index);

  const Results &results() const { return Found; }

private:
  struct Process {
    std::vector<std::string> arguments;
    host::Environment variables;
    std::optional<bench::Dialogue> dialogue;
  };

  /// The words of the answer to \p Line. A process that crashes or hangs is
  /// started again when something else is asked.
  std::vector<std::string> ask(Process &Process, const std::string &Line);
  void start(Process &Process);

  bench::TemporaryFolder Scratch;
  std::vector<std::unique_ptr<Process>> Processes;
  Results Found;
};

} // namespace copies

#endif // COPIES_REFEREE_H
