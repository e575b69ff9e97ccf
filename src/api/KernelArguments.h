//===- KernelArguments.h - Setting up a kernel ------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What is set of a kernel, or of one in a command-buffer, with all that the
/// specification asks to be checked.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_API_KERNELARGUMENTS_H
#define FERRY_API_KERNELARGUMENTS_H

#include "core/Kernel.h"

namespace ferry::api {

/// clSetKernelArg.
void setArgument(core::Kernel &K, cl_uint Index, std::size_t Size,
                 const void *Value);

/// clSetKernelArgSVMPointer.
void setArgumentPointer(core::Kernel &K, cl_uint Index, const void *Value);

/// clSetKernelExecInfo, which changes nothing.
void checkExecInfo(cl_kernel_exec_info Name, std::size_t Size,
                   const void *Value);

} // namespace ferry::api

#endif // FERRY_API_KERNELARGUMENTS_H
