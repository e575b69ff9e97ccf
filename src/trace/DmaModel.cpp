//===- DmaModel.cpp - Copies on an engine that is not there ---------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "trace/DmaModel.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"

#include <algorithm>
#include <cmath>

using namespace llvm;

namespace ferry::trace {

//===----------------------------------------------------------------------===//
// The file
//===----------------------------------------------------------------------===//

static Error parseBandwidth(DmaModel &M, const json::Value &Given) {
  const json::Object *Pairs = Given.getAsObject();
  if (!Pairs)
    return createStringError("'bandwidth' is no object");
  const char *const Names[2][2] = {{"global-global", "global-local"},
                                   {"local-global", "local-local"}};
  for (const auto &[Name, Value] : *Pairs) {
    const std::optional<double> Number = Value.getAsNumber();
    if (!Number || !(*Number > 0))
      return createStringError("the bandwidth of '" + StringRef(Name) +
                               "' is no number above 0");
    bool IsKnown = false;
    for (unsigned From = 0; From != 2; ++From)
      for (unsigned To = 0; To != 2; ++To)
        if (Name == Names[From][To]) {
          M.bandwidth[From][To] = *Number;
          IsKnown = true;
        }
    if (!IsKnown)
      return createStringError("there is no pair of memories '" +
                               StringRef(Name) + "'");
  }
  if (!M.bandwidth[0][1] || !M.bandwidth[1][0])
    return createStringError("'bandwidth' lacks global-local or local-global");
  // What an engine is rarely asked to do it does as slowly as the rest.
  for (double *B : {&M.bandwidth[0][0], &M.bandwidth[1][1]})
    if (!*B)
      *B = std::min(M.bandwidth[0][1], M.bandwidth[1][0]);
  return Error::success();
}

Expected<DmaModel> DmaModel::parse(StringRef Json) {
  Expected<json::Value> Whole = json::parse(Json);
  if (!Whole)
    return Whole.takeError();
  const json::Object *Members = Whole->getAsObject();
  if (!Members)
    return createStringError("it is no object");
  DmaModel M;
  struct {
    const char *Name;
    double Least;
    double *Place;
  } const Numbers[] = {{"issue", 0, &M.issue},
                       {"latency", 0, &M.latency},
                       {"largestTransfer", 1, &M.largest},
                       {"computing", 0, &M.computing}};
  for (const auto &[Name, Value] : *Members) {
    const std::optional<double> Number = Value.getAsNumber();
    auto Fail = [&, &Name = Name](const Twine &Why) {
      return createStringError("'" + StringRef(Name) + "' " + Why);
    };
    const auto *Known = std::find_if(
        std::begin(Numbers), std::end(Numbers),
        [&, &Name = Name](const auto &N) { return Name == N.Name; });
    if (Known != std::end(Numbers)) {
      if (!Number || *Number < Known->Least)
        return Fail("is no number from " + Twine(unsigned(Known->Least)) +
                    " on");
      *Known->Place = *Number;
    } else if (Name == "channels") {
      if (!Number || *Number < 1 || *Number > 1024 ||
          *Number != std::floor(*Number))
        return Fail("is no number from 1 to 1024");
      M.channels = unsigned(*Number);
    } else if (Name == "twoDimensional") {
      const std::optional<bool> Flag = Value.getAsBoolean();
      if (!Flag)
        return Fail("is neither true nor false");
      M.twoDimensional = *Flag;
    } else if (Name == "name") {
      M.name = Value.getAsString().value_or("").str();
    } else if (Name == "bandwidth") {
      if (Error E = parseBandwidth(M, Value))
        return E;
    } else {
      return Fail("is unknown");
    }
  }
  if (!M.bandwidth[0][1])
    return createStringError("there is no 'bandwidth'");
  return M;
}

//===----------------------------------------------------------------------===//
// The replay
//===----------------------------------------------------------------------===//

namespace {

/// Runs one group. Time goes on with the group's own thread.
class Engine {
public:
  Engine(const Group &Of, const DmaModel &On, DmaRun &Run)
      : Of(Of), On(On), Run(Run), Free(On.channels, 0.0),
        Complete(Of.copies.size(), 0.0) {}

  void run();

private:
  struct Pieces {
    std::uint64_t count;
    double bytes; ///< Of each.
  };
  Pieces piecesOf(const Copy &C) const;
  void start(std::size_t Number);
  void waitUntil(double When);

  const Group &Of;
  const DmaModel &On;
  DmaRun &Run;
  double Now = 0;
  double AfterFence = 0;        ///< No copy begins before.
  std::vector<double> Free;     ///< When each channel is.
  std::vector<double> Complete; ///< When each copy is that has been started.
};

} // namespace

Engine::Pieces Engine::piecesOf(const Copy &C) const {
  std::uint64_t Count = C.lines;
  double Each = double(C.bytes) / double(std::max<std::uint64_t>(C.lines, 1));
  const double Lines =
      double(C.lines) / double(std::max<std::uint64_t>(C.planes, 1));
  const double Largest = On.largest > 0 ? On.largest : HUGE_VAL;
  if (On.twoDimensional && Each <= Largest) {
    // As many whole lines of a plane as fit.
    const double AtOnce = std::min(Lines, std::floor(Largest / Each));
    Count = C.planes * std::uint64_t(std::ceil(Lines / AtOnce));
    Each = double(C.bytes) / double(Count);
  } else if (Each > Largest) {
    const double Parts = std::ceil(Each / Largest);
    Count *= std::uint64_t(Parts);
    Each /= Parts;
  }
  return {Count, Each};
}

void Engine::start(std::size_t Number) {
  const Copy &C = Of.copies[Number];
  if (C.bytes == 0) {
    Complete[Number] = Now;
    return;
  }
  const Pieces P = piecesOf(C);
  const double Issuing = On.issue * double(P.count);
  if (Issuing > 0)
    Run.issues.push_back({Now, Now + Issuing});
  // The first can begin when it has been issued.
  const double Earliest = std::max(Now + On.issue, AfterFence);
  Now += Issuing;
  Run.issuing += Issuing;
  Run.numTransfers += P.count;
  const double Each =
      On.latency + P.bytes / On.bandwidth[C.fromLocal][C.toLocal];
  // Shared evenly, what is left over by those that are free first.
  std::vector<unsigned> Order(Free.size());
  for (unsigned I = 0; I != Order.size(); ++I)
    Order[I] = I;
  llvm::stable_sort(Order,
                    [&](unsigned A, unsigned B) { return Free[A] < Free[B]; });
  for (std::size_t I = 0; I != Order.size(); ++I) {
    const std::uint64_t Count =
        P.count / Order.size() + (I < P.count % Order.size());
    if (Count == 0)
      continue;
    double &Channel = Free[Order[I]];
    const double Begin = std::max(Channel, Earliest);
    // None ends before the last of them has been issued.
    Channel = std::max(Begin + Each * double(Count), Now + Each);
    Run.transfers.push_back({Number, Order[I], Count, Begin, Channel});
    Complete[Number] = std::max(Complete[Number], Channel);
  }
}

void Engine::waitUntil(double When) {
  if (When <= Now)
    return;
  Run.waits.push_back({Now, When});
  Run.waiting += When - Now;
  Now = When;
}

void Engine::run() {
  const double Scale = On.computing;
  std::uint64_t Before = Of.begin;
  std::size_t NumStarted = 0;
  auto All = [&] {
    return *std::max_element(Complete.begin(), Complete.end());
  };
  for (std::size_t I = 0; I != Of.steps.size(); ++I) {
    const Step &S = Of.steps[I];
    const double Computed =
        S.begin > Before ? double(S.begin - Before) * Scale : 0;
    Run.computing += Computed;
    Now += Computed;
    Before = S.end;
    switch (S.kind) {
    case Step::Start:
      start(NumStarted++);
      break;
    case Step::Wait: {
      double Until = 0;
      for (std::size_t C = 0; C != NumStarted; ++C)
        if (Of.copies[C].waitedBy == I)
          Until = std::max(Until, Complete[C]);
      waitUntil(Until);
      break;
    }
    case Step::Fence:
      AfterFence = std::max(AfterFence, All());
      break;
    case Step::End:
      waitUntil(All());
      break;
    }
  }
  Run.length = Now;
}

/// How long some channel was busy.
static double busy(std::vector<DmaRun::Transfer> Transfers) {
  std::sort(Transfers.begin(), Transfers.end(),
            [](const auto &A, const auto &B) { return A.begin < B.begin; });
  double Sum = 0, Until = 0;
  for (const DmaRun::Transfer &T : Transfers) {
    Sum += std::max(0.0, T.end - std::max(T.begin, Until));
    Until = std::max(Until, T.end);
  }
  return Sum;
}

DmaRun replay(const Group &Of, const DmaModel &On) {
  DmaRun Run;
  Engine(Of, On, Run).run();
  Run.copying = busy(Run.transfers);
  return Run;
}

} // namespace ferry::trace
