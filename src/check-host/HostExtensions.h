//===- HostExtensions.h - What the program calls of extensions --*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CHECKHOST_HOSTEXTENSIONS_H
#define FERRY_CHECKHOST_HOSTEXTENSIONS_H

#include "ferry/extension-functions.h"

namespace ferry::check {

/// As watchCalls() for functions of extensions.
void watchExtensions(ExtensionTable &Table);

} // namespace ferry::check

#endif // FERRY_CHECKHOST_HOSTEXTENSIONS_H
