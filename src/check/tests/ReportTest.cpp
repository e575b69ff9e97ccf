//===- ReportTest.cpp - What is said of a mistake -------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "check/Report.h"

#include <gtest/gtest.h>

using namespace ferry;
using namespace ferry::check;

namespace {

Finding race() {
  const ferry::abi::CheckSite Site = {"/cache/12.source/program.cl",
                                      12,
                                      3,
                                      ferry::abi::CheckPlace::Unknown,
                                      0,
                                      "",
                                      0,
                                      ""};
  return {"data-race",
          "sum",
          "two \"work-items\"",
          "argument 'out', bytes 0 to 3 of 64",
          {Side("write by work-item (1)", Site)},
          "put a barrier between"};
}

TEST(Report, SaysInTextWhatAndWhere) {
  EXPECT_EQ(asText(race(), false),
            "ferry check: data-race in kernel 'sum': two \"work-items\"\n"
            "  program.cl:12:3: write by work-item (1)\n"
            "  memory: argument 'out', bytes 0 to 3 of 64\n"
            "  advice: put a barrier between\n");
}

TEST(Report, IsAResultOfSarif) {
  EXPECT_EQ(
      asJson(race()),
      "{\"ruleId\":\"data-race\",\"level\":\"error\",\"message\":{\"text\":"
      "\"two \\\"work-items\\\"; put a barrier between\"},\"locations\":[{"
      "\"physicalLocation\":{\"artifactLocation\":{\"uri\":\"program.cl\"},"
      "\"region\":{\"startLine\":12,\"startColumn\":3}},\"message\":{\"text\":"
      "\"write by work-item (1)\"}}],\"properties\":{\"kernel\":\"sum\","
      "\"memory\":\"argument 'out', bytes 0 to 3 of 64\",\"advice\":"
      "\"put a barrier between\"}}\n");
}

TEST(Report, SaysWhereTheProgramCalls) {
  const Finding F = {"leak",
                     "",
                     "a buffer is not released",
                     "",
                     {Side("1 by clCreateBuffer", "/bin/host", 0x1a0)},
                     "release it"};
  EXPECT_EQ(asText(F, false), "ferry check: leak: a buffer is not released\n"
                              "  /bin/host+0x1a0: 1 by clCreateBuffer\n"
                              "  advice: release it\n");
  EXPECT_NE(
      asJson(F).find("{\"physicalLocation\":{\"artifactLocation\":{\"uri\":"
                     "\"/bin/host\"},\"address\":{\"relativeAddress\":416}}"),
      std::string::npos);
}

TEST(Report, HasUrisInSarif) {
  Finding F = race();
  F.sides[0].file = "/my kernels/a#1.cl";
  EXPECT_NE(asJson(F).find("\"uri\":\"/my%20kernels/a%231.cl\""),
            std::string::npos);
  F.sides[0].file = "";
  EXPECT_NE(asJson(F).find("\"locations\":[{\"message\":"), std::string::npos);
}

TEST(Suppressions, FitKindKernelAndLine) {
  auto Cover = [](const char *Text) {
    return Suppressions(Text).cover(race());
  };
  EXPECT_TRUE(Cover("data-race"));
  EXPECT_TRUE(Cover("# all of them\n data-race : sum # meant\n"));
  EXPECT_TRUE(Cover("*:sum:12"));
  EXPECT_FALSE(Cover("data-race:other"));
  EXPECT_FALSE(Cover("data-race:sum:13"));
  EXPECT_FALSE(Cover("# data-race\n"));
}

} // namespace
