//===- Replay.cpp - Running a command-buffer ------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "core/Replay.h"

#include "core/Queue.h"

using namespace ferry;
using namespace ferry::core;

namespace {
/// Short commands are run in one piece up to so many nanoseconds, after which
/// the thread looks for something else to do.
constexpr std::uint64_t PieceNanoseconds = 100'000;
/// A replay that takes longer is submitted at once.
constexpr std::uint64_t LongNanoseconds = 1'000'000;
} // namespace

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

Command &ReplayStep::command(std::uint32_t Index) const {
  return *In->Commands[Which->nodes[Index]];
}

void ReplayStep::satisfy() {
  if (Missing.fetch_sub(1, std::memory_order_acq_rel) == 1)
    start();
}

void ReplayStep::start() {
  const auto Size = std::uint32_t(Which->nodes.size());
  IsShared = false;
  if (In->For->hasFailed()) {
    // The rest only comes to its end.
    PieceEnd = Size;
    renew(0, 1, nullptr);
  } else if (std::uint64_t Taken = command(At).shortNanoseconds()) {
    for (PieceEnd = At + 1; PieceEnd != Size && Taken < PieceNanoseconds;
         ++PieceEnd) {
      const std::uint64_t More = command(PieceEnd).shortNanoseconds();
      if (!More)
        break;
      Taken += More;
    }
    renew(1, 1, nullptr);
  } else {
    PieceEnd = At + 1;
    IsShared = true;
    setUnitsLike(command(At));
  }
  In->For->queue()->scheduler().submit(*this);
}

void ReplayStep::run(exec::ComputeUnit &CU, std::uint64_t First,
                     std::uint64_t Last) {
  if (IsShared)
    return command(At).run(CU, First, Last);
  for (std::uint32_t I = At; I != PieceEnd; ++I)
    command(I).runWithin(CU);
}

void ReplayStep::end() {
  for (; At != PieceEnd; ++At)
    if (command(At).hasFailed()) [[unlikely]]
      In->For->fail(command(At).Failure.exchange(0));
  if (At != Which->nodes.size())
    return start();
  // The steps stay until the replay has ended.
  Replay *For = In->For;
  for (std::uint32_t Next : Which->after)
    In->Steps[Next].satisfy();
  For->end();
}

//===----------------------------------------------------------------------===//
// The replay
//===----------------------------------------------------------------------===//

ReplayRun::ReplayRun(const CommandBuffer &Of)
    : Of(Of), NumSteps(Of.Chains.size()),
      Steps(std::make_unique<ReplayStep[]>(NumSteps)),
      Commands(Of.Nodes.size()) {
  for (std::size_t I = 0; I != NumSteps; ++I)
    Steps[I].set(*this, Of.Chains[I]);
  for (std::size_t I = 0; I != Commands.size(); ++I)
    Commands[I] = Of.Nodes[I].what;
  Version = Of.Version;
}

void ReplayRun::renew() {
  if (std::exchange(Version, Of.Version) == Of.Version)
    return;
  for (std::size_t I = 0; I != Commands.size(); ++I)
    if (Commands[I].get() != Of.Nodes[I].what.get())
      Commands[I] = Of.Nodes[I].what;
}

std::uint64_t ReplayRun::expected(std::uint64_t Most) const {
  std::uint64_t Sum = 0;
  for (const Ref<Command> &C : Commands)
    if ((Sum += C->expected()) >= Most)
      break;
  return Sum;
}

Replay::Replay(Queue &In, CommandBuffer &Of, std::unique_ptr<ReplayRun> Mine)
    : Command(CL_COMMAND_COMMAND_BUFFER_KHR, In), Of(&Of),
      With(std::move(Mine)) {
  With->For = this;
  keep(Of);
  setUnits(1, 1, nullptr);
}

std::uint64_t Replay::expected() const {
  return With->expected(LongNanoseconds);
}

void Replay::run(exec::ComputeUnit &, std::uint64_t, std::uint64_t) {
  ReplayRun &Run = *With;
  Left.fetch_add(Run.NumSteps, std::memory_order_relaxed);
  for (std::size_t I = 0; I != Run.NumSteps; ++I)
    Run.Steps[I].rearm();
  for (std::size_t I = 0; I != Run.NumSteps; ++I)
    if (Run.Steps[I].isFirst())
      Run.Steps[I].start();
}

void Replay::end() {
  if (Left.fetch_sub(1, std::memory_order_acq_rel) != 1)
    return;
  // Before anybody learns of the end and releases the command-buffer.
  Of->takeBack(std::move(With));
  Command::end();
}
