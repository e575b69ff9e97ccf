//===- Launch.h - Kernels that are enqueued or recorded ---------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_API_LAUNCH_H
#define FERRY_API_LAUNCH_H

#include "core/Command.h"
#include "core/Kernel.h"

namespace ferry::api {

/// A kernel that is used on \p Q.
core::Kernel &kernelOn(const core::Queue &Q, cl_kernel Handle);

/// What clEnqueueNDRangeKernel checks of a kernel and its range, and the
/// command that it makes, which keeps the code alive, but not the arguments.
core::Command &makeRange(core::Queue &Q, core::Kernel &K, cl_command_type Type,
                         cl_uint WorkDim, const std::size_t *Offset,
                         const std::size_t *Size, const std::size_t *Local);

/// What can be checked of a range before the kernel has its arguments.
void checkRange(const core::Kernel &K, core::Device &D, cl_uint WorkDim,
                const std::size_t *Offset, const std::size_t *Size,
                const std::size_t *Local);

} // namespace ferry::api

#endif // FERRY_API_LAUNCH_H
