//===- CommandLaunch.cpp - Running kernels --------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "core/Command.h"
#include "core/Queue.h"
#include "exec/Caches.h"
#include "exec/CopyStatistics.h"

#include <bit>
#include <cstring>
#include <immintrin.h>

namespace ferry::core {

namespace {

/// MXCSR as OpenCL C wants it: round to nearest even, denormals kept, no
/// exception trapped. Restores what the host thread had, flags included.
class FloatingPointState {
public:
  FloatingPointState() : Saved(_mm_getcsr()) {
    if (Saved != Default)
      _mm_setcsr(Default);
  }
  ~FloatingPointState() { _mm_setcsr(Saved); }
  FloatingPointState(const FloatingPointState &) = delete;
  FloatingPointState &operator=(const FloatingPointState &) = delete;

private:
  static constexpr unsigned Default = 0x1f80;
  const unsigned Saved;
};

class LaunchCommand final : public Command {
public:
  LaunchCommand(Queue &In, cl_command_type Type, const Launch &What,
                std::uint64_t PrivateBytes)
      : Command(Type, In), Kernel(What.kernel), Code(What.code),
        Params(What.params), PrivateBytes(PrivateBytes),
        TimesCaches((Code.flags & (abi::StartsCopies | abi::StreamsCopies)) &&
                            !(Code.flags & abi::OrdersMemory)
                        ? What.bufferBytes / 2 / exec::streamBytes()
                        : 0),
        AreApart(What.areApart), Block(blockBehind(this)) {
    std::memcpy(Block, What.args, Kernel.argBlockSize);
    std::uint64_t Items = 1;
    for (unsigned D = 0; D != 3; ++D)
      Items *= std::min(Params.localSize[D], Params.globalSize[D]);
    setUnits(Params.numGroups[0] * Params.numGroups[1] * Params.numGroups[2],
             Items, &What.cost);
    setRow(Params.numGroups[0]);
    if ((Code.flags & abi::SharesCopies) && config::sharesCopies() &&
        config::async() == config::Async::Auto)
      setStartsCopies();
  }

  /// The arguments lie behind the object, in the same allocation.
  static std::size_t bytesFor(const Launch &What) {
    return sizeof(LaunchCommand) + BlockAlignment + What.kernel.argBlockSize;
  }

private:
  /// That of the largest OpenCL C type.
  static constexpr std::size_t BlockAlignment = 128;

  static std::byte *blockBehind(LaunchCommand *This) {
    auto End = reinterpret_cast<std::uintptr_t>(This + 1);
    return reinterpret_cast<std::byte *>((End + BlockAlignment - 1) &
                                         ~(BlockAlignment - 1));
  }

  void run(exec::Slot &Where, std::uint64_t First,
           std::uint64_t Last) override {
    const bool StartsCopies = Code.flags & abi::StartsCopies;
    abi::ThreadState *State =
        Where.prepare(PrivateBytes, TimesCaches, AreApart);
    if (!State) {
      fail(CL_OUT_OF_RESOURCES);
      return;
    }
    FloatingPointState Guard;
    Where.stack().call([&] { runGroups(Where, *State, First, Last); });
    if (TimesCaches)
      _mm_sfence();
    if (StartsCopies && exec::countsCopies())
      exec::countCopies(Kernel.name, /*Launches=*/First == 0,
                        Where.copies().takeCounts());
  }

  void runGroups(exec::Slot &Where, abi::ThreadState &State,
                 std::uint64_t First, std::uint64_t Last) {
    const std::uint64_t RowLength = Params.numGroups[0];
    std::uint64_t Row = 0, X = First;
    if (Last > RowLength) {
      Row = First / RowLength;
      X = First % RowLength;
    }
    for (std::uint64_t Left = Last - First; Left; ++Row, X = 0) {
      std::uint64_t Here = std::min(Left, RowLength - X);
      std::uint64_t Y = Row % Params.numGroups[1];
      std::uint64_t Z = Row / Params.numGroups[1];
      Where.note({&Kernel, X, X + Here, Y, Z});
      Code.entry(&Params, Block, &State, X, X + Here, Y, Z);
      Left -= Here;
    }
  }

  const abi::KernelInfo &Kernel;
  const abi::KernelCode &Code;
  const abi::LaunchParams Params;
  const std::uint64_t PrivateBytes;
  /// How many times the buffers are larger than the caches; if not 0, copies to
  /// global memory go past them, and those from it read ahead.
  const std::uint64_t TimesCaches;
  const bool AreApart;
  std::byte *const Block;
};

} // namespace

Command &makeLaunch(Queue &In, cl_command_type Type, const Launch &What) {
  const abi::LaunchParams &P = What.params;
  std::uint64_t Private = What.code.privateBytes(
      What.kernel, P.localSize[0] * P.localSize[1] * P.localSize[2]);
  require(Private <= abi::MaxPrivateBytes, CL_OUT_OF_RESOURCES);
  void *Memory = ::operator new(LaunchCommand::bytesFor(What));
  return *new (Memory) LaunchCommand(In, Type, What, Private);
}

} // namespace ferry::core
