//===- Child.cpp - A contestant in its process ----------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Copies.h"
#include "Task.h"
#include "common/Pool.h"
#include "common/Server.h"
#include "common/Session.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace copies {

namespace {

using TaskMaker =
    std::function<std::unique_ptr<Task>(const Row &, const Layout &, Data &)>;

class RowServer : public bench::PassServer {
public:
  RowServer(bool Quick, int File, unsigned Threads, TaskMaker MakeTask)
      : PassServer(Quick), Threads(Threads), Rows(allRows(Quick)),
        MakeTask(std::move(MakeTask)),
        Memory(largest(&Layout::inBytes), largest(&Layout::outBytes), File) {}

  std::size_t largestLocal() const { return largest(&Layout::localBytes); }

  std::string check(std::size_t Variant) override {
    Layout Sizes(*Subject, Threads);
    Memory.clear(Sizes);
    Present->run(Variant, 1, Iterations, true);
    return Memory.compare(*Subject, Sizes, Present->variants().at(Variant),
                          Iterations);
  }

  void close() override { Present.reset(); }

private:
  std::size_t largest(std::size_t Layout::*Size) const {
    std::size_t Result = 0;
    for (const Row &Row : Rows)
      Result = std::max(Result, Layout(Row, Threads).*Size);
    return Result;
  }

  std::vector<std::string> prepare(std::size_t Index) override {
    const Row &Row = Rows.at(Index);
    Subject = &Row;
    Layout Sizes(Row, Threads);
    Memory.fill(Row);
    Present = MakeTask(Row, Sizes, Memory);
    Iterations = 0;
    if (Row.kind == Kind::Pipeline)
      chooseRounds(Row);
    return Present->variants();
  }

  void run(std::size_t Variant, unsigned NumPasses) override {
    Present->run(Variant, NumPasses, Iterations, false);
  }

  /// The iterations with which the computation takes as long as the row says.
  void chooseRounds(const Row &Row) {
    auto best = [this](std::size_t Variant, unsigned NumIterations) {
      Iterations = NumIterations;
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
    Iterations = unsigned(std::lround(std::clamp(Wanted, 1.0, 1e4)));
  }

  unsigned Threads;
  std::vector<Row> Rows;
  TaskMaker MakeTask;
  Data Memory;
  const Row *Subject = nullptr;
  std::unique_ptr<Task> Present;
  unsigned Iterations = 0;
};

} // namespace

void serve(const std::vector<std::string> &Arguments) {
  const bool Quick = Arguments.at(1) == "quick";
  const int Memory = std::stoi(Arguments.at(2));
  if (Arguments[0] == "device") {
    bench::Session Session;
    RowServer Server(Quick, Memory, Session.computeUnits(),
                     [&](const Row &Row, const Layout &Layout, Data &Data) {
                       return makeDeviceTask(Session, Row, Layout, Data);
                     });
    return bench::serve(Server, bench::helloOf(Session));
  }
  const unsigned Threads = unsigned(std::stoul(Arguments[0]));
  std::unique_ptr<bench::Pool> Workers;
  RowServer Server(Quick, Memory, Threads,
                   [&](const Row &Row, const Layout &Layout, Data &Data) {
                     return makeHandTask(*Workers, Row, Layout, Data);
                   });
  Workers = std::make_unique<bench::Pool>(Threads, Server.largestLocal());
  bench::serve(Server, bench::helloOfHand(Threads));
}

} // namespace copies
