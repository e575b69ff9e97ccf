//===- Caller.h - Where the program calls from ------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CHECKHOST_CALLER_H
#define FERRY_CHECKHOST_CALLER_H

#include "check/Report.h"

namespace ferry::check {

/// The instruction of the program, or of a library of it, that calls the driver
/// now, through a loader or not; 0 if that cannot be found. Takes microseconds.
std::uintptr_t caller();

/// What is said of a call at \p Caller, as long as its library is loaded.
Side callSide(std::string What, std::uintptr_t Caller);

} // namespace ferry::check

#endif // FERRY_CHECKHOST_CALLER_H
