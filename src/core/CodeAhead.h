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

/// Has other threads make code of \p Kernel, one of \p Code, for \p Row
/// (abi::rowClass) and any images and samplers: all processors' threads but
/// one, which is left to who waits for other code. Nothing is made if nobody
/// else holds \p Code by then. \returns false where there is only one thread.
bool makeAhead(Ref<Executable> Code, const abi::KernelInfo &Kernel,
               std::uint32_t Row) noexcept;

} // namespace ferry::core

#endif // FERRY_CORE_CODEAHEAD_H
