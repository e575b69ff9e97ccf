//===- CodeAhead.h - Code of kernels before it is asked for -----*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CORE_CODEAHEAD_H
#define FERRY_CORE_CODEAHEAD_H

#include "core/Executable.h"
#include "core/Object.h"

namespace ferry::core {

/// Has other threads make code for the rows that \p Kernel, of \p Code, is most
/// likely launched with: all processors' threads but one, which is left to who
/// waits for other code. Does nothing where there is only one, if nobody else
/// holds \p Code by then, or if the code depends on images and samplers: nobody
/// knows yet on which.
void makeAhead(Ref<Executable> Code, const abi::KernelInfo &Kernel) noexcept;

} // namespace ferry::core

#endif // FERRY_CORE_CODEAHEAD_H
