//===- FailingCallsScenario.h - Everyday calls ------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CONFORMANCE_FAILINGCALLSSCENARIO_H
#define FERRY_CONFORMANCE_FAILINGCALLSSCENARIO_H

namespace conformance {

/// Creates what a program needs, builds, launches, reads and releases. Calls of
/// the system may fail meanwhile (FailingCalls.h). Ends the process with exit
/// code 1 and a word on stdout if anything happens that may not: a wrong
/// result, an error that the specification does not know there, or one though
/// no call failed; something that goes on after an error, or is left.
///
/// \param FailsElsewhere calls fail in the compiler's process.
/// \returns false if there was an error, and it said that something lacks.
bool runScenario(bool FailsElsewhere = false);

} // namespace conformance

#endif // FERRY_CONFORMANCE_FAILINGCALLSSCENARIO_H
