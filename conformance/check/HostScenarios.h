//===- HostScenarios.h - Small host programs --------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CONFORMANCE_CHECK_HOSTSCENARIOS_H
#define FERRY_CONFORMANCE_CHECK_HOSTSCENARIOS_H

#include "Support.h"

namespace conformance {

/// A host program, run in a process of its own under FERRY_CHECK and
/// FERRY_CHECK_LEAKS; context() and queue() are released at its end. Of the
/// kind in front of its name's first `_` one mistake must be reported, and no
/// other; nothing if that is `good`.
struct HostScenario {
  HostScenario(const char *Name, void (*Run)());
};

/// Defines one: `SCENARIO(leak_buffer) { ... }`.
#define SCENARIO(NAME)                                                         \
  static void NAME();                                                          \
  static const conformance::HostScenario Run_##NAME(#NAME, NAME);              \
  static void NAME()

} // namespace conformance

#endif // FERRY_CONFORMANCE_CHECK_HOSTSCENARIOS_H
