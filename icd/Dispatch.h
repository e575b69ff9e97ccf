//===- Dispatch.h - The dispatch table --------------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_ICD_DISPATCH_H
#define FERRY_ICD_DISPATCH_H

#include "ferry/extension-functions.h"

#include <CL/cl_icd.h>

#include <cstddef>

extern "C" cl_int CL_API_CALL clGetKernelSuggestedLocalWorkSize(
    cl_command_queue command_queue, cl_kernel kernel, cl_uint work_dim,
    const size_t *global_work_offset, const size_t *global_work_size,
    size_t *suggested_local_work_size);

// Of cl_khr_icd 2.0, which headers before 3.1 do not declare either.
extern "C" cl_int CL_API_CALL
clIcdSetPlatformDispatchDataKHR(cl_platform_id platform, void *dispatch_data);
extern "C" void *CL_API_CALL clIcdGetFunctionAddressForPlatformKHR(
    cl_platform_id platform, const char *func_name);

namespace ferry {

/// The table of OpenCL 3.1. Loaders of 3.0 know all but its end, which only
/// headers of 3.1 have.
template <typename Known, bool IsWhole = requires(
                              Known K) { K.clGetKernelSuggestedLocalWorkSize; }>
struct TableOf31 : Known {};
template <typename Known> struct TableOf31<Known, false> : Known {
  void *clGetKernelSuggestedLocalWorkSize;
};
using DispatchTable = TableOf31<cl_icd_dispatch>;
static_assert(sizeof(DispatchTable) ==
                  offsetof(cl_icd_dispatch, clSetContextDestructorCallback) +
                      2 * sizeof(void *),
              "headers of a later version: their table has more functions");

const DispatchTable &dispatchTable();
ExtensionTable &extensionTable();

} // namespace ferry

#endif // FERRY_ICD_DISPATCH_H
