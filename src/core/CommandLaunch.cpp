//===- CommandLaunch.cpp - Kernels that the host enqueues -----------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "core/ChildCommand.h"
#include "core/Command.h"
#include "core/LaunchRun.h"
#include "core/Queue.h"

namespace ferry::core {

namespace {

class LaunchCommand : public Command {
public:
  /// \param Block behind the object, in the same allocation.
  LaunchCommand(Queue &In, cl_command_type Type, const Launch &What,
                std::uint64_t PrivateBytes, std::byte *Block)
      : Command(Type, In), Range(What, PrivateBytes, Block) {
    setUnits(Range.numGroups(), Range.itemsOfGroup(), &Range.cost());
    setRow(Range.groupsOfRow());
    if (Range.sharesCopies())
      setStartsCopies();
  }

  std::uint32_t tracedLaunch() const override { return Range.traced(); }

protected:
  void run(exec::ComputeUnit &CU, std::uint64_t First,
           std::uint64_t Last) override {
    if (!Range.run(CU, First, Last))
      fail(CL_OUT_OF_RESOURCES);
  }

  const LaunchRun Range;
};

/// A kernel that may enqueue others: complete when they are.
class EnqueuingCommand final : public LaunchCommand, private Parent {
public:
  EnqueuingCommand(Queue &In, cl_command_type Type, const Launch &What,
                   std::uint64_t PrivateBytes, std::byte *Block)
      : LaunchCommand(In, Type, What, PrivateBytes, Block), Parent(Mine),
        Mine{In.device(), *What.executable,
             DeviceQueue::defaultOf(In.context(), In.device())} {}

  bool isReplayable() const override { return false; }

  cl_ulong profilingTime(cl_profiling_info What) const override {
    const cl_ulong Complete = Command::profilingTime(What);
    return What == CL_PROFILING_COMMAND_END ? OwnEnd : Complete;
  }

private:
  void run(exec::ComputeUnit &CU, std::uint64_t First,
           std::uint64_t Last) override {
    if (!Range.run(CU, First, Last, this))
      fail(CL_OUT_OF_RESOURCES);
  }
  void end() override {
    OwnEnd = exec::nowNanoseconds();
    endOwn();
  }
  void complete() override { Command::end(); }

  const Family Mine;
  std::uint64_t OwnEnd = 0;
};

template <typename T>
Command &make(Queue &In, cl_command_type Type, const Launch &What) {
  const std::uint64_t PrivateBytes = LaunchRun::privateBytes(What);
  auto *Memory = static_cast<std::byte *>(::operator new(
      sizeof(T) + LaunchRun::BlockAlignment + What.kernel.argBlockSize));
  return *new (Memory) T(In, Type, What, PrivateBytes,
                         LaunchRun::alignBlock(Memory + sizeof(T)));
}

} // namespace

Command &makeLaunch(Queue &In, cl_command_type Type, const Launch &What) {
  return What.code.flags & abi::Enqueues
             ? make<EnqueuingCommand>(In, Type, What)
             : make<LaunchCommand>(In, Type, What);
}

} // namespace ferry::core
