//===- AsyncCopyRandomGenerator.h - Random programs of copies ---*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Makes copies::Programs whose result is defined.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_CONFORMANCE_ASYNCCOPYRANDOMGENERATOR_H
#define FERRY_CONFORMANCE_ASYNCCOPYRANDOMGENERATOR_H

#include "AsyncCopyRandomProgram.h"

namespace conformance::copies {

/// What programs may use.
struct Features {
  bool half, fp64;
  bool tiles; ///< cl_khr_extended_async_copies
  bool fence; ///< cl_khr_async_work_group_copy_fence
  /// Waiting for no event, or twice for one, does nothing.
  bool lenient;
  uint64_t localBytes; ///< Of the device.
};

/// The same program for the same seed and features.
Program generate(uint64_t Seed, const Features &F);

} // namespace conformance::copies

#endif // FERRY_CONFORMANCE_ASYNCCOPYRANDOMGENERATOR_H
