//===- AsyncCopyRandomMistakes.h - Programs that do not wait ----*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Makes copies::Programs wrong in the ways of kernels in use: they wait for a
/// copy with a barrier, for another event, or not at all.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_CONFORMANCE_ASYNCCOPYRANDOMMISTAKES_H
#define FERRY_CONFORMANCE_ASYNCCOPYRANDOMMISTAKES_H

#include "AsyncCopyRandomProgram.h"

namespace conformance::copies {

/// Spoils most waits of \p P, the same ones for the same program.
void addMistakes(Program &P);

} // namespace conformance::copies

#endif // FERRY_CONFORMANCE_ASYNCCOPYRANDOMMISTAKES_H
