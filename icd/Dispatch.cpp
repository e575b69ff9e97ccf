//===- Dispatch.cpp - The driver as ICD loaders see it --------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Dispatch.h"
#include "api/Unsupported.h"
#include "check-host/Watch.h"
#include "core/Platform.h"
#include "ferry/config.h"

#include <cstdint>
#include <type_traits>

using namespace ferry;
using namespace ferry::api;

namespace {

// Entries whose types cl_icd.h only has on Windows. Nobody can call them
// through a loader here; they are filled all the same.
using CreateBuffer = cl_mem (*)(cl_context, cl_mem_flags, void *, cl_int *);
using CreateTexture = cl_mem (*)(cl_context, cl_mem_flags, void *, cl_uint,
                                 cl_int *);
using CreateSurface = cl_mem (*)(cl_context, cl_mem_flags, cl_uint, void *,
                                 cl_uint, cl_int *);
using GetDevices = cl_int (*)(cl_platform_id, cl_uint, void *, cl_uint, cl_uint,
                              cl_device_id *, cl_uint *);
using GetAdapterDevices = cl_int (*)(cl_platform_id, cl_uint, cl_uint *, void *,
                                     cl_uint, cl_uint, cl_device_id *,
                                     cl_uint *);
using UseObjects = cl_int (*)(cl_command_queue, cl_uint, const cl_mem *,
                              cl_uint, const cl_event *, cl_event *);

template <typename Function> Function typeOf(Function cl_icd_dispatch::*);

/// What fills \p Entry; headers before 3.1 have other names for the types.
template <auto Entry, cl_int Code = CL_INVALID_OPERATION>
constexpr auto missing = unsupported<decltype(typeOf(Entry)), Code>;

template <typename Function> void *direct3D() {
  return reinterpret_cast<void *>(unsupported<Function>);
}

/// cl_ext_device_fission's is the core function with wider properties; no
/// property is supported.
cl_int createSubDevices(cl_device_id Device,
                        const cl_device_partition_property_ext *,
                        cl_uint NumEntries, cl_device_id *Devices,
                        cl_uint *NumDevices) {
  return clCreateSubDevices(Device, nullptr, NumEntries, Devices, NumDevices);
}

/// CL_ICD2_TAG_KHR, in the place of two functions that no loader calls through
/// the table: handles have a word for the loader (cl_khr_icd 2.0).
constexpr std::intptr_t LoaderManaged = 0x4F50454E434C3331;

#pragma GCC diagnostic push
// Headers of 3.1 have one function more.
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
const cl_icd_dispatch UpTo30 = {
    // OpenCL 1.0
    .clGetPlatformIDs =
        reinterpret_cast<decltype(cl_icd_dispatch::clGetPlatformIDs)>(
            LoaderManaged),
    .clGetPlatformInfo = clGetPlatformInfo,
    .clGetDeviceIDs = clGetDeviceIDs,
    .clGetDeviceInfo = clGetDeviceInfo,
    .clCreateContext = clCreateContext,
    .clCreateContextFromType = clCreateContextFromType,
    .clRetainContext = clRetainContext,
    .clReleaseContext = clReleaseContext,
    .clGetContextInfo = clGetContextInfo,
    .clCreateCommandQueue = clCreateCommandQueue,
    .clRetainCommandQueue = clRetainCommandQueue,
    .clReleaseCommandQueue = clReleaseCommandQueue,
    .clGetCommandQueueInfo = clGetCommandQueueInfo,
    .clSetCommandQueueProperty = clSetCommandQueueProperty,
    .clCreateBuffer = clCreateBuffer,
    .clCreateImage2D = clCreateImage2D,
    .clCreateImage3D = clCreateImage3D,
    .clRetainMemObject = clRetainMemObject,
    .clReleaseMemObject = clReleaseMemObject,
    .clGetSupportedImageFormats = clGetSupportedImageFormats,
    .clGetMemObjectInfo = clGetMemObjectInfo,
    .clGetImageInfo = clGetImageInfo,
    .clCreateSampler = clCreateSampler,
    .clRetainSampler = clRetainSampler,
    .clReleaseSampler = clReleaseSampler,
    .clGetSamplerInfo = clGetSamplerInfo,
    .clCreateProgramWithSource = clCreateProgramWithSource,
    .clCreateProgramWithBinary = clCreateProgramWithBinary,
    .clRetainProgram = clRetainProgram,
    .clReleaseProgram = clReleaseProgram,
    .clBuildProgram = clBuildProgram,
    .clUnloadCompiler =
        reinterpret_cast<decltype(cl_icd_dispatch::clUnloadCompiler)>(
            LoaderManaged),
    .clGetProgramInfo = clGetProgramInfo,
    .clGetProgramBuildInfo = clGetProgramBuildInfo,
    .clCreateKernel = clCreateKernel,
    .clCreateKernelsInProgram = clCreateKernelsInProgram,
    .clRetainKernel = clRetainKernel,
    .clReleaseKernel = clReleaseKernel,
    .clSetKernelArg = clSetKernelArg,
    .clGetKernelInfo = clGetKernelInfo,
    .clGetKernelWorkGroupInfo = clGetKernelWorkGroupInfo,
    .clWaitForEvents = clWaitForEvents,
    .clGetEventInfo = clGetEventInfo,
    .clRetainEvent = clRetainEvent,
    .clReleaseEvent = clReleaseEvent,
    .clGetEventProfilingInfo = clGetEventProfilingInfo,
    .clFlush = clFlush,
    .clFinish = clFinish,
    .clEnqueueReadBuffer = clEnqueueReadBuffer,
    .clEnqueueWriteBuffer = clEnqueueWriteBuffer,
    .clEnqueueCopyBuffer = clEnqueueCopyBuffer,
    .clEnqueueReadImage = clEnqueueReadImage,
    .clEnqueueWriteImage = clEnqueueWriteImage,
    .clEnqueueCopyImage = clEnqueueCopyImage,
    .clEnqueueCopyImageToBuffer = clEnqueueCopyImageToBuffer,
    .clEnqueueCopyBufferToImage = clEnqueueCopyBufferToImage,
    .clEnqueueMapBuffer = clEnqueueMapBuffer,
    .clEnqueueMapImage = clEnqueueMapImage,
    .clEnqueueUnmapMemObject = clEnqueueUnmapMemObject,
    .clEnqueueNDRangeKernel = clEnqueueNDRangeKernel,
    .clEnqueueTask = clEnqueueTask,
    .clEnqueueNativeKernel = clEnqueueNativeKernel,
    .clEnqueueMarker = clEnqueueMarker,
    .clEnqueueWaitForEvents = clEnqueueWaitForEvents,
    .clEnqueueBarrier = clEnqueueBarrier,
    .clGetExtensionFunctionAddress = clGetExtensionFunctionAddress,
    .clCreateFromGLBuffer = missing<&cl_icd_dispatch::clCreateFromGLBuffer>,
    .clCreateFromGLTexture2D =
        missing<&cl_icd_dispatch::clCreateFromGLTexture2D>,
    .clCreateFromGLTexture3D =
        missing<&cl_icd_dispatch::clCreateFromGLTexture3D>,
    .clCreateFromGLRenderbuffer =
        missing<&cl_icd_dispatch::clCreateFromGLRenderbuffer>,
    .clGetGLObjectInfo =
        missing<&cl_icd_dispatch::clGetGLObjectInfo, CL_INVALID_MEM_OBJECT>,
    .clGetGLTextureInfo =
        missing<&cl_icd_dispatch::clGetGLTextureInfo, CL_INVALID_MEM_OBJECT>,
    .clEnqueueAcquireGLObjects =
        missing<&cl_icd_dispatch::clEnqueueAcquireGLObjects>,
    .clEnqueueReleaseGLObjects =
        missing<&cl_icd_dispatch::clEnqueueReleaseGLObjects>,
    .clGetGLContextInfoKHR = missing<&cl_icd_dispatch::clGetGLContextInfoKHR>,

    // cl_khr_d3d10_sharing
    .clGetDeviceIDsFromD3D10KHR = direct3D<GetDevices>(),
    .clCreateFromD3D10BufferKHR = direct3D<CreateBuffer>(),
    .clCreateFromD3D10Texture2DKHR = direct3D<CreateTexture>(),
    .clCreateFromD3D10Texture3DKHR = direct3D<CreateTexture>(),
    .clEnqueueAcquireD3D10ObjectsKHR = direct3D<UseObjects>(),
    .clEnqueueReleaseD3D10ObjectsKHR = direct3D<UseObjects>(),

    // OpenCL 1.1
    .clSetEventCallback = clSetEventCallback,
    .clCreateSubBuffer = clCreateSubBuffer,
    .clSetMemObjectDestructorCallback = clSetMemObjectDestructorCallback,
    .clCreateUserEvent = clCreateUserEvent,
    .clSetUserEventStatus = clSetUserEventStatus,
    .clEnqueueReadBufferRect = clEnqueueReadBufferRect,
    .clEnqueueWriteBufferRect = clEnqueueWriteBufferRect,
    .clEnqueueCopyBufferRect = clEnqueueCopyBufferRect,

    // cl_ext_device_fission
    .clCreateSubDevicesEXT = createSubDevices,
    .clRetainDeviceEXT = clRetainDevice,
    .clReleaseDeviceEXT = clReleaseDevice,

    // cl_khr_gl_event
    .clCreateEventFromGLsyncKHR =
        missing<&cl_icd_dispatch::clCreateEventFromGLsyncKHR>,

    // OpenCL 1.2
    .clCreateSubDevices = clCreateSubDevices,
    .clRetainDevice = clRetainDevice,
    .clReleaseDevice = clReleaseDevice,
    .clCreateImage = clCreateImage,
    .clCreateProgramWithBuiltInKernels = clCreateProgramWithBuiltInKernels,
    .clCompileProgram = clCompileProgram,
    .clLinkProgram = clLinkProgram,
    .clUnloadPlatformCompiler = clUnloadPlatformCompiler,
    .clGetKernelArgInfo = clGetKernelArgInfo,
    .clEnqueueFillBuffer = clEnqueueFillBuffer,
    .clEnqueueFillImage = clEnqueueFillImage,
    .clEnqueueMigrateMemObjects = clEnqueueMigrateMemObjects,
    .clEnqueueMarkerWithWaitList = clEnqueueMarkerWithWaitList,
    .clEnqueueBarrierWithWaitList = clEnqueueBarrierWithWaitList,
    .clGetExtensionFunctionAddressForPlatform =
        clGetExtensionFunctionAddressForPlatform,
    .clCreateFromGLTexture = missing<&cl_icd_dispatch::clCreateFromGLTexture>,

    // cl_khr_d3d11_sharing
    .clGetDeviceIDsFromD3D11KHR = direct3D<GetDevices>(),
    .clCreateFromD3D11BufferKHR = direct3D<CreateBuffer>(),
    .clCreateFromD3D11Texture2DKHR = direct3D<CreateTexture>(),
    .clCreateFromD3D11Texture3DKHR = direct3D<CreateTexture>(),
    .clCreateFromDX9MediaSurfaceKHR = direct3D<CreateSurface>(),
    .clEnqueueAcquireD3D11ObjectsKHR = direct3D<UseObjects>(),
    .clEnqueueReleaseD3D11ObjectsKHR = direct3D<UseObjects>(),

    // cl_khr_dx9_media_sharing
    .clGetDeviceIDsFromDX9MediaAdapterKHR = direct3D<GetAdapterDevices>(),
    .clEnqueueAcquireDX9MediaSurfacesKHR = direct3D<UseObjects>(),
    .clEnqueueReleaseDX9MediaSurfacesKHR = direct3D<UseObjects>(),

    // cl_khr_egl_image
    .clCreateFromEGLImageKHR =
        missing<&cl_icd_dispatch::clCreateFromEGLImageKHR>,
    .clEnqueueAcquireEGLObjectsKHR =
        missing<&cl_icd_dispatch::clEnqueueAcquireEGLObjectsKHR>,
    .clEnqueueReleaseEGLObjectsKHR =
        missing<&cl_icd_dispatch::clEnqueueReleaseEGLObjectsKHR>,

    // cl_khr_egl_event
    .clCreateEventFromEGLSyncKHR =
        missing<&cl_icd_dispatch::clCreateEventFromEGLSyncKHR>,

    // OpenCL 2.0
    .clCreateCommandQueueWithProperties = clCreateCommandQueueWithProperties,
    .clCreatePipe = clCreatePipe,
    .clGetPipeInfo = clGetPipeInfo,
    .clSVMAlloc = clSVMAlloc,
    .clSVMFree = clSVMFree,
    .clEnqueueSVMFree = clEnqueueSVMFree,
    .clEnqueueSVMMemcpy = clEnqueueSVMMemcpy,
    .clEnqueueSVMMemFill = clEnqueueSVMMemFill,
    .clEnqueueSVMMap = clEnqueueSVMMap,
    .clEnqueueSVMUnmap = clEnqueueSVMUnmap,
    .clCreateSamplerWithProperties = clCreateSamplerWithProperties,
    .clSetKernelArgSVMPointer = clSetKernelArgSVMPointer,
    .clSetKernelExecInfo = clSetKernelExecInfo,

    // cl_khr_sub_groups
    .clGetKernelSubGroupInfoKHR = clGetKernelSubGroupInfo,

    // OpenCL 2.1
    .clCloneKernel = clCloneKernel,
    .clCreateProgramWithIL = clCreateProgramWithIL,
    .clEnqueueSVMMigrateMem = clEnqueueSVMMigrateMem,
    .clGetDeviceAndHostTimer = clGetDeviceAndHostTimer,
    .clGetHostTimer = clGetHostTimer,
    .clGetKernelSubGroupInfo = clGetKernelSubGroupInfo,
    .clSetDefaultDeviceCommandQueue = clSetDefaultDeviceCommandQueue,

    // OpenCL 2.2
    .clSetProgramReleaseCallback = clSetProgramReleaseCallback,
    .clSetProgramSpecializationConstant = clSetProgramSpecializationConstant,

    // OpenCL 3.0
    .clCreateBufferWithProperties = clCreateBufferWithProperties,
    .clCreateImageWithProperties = clCreateImageWithProperties,
    .clSetContextDestructorCallback = clSetContextDestructorCallback,
};
#pragma GCC diagnostic pop

DispatchTable Table = [] {
  DispatchTable All{};
  static_cast<cl_icd_dispatch &>(All) = UpTo30;
  // Typed by headers of 3.1 alone.
  auto &Last = All.clGetKernelSuggestedLocalWorkSize;
  Last = reinterpret_cast<std::remove_reference_t<decltype(Last)>>(
      &clGetKernelSuggestedLocalWorkSize);
  return All;
}();

} // namespace

const void *ferry::core::DispatchTable = &Table;

const DispatchTable &ferry::dispatchTable() { return Table; }

// exports.map can only export what is visible.
[[gnu::visibility("default")]] cl_int
clIcdGetPlatformIDsKHR(cl_uint num_entries, cl_platform_id *platforms,
                       cl_uint *num_platforms) {
  // Not when the library is loaded: a program may set variables after that.
  [[maybe_unused]] static const bool IsWatched =
      config::checks() && (check::watchHost(Table, extensionTable()), true);
  return clGetPlatformIDs(num_entries, platforms, num_platforms);
}

[[gnu::visibility("default")]] cl_int
clIcdSetPlatformDispatchDataKHR(cl_platform_id platform, void *dispatch_data) {
  return call(__func__, [&] {
    core::Platform::from(platform).setDispatchData(dispatch_data);
  });
}
