//===- HostCalls.cpp - What the program calls -----------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "check-host/HostCalls.h"

#include "check-host/HostCall.h"
#include "core/Context.h"
#include "core/Event.h"
#include "core/Kernel.h"
#include "core/Queue.h"

namespace ferry::check {

namespace {

//===----------------------------------------------------------------------===//
// Calls that make or release several objects
//===----------------------------------------------------------------------===//

cl_icd_dispatch Next;

cl_int createKernelsInProgram(cl_program Program, cl_uint Room,
                              cl_kernel *Kernels, cl_uint *Count) {
  cl_uint Made = 0;
  const cl_int Error =
      Next.clCreateKernelsInProgram(Program, Room, Kernels, &Made);
  for (cl_uint I = 0; Error == CL_SUCCESS && Kernels && I != Made; ++I)
    HostObjects::get().made(Kernels[I], "clCreateKernelsInProgram");
  if (Error == CL_SUCCESS && Count)
    *Count = Made;
  return Error;
}

cl_int createSubDevices(cl_device_id Device,
                        const cl_device_partition_property *Properties,
                        cl_uint Room, cl_device_id *Devices, cl_uint *Count) {
  cl_uint Made = 0;
  const cl_int Error =
      Next.clCreateSubDevices(Device, Properties, Room, Devices, &Made);
  for (cl_uint I = 0; Error == CL_SUCCESS && Devices && I != Made; ++I)
    HostObjects::get().made(Devices[I], "clCreateSubDevices");
  if (Error == CL_SUCCESS && Count)
    *Count = Made;
  return Error;
}

} // namespace

#define WATCH(...) FERRY_WATCH(Table, __VA_ARGS__)

static void watchObjects(cl_icd_dispatch &Table) {
  constexpr Blocks Always{Blocks::Always};
  WATCH(clCreateContext, Always);
  WATCH(clCreateContextFromType, Always);
  WATCH(clCreateCommandQueue, Always);
  WATCH(clCreateCommandQueueWithProperties, Always);
  WATCH(clCreateBuffer);
  WATCH(clCreateBufferWithProperties);
  WATCH(clCreateSubBuffer);
  WATCH(clCreateImage);
  WATCH(clCreateImageWithProperties);
  WATCH(clCreateImage2D);
  WATCH(clCreateImage3D);
  WATCH(clCreatePipe);
  WATCH(clCreateSampler);
  WATCH(clCreateSamplerWithProperties);
  WATCH(clCreateProgramWithSource);
  WATCH(clCreateProgramWithBinary);
  WATCH(clCreateProgramWithBuiltInKernels);
  WATCH(clCreateProgramWithIL);
  WATCH(clLinkProgram, Blocks{Blocks::IfNull, 6});
  WATCH(clBuildProgram, Blocks{Blocks::IfNull, 4});
  WATCH(clCompileProgram, Blocks{Blocks::IfNull, 7});
  WATCH(clCreateKernel);
  WATCH(clCloneKernel);
  WATCH(clCreateUserEvent);
  WATCH(clFinish, Always);
  WATCH(clWaitForEvents, Always);
}

static void watchEnqueues(cl_icd_dispatch &Table) {
  constexpr Blocks IfSecond{Blocks::IfSet, 1}, IfThird{Blocks::IfSet, 2};
  WATCH(clEnqueueReadBuffer, IfThird);
  WATCH(clEnqueueReadBufferRect, IfThird);
  WATCH(clEnqueueReadImage, IfThird);
  WATCH(clEnqueueWriteBuffer, IfThird);
  WATCH(clEnqueueWriteBufferRect, IfThird);
  WATCH(clEnqueueWriteImage, IfThird);
  WATCH(clEnqueueMapBuffer, IfThird);
  WATCH(clEnqueueMapImage, IfThird);
  WATCH(clEnqueueSVMMap, IfSecond);
  WATCH(clEnqueueSVMMemcpy, IfSecond);
  WATCH(clEnqueueSVMMemFill);
  WATCH(clEnqueueSVMUnmap);
  WATCH(clEnqueueSVMFree);
  WATCH(clEnqueueSVMMigrateMem);
  WATCH(clEnqueueFillBuffer);
  WATCH(clEnqueueFillImage);
  WATCH(clEnqueueCopyBuffer);
  WATCH(clEnqueueCopyBufferRect);
  WATCH(clEnqueueCopyImage);
  WATCH(clEnqueueCopyImageToBuffer);
  WATCH(clEnqueueCopyBufferToImage);
  WATCH(clEnqueueUnmapMemObject);
  WATCH(clEnqueueMigrateMemObjects);
  WATCH(clEnqueueNDRangeKernel);
  WATCH(clEnqueueTask);
  WATCH(clEnqueueNativeKernel);
  WATCH(clEnqueueMarker);
  WATCH(clEnqueueMarkerWithWaitList);
  WATCH(clEnqueueWaitForEvents);
  WATCH(clEnqueueBarrierWithWaitList);
}
#undef WATCH

static void watchCounts(cl_icd_dispatch &Table) {
#define COUNT(NAME, CLASS) FERRY_COUNT(Table, NAME, , core::CLASS)
  COUNT(Context, Context);
  COUNT(Device, Device);
  COUNT(CommandQueue, Queue);
  COUNT(MemObject, MemObject);
  COUNT(Sampler, Sampler);
  COUNT(Program, Program);
  COUNT(Kernel, Kernel);
  COUNT(Event, Event);
#undef COUNT
}

void watchCalls(cl_icd_dispatch &Table) {
  Next = Table;
  Table.clCreateKernelsInProgram = createKernelsInProgram;
  Table.clCreateSubDevices = createSubDevices;
  watchObjects(Table);
  watchEnqueues(Table);
  watchCounts(Table);
}

} // namespace ferry::check
