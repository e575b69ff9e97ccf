//===- AsyncCopyRandomInterpreter.h - What a program leaves -----*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs a copies::Program on arrays of the host.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_CONFORMANCE_ASYNCCOPYRANDOMINTERPRETER_H
#define FERRY_CONFORMANCE_ASYNCCOPYRANDOMINTERPRETER_H

#include "AsyncCopyRandomProgram.h"

namespace conformance::copies {

using Bytes = std::vector<unsigned char>;

/// All that a launch can change.
struct Outcome {
  Bytes global;               ///< Of all groups, with what lies between them.
  Bytes local;                ///< Of all groups at their end.
  std::vector<uint32_t> sums; ///< Of all work-items.
  bool operator==(const Outcome &) const = default;
};

/// When copies move their bytes: at once; or as late as they may, and the
/// youngest first. Both leave the same unless the program is undefined.
enum class When { AtOnce, Late };

/// Runs \p P with groups of \p Items work-items. \p Global is the contents of
/// the global buffer at first.
Outcome interpret(const Program &P, size_t Items, const Bytes &Global,
                  const Bytes &ReadOnly, When Copies);

} // namespace conformance::copies

#endif // FERRY_CONFORMANCE_ASYNCCOPYRANDOMINTERPRETER_H
