//===- Functions.cpp - Entry points by their names ------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Whoever opens the driver without a loader, and loaders for functions that
/// they do not know, ask for entry points by name.
///
//===----------------------------------------------------------------------===//

#include "Dispatch.h"
#include "core/Platform.h"

#include <cstring>

using namespace ferry;

// clang-format off
#define FOR_EACH_FUNCTION(X) \
  X(clGetPlatformInfo) X(clGetDeviceIDs) \
  X(clGetDeviceInfo) X(clCreateContext) X(clCreateContextFromType) \
  X(clRetainContext) X(clReleaseContext) X(clGetContextInfo) \
  X(clCreateCommandQueue) X(clRetainCommandQueue) X(clReleaseCommandQueue) \
  X(clGetCommandQueueInfo) X(clSetCommandQueueProperty) X(clCreateBuffer) \
  X(clCreateImage2D) X(clCreateImage3D) X(clRetainMemObject) \
  X(clReleaseMemObject) X(clGetSupportedImageFormats) X(clGetMemObjectInfo) \
  X(clGetImageInfo) X(clCreateSampler) X(clRetainSampler) X(clReleaseSampler) \
  X(clGetSamplerInfo) X(clCreateProgramWithSource) \
  X(clCreateProgramWithBinary) X(clRetainProgram) X(clReleaseProgram) \
  X(clBuildProgram) X(clGetProgramInfo) \
  X(clGetProgramBuildInfo) X(clCreateKernel) X(clCreateKernelsInProgram) \
  X(clRetainKernel) X(clReleaseKernel) X(clSetKernelArg) X(clGetKernelInfo) \
  X(clGetKernelWorkGroupInfo) X(clWaitForEvents) X(clGetEventInfo) \
  X(clRetainEvent) X(clReleaseEvent) X(clGetEventProfilingInfo) X(clFlush) \
  X(clFinish) X(clEnqueueReadBuffer) X(clEnqueueWriteBuffer) \
  X(clEnqueueCopyBuffer) X(clEnqueueReadImage) X(clEnqueueWriteImage) \
  X(clEnqueueCopyImage) X(clEnqueueCopyImageToBuffer) \
  X(clEnqueueCopyBufferToImage) X(clEnqueueMapBuffer) X(clEnqueueMapImage) \
  X(clEnqueueUnmapMemObject) X(clEnqueueNDRangeKernel) X(clEnqueueTask) \
  X(clEnqueueNativeKernel) X(clEnqueueMarker) X(clEnqueueWaitForEvents) \
  X(clEnqueueBarrier) X(clGetExtensionFunctionAddress) X(clSetEventCallback) \
  X(clCreateSubBuffer) X(clSetMemObjectDestructorCallback) \
  X(clCreateUserEvent) X(clSetUserEventStatus) X(clEnqueueReadBufferRect) \
  X(clEnqueueWriteBufferRect) X(clEnqueueCopyBufferRect) X(clCreateSubDevices) \
  X(clRetainDevice) X(clReleaseDevice) X(clCreateImage) \
  X(clCreateProgramWithBuiltInKernels) X(clCompileProgram) X(clLinkProgram) \
  X(clUnloadPlatformCompiler) X(clGetKernelArgInfo) X(clEnqueueFillBuffer) \
  X(clEnqueueFillImage) X(clEnqueueMigrateMemObjects) \
  X(clEnqueueMarkerWithWaitList) X(clEnqueueBarrierWithWaitList) \
  X(clGetExtensionFunctionAddressForPlatform) \
  X(clCreateCommandQueueWithProperties) X(clCreatePipe) X(clGetPipeInfo) \
  X(clSVMAlloc) X(clSVMFree) X(clEnqueueSVMFree) X(clEnqueueSVMMemcpy) \
  X(clEnqueueSVMMemFill) X(clEnqueueSVMMap) X(clEnqueueSVMUnmap) \
  X(clCreateSamplerWithProperties) X(clSetKernelArgSVMPointer) \
  X(clSetKernelExecInfo) X(clCloneKernel) X(clCreateProgramWithIL) \
  X(clEnqueueSVMMigrateMem) X(clGetDeviceAndHostTimer) X(clGetHostTimer) \
  X(clGetKernelSubGroupInfo) X(clSetDefaultDeviceCommandQueue) \
  X(clSetProgramReleaseCallback) X(clSetProgramSpecializationConstant) \
  X(clCreateBufferWithProperties) X(clCreateImageWithProperties) \
  X(clSetContextDestructorCallback)
// clang-format on

namespace ferry {

static ExtensionTable Extensions = {
#define ADDRESS(NAME) &NAME,
    FERRY_FOR_EACH_EXTENSION_FUNCTION(ADDRESS)
#undef ADDRESS
};

ExtensionTable &extensionTable() { return Extensions; }

/// The function \p Name of OpenCL, or of an extension that the platform has;
/// null if there is none.
static void *findFunction(const char *Name) {
  const DispatchTable &Table = dispatchTable();
  auto Address = [](auto *Function) {
    return reinterpret_cast<void *>(Function);
  };
#define FUNCTION(NAME) {#NAME, Address(Table.NAME)},
#define EXTENSION_FUNCTION(NAME) {#NAME, Address(Extensions.NAME)},
  const struct {
    const char *name;
    void *address;
  } Functions[] = {
      FOR_EACH_FUNCTION(FUNCTION){"clGetKernelSuggestedLocalWorkSize",
                                  Address(&clGetKernelSuggestedLocalWorkSize)},
      {"clGetKernelSuggestedLocalWorkSizeKHR",
       Address(&clGetKernelSuggestedLocalWorkSize)},
      {"clGetKernelSubGroupInfoKHR", Address(Table.clGetKernelSubGroupInfoKHR)},
      {"clGetPlatformIDs", Address(&clGetPlatformIDs)},
      {"clUnloadCompiler", Address(&clUnloadCompiler)},
      {"clIcdGetPlatformIDsKHR", Address(&clIcdGetPlatformIDsKHR)},
      {"clIcdGetFunctionAddressForPlatformKHR",
       Address(&clIcdGetFunctionAddressForPlatformKHR)},
      {"clIcdSetPlatformDispatchDataKHR",
       Address(&clIcdSetPlatformDispatchDataKHR)},
      {"clCreateCommandQueueWithPropertiesKHR",
       Address(Table.clCreateCommandQueueWithProperties)},
      {"clCreateProgramWithILKHR", Address(Table.clCreateProgramWithIL)},
      FERRY_FOR_EACH_EXTENSION_FUNCTION(EXTENSION_FUNCTION)};
  for (const auto &F : Functions)
    if (std::strcmp(F.name, Name) == 0)
      return F.address;
  return nullptr;
}

} // namespace ferry

// exports.map can only export what is visible.

[[gnu::visibility("default")]] void *
clGetExtensionFunctionAddress(const char *func_name) {
  if (!func_name)
    return nullptr;
  return findFunction(func_name);
}

void *clGetExtensionFunctionAddressForPlatform(cl_platform_id platform,
                                               const char *func_name) {
  return core::Platform::tryFrom(platform)
             ? clGetExtensionFunctionAddress(func_name)
             : nullptr;
}

[[gnu::visibility("default")]] void *
clIcdGetFunctionAddressForPlatformKHR(cl_platform_id platform,
                                      const char *func_name) {
  return clGetExtensionFunctionAddressForPlatform(platform, func_name);
}
