//===- DeviceEnqueue.cpp - Kernels that enqueue kernels -------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Command-queues of the device, and the functions of OpenCL C 6.15.17.
///
//===----------------------------------------------------------------------===//

#include "Support.h"
#include "api/CommandBuffers.h"

#include <algorithm>
#include <numeric>

using namespace conformance;

namespace {

constexpr cl_command_queue_properties OnDevice =
    CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;

Queue makeDeviceQueue(cl_command_queue_properties Properties = OnDevice,
                      cl_uint Size = 0, cl_int *Error = nullptr) {
  const cl_queue_properties All[] = {
      CL_QUEUE_PROPERTIES, Properties,
      Size ? cl_queue_properties(CL_QUEUE_SIZE) : 0, Size, 0};
  cl_int Code;
  Queue Q(clCreateCommandQueueWithProperties(context(), device(), All, &Code));
  if (Error)
    *Error = Code;
  else
    ok(Code);
  return Q;
}

class DeviceEnqueue : public testing::Test {
protected:
  void SetUp() override {
    if (!deviceInfo<cl_device_device_enqueue_capabilities>(
            CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES))
      GTEST_SKIP() << "no device-side enqueue";
    Default = makeDeviceQueue(OnDevice | CL_QUEUE_ON_DEVICE_DEFAULT);
  }

  Queue Default;
};

/// Runs the kernel `k(global int *out)` of \p Source over \p Items work-items;
/// \returns \p Count numbers, which began as 0.
std::vector<cl_int> run(const std::string &Source, size_t Count,
                        size_t Items = 1, const char *Std = "-cl-std=CL3.0") {
  Kernel K = buildKernel(Source, "k", Std);
  Buffer Out = upload(std::vector<cl_int>(Count));
  setArgs(K, Out);
  launch(K, {{Items}, {}, {}});
  return download<cl_int>(Out, Count);
}

//===----------------------------------------------------------------------===//
// Queues
//===----------------------------------------------------------------------===//

TEST_F(DeviceEnqueue, Queries) {
  EXPECT_GE(deviceInfo<cl_uint>(CL_DEVICE_MAX_ON_DEVICE_QUEUES), 1u);
  EXPECT_GE(deviceInfo<cl_uint>(CL_DEVICE_MAX_ON_DEVICE_EVENTS), 1024u);
  EXPECT_GE(deviceInfo<cl_uint>(CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE),
            16u << 10);
  EXPECT_GE(deviceInfo<cl_uint>(CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE),
            256u << 10);
  EXPECT_EQ(deviceInfo<cl_command_queue_properties>(
                CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES),
            cl_command_queue_properties(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE |
                                        CL_QUEUE_PROFILING_ENABLE));
  Queue Q = makeDeviceQueue(OnDevice, 1 << 15);
  cl_uint Size = 0;
  ok(clGetCommandQueueInfo(Q, CL_QUEUE_SIZE, sizeof(Size), &Size, nullptr));
  EXPECT_EQ(Size, 1u << 15);
  EXPECT_EQ(clGetCommandQueueInfo(queue(), CL_QUEUE_SIZE, sizeof(Size), &Size,
                                  nullptr),
            CL_INVALID_COMMAND_QUEUE);
  cl_command_queue_properties Properties = 0;
  ok(clGetCommandQueueInfo(Q, CL_QUEUE_PROPERTIES, sizeof(Properties),
                           &Properties, nullptr));
  EXPECT_EQ(Properties, OnDevice);
}

TEST_F(DeviceEnqueue, CreationFails) {
  struct Case {
    cl_command_queue_properties properties;
    cl_uint size;
    cl_int error;
  };
  const cl_uint Most = deviceInfo<cl_uint>(CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE);
  for (const Case &C :
       {Case{CL_QUEUE_ON_DEVICE, 0, CL_INVALID_VALUE},
        {CL_QUEUE_ON_DEVICE_DEFAULT, 0, CL_INVALID_VALUE},
        {CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 1 << 14, CL_INVALID_VALUE},
        {OnDevice, Most + 1, CL_INVALID_QUEUE_PROPERTIES}}) {
    cl_int Error = 0;
    EXPECT_EQ(makeDeviceQueue(C.properties, C.size, &Error), nullptr);
    EXPECT_EQ(Error, C.error) << C.properties;
  }
}

TEST_F(DeviceEnqueue, HostEnqueuesNothingToThem) {
  Queue Q = makeDeviceQueue();
  Buffer B = makeBuffer(4);
  cl_int Value = 0;
  EXPECT_EQ(
      clEnqueueReadBuffer(Q, B, CL_TRUE, 0, 4, &Value, 0, nullptr, nullptr),
      CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(clFinish(Q), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(clFlush(Q), CL_INVALID_COMMAND_QUEUE);
}

cl_command_queue defaultOf(cl_command_queue Q) {
  cl_command_queue Found = nullptr;
  ok(clGetCommandQueueInfo(Q, CL_QUEUE_DEVICE_DEFAULT, sizeof(Found), &Found,
                           nullptr));
  return Found;
}

TEST_F(DeviceEnqueue, DefaultQueue) {
  EXPECT_EQ(defaultOf(queue()), Default);
  EXPECT_EQ(defaultOf(Default), Default);
  // There is one; it is returned again.
  Queue Same = makeDeviceQueue(OnDevice | CL_QUEUE_ON_DEVICE_DEFAULT);
  EXPECT_EQ(Same, Default);
  Queue Other = makeDeviceQueue();
  ok(clSetDefaultDeviceCommandQueue(context(), device(), Other));
  EXPECT_EQ(defaultOf(queue()), Other);
  ok(clSetDefaultDeviceCommandQueue(context(), device(), Default));
  EXPECT_EQ(clSetDefaultDeviceCommandQueue(context(), device(), queue()),
            CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(clSetDefaultDeviceCommandQueue(nullptr, device(), Other),
            CL_INVALID_CONTEXT);
  Same.reset();
  Default.reset();
  EXPECT_EQ(defaultOf(queue()), nullptr);
  EXPECT_EQ(run(R"(
      kernel void k(global int *out) {
        queue_t q = get_default_queue();
        out[0] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1),
                                ^{ out[1] = 1; }) != CLK_SUCCESS;
      })",
                2),
            (std::vector<cl_int>{1, 0}));
}

TEST_F(DeviceEnqueue, QueueAsArgument) {
  Kernel K = buildKernel(R"(
    kernel void k(queue_t q, global int *out) {
      out[0] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(4),
                              ^{ out[1 + get_global_id(0)] = 5; });
    })",
                         "k", "-cl-std=CL3.0");
  Queue Q = makeDeviceQueue();
  cl_command_queue Mine = Q, Host = queue();
  Buffer B = makeBuffer(4);
  cl_mem Plain = B;
  EXPECT_EQ(clSetKernelArg(K, 0, sizeof(Mine), nullptr),
            CL_INVALID_DEVICE_QUEUE);
  EXPECT_EQ(clSetKernelArg(K, 0, sizeof(Host), &Host), CL_INVALID_DEVICE_QUEUE);
  EXPECT_EQ(clSetKernelArg(K, 0, sizeof(Plain), &Plain),
            CL_INVALID_DEVICE_QUEUE);
  EXPECT_EQ(clSetKernelArg(K, 0, 4, &Mine), CL_INVALID_ARG_SIZE);
  ok(clSetKernelArg(K, 0, sizeof(Mine), &Mine));
  Buffer Out = upload(std::vector<cl_int>(5));
  setArg(K, 1, Out);
  const size_t One = 1;
  ok(clEnqueueNDRangeKernel(queue(), K, 1, nullptr, &One, nullptr, 0, nullptr,
                            nullptr));
  Q.reset(); // The launch keeps it.
  EXPECT_EQ(download<cl_int>(Out, 5), (std::vector<cl_int>{0, 5, 5, 5, 5}));
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

TEST_F(DeviceEnqueue, BlocksAreCalled) {
  for (const char *Std : {"-cl-std=CL2.0", "-cl-std=CL3.0"})
    EXPECT_EQ(run(R"(
      int (^const plus)(int) = ^(int a) { return a + 1; };
      kernel void k(global int *out) {
        int factor = 3;
        int (^times)(int) = ^(int a) { return a * factor; };
        factor = 100;
        out[0] = times(5);
        out[1] = plus(6);
        int (^sum)(int, int) = ^(int a, int b) { return a + b * factor; };
        out[2] = sum(10, times(2));
      })",
                  3, 1, Std),
              (std::vector<cl_int>{15, 7, 610}))
        << Std;
}

TEST_F(DeviceEnqueue, ParentWaitsForChildren) {
  for (const char *Std : {"-cl-std=CL2.0", "-cl-std=CL3.0"})
    for (const char *Flags :
         {"CLK_ENQUEUE_FLAGS_NO_WAIT", "CLK_ENQUEUE_FLAGS_WAIT_KERNEL",
          "CLK_ENQUEUE_FLAGS_WAIT_WORK_GROUP"}) {
      const std::vector<cl_int> Out = run(std::string(R"(
        kernel void k(global int *out) {
          int i = get_global_id(0);
          int values[3] = {i, i + 1, i + 2};
          int a = values[0], b = values[1], c = values[2];
          if (enqueue_kernel(get_default_queue(), )") +
                                              Flags +
                                              R"(, ndrange_1D(16), ^{
                out[a * 16 + get_global_id(0)] = a + b + c + get_global_id(0);
              }) != CLK_SUCCESS)
            out[i * 16] = -1;
        })",
                                          1000 * 16, 1000, Std);
      for (cl_int I = 0; I != 1000 * 16; ++I)
        ASSERT_EQ(Out[I], I / 16 * 3 + 3 + I % 16) << Flags;
    }
}

TEST_F(DeviceEnqueue, NestedBlocks) {
  // Each of 4 work-items has 4 children, each of which has 4.
  EXPECT_EQ(run(R"(
      kernel void k(global int *out) {
        enqueue_kernel(get_default_queue(), 0, ndrange_1D(4), ^{
          atomic_inc(&out[1]);
          enqueue_kernel(get_default_queue(), 1, ndrange_1D(4), ^{
            atomic_inc(&out[2]);
            enqueue_kernel(get_default_queue(), 2, ndrange_1D(4), ^{
              atomic_inc(&out[3]);
            });
          });
        });
        atomic_inc(&out[0]);
      })",
                4, 4),
            (std::vector<cl_int>{4, 16, 64, 256}));
}

TEST_F(DeviceEnqueue, WaitsForTheParentsWork) {
  const std::vector<cl_int> Out = run(R"(
    kernel void k(global int *out) {
      size_t n = get_global_size(0), i = get_global_id(0);
      if (i == 0)
        enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL,
                       ndrange_1D(1), ^{
          int sum = 0;
          for (size_t j = 1; j != n; ++j)
            sum += out[j];
          out[0] = sum;
        });
      else
        out[i] = i;
    })",
                                      20000, 20000);
  EXPECT_EQ(Out[0], 20000 * 19999 / 2);
}

TEST_F(DeviceEnqueue, Ranges) {
  const std::vector<cl_int> Out = run(R"(
    kernel void k(global int *out) {
      queue_t q = get_default_queue();
      size_t offset[3] = {1, 2, 3}, size[3] = {4, 6, 2}, group[3] = {2, 3, 1};
      void (^note)(void) = ^{
        atomic_add(&out[get_work_dim() - 1],
                   get_global_id(0) + 10 * get_global_id(1) +
                       100 * get_global_id(2));
        atomic_inc(&out[3]);
        atomic_max(&out[4], (int)(get_local_size(0) * 100 +
                                  get_local_size(1) * 10 + get_local_size(2)));
      };
      int failed = 0;
      failed |= enqueue_kernel(q, 0, ndrange_1D(3, 4, 2), note);
      failed |= enqueue_kernel(q, 0, ndrange_1D(4, 2), note);
      failed |= enqueue_kernel(q, 0, ndrange_2D(offset, size, group), note);
      failed |= enqueue_kernel(q, 0, ndrange_2D(size, group), note);
      failed |= enqueue_kernel(q, 0, ndrange_3D(offset, size, group), note);
      failed |= enqueue_kernel(q, 0, ndrange_3D(size, group), note);
      out[5] = failed;
      out[6] = enqueue_kernel(q, 0, ndrange_1D(4, 1000000), note) != 0;
    })",
                                      7);
  auto Sum = [](int Dim, bool Offset) {
    const int O[3] = {Offset ? 1 : 0, Offset && Dim > 1 ? 2 : 0,
                      Offset && Dim > 2 ? 3 : 0},
              S[3] = {4, Dim > 1 ? 6 : 1, Dim > 2 ? 2 : 1};
    int Total = 0;
    for (int Z = 0; Z != S[2]; ++Z)
      for (int Y = 0; Y != S[1]; ++Y)
        for (int X = 0; X != S[0]; ++X)
          Total += X + O[0] + 10 * (Y + O[1]) + 100 * (Z + O[2]);
    return Total;
  };
  EXPECT_EQ(Out, (std::vector<cl_int>{(3 + 4 + 5 + 6) + (0 + 1 + 2 + 3),
                                      Sum(2, true) + Sum(2, false),
                                      Sum(3, true) + Sum(3, false),
                                      2 * (4 + 24 + 48), 231, 0, 1}));
}

TEST_F(DeviceEnqueue, LocalArguments) {
  const std::vector<cl_int> Out = run(R"(
    kernel void k(global int *out) {
      void (^reverse)(local void *, local void *) =
          ^(local void *a, local void *b) {
        local int *x = a;
        local float16 *y = b;
        size_t i = get_local_id(0), n = get_local_size(0);
        x[i] = get_global_id(0);
        y[i] = (float16)(1.0f);
        barrier(CLK_LOCAL_MEM_FENCE);
        out[get_global_id(0)] = x[n - 1 - i] + (int)y[n - 1 - i].s7;
      };
      uint bytes = 16 * sizeof(int);
      if (enqueue_kernel(get_default_queue(), 0, ndrange_1D(64, 16), reverse,
                         bytes, (uint)(16 * sizeof(float16))))
        out[0] = -1;
    })",
                                      64);
  for (cl_int I = 0; I != 64; ++I)
    EXPECT_EQ(Out[I], I / 16 * 16 + 15 - I % 16 + 1);
}

TEST_F(DeviceEnqueue, QuestionsAboutBlocks) {
  const std::vector<cl_int> Out = run(R"(
    kernel void k(global int *out) {
      void (^b)(void) = ^{ out[get_sub_group_local_id()] = 7; };
      void (^c)(local void *) = ^(local void *p) { out[0] = *(local int *)p; };
      out[0] = get_kernel_work_group_size(b);
      out[1] = get_kernel_preferred_work_group_size_multiple(b);
      out[2] = get_kernel_work_group_size(c);
      out[3] = get_kernel_max_sub_group_size_for_ndrange(ndrange_1D(64, 64), b);
      out[4] = get_kernel_sub_group_count_for_ndrange(ndrange_1D(64, 64), b);
    })",
                                      5);
  EXPECT_GE(Out[0], 1);
  EXPECT_GE(Out[1], 1);
  EXPECT_GE(Out[2], 1);
  EXPECT_EQ(Out[3] * Out[4], 64);
}

//===----------------------------------------------------------------------===//
// Events
//===----------------------------------------------------------------------===//

TEST_F(DeviceEnqueue, EventsOrderChildren) {
  const std::vector<cl_int> Out = run(R"(
    kernel void k(global int *out) {
      queue_t q = get_default_queue();
      clk_event_t first, second[2], third, marker;
      int failed = 0;
      failed |= enqueue_kernel(q, 0, ndrange_1D(1000), 0, NULL, &first,
                               ^{ atomic_inc(&out[0]); });
      for (int i = 0; i != 2; ++i)
        failed |= enqueue_kernel(q, 0, ndrange_1D(500), 1, &first, &second[i],
                                 ^{ atomic_add(&out[1], out[0]); });
      failed |= enqueue_marker(q, 2, second, &marker);
      failed |= enqueue_kernel(q, 0, ndrange_1D(1), 1, &marker, &third,
                               ^{ out[2] = out[1]; });
      failed |= enqueue_kernel(q, 0, ndrange_1D(1), 1, &third, NULL,
                               ^(local void *p) { out[3] = out[2] + 1; }, 4);
      release_event(first);
      release_event(second[0]);
      release_event(second[1]);
      release_event(third);
      release_event(marker);
      out[4] = failed;
    })",
                                      5);
  EXPECT_EQ(Out,
            (std::vector<cl_int>{1000, 1000 * 1000, 1000 * 1000, 1000001, 0}));
}

TEST_F(DeviceEnqueue, UserEvents) {
  const std::vector<cl_int> Out = run(R"(
    kernel void k(global int *out) {
      queue_t q = get_default_queue();
      clk_event_t user = create_user_event(), bad = create_user_event(), e;
      out[0] = is_valid_event(user);
      out[1] = is_valid_event(CLK_NULL_EVENT);
      enqueue_kernel(q, 0, ndrange_1D(1), 1, &user, &e, ^{ out[2] = out[3]; });
      enqueue_kernel(q, 0, ndrange_1D(1), 1, &bad, NULL, ^{ out[4] = 1; });
      retain_event(user);
      release_event(user);
      out[3] = 77;
      set_user_event_status(user, CL_COMPLETE);
      set_user_event_status(bad, -5);
      release_event(user);
      release_event(bad);
      enqueue_kernel(q, 0, ndrange_1D(1), 1, &e, NULL, ^{ out[5] = out[2]; });
      release_event(e);
      clk_event_t none = CLK_NULL_EVENT;
      out[6] = enqueue_kernel(q, 0, ndrange_1D(1), 1, &none, NULL,
                              ^{ out[4] = 2; }) != CLK_SUCCESS;
    })",
                                      7);
  EXPECT_EQ(Out, (std::vector<cl_int>{1, 0, 77, 77, 0, 77, 1}));
}

TEST_F(DeviceEnqueue, Profiling) {
  Kernel K = buildKernel(R"(
    kernel void k(global ulong *times) {
      clk_event_t e;
      enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL,
                     ndrange_1D(1), 0, NULL, &e, ^{
        for (int i = 0; i != 1000; ++i)
          atomic_inc((global int *)&times[2]);
        enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL,
                       ndrange_1D(1), ^{ times[3] = 1; });
      });
      capture_event_profiling_info(e, CLK_PROFILING_COMMAND_EXEC_TIME, times);
      release_event(e);
    })",
                         "k", "-cl-std=CL3.0");
  Buffer Out = upload(std::vector<cl_ulong>(4));
  setArgs(K, Out);
  Queue Q = makeQueue(context(), CL_QUEUE_PROFILING_ENABLE);
  const size_t One = 1;
  Event Done;
  ok(clEnqueueNDRangeKernel(Q, K, 1, nullptr, &One, nullptr, 0, nullptr,
                            Done.out()));
  ok(clFinish(Q));
  const std::vector<cl_ulong> Times = download<cl_ulong>(Out, 4);
  EXPECT_GT(Times[0], 0u);
  EXPECT_GE(Times[1], Times[0]);
  EXPECT_EQ(Times[2], 1000u);
  EXPECT_EQ(Times[3], 1u);
  cl_ulong Start, End, Complete;
  auto Ask = [&](cl_profiling_info What, cl_ulong &Time) {
    ok(clGetEventProfilingInfo(Done, What, sizeof(Time), &Time, nullptr));
  };
  Ask(CL_PROFILING_COMMAND_START, Start);
  Ask(CL_PROFILING_COMMAND_END, End);
  Ask(CL_PROFILING_COMMAND_COMPLETE, Complete);
  EXPECT_LE(Start, End);
  EXPECT_GE(Complete - End, Times[0]);
}

//===----------------------------------------------------------------------===//
// Limits
//===----------------------------------------------------------------------===//

TEST_F(DeviceEnqueue, QueueIsFull) {
  Kernel K = buildKernel(R"(
    kernel void k(queue_t q, global int *out) {
      for (int i = 0; i != 1 << 16; ++i)
        if (enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1),
                           ^{ atomic_inc(&out[1]); }) == CLK_SUCCESS)
          ++out[0];
    })",
                         "k", "-cl-std=CL3.0");
  Queue Q = makeDeviceQueue(OnDevice, 16 << 10);
  Buffer Out = upload(std::vector<cl_int>(2));
  setArgs(K, static_cast<cl_command_queue>(Q), Out);
  for (cl_int Iteration = 1; Iteration != 4; ++Iteration) {
    launch(K, {{1}, {}, {}});
    const std::vector<cl_int> Found = download<cl_int>(Out, 2);
    EXPECT_EQ(Found[0], Found[1]);
    EXPECT_GE(Found[0], 16 * Iteration);
    EXPECT_LT(Found[0], Iteration << 16);
  }
}

/// CL_COMMAND_BUFFER_CAPABILITY_DEVICE_SIDE_ENQUEUE_KHR.
TEST_F(DeviceEnqueue, CommandBuffersHaveNone) {
  if (!isFerry())
    GTEST_SKIP() << "about Ferry";
  Kernel K = buildKernel(R"(
    kernel void k(global int *out) {
      enqueue_kernel(get_default_queue(), 0, ndrange_1D(1), ^{ *out = 1; });
    })",
                         "k", "-cl-std=CL3.0");
  Buffer Out = makeBuffer(4);
  setArgs(K, Out);
  CommandBuffer B = record(queue());
  const size_t One = 1;
  EXPECT_EQ(conformance::clCommandNDRangeKernelKHR(B, nullptr, nullptr, K, 1,
                                                   nullptr, &One, nullptr, 0,
                                                   nullptr, nullptr, nullptr),
            CL_INVALID_OPERATION);
}

TEST_F(DeviceEnqueue, BlocksAreNoKernelsOfTheProgram) {
  Program P = build(R"(
    kernel void k(global int *out) {
      enqueue_kernel(get_default_queue(), 0, ndrange_1D(1), ^{ *out = 1; });
    })",
                    "-cl-std=CL3.0");
  size_t Count = 0;
  ok(clGetProgramInfo(P, CL_PROGRAM_NUM_KERNELS, sizeof(Count), &Count,
                      nullptr));
  EXPECT_EQ(Count, 1u);
  cl_uint Made = 0;
  ok(clCreateKernelsInProgram(P, 0, nullptr, &Made));
  EXPECT_EQ(Made, 1u);
}

TEST_F(DeviceEnqueue, ProgramsFromBinaries) {
  Program P;
  ok(loadBinary(binaryOf(build(R"(
    kernel void k(global int *out) {
      enqueue_kernel(get_default_queue(), 0, ndrange_1D(3),
                     ^{ out[get_global_id(0)] = 9; });
    })",
                               "-cl-std=CL3.0")),
                P));
  ok(clBuildProgram(P, 0, nullptr, nullptr, nullptr, nullptr));
  Kernel K = makeKernel(P, "k");
  Buffer Out = upload(std::vector<cl_int>(3));
  setArgs(K, Out);
  launch(K, {{1}, {}, {}});
  EXPECT_EQ(download<cl_int>(Out, 3), (std::vector<cl_int>{9, 9, 9}));
}

/// What comes next in an in-order queue sees what the children did.
TEST_F(DeviceEnqueue, QueuesWaitForChildren) {
  Program P = build(R"(
    kernel void k(global int *out, int depth) {
      if (depth > 0) {
        int next = depth - 1;
        for (int i = 0; i != 3; ++i)
          enqueue_kernel(get_default_queue(), 0, ndrange_1D(10), ^{
            atomic_inc(out);
            if (next > 0)
              enqueue_kernel(get_default_queue(), 0, ndrange_1D(5),
                             ^{ atomic_inc(out); });
          });
      }
    }
    kernel void copy(global const int *in, global int *out) { *out = *in; }
    )",
                    "-cl-std=CL3.0");
  Kernel K = makeKernel(P, "k"), Copy = makeKernel(P, "copy");
  for (int Iteration = 0; Iteration != 50; ++Iteration) {
    Buffer Count = upload(std::vector<cl_int>(1)),
           Seen = upload(std::vector<cl_int>(1));
    setArgs(K, Count, cl_int(2));
    setArgs(Copy, Count, Seen);
    const size_t Items = 4, One = 1;
    ok(clEnqueueNDRangeKernel(queue(), K, 1, nullptr, &Items, nullptr, 0,
                              nullptr, nullptr));
    ok(clEnqueueNDRangeKernel(queue(), Copy, 1, nullptr, &One, nullptr, 0,
                              nullptr, nullptr));
    ASSERT_EQ(download<cl_int>(Seen, 1)[0], 4 * 3 * (10 + 10 * 5));
  }
}

} // namespace
