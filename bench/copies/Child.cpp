//===- Child.cpp - A contestant in its process ----------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Child.h"
#include "Pool.h"
#include "Task.h"
#include "common/Dialogue.h"
#include "common/Session.h"
#include "host/Statistics.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <sstream>

namespace copies {

namespace {

/// Seconds that a launch takes at least, so that what it costs to enqueue it
/// and to wait for it does not matter.
constexpr double LaunchSeconds = 4e-3;

using TaskMaker =
    std::function<std::unique_ptr<Task>(const Row &, const Layout &, Data &)>;

class Server {
public:
  Server(bool Quick, unsigned Threads, TaskMaker MakeTask)
      : Quick(Quick), Threads(Threads), Rows(allRows(Quick)),
        MakeTask(std::move(MakeTask)),
        Memory(largest(&Layout::inBytes), largest(&Layout::outBytes)) {}

  std::size_t largestLocal() const { return largest(&Layout::localBytes); }

  void serve(const std::string &Hello) {
    for (std::string Line; bench::hear(Line);) {
      std::istringstream Words(Line);
      std::string Command;
      std::size_t Index = 0;
      Words >> Command >> Index;
      try {
        if (Command == "hello")
          bench::answer(Hello);
        else if (Command == "open")
          bench::answer("open" + open(Rows.at(Index)));
        else if (Command == "time")
          bench::answer(time(Index));
        else if (Command == "check")
          bench::answer(check(Index));
        else if (Command == "close") {
          Present.reset();
          bench::answer("closed");
        } else
          throw std::runtime_error("unknown command " + Command);
      } catch (const NotPossible &Reason) {
        bench::answer(std::string("skipped\t") + Reason.what());
      } catch (const std::exception &Error) {
        bench::answer(std::string("failed\t") + Error.what());
      }
    }
    Present.reset();
  }

private:
  std::size_t largest(std::size_t Layout::*Size) const {
    std::size_t Result = 0;
    for (const Row &Row : Rows)
      Result = std::max(Result, Layout(Row, Threads).*Size);
    return Result;
  }

  /// Seconds of a pass, of several.
  double measure(std::size_t Variant, unsigned NumPasses) {
    return host::seconds(
               [&] { Present->run(Variant, NumPasses, Rounds, false); }) /
           NumPasses;
  }

  /// The passes that make a launch long enough. Some drivers finish their
  /// compilation in the first launch.
  unsigned enoughPasses(std::size_t Variant) {
    measure(Variant, 1);
    if (Quick)
      return 2;
    unsigned NumPasses = 1;
    for (;;) {
      double Seconds = measure(Variant, NumPasses) * NumPasses;
      if (Seconds >= LaunchSeconds)
        return NumPasses;
      double Factor = std::min(1.2 * LaunchSeconds / Seconds, 100.0);
      NumPasses = unsigned(std::ceil(NumPasses * Factor));
    }
  }

  /// The rounds with which the computation takes as long as the row says.
  void chooseRounds(const Row &Row) {
    auto best = [this](std::size_t Variant, unsigned NumRounds) {
      Rounds = NumRounds;
      double Seconds = measure(Variant, 1);
      for (int I = 0; I != 4; ++I)
        Seconds = std::min(Seconds, measure(Variant, 1));
      return Seconds;
    };
    constexpr unsigned Few = 8, Many = 40;
    double Copies = best(0, 0);
    double Base = best(1, Few);
    double Step = (best(1, Many) - Base) / (Many - Few);
    double Wanted = Few + (Row.computation * Copies - Base) / Step;
    Rounds = unsigned(std::lround(std::clamp(Wanted, 1.0, 1e4)));
  }

  std::string open(const Row &Row) {
    Subject = &Row;
    Layout Sizes(Row, Threads);
    Memory.fill(Row);
    Present = MakeTask(Row, Sizes, Memory);
    Rounds = 0;
    if (Row.kind == Kind::Pipeline)
      chooseRounds(Row);
    std::string Names;
    Passes.clear();
    for (const std::string &Name : Present->variants()) {
      Names += '\t' + Name;
      Passes.push_back(enoughPasses(Passes.size()));
    }
    return Names;
  }

  std::string time(std::size_t Variant) {
    const unsigned NumPasses = Passes.at(Variant);
    // Others were at work meanwhile: the tiles come back into the caches, and
    // the threads wake up.
    if (NumPasses > 1)
      measure(Variant, NumPasses / 4 + 1);
    std::ostringstream Text;
    Text << measure(Variant, NumPasses);
    return Text.str();
  }

  std::string check(std::size_t Variant) {
    Layout Sizes(*Subject, Threads);
    Memory.clear(Sizes);
    Present->run(Variant, 1, Rounds, true);
    std::string Failure = Memory.compare(
        *Subject, Sizes, Present->variants().at(Variant), Rounds);
    return Failure.empty() ? "right" : "wrong\t" + Failure;
  }

  bool Quick;
  unsigned Threads;
  std::vector<Row> Rows;
  TaskMaker MakeTask;
  Data Memory;
  const Row *Subject = nullptr;
  std::unique_ptr<Task> Present;
  std::vector<unsigned> Passes; ///< Of a launch, for each variant.
  unsigned Rounds = 0;
};

} // namespace

void serveDevice(bool Quick) {
  bench::Session Session;
  unsigned Units = Session.computeUnits();
  Server Server(Quick, Units,
                [&](const Row &Row, const Layout &Layout, Data &Data) {
                  return makeDeviceTask(Session, Row, Layout, Data);
                });
  Server.serve(Session.platformName() + '\t' + Session.deviceName() + '\t' +
               Session.driverVersion() + '\t' + std::to_string(Units));
}

void serveHand(bool Quick, unsigned Threads) {
  std::unique_ptr<Pool> Workers;
  Server Server(Quick, Threads,
                [&](const Row &Row, const Layout &Layout, Data &Data) {
                  return makeHandTask(*Workers, Row, Layout, Data);
                });
  Workers = std::make_unique<Pool>(Threads, Server.largestLocal());
  Server.serve("hand-written\tC++\t" __VERSION__ "\t" +
               std::to_string(Threads));
}

} // namespace copies
