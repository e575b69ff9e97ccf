//===- HostCallbacks.h - Callbacks of the program ---------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CHECKHOST_HOSTCALLBACKS_H
#define FERRY_CHECKHOST_HOSTCALLBACKS_H

#include <CL/cl_icd.h>

namespace ferry::check {

/// Puts functions into \p Table that note when a callback runs in which the
/// specification lets nothing block (sections 5.5.6 and 5.11).
void watchCallbacks(cl_icd_dispatch &Table);

/// What has called the callback that this thread is in: "an event"; null
/// outside of callbacks.
const char *callbackOf();

/// Reports \p Call, which blocks, if this thread is in a callback.
void judgeBlocking(const char *Call);

} // namespace ferry::check

#endif // FERRY_CHECKHOST_HOSTCALLBACKS_H
