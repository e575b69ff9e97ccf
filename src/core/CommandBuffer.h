//===- CommandBuffer.h - Recorded commands ----------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A command-buffer (cl_khr_command_buffer): commands that are made once and
/// run as often as they are replayed, in the order of a graph of their own.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_CORE_COMMANDBUFFER_H
#define FERRY_CORE_COMMANDBUFFER_H

#include "core/Command.h"
#include "core/RecordedLaunch.h"
#include "ferry/cl_ext.h"

#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace ferry::core {

class ReplayRun;

/// See the file comment. Thread-safe.
class CommandBuffer : public Object<CommandBuffer, _cl_command_buffer_khr> {
public:
  static constexpr std::uint32_t Tag = 0x43424646;
  static constexpr cl_int InvalidError = CL_INVALID_COMMAND_BUFFER_KHR;
  /// As the queue that it is for.
  static std::uint32_t tag() { return Tag + exec::processNumber(); }

  struct Properties {
    cl_command_buffer_flags_khr flags = 0;
    cl_mutable_dispatch_asserts_khr asserts = 0;
    /// What clCreateCommandBufferKHR was given, with the closing 0; empty for a
    /// null pointer.
    std::vector<cl_command_buffer_properties_khr> given = {};
  };

  CommandBuffer(Queue &For, Properties P);
  ~CommandBuffer();

  Queue &queue() const { return *Home; }
  const Properties &properties() const { return Props; }
  cl_command_buffer_state_khr state() const;

  /// The commands that a new one waits for, by number from 1 on.
  using SyncPoints = std::span<const cl_sync_point_khr>;

  /// Appends a command that has just been made; it is gone if that fails.
  /// Throws CL_INVALID_OPERATION after finalize(),
  /// CL_INVALID_SYNC_POINT_WAIT_LIST_KHR.
  ///
  /// \returns its number.
  cl_sync_point_khr record(Command &New, SyncPoints After);
  /// A command that all later ones wait for, and that waits for all before it
  /// if \p After is empty.
  cl_sync_point_khr recordBarrier(SyncPoints After);
  /// A kernel, with a command or none in its state.
  cl_sync_point_khr record(std::unique_ptr<RecordedLaunch> New,
                           SyncPoints After);

  /// Throws CL_INVALID_OPERATION if that has been done before.
  void finalize();

  /// For those who read and change what has been recorded of kernels.
  std::mutex &updating() { return Updating; }

  struct Change {
    RecordedLaunch *of; ///< Recorded here.
    RecordedLaunch::State to;
  };
  /// For the replays to come. Throws nothing.
  void update(std::vector<Change> &Changes) noexcept;

  /// A command for \p In that runs everything as it is now. Throws
  /// CL_INVALID_OPERATION unless all of it can run.
  Command &makeReplay(Queue &In);

private:
  friend class Replay;
  friend class ReplayRun;
  friend class ReplayStep;

  /// What has been recorded, with the numbers (from 0 on) of what it waits for.
  struct Node {
    Ref<Command> what; ///< Null while a kernel lacks arguments.
    std::vector<std::uint32_t> before;
  };
  /// Commands of which each waits for the one before it and for nothing else,
  /// but the first, and is the only one to wait for that.
  struct Chain {
    std::vector<std::uint32_t> nodes;
    std::vector<std::uint32_t> after; ///< The chains that wait for it.
    std::uint32_t numBefore = 0;
  };

  cl_sync_point_khr append(Ref<Command> New, SyncPoints After, bool IsBarrier);
  void divideIntoChains();
  void takeBack(std::unique_ptr<ReplayRun> Done) noexcept;

  const Ref<Queue> Home;
  const Properties Props;

  std::mutex Updating; ///< Taken before the other.
  mutable std::mutex Mutex;
  std::vector<Node> Nodes;
  std::vector<std::unique_ptr<RecordedLaunch>> Launches;
  std::vector<Chain> Chains;
  std::uint32_t LastBarrier = 0; ///< Its number from 1 on, or 0.
  bool IsFinal = false;
  unsigned NumLacking = 0; ///< Kernels without all their arguments.
  /// Counts update().
  std::uint64_t Version = 0;
  /// What earlier replays have left; how many have been made.
  std::vector<std::unique_ptr<ReplayRun>> Idle;
  std::size_t NumRuns = 0;
};

} // namespace ferry::core

#endif // FERRY_CORE_COMMANDBUFFER_H
