//===- Watch.h - What the host program does ---------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CHECKHOST_WATCH_H
#define FERRY_CHECKHOST_WATCH_H

#include "ferry/extension-functions.h"

#include <CL/cl_icd.h>

namespace ferry::check {

/// Puts functions into both tables, before those that are there, that judge
/// what the host program does, and tell those that judge kernels of its
/// buffers.
void watchHost(cl_icd_dispatch &Table, ExtensionTable &Extensions);

} // namespace ferry::check

#endif // FERRY_CHECKHOST_WATCH_H
