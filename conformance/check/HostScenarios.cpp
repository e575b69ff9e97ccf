//===- HostScenarios.cpp - Small host programs ----------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "HostScenarios.h"

#include "Findings.h"

#include <cctype>
#include <cstdlib>
#include <map>

using namespace conformance;

namespace {

std::map<std::string, void (*)()> &scenarios() {
  static std::map<std::string, void (*)()> All;
  return All;
}

constexpr char NameVariable[] = "FERRY_TEST_SCENARIO";

ChildFunction RunScenario("host-scenario", [] {
  scenarios().at(std::getenv(NameVariable))();
  ok(clReleaseCommandQueue(queue()));
  ok(clReleaseContext(context()));
  return 0;
});

/// The kind that \p Name begins with, as reports spell it.
std::string kindOf(const std::string &Name) {
  std::string Kind = Name.substr(0, Name.find('_'));
  for (std::size_t At = 1; At < Kind.size(); ++At)
    if (std::isupper(static_cast<unsigned char>(Kind[At]))) {
      Kind[At] = char(std::tolower(static_cast<unsigned char>(Kind[At])));
      Kind.insert(At, "-");
    }
  return Kind;
}

class HostScenarios : public testing::TestWithParam<std::string> {};

TEST_P(HostScenarios, HaveTheMistakeInTheirNameAndNoOther) {
  const Folder Temporary;
  const std::string Json = Temporary.path.string() + "/found";
  const ChildOutcome Outcome =
      runChild("host-scenario", {"FERRY_CHECK=1", "FERRY_CHECK_LEAKS=1",
                                 "FERRY_CHECK_JSON=" + Json, NoLeaks,
                                 NameVariable + ("=" + GetParam())});
  EXPECT_EQ(Outcome.status, 0) << Outcome.output;
  std::vector<std::string> Kinds;
  for (const Found &F : readFindings(Json))
    Kinds.push_back(F.kind);
  const std::string Kind = kindOf(GetParam());
  EXPECT_EQ(Kinds, Kind == "good" ? std::vector<std::string>()
                                  : std::vector<std::string>{Kind})
      << Outcome.output;
}

std::vector<std::string> names() {
  std::vector<std::string> All;
  for (const auto &[Name, Run] : scenarios())
    All.push_back(Name);
  return All;
}

INSTANTIATE_TEST_SUITE_P(All, HostScenarios, testing::ValuesIn(names()),
                         [](const auto &Info) { return Info.param; });

} // namespace

HostScenario::HostScenario(const char *Name, void (*Run)()) {
  scenarios()[Name] = Run;
}
