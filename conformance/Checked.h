//===- Checked.h - Tests under ferry check ----------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CONFORMANCE_CHECKED_H
#define FERRY_CONFORMANCE_CHECKED_H

#include "Support.h"

namespace conformance {

/// True under `ferry check`, which runs kernels on one thread whatever
/// FERRY_THREADS says.
inline bool isChecked() {
  return isFerry() && environmentNumber("FERRY_CHECK", 0) != 0;
}

} // namespace conformance

#endif // FERRY_CONFORMANCE_CHECKED_H
