//===- MoversAvx512.cpp - The movers for avx512 ---------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "copy/MoversImpl.h"

namespace ferry::copy {

extern const Movers Avx512Movers;
const Movers Avx512Movers = Own::Table;

} // namespace ferry::copy
