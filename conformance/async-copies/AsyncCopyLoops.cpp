//===- AsyncCopyLoops.cpp - Kernels that copy in a loop -------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "AsyncCopyLoops.h"

#include <numeric>

using namespace conformance;

void conformance::expectNothingWrong(const std::string &Body,
                                     const LoopShape &How) {
  Kernel K = buildKernel(R"(
__kernel void entry(__global const int *in, __global int *out,
                    __global int *wrong, __local int *tile, int n,
                    int iterations) {
  int first = get_local_id(0), step = get_local_size(0), bad = 0;
  out += get_group_id(0) * n;
  event_t e, f;
  for (int k = 0; k < iterations; ++k) {
)" + Body + R"(
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  }
  wrong[get_global_id(0)] = bad;
})",
                         "entry");
  constexpr int NumIterations = 200;
  std::vector<int> Source(How.ints * 3 + NumIterations * 7);
  std::iota(Source.begin(), Source.end(), 0);
  Buffer In = upload(Source);
  for (size_t Groups : How.groups) {
    constexpr size_t Items = 32;
    std::vector<int> None(Groups * Items);
    Buffer Out = makeBuffer(Groups * How.ints * sizeof(int)),
           Wrong = upload(std::vector<int>(None.size(), -1));
    setArgs(K, In, Out, Wrong, Local{How.tileInts * sizeof(int)}, How.ints,
            NumIterations);
    launch(K, {{Groups * Items}, {Items}, {}});
    ASSERT_EQ(download<int>(Wrong, None.size()), None) << Groups << " groups";
  }
}
