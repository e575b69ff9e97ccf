//===- TraceTest.cpp - Traces that are read -------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "trace/Record.h"
#include "trace/Reports.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <gtest/gtest.h>

#include <map>

namespace ferry::trace {
namespace {

/// Makes the bytes of a file.
class File {
public:
  std::vector<std::string> strings = {"program"};

  void add(std::uint32_t Thread, const Record &R) {
    Threads[Thread].push_back(R);
  }
  std::string bytes() const {
    std::string Text;
    auto Append = [&](const auto &Value) {
      Text.append(reinterpret_cast<const char *>(&Value), sizeof(Value));
    };
    Append(FileHeader{FileHeader::Known, 42, std::uint32_t(strings.size()),
                      std::uint32_t(Threads.size()), 0, 0});
    for (const std::string &S : strings) {
      Append(std::uint32_t(S.size()));
      Text += S;
    }
    for (const auto &[Thread, Records] : Threads) {
      Append(ThreadHeader{Thread, 0, Records.size()});
      for (const Record &R : Records)
        Append(R);
    }
    return Text;
  }

private:
  std::map<std::uint32_t, std::vector<Record>> Threads;
};

constexpr std::uint64_t Plan = 0x1000;

/// Two groups of a kernel on thread 1: the first starts a copy that thread 2
/// carries out, computes, and waits; the second does not wait.
File twoGroups() {
  File F;
  F.strings.push_back("kernel");
  F.add(1,
        {Kind::Launch, 7, 90, 90, {2, 1, 1, 64 | 1ull << 16 | 1ull << 32, 1}});
  F.add(1, {Kind::CopyStart, ToLocal, 100, 110, {5, Plan, 2, 1, 1024}});
  F.add(2, {Kind::Chunk, 0, 120, 200, {Plan}});
  F.add(1, {Kind::CopyWait, 0, 300, 320, {5}});
  F.add(1, {Kind::GroupEnd, 0, 400, 400, {100}});
  F.add(1, {Kind::CopyStart, ToLocal, 410, 430, {6, 0, 1, 1, 512}});
  F.add(1, {Kind::GroupEnd, 0, 500, 510, {400}});
  F.add(1, {Kind::Groups, 7, 100, 520, {0, 2}});
  return F;
}

Process read(const File &F) {
  llvm::Expected<Process> P = readProcess(F.bytes());
  if (P)
    return *std::move(P);
  ADD_FAILURE() << llvm::toString(P.takeError());
  return {};
}

TEST(Trace, GroupsHaveTheirCopies) {
  const Process P = read(twoGroups());
  EXPECT_EQ(P.number, 42u);
  EXPECT_EQ(P.name, "program");
  ASSERT_EQ(P.launches.size(), 1u);
  EXPECT_EQ(P.launches[0].kernel, "kernel");
  EXPECT_EQ(P.launches[0].localSize[0], 64u);
  ASSERT_EQ(P.groups.size(), 1u);
  ASSERT_EQ(P.groups[0].withCopies.size(), 2u);
  const Group &First = P.groups[0].withCopies[0];
  EXPECT_EQ(First.number, 0u);
  EXPECT_EQ(First.begin, 100u);
  EXPECT_EQ(First.end, 400u);
  EXPECT_EQ(First.computing(), 300u - 10 - 20);
  EXPECT_EQ(First.exposed(), 30u);
  const Group &Second = P.groups[0].withCopies[1];
  EXPECT_EQ(Second.number, 1u);
  EXPECT_EQ(Second.begin, 400u);
}

TEST(Trace, CopiesHaveTheirPartsAndWaits) {
  const Process P = read(twoGroups());
  const Copy &First = P.groups[0].withCopies[0].copies[0];
  ASSERT_EQ(First.parts.size(), 1u);
  EXPECT_EQ(First.parts[0].thread, 2u);
  EXPECT_EQ(First.complete(), 200u);
  EXPECT_EQ(First.effort(), 80u);
  EXPECT_EQ(First.waitedBy, 1u);
  EXPECT_TRUE(First.toLocal);
  const Copy &Second = P.groups[0].withCopies[1].copies[0];
  EXPECT_FALSE(Second.isKept());
  EXPECT_EQ(Second.effort(), 20u);
  EXPECT_EQ(Second.waitedBy, Copy::NoStep);
}

TEST(Trace, AWaitThatNamesNothingIsForAll) {
  File F;
  F.strings.push_back("kernel");
  F.add(1, {Kind::Launch, 1, 0, 0, {1, 1, 1, 1, 1}});
  F.add(1, {Kind::CopyStart, 0, 1, 2, {5, 0, 1, 1, 8}});
  F.add(1, {Kind::CopyStart, 0, 3, 4, {6, 0, 1, 1, 8}});
  F.add(1, {Kind::CopyWait, 0, 5, 6, {99}});
  F.add(1, {Kind::GroupEnd, 0, 7, 8, {}});
  F.add(1, {Kind::Groups, 1, 0, 9, {0, 1}});
  const Process P = read(F);
  for (const Copy &C : P.groups[0].withCopies[0].copies)
    EXPECT_EQ(C.waitedBy, 2u);
}

TEST(Trace, ThePlaceOfAPlanIsUsedAgain) {
  File F;
  F.strings.push_back("kernel");
  F.add(1, {Kind::Launch, 1, 0, 0, {1, 1, 1, 1, 1}});
  for (std::uint64_t T : {100, 200}) {
    F.add(1, {Kind::CopyStart, 0, T, T + 1, {T, Plan, 1, 1, 8}});
    F.add(2, {Kind::Chunk, 0, T + 2, T + 3, {Plan}});
    F.add(1, {Kind::CopyWait, 0, T + 5, T + 6, {T}});
  }
  F.add(1, {Kind::GroupEnd, 0, 300, 300, {}});
  F.add(1, {Kind::Groups, 1, 0, 301, {0, 1}});
  const Process P = read(F);
  const Group &G = P.groups[0].withCopies[0];
  EXPECT_EQ(G.copies[0].complete(), 103u);
  EXPECT_EQ(G.copies[1].complete(), 203u);
}

TEST(Trace, GroupsMayBeLeftOut) {
  File F;
  F.strings.push_back("kernel");
  F.add(1, {Kind::Launch, 1, 0, 0, {100, 1, 1, 1, 1}});
  F.add(1, {Kind::CopyStart, 0, 1, 2, {5, Plan, 1, 1, 8}});
  F.add(2, {Kind::Chunk, 0, 3, 4, {Plan}});
  F.add(1, {Kind::GroupEnd, 0, 5, 6, {1}});
  // Of a group that was not noted.
  F.add(2, {Kind::Chunk, 0, 13, 14, {Plan}});
  F.add(1, {Kind::CopyStart, 0, 31, 32, {5, 0, 1, 1, 8}});
  F.add(1, {Kind::GroupEnd, 3, 35, 36, {30}});
  F.add(1, {Kind::CopyStart, 0, 37, 38, {5, 0, 1, 1, 8}});
  F.add(1, {Kind::GroupEnd, 0, 39, 40, {36}});
  F.add(1, {Kind::Groups, 1, 1, 60, {10, 20}});
  const Process P = read(F);
  const std::vector<Group> &Noted = P.groups[0].withCopies;
  ASSERT_EQ(Noted.size(), 3u);
  EXPECT_EQ(Noted[0].number, 10u);
  EXPECT_EQ(Noted[0].copies[0].parts.size(), 1u);
  EXPECT_EQ(Noted[1].number, 14u);
  EXPECT_EQ(Noted[1].begin, 30u);
  EXPECT_EQ(Noted[2].number, 15u);
}

TEST(Trace, CommandsFindWhatTheyWaitFor) {
  File F;
  const std::uint64_t A = 0x10, B = 0x20;
  // At the address of the first lies a third one later.
  F.add(1, {Kind::Command, 0, 20, 30, {A, 1, 10, 15, 0x11f0}});
  F.add(1, {Kind::Dependency, 0, 40, 40, {B, A}});
  F.add(2, {Kind::Command, 0, 60, 70, {A, 1, 55, 56, 0x11f0}});
  F.add(2, {Kind::Command, 0, 80, 90, {B, 2, 40, 50, 0x11f0 | ~0ull << 32}});
  const Process P = read(F);
  ASSERT_EQ(P.commands.size(), 3u);
  EXPECT_EQ(P.commands[1].address, B);
  EXPECT_EQ(P.commands[1].status, -1);
  EXPECT_EQ(P.commands[1].waitsFor, std::vector<std::size_t>{0});
}

TEST(Trace, BuildsHaveTheirStages) {
  File F;
  F.strings.insert(F.strings.end(), {"build", "optimising"});
  F.add(1, {Kind::Stage, 0, 2, 5, {2}});
  F.add(1, {Kind::Build, 1, 1, 6, {1, 99}});
  const Process P = read(F);
  ASSERT_EQ(P.builds.size(), 1u);
  EXPECT_TRUE(P.builds[0].succeeded);
  EXPECT_EQ(P.builds[0].what, "build");
  ASSERT_EQ(P.builds[0].stages.size(), 1u);
  EXPECT_EQ(P.builds[0].stages[0].name, "optimising");
}

TEST(Trace, WhatIsNotWholeIsAnError) {
  const std::string Whole = twoGroups().bytes();
  for (std::size_t Size = 0; Size != Whole.size(); ++Size) {
    llvm::Expected<Process> P =
        readProcess(llvm::StringRef(Whole).take_front(Size));
    EXPECT_FALSE(bool(P)) << Size;
    llvm::consumeError(P.takeError());
  }
}

TEST(Events, AreJsonWithEachPhase) {
  File F = twoGroups();
  F.add(1, {Kind::Command, 7, 95, 530, {0x10, 1, 80, 85, 0x11f0}});
  F.add(1, {Kind::Dependency, 0, 540, 540, {0x20, 0x10}});
  F.add(1, {Kind::Command, 0, 550, 560, {0x20, 2, 540, 545, 0x11fe}});
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  writeEvents(OS, {read(F)});
  llvm::Expected<llvm::json::Value> Parsed = llvm::json::parse(Text);
  ASSERT_TRUE(bool(Parsed)) << llvm::toString(Parsed.takeError());
  const llvm::json::Array *Events =
      Parsed->getAsObject()->getArray("traceEvents");
  ASSERT_TRUE(Events);
  std::map<std::string, int> Phases;
  std::map<std::string, int> Names;
  for (const llvm::json::Value &E : *Events) {
    ++Phases[E.getAsObject()->getString("ph")->str()];
    ++Names[E.getAsObject()->getString("name")->str()];
    // The first event is at 0.
    EXPECT_GE(E.getAsObject()->getNumber("ts").value_or(0), 0);
  }
  // Two copies from start to end; arrows to and from the helper, and between
  // the commands.
  EXPECT_EQ(Phases["b"], 2);
  EXPECT_EQ(Phases["e"], 2);
  EXPECT_EQ(Phases["s"], 3);
  EXPECT_EQ(Phases["f"], 3);
  EXPECT_EQ(Names["kernel"], 2); // Its command and its groups.
  EXPECT_EQ(Names["marker"], 1);
  EXPECT_EQ(Names["group (1, 0, 0)"], 1);
}

TEST(Summary, CountsWhatWasHidden) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  writeSummary(OS, {read(twoGroups())});
  // 100 ns of copying, of which the groups' thread spent 60 in the engine.
  EXPECT_NE(Text.find(" 40.0%"), std::string::npos) << Text;
  EXPECT_NE(Text.find("(1 copies without a wait)"), std::string::npos) << Text;
}

TEST(Timeline, DrawsAGroupWithCopies) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  const std::vector<Process> All = {read(twoGroups())};
  DmaModel M;
  M.bandwidth[0][1] = 1;
  EXPECT_FALSE(bool(writeTimeline(OS, All, "", &M)));
  EXPECT_EQ(Text.find("<svg"), 0u);
  EXPECT_NE(Text.find("channel 1"), std::string::npos);
  llvm::Error None = writeTimeline(OS, All, "other", nullptr);
  EXPECT_TRUE(bool(None));
  llvm::consumeError(std::move(None));
}

} // namespace
} // namespace ferry::trace
