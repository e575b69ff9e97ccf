//===- Reading.cpp - The runs that a thread reads -------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "copy/Reading.h"

namespace ferry::copy {

constinit thread_local Runs Reading = {};

} // namespace ferry::copy
