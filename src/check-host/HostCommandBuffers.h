//===- HostCommandBuffers.h - Commands that are recorded --------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CHECKHOST_HOSTCOMMANDBUFFERS_H
#define FERRY_CHECKHOST_HOSTCOMMANDBUFFERS_H

#include "check-host/HostCommand.h"
#include "ferry/extension-functions.h"

#include <map>
#include <mutex>

namespace ferry::check {

/// What the commands of command-buffers use. For any thread.
class HostCommandBuffers {
public:
  static HostCommandBuffers &get();
  /// Around fork().
  std::mutex &mutex() { return Mutex; }

  /// \param Handle of a kernel; or null.
  void recorded(cl_command_buffer_khr In, HostCommand C,
                cl_mutable_command_khr Handle);
  /// After clUpdateMutableCommandsKHR.
  void updated(cl_command_buffer_khr In, cl_mutable_command_khr Handle);
  /// Its commands, as they are now, of \p Call on \p Q. Those of kernels have
  /// memory objects that the command-buffer keeps.
  std::vector<HostCommand> commands(cl_command_buffer_khr Of, const char *Call,
                                    core::Queue *Q);
  /// It is new, or has gone.
  void forget(cl_command_buffer_khr Buffer);

private:
  struct Recorded {
    HostCommand command;
    cl_mutable_command_khr handle;
    std::vector<core::Ref<core::MemObject>> kept; ///< What it uses.
  };

  std::mutex Mutex;
  std::map<cl_command_buffer_khr, std::vector<Recorded>> All;
};

/// Puts functions into \p Table that enqueue command-buffers, and tell of them.
void watchCommandBuffers(ExtensionTable &Table);

} // namespace ferry::check

#endif // FERRY_CHECKHOST_HOSTCOMMANDBUFFERS_H
