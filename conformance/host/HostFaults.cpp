//===- HostFaults.cpp - Kernels that end the process ----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A kernel that faults ends the process by the signal that it would have ended
/// by anyway; before that Ferry says which kernel it was. Handlers and signal
/// stacks of the host are its own.
///
//===----------------------------------------------------------------------===//

#include "Support.h"

#include <csignal>
#include <cstdlib>
#include <pthread.h>
#include <unistd.h>

using namespace conformance;

namespace {

/// Sanitizers take the signals themselves unless they are asked not to, and
/// kernels that are looked into leave out what would fault.
const std::vector<std::string> Plain = {
    "FERRY_CHECK=0",
    "ASAN_OPTIONS=handle_segv=0:handle_sigbus=0:handle_sigfpe=0:"
    "handle_sigill=0:use_sigaltstack=0",
    "TSAN_OPTIONS=handle_segv=0:handle_sigbus=0:handle_sigfpe=0:"
    "handle_sigill=0:use_sigaltstack=0"};

constexpr int Handled = 33;

void handle(int) { _exit(Handled); }

/// Runs a kernel of 8 groups, of which number 5 does something; the group that
/// a report is to name, as all are claimed at once or one by one, is not known.
void runBad(const std::string &What) {
  Kernel K = buildKernel("__kernel void bad_kernel(__global ulong *out,"
                         "                         __local int *tile) {"
                         "  if (get_group_id(0) == 5) {" +
                             What + "} }",
                         "bad_kernel");
  Buffer B = upload(std::vector<cl_ulong>(64));
  setArgs(K, B, Local{64});
  launch(K, {{8}, {1}, {}});
}
void runNull() { runBad("*(__global ulong *)(out[1] + 16) = 1;"); }

const ChildFunction Children[] = {
    {"fault-null", [] { return runNull(), 0; }},
    {"fault-local",
     [] {
       return runBad("for (int i = 0; i < (1 << 22); ++i) tile[i] = i;"), 0;
     }},
    {"fault-in-thread",
     [] {
       pthread_t Thread;
       auto Run = [](void *) -> void * { return runNull(), nullptr; };
       if (pthread_create(&Thread, nullptr, Run, nullptr) == 0)
         pthread_join(Thread, nullptr);
       return 0;
     }},
    {"fault-handled-before",
     [] {
       std::signal(SIGSEGV, handle);
       return runNull(), 0;
     }},
    {"fault-handled-after",
     [] {
       runBad("");
       std::signal(SIGSEGV, handle);
       return runNull(), 0;
     }},
    {"fault-of-host",
     [] {
       runBad("");
       int *volatile Nowhere = reinterpret_cast<int *>(16);
       *Nowhere = 1;
       return 0;
     }},
    {"fault-sent",
     [] {
       runBad("");
       std::raise(SIGSEGV);
       return 0;
     }},
    {"signal-stack",
     [] {
       static char Memory[64 << 10];
       stack_t Mine = {}, Now = {};
       Mine.ss_sp = Memory;
       Mine.ss_size = sizeof(Memory);
       if (sigaltstack(&Mine, nullptr) != 0)
         return 1;
       runBad("");
       return sigaltstack(nullptr, &Now) == 0 && Now.ss_sp == Memory ? 0 : 2;
     }},
};

ChildOutcome run(const char *Name, const std::string &More = "FERRY_DEBUG=") {
  std::vector<std::string> Environment = Plain;
  Environment.push_back(More);
  return runChild(Name, Environment);
}

/// Whether Ferry says what a kernel was doing when the process ended.
bool hasReport(const ChildOutcome &Outcome) {
  return Outcome.output.find("ferry: SIG") != std::string::npos;
}

class HostFaults : public testing::Test {
protected:
  void SetUp() override {
    if (!isFerry())
      GTEST_SKIP() << "about Ferry's reports";
  }
};

TEST_F(HostFaults, AreReportedAndEndTheProcess) {
  for (const char *Name : {"fault-null", "fault-local", "fault-in-thread"})
    for (const char *Threads : {"FERRY_THREADS=1", "FERRY_THREADS=4"}) {
      ChildOutcome Outcome = run(Name, Threads);
      EXPECT_EQ(Outcome.status, 128 + SIGSEGV) << Outcome.output;
      for (const char *Part :
           {"ferry: SIGSEGV in kernel bad_kernel at address 0x",
            "; it ran work", ", 0, 0)\n"})
        EXPECT_NE(Outcome.output.find(Part), std::string::npos)
            << Name << ": " << Outcome.output;
      if (Name == std::string("fault-local")) {
        EXPECT_NE(Outcome.output.find("behind the end of local memory"),
                  std::string::npos)
            << Outcome.output;
      } else {
        EXPECT_NE(Outcome.output.find("0x10;"), std::string::npos)
            << Outcome.output;
      }
    }
}

TEST_F(HostFaults, NothingIsSaidIfNotWanted) {
  ChildOutcome Outcome = run("fault-null", "FERRY_FAULT_REPORT=0");
  EXPECT_EQ(Outcome.status, 128 + SIGSEGV);
  EXPECT_FALSE(hasReport(Outcome)) << Outcome.output;
}

TEST_F(HostFaults, HandlersOfTheHostAreCalled) {
  for (const char *Name : {"fault-handled-before", "fault-handled-after"}) {
    ChildOutcome Outcome = run(Name);
    EXPECT_EQ(Outcome.status, Handled) << Name;
    EXPECT_FALSE(hasReport(Outcome)) << Name << ": " << Outcome.output;
  }
}

TEST_F(HostFaults, FaultsOfTheHostAreItsOwn) {
  for (const char *Name : {"fault-of-host", "fault-sent"}) {
    ChildOutcome Outcome = run(Name);
    EXPECT_EQ(Outcome.status, 128 + SIGSEGV) << Name;
    EXPECT_FALSE(hasReport(Outcome)) << Name << ": " << Outcome.output;
  }
}

TEST_F(HostFaults, SignalStacksOfTheHostStay) {
  EXPECT_EQ(run("signal-stack").status, 0);
}

} // namespace
