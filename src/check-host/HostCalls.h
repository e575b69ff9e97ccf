//===- HostCalls.h - What the program calls ---------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CHECKHOST_HOSTCALLS_H
#define FERRY_CHECKHOST_HOSTCALLS_H

#include <CL/cl_icd.h>

namespace ferry::check {

/// Puts functions into \p Table that note which objects the program has, and
/// report calls with those that it has released, and calls in callbacks.
void watchCalls(cl_icd_dispatch &Table);

} // namespace ferry::check

#endif // FERRY_CHECKHOST_HOSTCALLS_H
