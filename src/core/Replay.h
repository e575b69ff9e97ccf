//===- Replay.h - Running a command-buffer ----------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A replay is one command of a queue. When its turn comes it hands the chains
/// of the command-buffer that wait for nothing to the scheduler; each that ends
/// releases those that wait for it, and the last ends the command. What a
/// replay needs beside its own object is kept for the next one.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_CORE_REPLAY_H
#define FERRY_CORE_REPLAY_H

#include "core/CommandBuffer.h"

namespace ferry::core {

class Replay;

/// A chain of one replay, a piece at a time: a command that threads may share,
/// or several short ones in a row.
class ReplayStep final : public exec::Work {
public:
  void set(ReplayRun &Mine, const CommandBuffer::Chain &What) {
    In = &Mine;
    Which = &What;
  }
  /// Before a replay.
  void rearm() {
    At = PieceEnd = 0;
    Missing.store(Which->numBefore, std::memory_order_relaxed);
  }
  bool isFirst() const { return Which->numBefore == 0; }
  /// A chain before this one has ended.
  void satisfy();
  /// Submits the next piece.
  void start();

private:
  bool begin() override { return units() != 0; }
  void run(exec::ComputeUnit &CU, std::uint64_t First,
           std::uint64_t Last) override;
  void end() override;
  Command &command(std::uint32_t Index) const;

  ReplayRun *In = nullptr;
  const CommandBuffer::Chain *Which = nullptr;
  /// The piece: indices in the chain.
  std::uint32_t At = 0, PieceEnd = 0;
  /// The piece is one command, whose units threads may share.
  bool IsShared = false;
  std::atomic<std::uint32_t> Missing{0};
};

/// What a replay needs; for one at a time.
class ReplayRun {
public:
  explicit ReplayRun(const CommandBuffer &Of);

  /// Takes the commands as they are now. Under the command-buffer's lock.
  void renew();
  /// Nanoseconds that all may take, of which no more counts than \p Most.
  std::uint64_t expected(std::uint64_t Most) const;

private:
  friend class Replay;
  friend class ReplayStep;

  const CommandBuffer &Of;
  Replay *For = nullptr;
  const std::size_t NumSteps;
  std::unique_ptr<ReplayStep[]> Steps;
  std::vector<Ref<Command>> Commands;
  std::uint64_t Version = 0;
};

/// clEnqueueCommandBufferKHR.
class Replay final : public Command {
public:
  Replay(Queue &In, CommandBuffer &Of, std::unique_ptr<ReplayRun> With);

private:
  friend class ReplayStep;

  std::uint64_t expected() const override;
  void run(exec::ComputeUnit &, std::uint64_t, std::uint64_t) override;
  /// Of its own unit, and of each step.
  void end() override;

  CommandBuffer *Of;
  std::unique_ptr<ReplayRun> With;
  /// Steps that have not ended, and its own unit.
  std::atomic<std::size_t> Left{1};
};

} // namespace ferry::core

#endif // FERRY_CORE_REPLAY_H
