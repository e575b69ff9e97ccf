//===- ApiSubDevices.cpp - Parts of a device ------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Devices that are divided equally and by counts, in processes of which the
/// device has four compute units, and by what a described machine shares.
///
//===----------------------------------------------------------------------===//

#include "Checked.h"

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <numeric>
#include <sched.h>
#include <thread>
#include <unistd.h>

using namespace conformance;

namespace {

using Properties = std::vector<cl_device_partition_property>;

template <class T> T infoOf(cl_device_id D, cl_device_info Name) {
  T Value{};
  ok(clGetDeviceInfo(D, Name, sizeof(T), &Value, nullptr));
  return Value;
}

std::vector<SubDevice> divide(cl_device_id D, const Properties &How) {
  cl_uint Count = 0;
  ok(clCreateSubDevices(D, How.data(), 0, nullptr, &Count));
  std::vector<cl_device_id> Raw(Count);
  ok(clCreateSubDevices(D, How.data(), Count, Raw.data(), nullptr));
  std::vector<SubDevice> Parts;
  for (cl_device_id Part : Raw)
    Parts.emplace_back(Part);
  return Parts;
}

int expectParts(cl_device_id D, const Properties &How,
                const std::vector<cl_uint> &Units) {
  std::vector<SubDevice> Parts = divide(D, How);
  EXPECT_EQ(Parts.size(), Units.size());
  for (size_t I = 0; I != Parts.size(); ++I) {
    EXPECT_EQ(infoOf<cl_uint>(Parts[I], CL_DEVICE_MAX_COMPUTE_UNITS), Units[I]);
    EXPECT_EQ(infoOf<cl_device_id>(Parts[I], CL_DEVICE_PARENT_DEVICE), D);
    EXPECT_EQ(infoOf<cl_uint>(Parts[I], CL_DEVICE_REFERENCE_COUNT), 1u);
    Properties Type(How.size());
    size_t Size;
    ok(clGetDeviceInfo(Parts[I], CL_DEVICE_PARTITION_TYPE,
                       How.size() * sizeof(How[0]), Type.data(), &Size));
    EXPECT_EQ(Size, How.size() * sizeof(How[0]));
    EXPECT_EQ(Type, How);
  }
  return testing::Test::HasFailure();
}

int divideInEveryWay() {
  const cl_device_id D = device();
  EXPECT_EQ(infoOf<cl_uint>(D, CL_DEVICE_PARTITION_MAX_SUB_DEVICES), 4u);
  EXPECT_EQ(infoOf<cl_device_id>(D, CL_DEVICE_PARENT_DEVICE), nullptr);
  expectParts(D, {CL_DEVICE_PARTITION_EQUALLY, 1, 0}, {1, 1, 1, 1});
  expectParts(D, {CL_DEVICE_PARTITION_EQUALLY, 2, 0}, {2, 2});
  expectParts(D, {CL_DEVICE_PARTITION_EQUALLY, 3, 0}, {3});
  expectParts(D, {CL_DEVICE_PARTITION_BY_COUNTS, 3, 1, 0, 0}, {3, 1});
  expectParts(D, {CL_DEVICE_PARTITION_BY_COUNTS, 2, 0, 0}, {2});
  constexpr cl_device_partition_property ByNames = 0x4052, End = -1;
  expectParts(D, {ByNames, 3, 0, End, 0}, {2});
  expectParts(D, {ByNames, 1, End, 0}, {1});
  std::vector<SubDevice> Halves =
      divide(D, {CL_DEVICE_PARTITION_EQUALLY, 2, 0});
  expectParts(Halves[0], {CL_DEVICE_PARTITION_EQUALLY, 1, 0}, {1, 1});

  auto Refused = [](cl_device_id Of, const Properties &How) {
    cl_uint Count;
    return clCreateSubDevices(Of, How.data(), 0, nullptr, &Count);
  };
  for (const Properties &How :
       {Properties{CL_DEVICE_PARTITION_EQUALLY, 0, 0},
        Properties{CL_DEVICE_PARTITION_BY_COUNTS, 0, 0},
        Properties{CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN,
                   CL_DEVICE_AFFINITY_DOMAIN_NUMA, 0},
        Properties{12345, 1, 0}, Properties{0}, Properties{ByNames, End, 0},
        Properties{ByNames, 4, End, 0}, Properties{ByNames, 1, 1, End, 0},
        Properties{ByNames, 1, End, 1}})
    EXPECT_EQ(Refused(D, How), CL_INVALID_VALUE) << How[0];
  EXPECT_EQ(clCreateSubDevices(D, nullptr, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
  for (const Properties &How :
       {Properties{CL_DEVICE_PARTITION_BY_COUNTS, 3, 2, 0, 0},
        Properties{CL_DEVICE_PARTITION_BY_COUNTS, 5, 0, 0},
        Properties{CL_DEVICE_PARTITION_BY_COUNTS, -1, 0, 0},
        Properties{CL_DEVICE_PARTITION_BY_COUNTS, 1, 1, 1, 1, 1, 0, 0}})
    EXPECT_EQ(Refused(D, How), CL_INVALID_DEVICE_PARTITION_COUNT);
  EXPECT_EQ(Refused(D, {CL_DEVICE_PARTITION_EQUALLY, 5, 0}),
            CL_INVALID_DEVICE_PARTITION_COUNT);
  EXPECT_EQ(Refused(D, {CL_DEVICE_PARTITION_EQUALLY, 4, 0}),
            CL_DEVICE_PARTITION_FAILED);
  std::vector<SubDevice> Single =
      divide(Halves[0], {CL_DEVICE_PARTITION_EQUALLY, 1, 0});
  EXPECT_EQ(Refused(Single[0], {CL_DEVICE_PARTITION_EQUALLY, 1, 0}),
            CL_DEVICE_PARTITION_FAILED);
  EXPECT_EQ(infoOf<cl_device_partition_property>(
                Single[0], CL_DEVICE_PARTITION_PROPERTIES),
            0);
  cl_device_id Room[1];
  const Properties Two = {CL_DEVICE_PARTITION_EQUALLY, 2, 0};
  EXPECT_EQ(clCreateSubDevices(D, Two.data(), 1, Room, nullptr),
            CL_INVALID_VALUE);
  ok(clRetainDevice(Halves[1]));
  EXPECT_EQ(infoOf<cl_uint>(Halves[1], CL_DEVICE_REFERENCE_COUNT), 2u);
  ok(clReleaseDevice(Halves[1]));
  ok(clRetainDevice(D));
  EXPECT_EQ(infoOf<cl_uint>(D, CL_DEVICE_REFERENCE_COUNT), 1u);
  ok(clReleaseDevice(D));
  return testing::Test::HasFailure();
}
const ChildFunction DivideInEveryWay("divide", divideInEveryWay);

constexpr char OneThread[] = "what has one compute unit cannot be divided";

constexpr char Source[] = R"(
  kernel void f(global uint *out, uint n) {
    uint x = get_global_id(0);
    for (uint i = 0; i < n; ++i)
      x = x * 1664525u + 1013904223u;
    out[get_global_id(0)] += x;
  })";

/// Kernels on all parts at once and on the whole, in one context; everything is
/// released while it is at work.
int runOnParts() {
  constexpr size_t Items = 1 << 14;
  constexpr cl_uint Iterations = 200;
  std::vector<cl_uint> Once(Items);
  for (size_t I = 0; I != Items; ++I) {
    Once[I] = cl_uint(I);
    for (cl_uint N = 0; N != Iterations; ++N)
      Once[I] = Once[I] * 1664525u + 1013904223u;
  }
  for (int Time = 0; Time != 20; ++Time) {
    std::vector<SubDevice> Parts =
        divide(device(), {CL_DEVICE_PARTITION_BY_COUNTS, 2, 1, 0, 0});
    std::vector<cl_device_id> All = {device(), Parts[0], Parts[1]};
    cl_int Code;
    Context C(clCreateContext(nullptr, 3, All.data(), nullptr, nullptr, &Code));
    ok(Code);
    const char *Text = Source;
    Program P(clCreateProgramWithSource(C, 1, &Text, nullptr, &Code));
    ok(Code);
    ok(clBuildProgram(P, 0, nullptr, "", nullptr, nullptr));
    Kernel K = makeKernel(P, "f");
    std::vector<Queue> Queues;
    std::vector<Buffer> Buffers;
    std::vector<cl_uint> Zero(Items);
    for (cl_device_id D : All) {
      Queues.emplace_back(
          clCreateCommandQueueWithProperties(C, D, nullptr, &Code));
      ok(Code);
      Buffers.emplace_back(clCreateBuffer(C, CL_MEM_COPY_HOST_PTR,
                                          Items * sizeof(cl_uint), Zero.data(),
                                          &Code));
      ok(Code);
    }
    Parts.clear();
    std::vector<Event> Done(3);
    for (int Iteration = 0; Iteration != 10; ++Iteration)
      for (size_t I = 0; I != 3; ++I) {
        setArgs(K, Buffers[I], Iterations);
        ok(clEnqueueNDRangeKernel(Queues[I], K, 1, nullptr, &Items, nullptr, 0,
                                  nullptr, Done[I].out()));
      }
    for (size_t I = 0; I != 3; ++I) {
      if (Time % 2) {
        std::vector<cl_uint> Seen(Items);
        ok(clEnqueueReadBuffer(Queues[I], Buffers[I], CL_TRUE, 0,
                               Items * sizeof(cl_uint), Seen.data(), 0, nullptr,
                               nullptr));
        for (size_t J = 0; J != Items; ++J)
          if (Seen[J] != Once[J] * 10)
            return 2;
      }
      Queues[I].reset();
    }
  }
  return 0;
}
const ChildFunction RunOnParts("run-on-parts", runOnParts);

/// Chains of commands that go from part to part, while the host makes no call:
/// each part has threads of its own, which sleep when its turn comes.
int wakeEachOther() {
  alarm(60); // Ends what waits for ever.
  std::vector<SubDevice> Parts =
      divide(device(), {CL_DEVICE_PARTITION_EQUALLY, 2, 0});
  const std::vector<cl_device_id> All(Parts.begin(), Parts.end());
  cl_int Code;
  Context C(clCreateContext(nullptr, 2, All.data(), nullptr, nullptr, &Code));
  ok(Code);
  std::vector<Queue> Queues;
  for (cl_device_id D : All) {
    Queues.emplace_back(
        clCreateCommandQueueWithProperties(C, D, nullptr, &Code));
    ok(Code);
  }
  static std::atomic<int> Turns;
  constexpr int Most = 8;
  for (int Time = 0; Time != 30; ++Time) {
    Turns = 0;
    Event Gate(clCreateUserEvent(C, &Code)), Last;
    ok(Code);
    for (int Turn = 0; Turn != Most; ++Turn) {
      const cl_event After = Turn ? Last : Gate;
      Event Done;
      ok(clEnqueueNativeKernel(
          Queues[Turn % 2], [](void *) { ++Turns, Turns.notify_all(); },
          nullptr, 0, 0, nullptr, nullptr, 1, &After, Done.out()));
      Last = std::move(Done);
    }
    for (const Queue &Q : Queues)
      ok(clFlush(Q));
    if (Time % 2) // Their threads have gone to sleep.
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    ok(clSetUserEventStatus(Gate, CL_COMPLETE));
    for (int Now; (Now = Turns) != Most;)
      Turns.wait(Now);
  }
  return 0;
}
const ChildFunction WakeEachOther("wake-each-other", wakeEachOther);

constexpr cl_device_partition_property
    Affinity = CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN,
    Numa = CL_DEVICE_AFFINITY_DOMAIN_NUMA,
    L4 = CL_DEVICE_AFFINITY_DOMAIN_L4_CACHE,
    L3 = CL_DEVICE_AFFINITY_DOMAIN_L3_CACHE,
    L2 = CL_DEVICE_AFFINITY_DOMAIN_L2_CACHE,
    L1 = CL_DEVICE_AFFINITY_DOMAIN_L1_CACHE,
    NextDomain = CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE;

/// Two sockets, each with memory of its own, a level 3 cache for two pairs, and
/// a level 2 cache for each pair.
int divideByAffinity() {
  const cl_device_id D = device();
  EXPECT_EQ(
      infoOf<cl_device_affinity_domain>(D, CL_DEVICE_PARTITION_AFFINITY_DOMAIN),
      cl_device_affinity_domain(Numa | L3 | L2 | L1 | NextDomain));
  cl_device_partition_property Schemes[4];
  ok(clGetDeviceInfo(D, CL_DEVICE_PARTITION_PROPERTIES, sizeof Schemes, Schemes,
                     nullptr));
  EXPECT_EQ(Schemes[3], Affinity);
  expectParts(D, {Affinity, Numa, 0}, {4, 4});
  expectParts(D, {Affinity, L3, 0}, {4, 4});
  expectParts(D, {Affinity, L2, 0}, {2, 2, 2, 2});
  expectParts(D, {Affinity, L1, 0}, {1, 1, 1, 1, 1, 1, 1, 1});
  cl_uint Count;
  for (cl_device_partition_property Domain :
       {L4, cl_device_partition_property(0), Numa | L3})
    EXPECT_EQ(clCreateSubDevices(D, Properties{Affinity, Domain, 0}.data(), 0,
                                 nullptr, &Count),
              CL_INVALID_VALUE);

  // Further and further down.
  std::vector<cl_device_partition_property> Domains;
  std::vector<std::vector<SubDevice>> Levels;
  for (cl_device_id Last = D;;) {
    const Properties How = {Affinity, NextDomain, 0};
    const cl_int Code =
        clCreateSubDevices(Last, How.data(), 0, nullptr, &Count);
    if (infoOf<cl_device_affinity_domain>(
            Last, CL_DEVICE_PARTITION_AFFINITY_DOMAIN) == 0) {
      EXPECT_EQ(Code, CL_INVALID_VALUE);
      break;
    }
    Levels.push_back(divide(Last, How));
    Last = Levels.back().back();
    cl_device_partition_property Type[3];
    ok(clGetDeviceInfo(Last, CL_DEVICE_PARTITION_TYPE, sizeof Type, Type,
                       nullptr));
    EXPECT_EQ(Type[0], Affinity);
    EXPECT_EQ(Type[2], 0);
    Domains.push_back(Type[1]);
  }
  EXPECT_EQ(Domains, (Properties{Numa, L2, L1}));
  // Those of other parts are not certain processors.
  std::vector<SubDevice> Halves =
      divide(D, {CL_DEVICE_PARTITION_EQUALLY, 4, 0});
  EXPECT_EQ(infoOf<cl_device_affinity_domain>(
                Halves[0], CL_DEVICE_PARTITION_AFFINITY_DOMAIN),
            0u);
  // The machine is read once: some programs ask before each command.
  std::filesystem::remove_all(std::string(std::getenv("FERRY_TOPOLOGY")) +
                              "/node");
  EXPECT_EQ(
      infoOf<cl_device_affinity_domain>(D, CL_DEVICE_PARTITION_AFFINITY_DOMAIN),
      cl_device_affinity_domain(Numa | L3 | L2 | L1 | NextDomain));
  return testing::Test::HasFailure();
}
const ChildFunction DivideByAffinity("divide-by-affinity", divideByAffinity);

TEST(ApiSubDevices, DivideByAffinity) {
  if (!isFerry())
    GTEST_SKIP() << "about its description of the machine";
  if (isChecked())
    GTEST_SKIP() << OneThread;
  Folder Machine;
  Machine.write("cpu/online", "0-7\n");
  for (int Node = 0; Node != 2; ++Node)
    Machine.write("node/node" + std::to_string(Node) + "/cpulist",
                  Node ? "4-7\n" : "0-3\n");
  for (int P = 0; P != 8; ++P) {
    auto Cache = [&](int Index, const std::string &Level,
                     const std::string &Type, int First, int Last) {
      const std::string Where = "cpu/cpu" + std::to_string(P) + "/cache/index" +
                                std::to_string(Index) + "/";
      Machine.write(Where + "level", Level + "\n");
      Machine.write(Where + "type", Type + "\n");
      Machine.write(Where + "shared_cpu_list",
                    std::to_string(First) + "-" + std::to_string(Last) + "\n");
    };
    Cache(0, "1", "Instruction", P / 4 * 4, P / 4 * 4 + 3);
    Cache(1, "1", "Data", P, P);
    Cache(2, "2", "Unified", P / 2 * 2, P / 2 * 2 + 1);
    Cache(3, "3", "Unified", P / 4 * 4, P / 4 * 4 + 3);
  }
  ChildOutcome Outcome =
      runChild("divide-by-affinity",
               {"FERRY_THREADS=8", "FERRY_TOPOLOGY=" + Machine.path.string()});
  EXPECT_EQ(Outcome.status, 0) << Outcome.output;
}

/// The threads of a part stay on its processors.
TEST(ApiSubDevices, StayInTheirDomain) {
  const auto Domains = deviceInfo<cl_device_affinity_domain>(
      CL_DEVICE_PARTITION_AFFINITY_DOMAIN);
  if (!Domains || !isFerry())
    GTEST_SKIP() << "no affinity domains";
  std::vector<SubDevice> Parts = divide(device(), {Affinity, NextDomain, 0});
  std::vector<cl_device_id> All(Parts.begin(), Parts.end());
  cl_int Code;
  Context C(clCreateContext(nullptr, cl_uint(All.size()), All.data(), nullptr,
                            nullptr, &Code));
  ok(Code);
  cpu_set_t Seen[2] = {}, Together;
  for (int I = 0; I != 2; ++I) {
    Queue Q(clCreateCommandQueueWithProperties(C, Parts[I], nullptr, &Code));
    ok(Code);
    static std::atomic<bool> HasRun;
    HasRun = false;
    void *Where = &Seen[I];
    ok(clEnqueueNativeKernel(
        Q,
        [](void *Args) {
          sched_getaffinity(0, sizeof(cpu_set_t),
                            *static_cast<cpu_set_t **>(Args));
          HasRun = true;
        },
        &Where, sizeof Where, 0, nullptr, nullptr, 0, nullptr, nullptr));
    // Not waited for, so that it runs on a thread of the part.
    ok(clFlush(Q));
    while (!HasRun)
      std::this_thread::yield();
    EXPECT_EQ(CPU_COUNT(&Seen[I]),
              int(infoOf<cl_uint>(Parts[I], CL_DEVICE_MAX_COMPUTE_UNITS)));
    ok(clFinish(Q));
  }
  CPU_AND(&Together, &Seen[0], &Seen[1]);
  EXPECT_EQ(CPU_COUNT(&Together), 0);
}

TEST(ApiSubDevices, DivideInEveryWay) {
  if (!isFerry())
    GTEST_SKIP() << "about its compute units";
  if (isChecked())
    GTEST_SKIP() << OneThread;
  ChildOutcome Outcome = runChild("divide", {"FERRY_THREADS=4"});
  EXPECT_EQ(Outcome.status, 0) << Outcome.output;
}

TEST(ApiSubDevices, WakeEachOther) {
  if (!isFerry())
    GTEST_SKIP() << "about its compute units";
  if (isChecked())
    GTEST_SKIP() << OneThread;
  ChildOutcome Outcome = runChild("wake-each-other", {"FERRY_THREADS=4"});
  EXPECT_EQ(Outcome.status, 0) << Outcome.output;
}

TEST(ApiSubDevices, RunKernels) {
  if (!isFerry())
    GTEST_SKIP() << "about its compute units";
  if (isChecked())
    GTEST_SKIP() << OneThread;
  // It is chance how far the parts' threads are when the process exits.
  for (int I = 0; I != 10; ++I) {
    ChildOutcome Outcome = runChild("run-on-parts", {"FERRY_THREADS=4"});
    ASSERT_EQ(Outcome.status, 0) << Outcome.output;
  }
}

} // namespace
