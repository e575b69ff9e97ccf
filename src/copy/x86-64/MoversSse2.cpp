//===- MoversSse2.cpp - The movers for sse2 -------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "copy/MoversImpl.h"

namespace ferry::copy {

extern const Movers Sse2Movers;
const Movers Sse2Movers = Own::Table;

} // namespace ferry::copy
