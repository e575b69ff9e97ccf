//===- PendingCopies.h - Copies that a group has started --------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COPY_PENDINGCOPIES_H
#define FERRY_COPY_PENDINGCOPIES_H

#include "copy/CopyPlan.h"
#include "copy/CopyRoute.h"
#include "ferry/config.h"
#include "ferry/processor.h"

#include <atomic>
#include <cstdint>

namespace ferry::copy {

/// What the copies of some groups did. FERRY_STATS prints it.
struct CopyCounts {
  std::uint64_t copies = 0;
  std::uint64_t early = 0; ///< Of those whose wait the compiler did not see.
  std::uint64_t bytes = 0;
  std::uint64_t chunks = 0;      ///< 1 for a copy that was not cut.
  std::uint64_t helpedBytes = 0; ///< Moved by other threads, about.
  std::uint64_t waited = 0;      ///< Nanoseconds in waits, fences and ends.

  CopyCounts &operator+=(const CopyCounts &Other);
};

/// The copies in flight of the group that a thread runs (abi::ThreadState::
/// copies). Everything but help() and anyToHelp() is for that thread, the
/// owner. No function allocates, locks or calls the system.
///
/// Copies are kept in the order of their start. A copy is cut into chunks; the
/// owner claims chunks when it waits, other threads whenever they are idle.
///
/// Tickets increase; 0 is no ticket. A shared ticket names several copies.
class PendingCopies : private CopyRouter {
public:
  /// \param AreShared other threads may help.
  explicit PendingCopies(bool AreShared = config::sharesCopies() !=
                                          config::Share::Never,
                         config::Async Mode = config::async());

  using CopyRouter::Helpers;
  using CopyRouter::isLocal;
  using CopyRouter::prepare;

  /// What generated code is given.
  abi::CopyState *state() { return this; }
  static PendingCopies &of(abi::CopyState *State) {
    return *static_cast<PendingCopies *>(State);
  }

  /// Starts a copy (ferry_copy_start). Copies that are pending and touch the
  /// same memory are completed first, unless there is a fence between.
  /// \returns its ticket: \p Ticket, or a new one if that is 0.
  std::uint64_t start(std::byte *Dst, const std::byte *Src,
                      std::uint64_t LineBytes, const abi::CopyLines *Lines,
                      std::uint64_t Ticket, abi::CopyWhen When);

  /// Completes the copies with ticket \p Ticket, and those that a fence puts
  /// before them; all, if nothing that is pending or was started by this group
  /// has that ticket (nothing with FERRY_ASYNC=late).
  void wait(std::uint64_t Ticket);

  /// No copy started later begins before those pending now are completed.
  void fence() { Fence += pending != 0; }

  /// Ends the group: completes everything. With FERRY_ASYNC=late what was not
  /// waited for is never carried out.
  void finish();

  /// Where the owner runs. Renewed when it starts copies that may be shared.
  ProcessorNote &where() { return Where; }

  /// True if there may be something to help with. For any thread.
  bool anyToHelp() const {
    return Begin.load(std::memory_order_relaxed) !=
           End.load(std::memory_order_relaxed);
  }

  /// Carries out one chunk, if one may be. For any thread.
  /// \returns false if there was none.
  bool help();

  /// The plan of the copy that was kept last, and how many have been.
  const CopyPlan &lastPlan() const {
    return Ring[(numKept() - 1) % Capacity].plan;
  }
  std::uint64_t numKept() const { return End.load(std::memory_order_relaxed); }

  /// What was counted since the last call.
  CopyCounts takeCounts();

private:
  /// Copies in flight at a time; one more completes the oldest.
  static constexpr std::uint64_t Capacity = 64;
  /// Far from what an uninitialised event may hold.
  static constexpr std::uint64_t FirstTicket = 0x4652'5900'0000'0000;

  /// A copy, in Ring[number % Capacity].
  struct Entry {
    /// The lower half: chunks that nobody has claimed. The upper half: the lap,
    /// number / Capacity, so that a claim for an earlier copy in the same place
    /// fails.
    std::atomic<std::uint64_t> claim{0};
    /// Chunks that are not finished.
    std::atomic<std::uint32_t> unfinished{0};
    /// Fences before the copy.
    std::atomic<std::uint32_t> fence{0};
    // Written by the owner while there is nothing to claim, read by whoever
    // has claimed a chunk.
    std::uint32_t chunks;
    bool open = false; ///< Not known to be complete. The owner's.
    std::uint64_t ticket;
    CopyPlan plan;
  };

  /// What FERRY_ASYNC=late leaves in a destination until the wait: NaN in all
  /// types of floating-point numbers, -1 in those of integers.
  static constexpr int Poison = 0xff;

  static std::uint64_t lapOf(std::uint64_t Number) {
    return Number / Capacity << 32;
  }
  Entry &entry(std::uint64_t Number) { return Ring[Number % Capacity]; }
  void completeBefore(const CopyPlan &New, bool IsEarly);
  void completeAll();
  void startPlan(std::byte *Dst, const std::byte *Src, std::uint64_t LineBytes,
                 const abi::CopyLines *Lines, std::uint64_t Ticket,
                 CopyRoute Route);
  void complete(Entry &E);
  void retire();
  template <typename Predicate>
  void completeUntil(std::uint64_t Last, Predicate IsWanted);

  /// runChunk(), or what notes it.
  void (*const RunChunk)(const CopyPlan &Plan, std::uint32_t Chunk);
  std::uint32_t Fence = 0; ///< Fences since there was last nothing pending.
  CopyCounts Counts;
  /// Copies are numbered; those from Begin to End are in the ring.
  alignas(64) std::atomic<std::uint64_t> Begin{0};
  std::atomic<std::uint64_t> End{0};
  ProcessorNote Where;
  alignas(64) Entry Ring[Capacity];
};

} // namespace ferry::copy

#endif // FERRY_COPY_PENDINGCOPIES_H
