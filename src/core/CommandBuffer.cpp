//===- CommandBuffer.cpp - Recorded commands ------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "core/CommandBuffer.h"

#include "core/Queue.h"
#include "core/Replay.h"

#include <algorithm>

using namespace ferry::core;

CommandBuffer::CommandBuffer(Queue &For, Properties P)
    : Home(&For), Props(std::move(P)) {}

CommandBuffer::~CommandBuffer() = default;

cl_command_buffer_state_khr CommandBuffer::state() const {
  std::lock_guard Lock(Mutex);
  return !IsFinal     ? CL_COMMAND_BUFFER_STATE_RECORDING_KHR
         : NumLacking ? CL_COMMAND_BUFFER_STATE_FINALIZED_KHR
                      : CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR;
}

//===----------------------------------------------------------------------===//
// Recording
//===----------------------------------------------------------------------===//

/// The reference that a new object begins with goes to the buffer.
static Ref<Command> adopt(Command &New) {
  Ref<Command> Mine(&New);
  New.releaseApi();
  return Mine;
}

cl_sync_point_khr CommandBuffer::record(Command &New, SyncPoints After) {
  Ref<Command> Mine = adopt(New);
  std::lock_guard Lock(Mutex);
  return append(std::move(Mine), After, /*IsBarrier=*/false);
}

cl_sync_point_khr CommandBuffer::recordBarrier(SyncPoints After) {
  Ref<Command> Mine = adopt(makeNothing(*Home, CL_COMMAND_BARRIER));
  std::lock_guard Lock(Mutex);
  return append(std::move(Mine), After, /*IsBarrier=*/true);
}

cl_sync_point_khr CommandBuffer::record(std::unique_ptr<RecordedLaunch> New,
                                        SyncPoints After) {
  std::lock_guard Lock(Mutex);
  RecordedLaunch &L = *New;
  Launches.push_back(std::move(New));
  try {
    const cl_sync_point_khr Number = append(L.state.command, After, false);
    L.Node = Number - 1;
    NumLacking += !L.state.command;
    return Number;
  } catch (...) {
    Launches.pop_back();
    throw;
  }
}

cl_sync_point_khr CommandBuffer::append(Ref<Command> New, SyncPoints After,
                                        bool IsBarrier) {
  require(!IsFinal, CL_INVALID_OPERATION);
  Node Next = {std::move(New), {}};
  const auto Number = std::uint32_t(Nodes.size());
  require(Number != UINT32_MAX, CL_OUT_OF_RESOURCES);
  for (cl_sync_point_khr Before : After) {
    require(Before >= 1 && Before <= Number,
            CL_INVALID_SYNC_POINT_WAIT_LIST_KHR);
    Next.before.push_back(Before - 1);
  }
  if (Home->isInOrder()) {
    // The one before stands for all.
    Next.before.clear();
    if (Number)
      Next.before.push_back(Number - 1);
  } else if (IsBarrier && After.empty()) {
    // What has been recorded since the last barrier, and that for the rest.
    for (std::uint32_t I = LastBarrier ? LastBarrier - 1 : 0; I != Number; ++I)
      Next.before.push_back(I);
  } else if (LastBarrier) {
    Next.before.push_back(LastBarrier - 1);
  }
  std::sort(Next.before.begin(), Next.before.end());
  Next.before.erase(std::unique(Next.before.begin(), Next.before.end()),
                    Next.before.end());
  Nodes.push_back(std::move(Next));
  if (IsBarrier)
    LastBarrier = Number + 1;
  return Number + 1;
}

//===----------------------------------------------------------------------===//
// Finalizing
//===----------------------------------------------------------------------===//

void CommandBuffer::finalize() {
  std::lock_guard Lock(Mutex);
  require(!IsFinal, CL_INVALID_OPERATION);
  divideIntoChains();
  IsFinal = true;
}

void CommandBuffer::divideIntoChains() {
  std::vector<std::uint32_t> NumAfter(Nodes.size()), ChainOf(Nodes.size());
  for (const Node &N : Nodes)
    for (std::uint32_t Before : N.before)
      ++NumAfter[Before];
  std::vector<Chain> New;
  for (std::uint32_t I = 0; I != Nodes.size(); ++I) {
    const std::vector<std::uint32_t> &Before = Nodes[I].before;
    if (Before.size() == 1 && NumAfter[Before[0]] == 1) {
      ChainOf[I] = ChainOf[Before[0]];
      New[ChainOf[I]].nodes.push_back(I);
      continue;
    }
    // Each of those before ends its chain: it has others behind it, or this one
    // has others before it.
    ChainOf[I] = std::uint32_t(New.size());
    New.push_back({{I}, {}, std::uint32_t(Before.size())});
    for (std::uint32_t B : Before)
      New[ChainOf[B]].after.push_back(ChainOf[I]);
  }
  Chains = std::move(New);
}

//===----------------------------------------------------------------------===//
// Changing and replaying
//===----------------------------------------------------------------------===//

void CommandBuffer::update(std::vector<Change> &Changes) noexcept {
  std::lock_guard Lock(Mutex);
  for (Change &C : Changes) {
    std::swap(C.of->state, C.to);
    Ref<Command> &What = Nodes[C.of->Node].what;
    NumLacking -= !What;
    What = C.of->state.command;
    NumLacking += !What;
  }
  ++Version;
}

Command &CommandBuffer::makeReplay(Queue &In) {
  std::lock_guard Lock(Mutex);
  require(IsFinal && !NumLacking, CL_INVALID_OPERATION);
  std::unique_ptr<ReplayRun> Run;
  if (!Idle.empty()) {
    Run = std::move(Idle.back());
    Idle.pop_back();
  } else {
    // So that giving it back needs no memory.
    if (Idle.capacity() == NumRuns)
      Idle.reserve(2 * NumRuns + 1);
    Run = std::make_unique<ReplayRun>(*this);
    ++NumRuns;
  }
  Run->renew();
  return *new Replay(In, *this, std::move(Run));
}

void CommandBuffer::takeBack(std::unique_ptr<ReplayRun> Done) noexcept {
  std::lock_guard Lock(Mutex);
  Idle.push_back(std::move(Done));
}
