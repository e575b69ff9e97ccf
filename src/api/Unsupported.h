//===- Unsupported.h - Entry points of what Ferry lacks ---------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One function for every entry point that belongs to an optional feature, or
/// to an extension, that no device of Ferry has: it checks the object it is
/// called on and returns the error for an unsupported feature (appendix H,
/// OpenCL 3.0 Backwards Compatibility).
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_API_UNSUPPORTED_H
#define FERRY_API_UNSUPPORTED_H

#include "api/Entry.h"
#include "core/Context.h"
#include "core/Kernel.h"
#include "core/Queue.h"

#include <tuple>

namespace ferry::api {

inline void checkHandle(cl_context H) { core::Context::from(H); }
inline void checkHandle(cl_command_queue H) { core::Queue::from(H); }
inline void checkHandle(cl_kernel H) { core::Kernel::from(H); }
/// Not an object whose absence has an error of its own.
template <typename T> void checkHandle(const T &) {}

template <typename Function, cl_int Code> struct Unsupported;

template <typename... Args, cl_int Code>
struct Unsupported<cl_int (*)(Args...), Code> {
  static cl_int CL_API_CALL entry(Args... A) {
    return call("unsupported entry point", [&] {
      checkHandle(std::get<0>(std::tie(A...)));
      throw core::Error(Code);
    });
  }
};

/// Functions that return an object: the last argument is errcode_ret.
template <typename Result, typename... Args, cl_int Code>
struct Unsupported<Result *(*)(Args...), Code> {
  static Result *CL_API_CALL entry(Args... A) {
    auto All = std::tie(A...);
    cl_int *ErrcodeRet = std::get<sizeof...(Args) - 1>(All);
    return create("unsupported entry point", ErrcodeRet, [&]() -> Result * {
      checkHandle(std::get<0>(All));
      throw core::Error(Code);
    });
  }
};

/// \tparam Function the type of the entry in the dispatch table.
template <typename Function, cl_int Code = CL_INVALID_OPERATION>
inline constexpr Function unsupported = &Unsupported<Function, Code>::entry;

} // namespace ferry::api

#endif // FERRY_API_UNSUPPORTED_H
