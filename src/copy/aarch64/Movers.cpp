//===- Movers.cpp - The movers of AArch64 ---------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "copy/Movers.h"

#include "copy/MoversImpl.h"

namespace ferry::copy {

const Movers &movers(Isa) { return Own::Table; }

} // namespace ferry::copy
