//===- AsyncCopyMistakes.cpp - Kernels that do not wait -------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What kernels in use do though OpenCL C leaves it open: they wait for a copy
/// with a barrier, after the data has been used, for another event, or not at
/// all. By default they find what drivers give them that copy at once; with
/// FERRY_ASYNC=late they find that something is missing.
///
//===----------------------------------------------------------------------===//

#include "AsyncCopyLoops.h"

#include <algorithm>
#include <numeric>

using namespace conformance;

namespace {

/// 128 KiB of ints: so large that idle threads help.
constexpr int Ints = 32 * 1024;

/// Every time \p Body is to find \c tile[i] equal to i + k * 7.
void expectNothingWrong(const std::string &Body) {
  conformance::expectNothingWrong(Body, {Ints, Ints, {1}});
}

/// For what only Ferry promises.
class AsyncCopyMistakes : public testing::Test {
protected:
  void SetUp() override {
    if (!isFerry())
      GTEST_SKIP() << "only Ferry promises this";
  }
};

constexpr char CountBad[] = R"(
    for (int i = n - 1 - first; i >= 0; i -= step)
      bad += tile[i] != i + k * 7;)";

TEST_F(AsyncCopyMistakes, BarrierInsteadOfAWait) {
  expectNothingWrong(std::string(R"(
    e = async_work_group_copy(tile, in + k * 7, (size_t)n, (event_t)0);
    barrier(CLK_LOCAL_MEM_FENCE);)") +
                     CountBad);
}

TEST_F(AsyncCopyMistakes, WaitAfterUse) {
  expectNothingWrong(std::string(R"(
    e = async_work_group_copy(tile, in + k * 7, (size_t)n, (event_t)0);
    barrier(CLK_LOCAL_MEM_FENCE);)") +
                     CountBad + R"(
    wait_group_events(1, &e);)");
}

TEST_F(AsyncCopyMistakes, WaitOnOneWayOnly) {
  expectNothingWrong(std::string(R"(
    e = async_work_group_copy(tile, in + k * 7, (size_t)n, (event_t)0);
    if (k % 3 == 1)
      wait_group_events(1, &e);)") +
                     CountBad);
}

TEST_F(AsyncCopyMistakes, EventOverwritten) {
  expectNothingWrong(std::string(R"(
    e = async_work_group_copy(tile + n / 2, in + n / 2 + k * 7, (size_t)n / 2,
                              (event_t)0);
    e = async_work_group_copy(tile, in + k * 7, (size_t)n / 2, (event_t)0);
    wait_group_events(1, &e);)") +
                     CountBad);
}

TEST_F(AsyncCopyMistakes, OneCopyReadsWhatAnotherWrites) {
  expectNothingWrong(R"(
    e = async_work_group_copy(tile, in + k * 7, (size_t)n, (event_t)0);
    f = async_work_group_copy(out, tile, (size_t)n, (event_t)0);
    wait_group_events(1, &f);
    for (int i = n - 1 - first; i >= 0; i -= step)
      bad += out[i] != i + k * 7;
    wait_group_events(1, &e);)");
}

TEST_F(AsyncCopyMistakes, SourceWrittenBeforeTheWait) {
  expectNothingWrong(R"(
    for (int i = first; i < n; i += step)
      tile[i] = i ^ k;
    barrier(CLK_LOCAL_MEM_FENCE);
    e = async_work_group_copy(out, tile, (size_t)n, (event_t)0);
    for (int i = first; i < n; i += step)
      tile[i] = -1;
    wait_group_events(1, &e);
    for (int i = n - 1 - first; i >= 0; i -= step)
      bad += out[i] != (i ^ k);)");
}

/// The kernel is right if its arguments are different buffers.
TEST_F(AsyncCopyMistakes, SourceWrittenThroughAnotherArgument) {
  Kernel K = buildKernel(R"(
__kernel void entry(__global const int *in, __global int *out,
                    __global int *wrong, __local int *tile, int n) {
  int first = get_local_id(0), step = get_local_size(0), bad = 0;
  for (int k = 0; k < 100; ++k) {
    event_t e = async_work_group_copy(tile, in, (size_t)n, (event_t)0);
    for (int i = n - 1 - first; i >= 0; i -= step)
      out[i] = i + k + 1;
    wait_group_events(1, &e);
    for (int i = first; i < n; i += step)
      bad += tile[i] != i + k;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  }
  wrong[get_global_id(0)] = bad;
})",
                         "entry");
  std::vector<int> Source(Ints);
  std::iota(Source.begin(), Source.end(), 0);
  Buffer Both = upload(Source), Wrong = upload(std::vector<int>(32, -1));
  setArgs(K, Both, Both, Wrong, Local{Ints * sizeof(int)}, Ints);
  launch(K, {{32}, {32}, {}});
  EXPECT_EQ(download<int>(Wrong, 32), std::vector<int>(32));
}

//===----------------------------------------------------------------------===//
// FERRY_ASYNC and what tells of it
//===----------------------------------------------------------------------===//

/// Whether a tile is what was copied to it; -1 if nothing was.
int copyThrough(const char *Wait, size_t Count) {
  Kernel K = buildKernel(std::string(R"(
__kernel void through(__global const int *in, __global int *out,
                      __local int *tile, int n) {
  event_t e = async_work_group_copy(tile, in, (size_t))") +
                             (Count == 4 ? "4" : "n") + R"(, (event_t)0);
  )" + Wait + R"(
  for (int i = get_local_id(0); i < n; i += get_local_size(0))
    out[i] = tile[i];
})",
                         "through");
  std::vector<int> Source(Count);
  std::iota(Source.begin(), Source.end(), 1);
  Buffer In = upload(Source), Out = makeBuffer(Count * sizeof(int));
  setArgs(K, In, Out, Local{Count * sizeof(int)}, int(Count));
  launch(K, {{16}, {16}, {}});
  std::vector<int> Seen = download<int>(Out, Count);
  return Seen == Source ? 1 : Seen == std::vector<int>(Count, -1) ? -1 : 0;
}

constexpr char NoWait[] = "barrier(CLK_LOCAL_MEM_FENCE);";
constexpr char Wait[] = "wait_group_events(1, &e);";

int runMissingWait() {
  for (size_t Count : {4, 1000, 10000})
    if (copyThrough(NoWait, Count) != -1 || copyThrough(Wait, Count) != 1)
      return 1;
  return 0;
}
const ChildFunction MissingWait("missing-wait", runMissingWait);

int runBoth() {
  return copyThrough(NoWait, 10000) == 1 && copyThrough(Wait, 10000) == 1 ? 0
                                                                          : 1;
}
const ChildFunction Both("both", runBoth);

TEST_F(AsyncCopyMistakes, LateShowsThatAWaitIsMissing) {
  ChildOutcome Late = runChild("missing-wait", {"FERRY_ASYNC=late"});
  EXPECT_EQ(Late.status, 0) << Late.output;
}

TEST_F(AsyncCopyMistakes, EarlyAndAutoHideIt) {
  for (const char *Mode : {"FERRY_ASYNC=early", "FERRY_ASYNC=auto"}) {
    ChildOutcome Child = runChild("both", {Mode});
    EXPECT_EQ(Child.status, 0) << Mode << Child.output;
  }
}

TEST_F(AsyncCopyMistakes, TheVerdictIsReported) {
  ChildOutcome Child = runChild(
      "both", {"FERRY_DEBUG=compiler", "FERRY_CACHE=0", "FERRY_DEBUG_INFO=0"});
  EXPECT_EQ(Child.status, 0);
  EXPECT_NE(Child.output.find(
                "; ferry: through, copy 0: early: touched before its wait"),
            std::string::npos);
  EXPECT_NE(Child.output.find("; ferry: through, copy 0: async\n"),
            std::string::npos);
}

} // namespace
