//===- UnifiedMemory.h - Functions of unified shared memory -----*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CONFORMANCE_API_UNIFIEDMEMORY_H
#define FERRY_CONFORMANCE_API_UNIFIEDMEMORY_H

#include "ExtensionFunctions.h"

#include "ferry/cl_ext.h"

namespace conformance {

EXTENSION_FUNCTION(clHostMemAllocINTEL, ::clHostMemAllocINTEL)
EXTENSION_FUNCTION(clDeviceMemAllocINTEL, ::clDeviceMemAllocINTEL)
EXTENSION_FUNCTION(clSharedMemAllocINTEL, ::clSharedMemAllocINTEL)
EXTENSION_FUNCTION(clMemFreeINTEL, ::clMemFreeINTEL)
EXTENSION_FUNCTION(clMemBlockingFreeINTEL, ::clMemBlockingFreeINTEL)
EXTENSION_FUNCTION(clGetMemAllocInfoINTEL, ::clGetMemAllocInfoINTEL)
EXTENSION_FUNCTION(clSetKernelArgMemPointerINTEL,
                   ::clSetKernelArgMemPointerINTEL)
EXTENSION_FUNCTION(clEnqueueMemFillINTEL, ::clEnqueueMemFillINTEL)
EXTENSION_FUNCTION(clEnqueueMemsetINTEL, ferry::clEnqueueMemsetINTEL)
EXTENSION_FUNCTION(clEnqueueMemcpyINTEL, ::clEnqueueMemcpyINTEL)
EXTENSION_FUNCTION(clEnqueueMigrateMemINTEL, ::clEnqueueMigrateMemINTEL)
EXTENSION_FUNCTION(clEnqueueMemAdviseINTEL, ::clEnqueueMemAdviseINTEL)

} // namespace conformance

#endif // FERRY_CONFORMANCE_API_UNIFIEDMEMORY_H
