//===- Server.cpp - A contestant in its process ---------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "common/Server.h"
#include "common/Dialogue.h"
#include "common/Session.h"
#include "host/Statistics.h"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace bench {

/// Seconds that a measurement takes at least.
static constexpr double LaunchSeconds = 4e-3;

static std::string answerTo(Server &Server, const std::string &Hello,
                            const std::string &Line) {
  std::istringstream Words(Line);
  std::string Command;
  std::size_t Index = 0;
  Words >> Command >> Index;
  if (Command == "hello")
    return Hello;
  if (Command == "open") {
    std::string Text = "open";
    for (const std::string &Name : Server.open(Index))
      Text += '\t' + Name;
    return Text;
  }
  if (Command == "time") {
    std::ostringstream Text;
    Text << Server.time(Index);
    return Text.str();
  }
  if (Command == "check") {
    std::string Failure = Server.check(Index);
    return Failure.empty() ? "right" : "wrong\t" + Failure;
  }
  if (Command == "close") {
    Server.close();
    return "closed";
  }
  throw std::runtime_error("unknown command " + Command);
}

void serve(Server &Server, const std::string &Hello) {
  for (std::string Line; hear(Line);)
    try {
      answer(answerTo(Server, Hello, Line));
    } catch (const NotPossible &Reason) {
      answer(std::string("skipped\t") + Reason.what());
    } catch (const std::exception &Error) {
      answer(std::string("failed\t") + Error.what());
    }
  Server.close();
}

std::string helloOf(const Session &Session) {
  return Session.platformName() + '\t' + Session.deviceName() + '\t' +
         Session.driverVersion() + '\t' +
         std::to_string(Session.computeUnits());
}

std::string helloOfHand(unsigned Threads) {
  return "hand-written\tC++\t" __VERSION__ "\t" + std::to_string(Threads);
}

/// The passes after which what it costs to start and to wait does not matter.
/// \param Measure seconds of so many passes together.
template <typename Function> static unsigned enoughPasses(Function &&Measure) {
  unsigned NumPasses = 1;
  for (;;) {
    double Seconds = Measure(NumPasses);
    if (Seconds >= LaunchSeconds)
      return NumPasses;
    double Factor = std::min(1.2 * LaunchSeconds / Seconds, 100.0);
    NumPasses = unsigned(std::ceil(NumPasses * Factor));
  }
}

double PassServer::measure(std::size_t Variant, unsigned NumPasses) {
  return host::seconds([&] { run(Variant, NumPasses); });
}

std::vector<std::string> PassServer::open(std::size_t Row) {
  close();
  std::vector<std::string> Variants = prepare(Row);
  Passes.clear();
  for (std::size_t V = 0; V != Variants.size(); ++V) {
    // Some drivers finish their compilation in the first launch.
    measure(V, 1);
    Passes.push_back(Quick ? 2 : enoughPasses([&](unsigned NumPasses) {
      return measure(V, NumPasses);
    }));
  }
  return Variants;
}

double PassServer::time(std::size_t Variant) {
  const unsigned NumPasses = Passes.at(Variant);
  // Others were at work meanwhile: the data come back into the caches, and the
  // threads wake up.
  measure(Variant, NumPasses / 4 + 1);
  return measure(Variant, NumPasses) / NumPasses;
}

} // namespace bench
