//===- AsyncCopyThreads.cpp - Copies that idle threads may help with ------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Few groups with large copies, many iterations: whoever else has nothing to
/// do may take a part of each copy. Work-items look at all of it right after
/// the wait, and copies behind a fence need all of those before it.
///
//===----------------------------------------------------------------------===//

#include "AsyncCopyLoops.h"

using namespace conformance;

namespace {

void expectNothingWrong(const std::string &Body) {
  constexpr int Ints = 24 * 1024;
  conformance::expectNothingWrong(Body, {Ints, 2 * Ints, {1, 2, 3, 1}});
}

TEST(AsyncCopyThreads, AllIsThereAfterTheWait) {
  expectNothingWrong(R"(
    e = async_work_group_copy(tile, in + k * 7, (size_t)n, (event_t)0);
    wait_group_events(1, &e);
    // From the end, which is moved last.
    for (int i = n - 1 - first; i >= 0; i -= step)
      bad += tile[i] != i + k * 7;)");
}

TEST(AsyncCopyThreads, StridedAllIsThereAfterTheWait) {
  expectNothingWrong(R"(
    e = async_work_group_strided_copy(tile, in + k * 7, (size_t)n, (size_t)3,
                                      (event_t)0);
    wait_group_events(1, &e);
    for (int i = n - 1 - first; i >= 0; i -= step)
      bad += tile[i] != i * 3 + k * 7;)");
}

TEST(AsyncCopyThreads, GlobalMemoryToo) {
  expectNothingWrong(R"(
    for (int i = first; i < n; i += step)
      tile[i] = i ^ k;
    barrier(CLK_LOCAL_MEM_FENCE);
    e = async_work_group_copy(out, tile, (size_t)n, (event_t)0);
    wait_group_events(1, &e);
    for (int i = n - 1 - first; i >= 0; i -= step)
      bad += out[i] != (i ^ k);)");
}

/// The wait is for one of two that others may be at.
TEST(AsyncCopyThreads, OneOfTwo) {
  expectNothingWrong(R"(
    event_t f;
    e = async_work_group_copy(tile, in + k * 7, (size_t)n, (event_t)0);
    f = async_work_group_copy(tile + n, in + k * 5, (size_t)n, (event_t)0);
    wait_group_events(1, &f);
    for (int i = n - 1 - first; i >= 0; i -= step)
      bad += tile[n + i] != i + k * 5;
    wait_group_events(1, &e);
    for (int i = n - 1 - first; i >= 0; i -= step)
      bad += tile[i] != i + k * 7;)");
}

TEST(AsyncCopyThreads, FencesHoldAllBack) {
  if (!isFerry() && !hasExtension("cl_khr_async_work_group_copy_fence"))
    GTEST_SKIP() << "the device has no cl_khr_async_work_group_copy_fence";
  // The end of what each copy reads is what the one before it moves last.
  expectNothingWrong(R"(
    e = async_work_group_copy(tile, in + k * 7, (size_t)n, (event_t)0);
    async_work_group_copy_fence(CLK_LOCAL_MEM_FENCE);
    e = async_work_group_copy(out, tile, (size_t)n, e);
    async_work_group_copy_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    e = async_work_group_copy(tile, out + n / 2, (size_t)n / 2, e);
    e = async_work_group_copy(tile + n / 2, in, (size_t)n / 2, e);
    async_work_group_copy_fence(CLK_LOCAL_MEM_FENCE);
    e = async_work_group_copy(out, tile, (size_t)n / 2, e);
    wait_group_events(1, &e);
    for (int i = n / 2 - 1 - first; i >= 0; i -= step) {
      bad += out[i] != n / 2 + i + k * 7;
      bad += out[n / 2 + i] != n / 2 + i + k * 7;
      bad += tile[n / 2 + i] != i;
    })");
}

} // namespace
