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

#include <algorithm>
#include <array>
#include <cstring>
#include <immintrin.h>

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

class MoveCommand final : public Command {
public:
  MoveCommand(Queue &In, cl_command_type Type, const Move &Given)
      : Command(Type, In), What(Given) {
    if (What.dst == What.src)
      return;
    mergeContiguous();
    const std::size_t *Region = What.region;
    std::size_t Bytes = Region[0] * Region[1] * Region[2];
    Streams = Bytes >= exec::streamBytes() && Region[0] >= 4096;
    BlocksPerRow = (Region[0] + BlockBytes - 1) / BlockBytes;
    setUnits(BlocksPerRow * Region[1] * Region[2],
             std::min(Region[0], BlockBytes),
             Bytes >= DivideBytes ? &Speed : nullptr);
  }

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

  void run(exec::Slot &, std::uint64_t First, std::uint64_t Last) override {
    const copy::Movers &Movers = copy::movers();
    copy::ContiguousMover Mover =
        Streams ? Movers.streaming : Movers.contiguous;
    for (std::uint64_t Unit = First; Unit != Last; ++Unit) {
      std::uint64_t Row = Unit / BlocksPerRow;
      std::size_t Offset = Unit % BlocksPerRow * BlockBytes;
      std::size_t Y = Row % What.region[1], Z = Row / What.region[1];
      Mover(What.dst + Z * What.dstSlicePitch + Y * What.dstRowPitch + Offset,
            What.src + Z * What.srcSlicePitch + Y * What.srcRowPitch + Offset,
            std::min(What.region[0] - Offset, BlockBytes));
    }
    if (Streams)
      _mm_sfence();
  }

  /// Of a byte.
  static inline exec::CostEstimate Speed;
  Move What;
  std::uint64_t BlocksPerRow = 1;
  bool Streams = false;
};

class FillCommand final : public Command {
public:
  FillCommand(Queue &In, cl_command_type Type, const Fill &Given,
              const void *GivenPattern, std::size_t PatternBytes)
      : Command(Type, In), What(Given) {
    for (std::size_t I = 0; I < Pattern.size(); I += PatternBytes)
      std::memcpy(Pattern.data() + I, GivenPattern, PatternBytes);
    IsByte = std::all_of(Pattern.begin(), Pattern.end(),
                         [&](std::byte B) { return B == Pattern[0]; });
    mergeContiguous();
    const std::size_t *Region = What.region;
    BlocksPerRow = (Region[0] + BlockBytes - 1) / BlockBytes;
    setUnits(
        BlocksPerRow * Region[1] * Region[2], std::min(Region[0], BlockBytes),
        Region[0] * Region[1] * Region[2] >= DivideBytes ? &Speed : nullptr);
  }

private:
  /// Rows that follow each other without a gap are one row.
  void mergeContiguous() {
    if (What.region[0] == What.rowPitch) {
      What.region[0] *= What.region[1];
      What.region[1] = 1;
    }
    if (What.region[1] == 1 && What.region[0] == What.slicePitch) {
      What.region[0] *= What.region[2];
      What.region[2] = 1;
    }
  }

  void run(exec::Slot &, std::uint64_t First, std::uint64_t Last) override {
    for (std::uint64_t Unit = First; Unit != Last; ++Unit) {
      std::uint64_t Row = Unit / BlocksPerRow;
      std::size_t Offset = Unit % BlocksPerRow * BlockBytes;
      std::size_t Y = Row % What.region[1], Z = Row / What.region[1];
      fill(What.dst + Z * What.slicePitch + Y * What.rowPitch + Offset,
           std::min(What.region[0] - Offset, BlockBytes));
    }
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

  /// Of a byte.
  static inline exec::CostEstimate Speed;
  /// As often as it fits: all sizes of patterns divide this.
  std::array<std::byte, 128> Pattern;
  Fill What;
  std::uint64_t BlocksPerRow;
  bool IsByte;
};

class CallCommand final : public Command {
public:
  CallCommand(Queue &In, cl_command_type Type, std::function<void()> Call)
      : Command(Type, In), Call(std::move(Call)) {
    setUnits(1, 1, nullptr);
  }

private:
  void run(exec::Slot &, std::uint64_t, std::uint64_t) override { Call(); }

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
