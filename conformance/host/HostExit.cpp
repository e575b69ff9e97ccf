//===- HostExit.cpp - Programs that end in the middle of something --------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A process may call exit() wherever the driver calls it: in event callbacks
/// and native kernels, on a thread of the driver or one of its own, while other
/// threads run kernels.
///
//===----------------------------------------------------------------------===//

#include "Checked.h"
#include "Commands.h"

#include <cstdlib>
#include <unistd.h>

using namespace conformance;

namespace {

/// Work for all threads, for longer than the process lives.
void keepBusy() {
  static const Queue Q = makeQueue(context());
  static const Kernel K = buildKernel(R"(
    __kernel void f(__global uint *out) {
      uint x = get_global_id(0);
      for (uint i = 0; i < 1000000; ++i)
        x = x * 1664525u + 1013904223u;
      out[0] = x;
    })",
                                      "f");
  static const Buffer B = makeBuffer(64);
  setArgs(K, B);
  const size_t Items = 1 << 16, Local = 64;
  ok(clEnqueueNDRangeKernel(Q, K, 1, nullptr, &Items, &Local, 0, nullptr,
                            nullptr));
  ok(clFlush(Q));
}

void CL_CALLBACK endInCallback(cl_event, cl_int, void *) { std::exit(0); }
void CL_CALLBACK endInKernel(void *) { std::exit(0); }
void CL_CALLBACK nothing(void *) {}

/// \param Waits this thread helps, and may be the one that calls; if not, it is
///        one of the driver's.
int end(bool InCallback, bool Waits, bool IsBusy) {
  alarm(60);
  if (IsBusy)
    keepBusy();
  Queue Q = makeQueue(context());
  cl_event Raw;
  ok(clEnqueueNativeKernel(Q, InCallback ? nothing : endInKernel, nullptr, 0, 0,
                           nullptr, nullptr, 0, nullptr, &Raw));
  if (InCallback)
    ok(clSetEventCallback(Raw, CL_COMPLETE, endInCallback, nullptr));
  ok(Waits ? clFinish(Q) : clFlush(Q));
  for (;;) // The callback may come later.
    pause();
}

const ChildFunction Ends[] = {
    {"end-000", [] { return end(false, false, false); }},
    {"end-001", [] { return end(false, false, true); }},
    {"end-010", [] { return end(false, true, false); }},
    {"end-011", [] { return end(false, true, true); }},
    {"end-100", [] { return end(true, false, false); }},
    {"end-101", [] { return end(true, false, true); }},
    {"end-110", [] { return end(true, true, false); }},
    {"end-111", [] { return end(true, true, true); }},
};

TEST(HostExit, ExitMayBeCalledWhereTheDriverCalls) {
  // Chance decides what the other threads are doing.
  const unsigned long Times = environmentNumber("FERRY_TEST_REPEAT", 5);
  for (const char *Threads : {"2", "4"})
    for (unsigned long Time = 0; Time != Times; ++Time)
      for (int Case = 0; Case != 8; ++Case) {
        // A kernel that does not end leaves no thread for the one that exits.
        if (Case & 1 && isChecked())
          continue;
        const std::string Name = std::string("end-") + char('0' + (Case >> 2)) +
                                 char('0' + (Case >> 1 & 1)) +
                                 char('0' + (Case & 1));
        ChildOutcome Outcome =
            runChild(Name, {std::string("FERRY_THREADS=") + Threads});
        ASSERT_EQ(Outcome.status, 0) << Name << ": " << Outcome.output;
      }
}

} // namespace
