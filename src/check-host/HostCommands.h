//===- HostCommands.h - Commands that use memory ----------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CHECKHOST_HOSTCOMMANDS_H
#define FERRY_CHECKHOST_HOSTCOMMANDS_H

#include "ferry/extension-functions.h"

#include <CL/cl_icd.h>

namespace ferry::check {

/// Puts functions into both tables that tell HostMaps, HostPointers and
/// HostAllocations of commands and the memory that they use.
void watchCommands(cl_icd_dispatch &Table, ExtensionTable &Extensions);
/// Its part that knows what each command uses.
void watchUses(cl_icd_dispatch &Table, ExtensionTable &Extensions);

} // namespace ferry::check

#endif // FERRY_CHECKHOST_HOSTCOMMANDS_H
