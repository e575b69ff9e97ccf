//===- CommandMove.cpp - Moving and filling memory, calling the host ------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "copy/Movers.h"
#include "core/Command.h"
#include "core/Queue.h"
#include "exec/Caches.h"
#include "ferry/machine.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace ferry::core {

namespace {

/// Moves from this size on are divided among threads.
constexpr std::size_t DivideBytes = 1 << 20;
/// The parts that they are divided into.
constexpr std::size_t BlockBytes = 256 << 10;

class NoCommand final : public Command {
public:
  NoCommand(Queue &In, cl_command_type Type) : Command(Type, In) {}
};

/// What goes over a region of bytes, block by block.
class RegionCommand : public Command {
protected:
  /// \param Sides those of a fill are the same.
  RegionCommand(Queue &In, cl_command_type Type, const Move &Sides)
      : Command(Type, In), What(Sides) {}

  std::size_t bytes() const {
    return What.region[0] * What.region[1] * What.region[2];
  }

  /// \param Speed of a byte.
  void divide(exec::CostEstimate &Speed) {
    mergeContiguous();
    const std::size_t *Region = What.region;
    BlocksPerRow = (Region[0] + BlockBytes - 1) / BlockBytes;
    setUnits(BlocksPerRow * Region[1] * Region[2],
             std::min(Region[0], BlockBytes),
             bytes() >= DivideBytes ? &Speed : nullptr);
  }

  /// Calls \p F with where each block of the units is, in bytes from the start
  /// of either side, and how many bytes it has.
  template <typename Function>
  void forEachBlock(std::uint64_t First, std::uint64_t Last, Function F) const {
    for (std::uint64_t Unit = First; Unit != Last; ++Unit) {
      std::uint64_t Row = Unit / BlocksPerRow;
      std::size_t Offset = Unit % BlocksPerRow * BlockBytes;
      std::size_t Y = Row % What.region[1], Z = Row / What.region[1];
      F(Z * What.dstSlicePitch + Y * What.dstRowPitch + Offset,
        Z * What.srcSlicePitch + Y * What.srcRowPitch + Offset,
        std::min(What.region[0] - Offset, BlockBytes));
    }
  }

  Move What;

private:
  /// Rows that follow each other without a gap are one row.
  void mergeContiguous() {
    if (What.region[0] == What.dstRowPitch &&
        What.region[0] == What.srcRowPitch) {
      What.region[0] *= What.region[1];
      What.region[1] = 1;
    }
    if (What.region[1] == 1 &&
        (What.region[2] == 1 || (What.region[0] == What.dstSlicePitch &&
                                 What.region[0] == What.srcSlicePitch))) {
      What.region[0] *= What.region[2];
      What.region[2] = 1;
    }
  }

  std::uint64_t BlocksPerRow = 1;
};

class MoveCommand final : public RegionCommand {
public:
  MoveCommand(Queue &In, cl_command_type Type, const Move &Given)
      : RegionCommand(In, Type, Given) {
    if (What.dst == What.src)
      return;
    divide(Speed);
    Streams = bytes() >= exec::streamBytes() && What.region[0] >= 4096;
  }

private:
  void run(exec::ComputeUnit &, std::uint64_t First,
           std::uint64_t Last) override {
    const copy::ContiguousMover Mover = copy::movers().contiguous(
        Streams ? copy::Locality::PastCaches : copy::Locality::Cached);
    forEachBlock(First, Last,
                 [&](std::size_t To, std::size_t From, std::size_t Bytes) {
                   Mover(What.dst + To, What.src + From, Bytes);
                 });
    if (Streams)
      machine::orderStreams();
  }

  static inline exec::CostEstimate Speed;
  bool Streams = false;
};

class FillCommand final : public RegionCommand {
public:
  FillCommand(Queue &In, cl_command_type Type, const Fill &Given,
              const void *GivenPattern, std::size_t PatternBytes)
      : RegionCommand(In, Type,
                      {Given.dst,
                       Given.dst,
                       {Given.region[0], Given.region[1], Given.region[2]},
                       Given.rowPitch,
                       Given.slicePitch,
                       Given.rowPitch,
                       Given.slicePitch}) {
    for (std::size_t I = 0; I < Pattern.size(); I += PatternBytes)
      std::memcpy(Pattern.data() + I, GivenPattern, PatternBytes);
    IsByte = std::all_of(Pattern.begin(), Pattern.end(),
                         [&](std::byte B) { return B == Pattern[0]; });
    divide(Speed);
  }

private:
  void run(exec::ComputeUnit &, std::uint64_t First,
           std::uint64_t Last) override {
    forEachBlock(First, Last,
                 [&](std::size_t To, std::size_t, std::size_t Bytes) {
                   fill(What.dst + To, Bytes);
                 });
  }

  void fill(std::byte *To, std::size_t Left) const {
    if (IsByte) {
      std::memset(To, int(Pattern[0]), Left);
      return;
    }
    for (; Left >= Pattern.size(); Left -= Pattern.size()) {
      std::memcpy(To, Pattern.data(), Pattern.size());
      To += Pattern.size();
    }
    std::memcpy(To, Pattern.data(), Left);
  }

  static inline exec::CostEstimate Speed;
  /// As often as it fits: all sizes of patterns divide this.
  std::array<std::byte, 128> Pattern;
  bool IsByte;
};

class CallCommand final : public Command {
public:
  CallCommand(Queue &In, cl_command_type Type, std::function<void()> Call)
      : Command(Type, In), Call(std::move(Call)) {
    setUnits(1, 1, nullptr);
  }

private:
  void run(exec::ComputeUnit &, std::uint64_t, std::uint64_t) override {
    Call();
  }

  std::function<void()> Call;
};

} // namespace

Command &makeNothing(Queue &In, cl_command_type Type) {
  return *new NoCommand(In, Type);
}

Command &makeMove(Queue &In, cl_command_type Type, const Move &What) {
  return *new MoveCommand(In, Type, What);
}

Command &makeFill(Queue &In, cl_command_type Type, const Fill &What,
                  const void *Pattern, std::size_t PatternBytes) {
  return *new FillCommand(In, Type, What, Pattern, PatternBytes);
}

Command &makeCall(Queue &In, cl_command_type Type, std::function<void()> Call) {
  return *new CallCommand(In, Type, std::move(Call));
}

} // namespace ferry::core
