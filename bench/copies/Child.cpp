//===- Child.cpp - A contestant in its process ----------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Child.h"
#include "Task.h"
#include "common/Pool.h"
#include "common/Server.h"
#include "common/Session.h"
#include "host/Statistics.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace copies {

namespace {

using TaskMaker =
    std::function<std::unique_ptr<Task>(const Row &, const Layout &, Data &)>;

class RowServer : public bench::Server {
public:
  RowServer(bool Quick, int File, unsigned Threads, TaskMaker MakeTask)
      : Quick(Quick), Threads(Threads), Rows(allRows(Quick)),
        MakeTask(std::move(MakeTask)),
        Memory(largest(&Layout::inBytes), largest(&Layout::outBytes), File) {}

  std::size_t largestLocal() const { return largest(&Layout::localBytes); }

  std::vector<std::string> open(std::size_t Index) override {
    const Row &Row = Rows.at(Index);
    Subject = &Row;
    Layout Sizes(Row, Threads);
    Memory.fill(Row);
    Present = MakeTask(Row, Sizes, Memory);
    Rounds = 0;
    if (Row.kind == Kind::Pipeline)
      chooseRounds(Row);
    Passes.clear();
    for (std::size_t V = 0; V != Present->variants().size(); ++V) {
      // Some drivers finish their compilation in the first launch.
      measure(V, 1);
      Passes.push_back(Quick ? 2 : bench::enoughPasses([&](unsigned NumPasses) {
        return measure(V, NumPasses) * NumPasses;
      }));
    }
    return Present->variants();
  }

  double time(std::size_t Variant) override {
    const unsigned NumPasses = Passes.at(Variant);
    // Others were at work meanwhile: the tiles come back into the caches, and
    // the threads wake up.
    measure(Variant, NumPasses / 4 + 1);
    return measure(Variant, NumPasses);
  }

  std::string check(std::size_t Variant) override {
    Layout Sizes(*Subject, Threads);
    Memory.clear(Sizes);
    Present->run(Variant, 1, Rounds, true);
    return Memory.compare(*Subject, Sizes, Present->variants().at(Variant),
                          Rounds);
  }

  void close() override { Present.reset(); }

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

void serveDevice(bool Quick, int Memory) {
  bench::Session Session;
  RowServer Server(Quick, Memory, Session.computeUnits(),
                   [&](const Row &Row, const Layout &Layout, Data &Data) {
                     return makeDeviceTask(Session, Row, Layout, Data);
                   });
  bench::serve(Server, bench::helloOf(Session));
}

void serveHand(bool Quick, int Memory, unsigned Threads) {
  std::unique_ptr<bench::Pool> Workers;
  RowServer Server(Quick, Memory, Threads,
                   [&](const Row &Row, const Layout &Layout, Data &Data) {
                     return makeHandTask(*Workers, Row, Layout, Data);
                   });
  Workers = std::make_unique<bench::Pool>(Threads, Server.largestLocal());
  bench::serve(Server, bench::helloOfHand(Threads));
}

} // namespace copies
