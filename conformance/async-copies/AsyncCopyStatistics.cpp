//===- AsyncCopyStatistics.cpp - What FERRY_STATS counts ------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// FERRY_STATS=1 counts every copy, also the small ones of constant size that
/// are no matter of the engine otherwise. Without it nothing is printed.
///
//===----------------------------------------------------------------------===//

#include "Support.h"

#include <numeric>

#include <sstream>

using namespace conformance;

namespace {

/// Two launches of three groups: per launch 9 copies, 3 times 64 + 47936 +
/// 48000 bytes.
int runCounted() {
  Kernel K = buildKernel(R"(
__kernel void counted(__global const int *in, __global int *out,
                      __local int *tile) {
  in += get_group_id(0) * 12000;
  out += get_group_id(0) * 12000;
  event_t e = async_work_group_copy(tile, in, (size_t)16, (event_t)0);
  barrier(CLK_LOCAL_MEM_FENCE); // Is no wait.
  if (tile[15] != in[15])
    return;
  e = async_work_group_copy(tile, in, (size_t)16, (event_t)0);
  e = async_work_group_copy(tile + 16, in + 16, (size_t)11984, e);
  wait_group_events(1, &e);
  e = async_work_group_copy(out, tile, (size_t)12000, (event_t)0);
  wait_group_events(1, &e);
}
)",
                         "counted");
  std::vector<int> Values(36000);
  std::iota(Values.begin(), Values.end(), 1);
  Buffer In = upload(Values), Out = upload(std::vector<int>(Values.size()));
  setArgs(K, In, Out, Local{12000 * sizeof(int)});
  for (int Launch = 0; Launch != 2; ++Launch)
    launch(K, {{96}, {32}, {}});
  return download<int>(Out, Values.size()) == Values ? 0 : 1;
}
const ChildFunction Counted("counted", runCounted);

TEST(AsyncCopyStatistics, EveryCopyIsCounted) {
  if (!hasExtension("cl_khr_async_work_group_copy_fence"))
    GTEST_SKIP() << "only Ferry counts";
  ChildOutcome With = runChild("counted", {"FERRY_STATS=1"});
  EXPECT_EQ(With.status, 0) << With.output;
  std::istringstream Words(With.output);
  std::string Word;
  while (Words >> Word && Word != "counted")
    ;
  double Launches = 0, Copies = 0, Early = 0, Bytes = 0, Chunks = 0;
  Words >> Launches >> Copies >> Early >> Bytes >> Chunks;
  EXPECT_EQ(Launches, 2) << With.output;
  EXPECT_EQ(Copies, 12);
  EXPECT_EQ(Early, 3);
  EXPECT_EQ(Bytes, 288192);
  EXPECT_GE(Chunks, 12);
  ChildOutcome Without = runChild("counted");
  EXPECT_EQ(Without.status, 0) << Without.output;
  EXPECT_EQ(Without.output, "");
}

} // namespace
