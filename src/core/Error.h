//===- Error.h - The one error type -----------------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CORE_ERROR_H
#define FERRY_CORE_ERROR_H

#include <CL/cl.h>

namespace ferry::core {

/// Thrown by whatever finds that a call cannot be carried out; the API room
/// turns it into the call's result in one place (api/Entry.h).
class Error {
public:
  explicit Error(cl_int Code) : Code(Code) {}
  cl_int code() const { return Code; }

private:
  cl_int Code;
};

/// The form of every check: `require(condition the specification asks for,
/// the error it names)`.
inline void require(bool Condition, cl_int Code) {
  if (!Condition) [[unlikely]]
    throw Error(Code);
}

} // namespace ferry::core

#endif // FERRY_CORE_ERROR_H
