//===- RecordedLaunch.h - Kernels in command-buffers ------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CORE_RECORDEDLAUNCH_H
#define FERRY_CORE_RECORDEDLAUNCH_H

#include "core/Command.h"
#include "core/Kernel.h"
#include "core/Object.h"
#include "exec/Fork.h"
#include "ferry/cl_ext.h"

#include <array>
#include <optional>
#include <vector>

namespace ferry::core {

class CommandBuffer;

/// An ND-range as clEnqueueNDRangeKernel is given it.
struct LaunchRange {
  using Sizes = std::array<std::size_t, 3>;

  cl_uint workDim;
  /// Of the dimensions that there are; those behind are 0.
  Sizes offset, size;
  std::optional<Sizes> local;
};

/// A kernel in a command-buffer (cl_mutable_command_khr), with what may be
/// changed of it and what it is now. Belongs to its command-buffer.
class RecordedLaunch : public Object<RecordedLaunch, _cl_mutable_command_khr> {
public:
  static constexpr std::uint32_t Tag = 0x4d434d44;
  static constexpr cl_int InvalidError = CL_INVALID_MUTABLE_COMMAND_KHR;
  /// As the command-buffer that it is in.
  static std::uint32_t tag() { return Tag + exec::processNumber(); }

  /// What an update sets.
  struct State {
    /// With the arguments that count here; nobody else changes them.
    Ref<Kernel> arguments;
    LaunchRange range;
    /// What it does; null while arguments are missing.
    Ref<Command> command;
  };

  /// \param Given the properties, with the closing 0; empty for a null pointer.
  RecordedLaunch(CommandBuffer &In, Kernel &Of,
                 cl_mutable_dispatch_fields_khr Fields,
                 std::vector<cl_command_properties_khr> Given, State Now)
      : state(std::move(Now)), In(In), Of(&Of), Fields(Fields),
        Given(std::move(Given)) {}

  CommandBuffer &buffer() const { return In; }
  Kernel &kernel() const { return *Of; }
  /// CL_MUTABLE_DISPATCH_*_KHR: what may be changed.
  cl_mutable_dispatch_fields_khr fields() const { return Fields; }
  const std::vector<cl_command_properties_khr> &given() const { return Given; }

  /// Changed by CommandBuffer alone, once it has been recorded.
  State state;

private:
  CommandBuffer &In;
  const Ref<Kernel> Of;
  const cl_mutable_dispatch_fields_khr Fields;
  const std::vector<cl_command_properties_khr> Given;

  friend class CommandBuffer;
  std::uint32_t Node = 0;
};

} // namespace ferry::core

#endif // FERRY_CORE_RECORDEDLAUNCH_H
