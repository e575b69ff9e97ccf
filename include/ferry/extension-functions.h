//===- ferry/extension-functions.h - Functions of extensions ----*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The entry points of extensions that loaders have no place for in their
/// dispatch table: programs ask for them by name.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_EXTENSION_FUNCTIONS_H
#define FERRY_EXTENSION_FUNCTIONS_H

#include "ferry/cl_ext.h"

// clang-format off
#define FERRY_FOR_EACH_EXTENSION_FUNCTION(X) \
  X(clCreateCommandBufferKHR) X(clRetainCommandBufferKHR) \
  X(clReleaseCommandBufferKHR) X(clFinalizeCommandBufferKHR) \
  X(clEnqueueCommandBufferKHR) X(clCommandBarrierWithWaitListKHR) \
  X(clCommandCopyBufferKHR) X(clCommandCopyBufferRectKHR) \
  X(clCommandCopyBufferToImageKHR) X(clCommandCopyImageKHR) \
  X(clCommandCopyImageToBufferKHR) X(clCommandFillBufferKHR) \
  X(clCommandFillImageKHR) X(clCommandNDRangeKernelKHR) \
  X(clCommandSVMMemcpyKHR) X(clCommandSVMMemFillKHR) \
  X(clGetCommandBufferInfoKHR) X(clUpdateMutableCommandsKHR) \
  X(clGetMutableCommandInfoKHR) \
  X(clHostMemAllocINTEL) X(clDeviceMemAllocINTEL) X(clSharedMemAllocINTEL) \
  X(clMemFreeINTEL) X(clMemBlockingFreeINTEL) X(clGetMemAllocInfoINTEL) \
  X(clSetKernelArgMemPointerINTEL) X(clEnqueueMemFillINTEL) \
  X(clEnqueueMemsetINTEL) X(clEnqueueMemcpyINTEL) \
  X(clEnqueueMigrateMemINTEL) X(clEnqueueMemAdviseINTEL) \
  X(clSetKernelArgDevicePointerEXT) \
  X(clCreateSemaphoreWithPropertiesKHR) X(clEnqueueWaitSemaphoresKHR) \
  X(clEnqueueSignalSemaphoresKHR) X(clGetSemaphoreInfoKHR) \
  X(clRetainSemaphoreKHR) X(clReleaseSemaphoreKHR) \
  X(clGetSemaphoreHandleForTypeKHR) \
  X(clEnqueueAcquireExternalMemObjectsKHR) \
  X(clEnqueueReleaseExternalMemObjectsKHR) \
  X(clGetImageRequirementsInfoEXT)
// clang-format on

namespace ferry {

namespace function_types {
#define FERRY_TYPE(NAME) using NAME = decltype(NAME);
FERRY_FOR_EACH_EXTENSION_FUNCTION(FERRY_TYPE)
#undef FERRY_TYPE
} // namespace function_types

/// What the platform answers programs that ask for one.
struct ExtensionTable {
#define FERRY_MEMBER(NAME) function_types::NAME *NAME;
  FERRY_FOR_EACH_EXTENSION_FUNCTION(FERRY_MEMBER)
#undef FERRY_MEMBER
};

} // namespace ferry

#endif // FERRY_EXTENSION_FUNCTIONS_H
