//===- Dispatch.cpp - The driver as ICD loaders see it --------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Dispatch.h"
#include "api/Unsupported.h"
#include "core/Platform.h"

#include <cstdint>

using namespace ferry;
using namespace ferry::api;

namespace {

// Slots whose types cl_icd.h only has on Windows. Nobody can call them through
// a loader here; they are filled all the same.
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

const cl_icd_dispatch UpTo30 = {
    // OpenCL 1.0
    .clGetPlatformIDs =
        reinterpret_cast<cl_api_clGetPlatformIDs>(LoaderManaged),
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
        reinterpret_cast<cl_api_clUnloadCompiler>(LoaderManaged),
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
    .clCreateFromGLBuffer = unsupported<cl_api_clCreateFromGLBuffer>,
    .clCreateFromGLTexture2D = unsupported<cl_api_clCreateFromGLTexture2D>,
    .clCreateFromGLTexture3D = unsupported<cl_api_clCreateFromGLTexture3D>,
    .clCreateFromGLRenderbuffer =
        unsupported<cl_api_clCreateFromGLRenderbuffer>,
    .clGetGLObjectInfo =
        unsupported<cl_api_clGetGLObjectInfo, CL_INVALID_MEM_OBJECT>,
    .clGetGLTextureInfo =
        unsupported<cl_api_clGetGLTextureInfo, CL_INVALID_MEM_OBJECT>,
    .clEnqueueAcquireGLObjects = unsupported<cl_api_clEnqueueAcquireGLObjects>,
    .clEnqueueReleaseGLObjects = unsupported<cl_api_clEnqueueReleaseGLObjects>,
    .clGetGLContextInfoKHR = unsupported<cl_api_clGetGLContextInfoKHR>,

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
        unsupported<cl_api_clCreateEventFromGLsyncKHR>,

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
    .clCreateFromGLTexture = unsupported<cl_api_clCreateFromGLTexture>,

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
    .clCreateFromEGLImageKHR = unsupported<cl_api_clCreateFromEGLImageKHR>,
    .clEnqueueAcquireEGLObjectsKHR =
        unsupported<cl_api_clEnqueueAcquireEGLObjectsKHR>,
    .clEnqueueReleaseEGLObjectsKHR =
        unsupported<cl_api_clEnqueueReleaseEGLObjectsKHR>,

    // cl_khr_egl_event
    .clCreateEventFromEGLSyncKHR =
        unsupported<cl_api_clCreateEventFromEGLSyncKHR>,

    // OpenCL 2.0
    .clCreateCommandQueueWithProperties = clCreateCommandQueueWithProperties,
    .clCreatePipe = unsupported<cl_api_clCreatePipe>,
    .clGetPipeInfo = unsupported<cl_api_clGetPipeInfo, CL_INVALID_MEM_OBJECT>,
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

const DispatchTable Table = {UpTo30, clGetKernelSuggestedLocalWorkSize};

} // namespace

const void *ferry::core::DispatchTable = &Table;

const DispatchTable &ferry::dispatchTable() { return Table; }

// exports.map can only export what is visible.
[[gnu::visibility("default")]] cl_int
clIcdGetPlatformIDsKHR(cl_uint num_entries, cl_platform_id *platforms,
                       cl_uint *num_platforms) {
  return clGetPlatformIDs(num_entries, platforms, num_platforms);
}

[[gnu::visibility("default")]] cl_int
clIcdSetPlatformDispatchDataKHR(cl_platform_id platform, void *dispatch_data) {
  return call(__func__, [&] {
    core::Platform::from(platform).setDispatchData(dispatch_data);
  });
}
