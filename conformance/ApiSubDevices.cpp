//===- ApiSubDevices.cpp - Parts of a device ------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Devices that are divided equally and by counts, in processes of which the
/// device has four compute units.
///
//===----------------------------------------------------------------------===//

#include "Support.h"

#include <numeric>

using namespace conformance;

namespace {

using SubDevice = Handle<cl_device_id, clReleaseDevice>;
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
        Properties{12345, 1, 0}, Properties{0}})
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
  constexpr cl_uint Rounds = 200;
  std::vector<cl_uint> Once(Items);
  for (size_t I = 0; I != Items; ++I) {
    Once[I] = cl_uint(I);
    for (cl_uint N = 0; N != Rounds; ++N)
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
    for (int Round = 0; Round != 10; ++Round)
      for (size_t I = 0; I != 3; ++I) {
        setArgs(K, Buffers[I], Rounds);
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

TEST(ApiSubDevices, DivideInEveryWay) {
  if (!isFerry())
    GTEST_SKIP() << "about its compute units";
  ChildOutcome Outcome = runChild("divide", {"FERRY_THREADS=4"});
  EXPECT_EQ(Outcome.status, 0) << Outcome.output;
}

TEST(ApiSubDevices, RunKernels) {
  if (!isFerry())
    GTEST_SKIP() << "about its compute units";
  // It is chance how far the parts' threads are when the process exits.
  for (int I = 0; I != 10; ++I) {
    ChildOutcome Outcome = runChild("run-on-parts", {"FERRY_THREADS=4"});
    ASSERT_EQ(Outcome.status, 0) << Outcome.output;
  }
}

} // namespace
