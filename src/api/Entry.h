//===- Entry.h - From exceptions to error codes -----------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The body of every entry point is a lambda given to one of these wrappers:
/// inside, an error is thrown by core::require; no exception leaves.
///
/// The entry points have the names and the C linkage of the specification, so
/// that they can be found; the linker exports none of them but the ICD's
/// (icd/exports.map).
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_API_ENTRY_H
#define FERRY_API_ENTRY_H

#include "core/Error.h"

#include <CL/cl.h>

#include <type_traits>

namespace ferry::api {

using core::require;

/// The code of the exception being handled. Reports it under FERRY_DEBUG=api.
cl_int errorInFlight(const char *Function) noexcept;

/// For entry points that return their error.
template <typename Body>
cl_int call(const char *Function, Body &&Run) noexcept {
  try {
    Run();
    return CL_SUCCESS;
  } catch (...) {
    return errorInFlight(Function);
  }
}

/// For entry points that return an object or a pointer, and the error through
/// \p ErrcodeRet, which may be null.
template <typename Body>
auto create(const char *Function, cl_int *ErrcodeRet, Body &&Run) noexcept
    -> std::invoke_result_t<Body> {
  cl_int Code = CL_SUCCESS;
  std::invoke_result_t<Body> Result = nullptr;
  try {
    Result = Run();
  } catch (...) {
    Code = errorInFlight(Function);
  }
  if (ErrcodeRet)
    *ErrcodeRet = Code;
  return Result;
}

} // namespace ferry::api

#endif // FERRY_API_ENTRY_H
