//===- PendingCopies.h - Copies that a group has started --------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COPY_PENDINGCOPIES_H
#define FERRY_COPY_PENDINGCOPIES_H

#include "copy/CopyPlan.h"

#include <cstdint>
#include <vector>

namespace ferry::copy {

/// A copy that has been started and not carried out.
struct PendingCopy {
  CopyPlan plan;
  std::uint64_t ticket;
};

/// The copies in flight of the group that a thread runs (abi::ThreadState::
/// copies). Needs no allocation once it has been as long as it gets.
///
/// Tickets increase; 0 is no ticket. A shared ticket names several copies. The
/// thread that waits for a copy carries it out.
class PendingCopies {
public:
  /// Adds a copy. \returns its ticket: \p Ticket, or a new one if that is 0.
  std::uint64_t start(const CopyPlan &Plan, std::uint64_t Ticket);

  /// Completes the copies with ticket \p Ticket; all, if nothing that is
  /// pending or was started by this group has that ticket.
  void wait(std::uint64_t Ticket);

  /// Completes everything.
  void finish();

  bool empty() const { return Pending.empty(); }

private:
  static void run(const CopyPlan &Plan);

  /// In the order of their start.
  std::vector<PendingCopy> Pending;
  std::uint64_t LastTicket = 0;
};

} // namespace ferry::copy

#endif // FERRY_COPY_PENDINGCOPIES_H
