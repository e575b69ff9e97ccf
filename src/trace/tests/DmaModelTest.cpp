//===- DmaModelTest.cpp - Copies on an engine that is not there -----------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "trace/DmaModel.h"

#include <gtest/gtest.h>

namespace ferry::trace {
namespace {

/// A group whose steps take no time of their own.
class GroupMaker {
public:
  void compute(std::uint64_t Nanoseconds) { Now += Nanoseconds; }
  std::size_t start(std::uint64_t Bytes, std::uint64_t Lines = 1,
                    std::uint64_t Planes = 1, bool FromLocal = false) {
    Copy C{};
    C.start = {Now, Now};
    C.bytes = Bytes;
    C.lines = Lines;
    C.planes = Planes;
    C.fromLocal = FromLocal;
    C.toLocal = !FromLocal;
    C.waitedBy = Copy::NoStep;
    G.steps.push_back({{Now, Now}, Step::Start, G.copies.size()});
    G.copies.push_back(C);
    return G.copies.size() - 1;
  }
  void wait(std::size_t For) {
    G.copies[For].waitedBy = G.steps.size();
    G.steps.push_back({{Now, Now}, Step::Wait});
  }
  void fence() { G.steps.push_back({{Now, Now}, Step::Fence}); }
  const Group &end() {
    G.steps.push_back({{Now, Now}, Step::End});
    G.end = Now;
    return G;
  }

private:
  std::uint64_t Now = 0;
  Group G{};
};

/// 1 byte in a nanosecond, nothing else takes time.
DmaModel plain(unsigned Channels = 1) {
  DmaModel M;
  M.channels = Channels;
  for (auto &From : M.bandwidth)
    for (double &B : From)
      B = 1;
  return M;
}

TEST(Dma, HidesACopyBehindComputing) {
  GroupMaker Make;
  const std::size_t C = Make.start(1000);
  Make.compute(1500);
  Make.wait(C);
  const DmaRun R = replay(Make.end(), plain());
  EXPECT_EQ(R.length, 1500);
  EXPECT_EQ(R.waiting, 0);
  EXPECT_EQ(R.copying, 1000);
}

TEST(Dma, WaitsForWhatIsLeft) {
  GroupMaker Make;
  const std::size_t C = Make.start(1000);
  Make.compute(400);
  Make.wait(C);
  Make.compute(100);
  const DmaRun R = replay(Make.end(), plain());
  EXPECT_EQ(R.length, 1100);
  EXPECT_EQ(R.waiting, 600);
  EXPECT_EQ(R.computing, 500);
}

TEST(Dma, TheEndOfTheGroupWaitsToo) {
  GroupMaker Make;
  Make.start(1000);
  EXPECT_EQ(replay(Make.end(), plain()).waiting, 1000);
}

TEST(Dma, ChannelsMoveAtTheSameTime) {
  GroupMaker Make;
  Make.start(1000);
  Make.start(1000);
  const Group &G = Make.end();
  EXPECT_EQ(replay(G, plain(1)).length, 2000);
  EXPECT_EQ(replay(G, plain(2)).length, 1000);
}

TEST(Dma, AFenceKeepsTheNextCopyBack) {
  GroupMaker Make;
  Make.start(1000);
  Make.fence();
  Make.start(500);
  const DmaRun R = replay(Make.end(), plain(2));
  EXPECT_EQ(R.length, 1500);
  ASSERT_EQ(R.transfers.size(), 2u);
  EXPECT_EQ(R.transfers[1].begin, 1000);
}

TEST(Dma, CutsWhatIsLargerThanATransfer) {
  DmaModel M = plain();
  M.largest = 300;
  M.latency = 10;
  GroupMaker Make;
  Make.start(1000);
  const DmaRun R = replay(Make.end(), M);
  EXPECT_EQ(R.numTransfers, 4u);
  EXPECT_EQ(R.length, 1040);
}

TEST(Dma, LinesAreTransfersUnlessItKnowsTwoDimensions) {
  GroupMaker Make;
  Make.start(/*Bytes=*/1200, /*Lines=*/12, /*Planes=*/3);
  const Group &G = Make.end();
  DmaModel M = plain();
  EXPECT_EQ(replay(G, M).numTransfers, 12u);
  M.twoDimensional = true;
  EXPECT_EQ(replay(G, M).numTransfers, 3u);
  // Two lines of a plane at a time.
  M.largest = 250;
  EXPECT_EQ(replay(G, M).numTransfers, 6u);
}

TEST(Dma, EachDirectionHasItsBandwidth) {
  DmaModel M = plain();
  M.bandwidth[1][0] = 0.5;
  GroupMaker Make;
  Make.start(1000, 1, 1, /*FromLocal=*/true);
  EXPECT_EQ(replay(Make.end(), M).length, 2000);
}

TEST(Dma, TheCoreIssuesTransfersAndMayBeSlower) {
  DmaModel M = plain();
  M.issue = 50;
  M.computing = 3;
  GroupMaker Make;
  const std::size_t C = Make.start(100);
  Make.compute(1000);
  Make.wait(C);
  const DmaRun R = replay(Make.end(), M);
  EXPECT_EQ(R.issuing, 50);
  EXPECT_EQ(R.computing, 3000);
  EXPECT_EQ(R.length, 3050);
}

TEST(Dma, CopiesOfNothingAreComplete) {
  GroupMaker Make;
  const std::size_t C = Make.start(0, 0, 0);
  Make.wait(C);
  const DmaRun R = replay(Make.end(), plain());
  EXPECT_EQ(R.length, 0);
  EXPECT_EQ(R.numTransfers, 0u);
}

std::string errorOf(const char *Json) {
  llvm::Expected<DmaModel> M = DmaModel::parse(Json);
  return M ? "" : llvm::toString(M.takeError());
}

TEST(DmaFile, IsRead) {
  llvm::Expected<DmaModel> M = DmaModel::parse(R"({
    "name": "x", "channels": 2, "issue": 40, "latency": 300,
    "largestTransfer": 65535, "twoDimensional": true, "computing": 4,
    "bandwidth": {"global-local": 8, "local-global": 6}})");
  ASSERT_TRUE(bool(M)) << llvm::toString(M.takeError());
  EXPECT_EQ(M->name, "x");
  EXPECT_EQ(M->channels, 2u);
  EXPECT_EQ(M->issue, 40);
  EXPECT_EQ(M->latency, 300);
  EXPECT_EQ(M->largest, 65535);
  EXPECT_TRUE(M->twoDimensional);
  EXPECT_EQ(M->computing, 4);
  EXPECT_EQ(M->bandwidth[0][1], 8);
  EXPECT_EQ(M->bandwidth[1][0], 6);
  EXPECT_EQ(M->bandwidth[1][1], 6);
}

TEST(DmaFile, WhatMakesNoSenseIsAnError) {
  const char *const Bandwidth =
      R"("bandwidth": {"global-local": 1, "local-global": 1})";
  auto With = [&](const std::string &More) {
    return errorOf(("{" + More + ", " + Bandwidth + "}").c_str());
  };
  EXPECT_EQ(With(R"("channels": 1)"), "");
  EXPECT_NE(With(R"("channels": 0)"), "");
  EXPECT_NE(With(R"("channels": 1.5)"), "");
  EXPECT_NE(With(R"("latency": -1)"), "");
  EXPECT_NE(With(R"("twoDimensional": 1)"), "");
  EXPECT_NE(With(R"("chanels": 1)"), "");
  EXPECT_NE(errorOf("{}"), "");
  EXPECT_NE(errorOf("[]"), "");
  EXPECT_NE(errorOf("{"), "");
  EXPECT_NE(errorOf(R"({"bandwidth": {"global-local": 1}})"), "");
  EXPECT_NE(errorOf(R"({"bandwidth": {"global-local": 0, "local-global": 1}})"),
            "");
  EXPECT_NE(errorOf(R"({"bandwidth": {"global-moon": 1}})"), "");
}

} // namespace
} // namespace ferry::trace
