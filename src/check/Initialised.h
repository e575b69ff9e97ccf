//===- Initialised.h - Reads of what nobody wrote ---------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CHECK_INITIALISED_H
#define FERRY_CHECK_INITIALISED_H

#include "check/Context.h"
#include "check/InitialisedMap.h"

namespace ferry::check {

/// `uninitialised`: a read of bytes of which none was ever written. What was
/// written in part is left alone, as the padding of structures is read, too.
class Initialised {
public:
  explicit Initialised(Context &C) : C(C) {}

  void host(const HostEvent &E);
  /// A private variable begins to live.
  void variable(std::uintptr_t Start, std::uint64_t Bytes) {
    Map.set(Start, Bytes, false);
  }
  /// Looks how far \p Cells have become initialised.
  void follow(ShadowRegion &Cells);
  void access(const Access &A);
  /// Says that \p A reads what was never written.
  void report(const Access &A);
  /// A variable that is no memory.
  void report(std::uint32_t Site);

private:
  Context &C;
  /// What the host wrote, and of private memory. What work-items wrote to
  /// memory that they share, its cells say.
  InitialisedMap Map;
};

} // namespace ferry::check

#endif // FERRY_CHECK_INITIALISED_H
