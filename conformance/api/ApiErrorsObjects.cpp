//===- ApiErrorsObjects.cpp - Errors of what makes and queries objects ----===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What no other test provokes of the errors that the specification names.
/// docs/entry-points.md says which test provokes which error.
///
//===----------------------------------------------------------------------===//

#include "Support.h"

using namespace conformance;

namespace {

/// The error of \p Make, which is given a place for it and makes nothing.
template <typename Function> cl_int errorOf(Function Make) {
  cl_int Code = CL_SUCCESS;
  EXPECT_EQ(Make(&Code), nullptr);
  return Code;
}

char Host[64];

//===----------------------------------------------------------------------===//
// Platform, devices, contexts and queues
//===----------------------------------------------------------------------===//

TEST(ApiErrorsOfObjects, Devices) {
  cl_device_id D;
  cl_platform_id P;
  EXPECT_EQ(clGetPlatformIDs(0, &P, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clGetPlatformIDs(0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clGetDeviceIDs(platform(), CL_DEVICE_TYPE_ALL, 0, &D, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clGetDeviceIDs(platform(), CL_DEVICE_TYPE_ALL, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
  cl_ulong Time;
  EXPECT_EQ(clGetHostTimer(device(), nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clGetDeviceAndHostTimer(device(), &Time, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clGetDeviceAndHostTimer(device(), nullptr, &Time),
            CL_INVALID_VALUE);
}

TEST(ApiErrorsOfObjects, SubDevices) {
  const cl_uint Units = deviceInfo<cl_uint>(CL_DEVICE_MAX_COMPUTE_UNITS);
  if (Units < 2)
    GTEST_SKIP() << "cannot be divided";
  cl_device_id Some[1];
  cl_uint Count;
  using Property = cl_device_partition_property;
  const Property Equally[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
  const Property Whole[] = {CL_DEVICE_PARTITION_EQUALLY, Property(Units), 0};
  const Property TooMany[] = {CL_DEVICE_PARTITION_BY_COUNTS, Property(Units), 1,
                              CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
  const Property Unknown[] = {0x7777, 1, 0};
  EXPECT_EQ(clCreateSubDevices(device(), Equally, 1, Some, &Count),
            CL_INVALID_VALUE);
  EXPECT_EQ(clCreateSubDevices(device(), Unknown, 0, nullptr, &Count),
            CL_INVALID_VALUE);
  EXPECT_EQ(clCreateSubDevices(device(), Whole, 0, nullptr, &Count),
            CL_DEVICE_PARTITION_FAILED);
  EXPECT_EQ(clCreateSubDevices(device(), TooMany, 0, nullptr, &Count),
            CL_INVALID_DEVICE_PARTITION_COUNT);
}

TEST(ApiErrorsOfObjects, Contexts) {
  const cl_device_id D = device();
  const cl_device_id WithNull[] = {D, nullptr};
  const cl_context_properties Wrong[] = {CL_CONTEXT_PLATFORM, 8, 0};
  const cl_context_properties Unknown[] = {
      CL_CONTEXT_PLATFORM, cl_context_properties(platform()), 0x7777, 1, 0};
  const cl_context_properties Right[] = {CL_CONTEXT_PLATFORM,
                                         cl_context_properties(platform()), 0};
  EXPECT_EQ(errorOf([&](cl_int *E) {
              return clCreateContext(Right, 2, WithNull, nullptr, nullptr, E);
            }),
            CL_INVALID_DEVICE);
  EXPECT_EQ(errorOf([&](cl_int *E) {
              return clCreateContext(Wrong, 1, &D, nullptr, nullptr, E);
            }),
            CL_INVALID_PLATFORM);
  EXPECT_EQ(errorOf([&](cl_int *E) {
              return clCreateContext(Unknown, 1, &D, nullptr, nullptr, E);
            }),
            CL_INVALID_PROPERTY);
  EXPECT_EQ(errorOf([&](cl_int *E) {
              return clCreateContextFromType(Unknown, CL_DEVICE_TYPE_ALL,
                                             nullptr, nullptr, E);
            }),
            CL_INVALID_PROPERTY);
  EXPECT_EQ(errorOf([&](cl_int *E) {
              return clCreateContextFromType(Right, CL_DEVICE_TYPE_ALL, nullptr,
                                             Host, E);
            }),
            CL_INVALID_VALUE);
  EXPECT_EQ(clSetContextDestructorCallback(context(), nullptr, nullptr),
            CL_INVALID_VALUE);
}

TEST(ApiErrorsOfObjects, Queues) {
  SubDevice Other = makeSubDevice();
  const cl_device_id Stranger = Other;
  constexpr cl_command_queue_properties Unknown = 1ull << 40;
  EXPECT_EQ(errorOf([&](cl_int *E) {
              return clCreateCommandQueue(context(), device(), Unknown, E);
            }),
            CL_INVALID_VALUE);
  // "CL_INVALID_OPERATION if no devices in the context associated with
  // command_queue support modifying the properties of a command-queue."
  EXPECT_EQ(clSetCommandQueueProperty(queue(), CL_QUEUE_PROFILING_ENABLE,
                                      CL_TRUE, nullptr),
            CL_INVALID_OPERATION);
  if (Stranger) {
    EXPECT_EQ(errorOf([&](cl_int *E) {
                return clCreateCommandQueue(context(), Stranger, 0, E);
              }),
              CL_INVALID_DEVICE);
    EXPECT_EQ(errorOf([&](cl_int *E) {
                return clCreateCommandQueueWithProperties(context(), Stranger,
                                                          nullptr, E);
              }),
              CL_INVALID_DEVICE);
  }
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

TEST(ApiErrorsOfObjects, Images) {
  const cl_image_format Right = {CL_RGBA, CL_UNSIGNED_INT8};
  const cl_image_format None = {CL_RGBA, 0x7777};
  const cl_image_format Unsupported = {CL_RGB, CL_UNSIGNED_INT8};
  auto Make2D = [](const cl_image_format *Format, cl_mem_flags Flags,
                   void *Pointer) {
    return errorOf([&](cl_int *E) {
      return clCreateImage2D(context(), Flags, Format, 4, 4, 0, Pointer, E);
    });
  };
  auto Make3D = [](const cl_image_format *Format, cl_mem_flags Flags,
                   void *Pointer) {
    return errorOf([&](cl_int *E) {
      return clCreateImage3D(context(), Flags, Format, 4, 4, 4, 0, 0, Pointer,
                             E);
    });
  };
  auto MakeProperties = [](const cl_image_format *Format, cl_mem_flags Flags,
                           void *Pointer, size_t Width = 4) {
    cl_image_desc Desc = {};
    Desc.image_type = CL_MEM_OBJECT_IMAGE2D;
    Desc.image_width = Width;
    Desc.image_height = 4;
    return errorOf([&](cl_int *E) {
      return clCreateImageWithProperties(context(), nullptr, Flags, Format,
                                         &Desc, Pointer, E);
    });
  };
  constexpr cl_mem_flags TwoWays = CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY;
  EXPECT_EQ(Make2D(&Right, TwoWays, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(Make3D(&Right, TwoWays, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(MakeProperties(&Right, TwoWays, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(Make2D(&None, 0, nullptr), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  EXPECT_EQ(Make3D(&None, 0, nullptr), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  EXPECT_EQ(MakeProperties(&None, 0, nullptr),
            CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  EXPECT_NE(Make2D(&Unsupported, 0, nullptr), CL_SUCCESS);
  EXPECT_EQ(Make2D(&Right, 0, Host), CL_INVALID_HOST_PTR);
  EXPECT_EQ(Make3D(&Right, 0, Host), CL_INVALID_HOST_PTR);
  EXPECT_EQ(MakeProperties(&Right, 0, Host), CL_INVALID_HOST_PTR);
  EXPECT_EQ(MakeProperties(&Right, 0, nullptr, size_t(1) << 40),
            CL_INVALID_IMAGE_SIZE);
  EXPECT_EQ(MakeProperties(&Right, 0, nullptr, 0), CL_INVALID_IMAGE_SIZE);
  EXPECT_EQ(errorOf([&](cl_int *E) {
              return clCreateImageWithProperties(context(), nullptr, 0, &Right,
                                                 nullptr, nullptr, E);
            }),
            CL_INVALID_IMAGE_DESCRIPTOR);
  Buffer B = makeBuffer(4);
  EXPECT_EQ(clSetMemObjectDestructorCallback(B, nullptr, nullptr),
            CL_INVALID_VALUE);
}

TEST(ApiErrorsOfObjects, Properties) {
  const cl_mem_properties Unknown[] = {0x7777, 1, 0};
  const cl_image_format Format = {CL_RGBA, CL_UNSIGNED_INT8};
  cl_image_desc Desc = {};
  Desc.image_type = CL_MEM_OBJECT_IMAGE2D;
  Desc.image_width = Desc.image_height = 4;
  EXPECT_EQ(errorOf([&](cl_int *E) {
              return clCreateBufferWithProperties(context(), Unknown, 0, 4,
                                                  nullptr, E);
            }),
            CL_INVALID_PROPERTY);
  EXPECT_EQ(errorOf([&](cl_int *E) {
              return clCreateImageWithProperties(context(), Unknown, 0, &Format,
                                                 &Desc, nullptr, E);
            }),
            CL_INVALID_PROPERTY);
}

//===----------------------------------------------------------------------===//
// Programs and kernels
//===----------------------------------------------------------------------===//

constexpr char Source[] = "kernel void k(global int *p) { *p = 1; }";

Program makeProgram(const char *Text = Source) {
  cl_int Code;
  Program P(clCreateProgramWithSource(context(), 1, &Text, nullptr, &Code));
  ok(Code);
  return P;
}

void CL_CALLBACK whenBuilt(cl_program, void *) {}

TEST(ApiErrorsOfObjects, ProgramsFromSource) {
  const char *Null = nullptr;
  EXPECT_EQ(errorOf([&](cl_int *E) {
              return clCreateProgramWithSource(context(), 0, &Null, nullptr, E);
            }),
            CL_INVALID_VALUE);
  EXPECT_EQ(errorOf([&](cl_int *E) {
              return clCreateProgramWithSource(context(), 1, &Null, nullptr, E);
            }),
            CL_INVALID_VALUE);
  const cl_device_id D = device();
  EXPECT_EQ(errorOf([&](cl_int *E) {
              return clCreateProgramWithBuiltInKernels(context(), 1, &D,
                                                       nullptr, E);
            }),
            CL_INVALID_VALUE);
}

TEST(ApiErrorsOfObjects, Builds) {
  Program P = makeProgram();
  const cl_device_id D = device();
  const cl_device_id WithNull[] = {D, nullptr};
  EXPECT_EQ(clBuildProgram(P, 0, &D, "", nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clBuildProgram(P, 1, nullptr, "", nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clBuildProgram(P, 1, &D, "", nullptr, Host), CL_INVALID_VALUE);
  EXPECT_EQ(clBuildProgram(P, 2, WithNull, "", nullptr, nullptr),
            CL_INVALID_DEVICE);
  EXPECT_EQ(clBuildProgram(P, 1, &D, "-nonsense", nullptr, nullptr),
            CL_INVALID_BUILD_OPTIONS);
  EXPECT_EQ(
      clCompileProgram(P, 0, &D, "", 0, nullptr, nullptr, nullptr, nullptr),
      CL_INVALID_VALUE);
  EXPECT_EQ(clCompileProgram(P, 2, WithNull, "", 0, nullptr, nullptr, nullptr,
                             nullptr),
            CL_INVALID_DEVICE);
  EXPECT_EQ(clCompileProgram(P, 1, &D, "-nonsense", 0, nullptr, nullptr,
                             nullptr, nullptr),
            CL_INVALID_COMPILER_OPTIONS);
  const cl_program Headers[] = {P};
  EXPECT_EQ(
      clCompileProgram(P, 1, &D, "", 1, Headers, nullptr, nullptr, nullptr),
      CL_INVALID_VALUE);
  EXPECT_EQ(clCreateKernel(P, "k", nullptr), nullptr);
  EXPECT_EQ(errorOf([&](cl_int *E) { return clCreateKernel(P, "k", E); }),
            CL_INVALID_PROGRAM_EXECUTABLE);
  cl_uint Count;
  EXPECT_EQ(clCreateKernelsInProgram(P, 0, nullptr, &Count),
            CL_INVALID_PROGRAM_EXECUTABLE);
  ok(clCompileProgram(P, 1, &D, "", 0, nullptr, nullptr, nullptr, nullptr));
  const cl_program Inputs[] = {P}, NullInput[] = {P, nullptr};
  auto Link = [&](cl_uint NumDevices, const cl_device_id *Devices,
                  const char *Options, cl_uint Count, const cl_program *Of,
                  void *Data) {
    return errorOf([&](cl_int *E) {
      return clLinkProgram(context(), NumDevices, Devices, Options, Count, Of,
                           nullptr, Data, E);
    });
  };
  EXPECT_EQ(Link(0, &D, "", 1, Inputs, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(Link(1, &D, "", 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(Link(1, &D, "", 1, Inputs, Host), CL_INVALID_VALUE);
  EXPECT_EQ(Link(2, WithNull, "", 1, Inputs, nullptr), CL_INVALID_DEVICE);
  EXPECT_EQ(Link(1, &D, "", 2, NullInput, nullptr), CL_INVALID_PROGRAM);
  EXPECT_EQ(Link(1, &D, "-nonsense", 1, Inputs, nullptr),
            CL_INVALID_LINKER_OPTIONS);
  Program Fresh = makeProgram();
  const cl_program NotCompiled[] = {Fresh};
  EXPECT_EQ(Link(1, &D, "", 1, NotCompiled, nullptr), CL_INVALID_OPERATION);
}

TEST(ApiErrorsOfObjects, BuildsThatFail) {
  Program P = makeProgram("kernel void k( {");
  const cl_device_id D = device();
  EXPECT_EQ(clBuildProgram(P, 1, &D, "", nullptr, nullptr),
            CL_BUILD_PROGRAM_FAILURE);
  EXPECT_EQ(
      clCompileProgram(P, 1, &D, "", 0, nullptr, nullptr, nullptr, nullptr),
      CL_COMPILE_PROGRAM_FAILURE);
  Program Undefined =
      makeProgram("int f(); kernel void k(global int *p) { *p = f(); }");
  ok(clCompileProgram(Undefined, 1, &D, "", 0, nullptr, nullptr, nullptr,
                      nullptr));
  const cl_program Input = Undefined;
  cl_int Code;
  Program Linked(
      clLinkProgram(context(), 1, &D, "", 1, &Input, nullptr, nullptr, &Code));
  EXPECT_EQ(Code, CL_LINK_PROGRAM_FAILURE);
}

TEST(ApiErrorsOfObjects, ProgramsWithKernels) {
  Program P = makeProgram();
  const cl_device_id D = device();
  ok(clBuildProgram(P, 1, &D, "", nullptr, nullptr));
  Kernel K = makeKernel(P, "k");
  EXPECT_EQ(clBuildProgram(P, 1, &D, "", nullptr, nullptr),
            CL_INVALID_OPERATION);
  EXPECT_EQ(
      clCompileProgram(P, 1, &D, "", 0, nullptr, nullptr, nullptr, nullptr),
      CL_INVALID_OPERATION);
  EXPECT_EQ(clSetProgramReleaseCallback(P, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clSetProgramReleaseCallback(P, whenBuilt, nullptr),
            CL_INVALID_OPERATION);
}

TEST(ApiErrorsOfObjects, QueriesOfAnotherDevice) {
  SubDevice Other = makeSubDevice();
  const cl_device_id D = Other;
  if (!D)
    GTEST_SKIP() << "cannot be divided";
  Kernel K = buildKernel(Source, "k");
  cl_program P;
  ok(clGetKernelInfo(K, CL_KERNEL_PROGRAM, sizeof(P), &P, nullptr));
  size_t Size;
  EXPECT_EQ(clGetKernelWorkGroupInfo(K, D, CL_KERNEL_WORK_GROUP_SIZE,
                                     sizeof(Size), &Size, nullptr),
            CL_INVALID_DEVICE);
  EXPECT_EQ(clGetKernelSubGroupInfo(K, D, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0,
                                    nullptr, sizeof(Size), &Size, nullptr),
            CL_INVALID_DEVICE);
  EXPECT_EQ(
      clGetProgramBuildInfo(P, D, CL_PROGRAM_BUILD_LOG, 0, nullptr, &Size),
      CL_INVALID_DEVICE);
  EXPECT_EQ(clSetDefaultDeviceCommandQueue(context(), D, queue()),
            CL_INVALID_DEVICE);
  EXPECT_EQ(clBuildProgram(P, 1, &D, "", nullptr, nullptr), CL_INVALID_DEVICE);
  const Binary Bytes = binaryOf(P);
  const size_t Length = Bytes.size();
  const unsigned char *Data = Bytes.data();
  EXPECT_EQ(errorOf([&](cl_int *E) {
              return clCreateProgramWithBinary(context(), 1, &D, &Length, &Data,
                                               nullptr, E);
            }),
            CL_INVALID_DEVICE);
  EXPECT_EQ(errorOf([&](cl_int *E) {
              return clCreateProgramWithBuiltInKernels(context(), 1, &D, "k",
                                                       E);
            }),
            CL_INVALID_DEVICE);
}

TEST(ApiErrorsOfObjects, QueriesOfNothing) {
  constexpr cl_uint Unknown = 0x7777;
  Kernel K = buildKernel(Source, "k", "-cl-kernel-arg-info");
  cl_program P;
  ok(clGetKernelInfo(K, CL_KERNEL_PROGRAM, sizeof(P), &P, nullptr));
  size_t Size;
  EXPECT_EQ(clGetProgramBuildInfo(P, device(), Unknown, 0, nullptr, &Size),
            CL_INVALID_VALUE);
  EXPECT_EQ(clGetKernelArgInfo(K, 0, Unknown, 0, nullptr, &Size),
            CL_INVALID_VALUE);
  EXPECT_EQ(clGetKernelArgInfo(K, 1, CL_KERNEL_ARG_NAME, 0, nullptr, &Size),
            CL_INVALID_ARG_INDEX);
  EXPECT_EQ(clGetKernelSubGroupInfo(K, device(), Unknown, 0, nullptr, 0,
                                    nullptr, &Size),
            CL_INVALID_VALUE);
  Queue Q = makeQueue(context(), CL_QUEUE_PROFILING_ENABLE);
  Event Done;
  ok(clEnqueueMarkerWithWaitList(Q, 0, nullptr, Done.out()));
  ok(clFinish(Q));
  EXPECT_EQ(clGetEventProfilingInfo(Done, Unknown, 0, nullptr, &Size),
            CL_INVALID_VALUE);
}

TEST(ApiErrorsOfObjects, ArgumentsOfAnotherContext) {
  Context Other = makeContext();
  cl_int Code;
  Buffer B(clCreateBuffer(Other, 0, 4, nullptr, &Code));
  ok(Code);
  const cl_mem Memory = B;
  Kernel K = buildKernel(Source, "k");
  EXPECT_EQ(clSetKernelArg(K, 0, sizeof(Memory), &Memory), CL_INVALID_CONTEXT);
}

} // namespace
