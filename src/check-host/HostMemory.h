//===- HostMemory.h - Tells checks of the host's memory objects -*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CHECKHOST_HOSTMEMORY_H
#define FERRY_CHECKHOST_HOSTMEMORY_H

#include <CL/cl_icd.h>

namespace ferry::check {

/// Puts functions into \p Table, before those that are there, that tell
/// HostEvents of buffers and what is written to them.
void watchMemory(cl_icd_dispatch &Table);

} // namespace ferry::check

#endif // FERRY_CHECKHOST_HOSTMEMORY_H
