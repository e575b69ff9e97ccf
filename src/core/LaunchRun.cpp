//===- LaunchRun.cpp - Running a kernel's groups --------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "core/LaunchRun.h"

#include "copy/TracedCopies.h"
#include "core/Error.h"
#include "exec/Caches.h"
#include "exec/CopyStatistics.h"
#include "ferry/machine.h"
#include "trace/Recorder.h"

#include <algorithm>
#include <cstring>

namespace ferry::core {

namespace {

/// \returns the launch's number in the trace.
std::uint32_t noteLaunch(const Launch &What) {
  abi::LaunchParams P = What.params;
  P.exchange(What.kernel.vectorDimension); // As in the source.
  const std::uint32_t Number = trace::nextLaunch();
  const std::uint64_t Now = trace::now();
  trace::note({trace::Kind::Launch,
               Number,
               Now,
               Now,
               {P.numGroups[0], P.numGroups[1], P.numGroups[2],
                P.localSize[0] | P.localSize[1] << 16 | P.localSize[2] << 32,
                trace::number(What.kernel.name)}});
  return Number;
}

} // namespace

std::uint64_t LaunchRun::privateBytes(const Launch &What) {
  const abi::LaunchParams &P = What.params;
  const std::uint64_t Private = What.code.privateBytes(
      What.kernel, P.localSize[0] * P.localSize[1] * P.localSize[2]);
  require(Private <= abi::MaxPrivateBytes, CL_OUT_OF_RESOURCES);
  return Private;
}

LaunchRun::LaunchRun(const Launch &What, std::uint64_t PrivateBytes,
                     std::byte *Block)
    : Kernel(What.kernel), Code(What.code), Cost(What.cost),
      Params(What.params), PrivateBytes(PrivateBytes),
      TimesCaches(What.bufferBytes / 2 / exec::streamBytes()),
      Streams(TimesCaches != 0 &&
              (Code.flags & (abi::StartsCopies | abi::StreamsCopies)) &&
              !(Code.flags & abi::OrdersMemory)),
      AreApart(What.areApart), Block(Block),
      Traced(trace::isOn() ? noteLaunch(What) : 0) {
  std::memcpy(Block, What.args, Kernel.argBlockSize);
}

std::uint64_t LaunchRun::itemsOfGroup() const {
  std::uint64_t Items = 1;
  for (unsigned D = 0; D != 3; ++D)
    Items *= std::min(Params.localSize[D], Params.globalSize[D]);
  return Items;
}

bool LaunchRun::sharesCopies() const {
  const auto Least =
      TimesCaches ? config::Share::Memory : config::Share::Always;
  return (Code.flags & abi::SharesCopies) && config::sharesCopies() >= Least &&
         config::async() == config::Async::Auto;
}

bool LaunchRun::run(exec::ComputeUnit &CU, std::uint64_t First,
                    std::uint64_t Last, exec::EnqueuingLaunch *As) const {
  const bool StartsCopies = Code.flags & abi::StartsCopies;
  abi::ThreadState *State =
      CU.prepare(PrivateBytes, Streams ? TimesCaches : 0, AreApart, As);
  if (!State)
    return false;
  const std::uint64_t Begin = Traced ? trace::now() : 0;
  if (Traced && StartsCopies)
    copy::beginTraced();
  const machine::FloatingPointState Guard(
      /*FlushesDenormals=*/Kernel.flags & abi::FlushesDenormals);
  CU.stack().call([&] { runGroups(CU, *State, First, Last); });
  if (Streams)
    machine::orderStreams();
  if (Traced)
    trace::note(
        {trace::Kind::Groups, Traced, Begin, trace::now(), {First, Last}});
  if (StartsCopies && exec::countsCopies())
    exec::countCopies(Kernel.name, /*Launches=*/First == 0,
                      CU.copies().takeCounts());
  return true;
}

void LaunchRun::runGroups(exec::ComputeUnit &CU, abi::ThreadState &State,
                          std::uint64_t First, std::uint64_t Last) const {
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
    CU.note({&Kernel, X, X + Here, Y, Z});
    Code.entry(&Params, Block, &State, X, X + Here, Y, Z);
    Left -= Here;
  }
}

} // namespace ferry::core
