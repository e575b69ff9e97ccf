//===- CopyRoute.h - How an async copy goes ---------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Everything that is decided about an async copy is decided here, once, when
/// it starts: who carries it out and when, and how its bytes are moved. (The
/// compiler decides before whether a copy is a few loads and stores, and
/// whether it sees its wait.)
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_COPY_COPYROUTE_H
#define FERRY_COPY_COPYROUTE_H

#include "copy/Movers.h"
#include "ferry/abi.h"
#include "ferry/config.h"

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace ferry::copy {

struct CopyRoute {
  enum Start : std::uint8_t {
    /// It is complete when it has been started, with what a fence puts before
    /// it: nobody would help, or the kernel may not wait for it.
    Early,
    /// Carried out when it is started: another thread would take longer to
    /// notice it.
    Short,
    /// Kept until its wait; idle threads may carry out chunks before.
    Kept
  } start;
  Locality locality;
};

/// How to move what goes to global memory that is not in the caches. It goes
/// past the caches unless cache lines of the destination would be written in
/// parts that count (they go to memory twice), or there are such gaps that the
/// caches keep what is between them.
///
/// \param Lines null if there is but one.
/// \param TimesCaches how many times as much global memory there is as the
///        caches keep, at least 1.
Locality localityToMemory(const std::byte *Dst, std::uint64_t LineBytes,
                          const abi::CopyLines *Lines,
                          std::uint64_t TimesCaches);

/// Decides for the copies of the groups that one thread runs. Also tells
/// generated code how to move what it does not leave to the engine.
class CopyRouter : protected abi::CopyState {
public:
  /// How many threads look for chunks to help with. While there are none,
  /// copies are carried out when they are started: nothing could be won by
  /// keeping them, and keeping them costs.
  alignas(64) static inline std::atomic<std::uint64_t> Helpers{0};

  /// Prepares for groups of another launch. The memory from \p LocalBegin to \p
  /// LocalEnd is local. What lies elsewhere is \p TimesCaches as much as the
  /// caches keep; 0 if it may be in them.
  /// \p AreApart: no two arguments point to the same global memory.
  void prepare(const std::byte *LocalBegin, const std::byte *LocalEnd,
               std::uint64_t TimesCaches, bool AreApart = true);

protected:
  /// \param AreShared other threads may help.
  CopyRouter(bool AreShared, config::Async Mode);

  /// \param Bytes in all lines.
  /// \param IsFenced a fence puts copies before this one.
  CopyRoute route(const std::byte *Dst, std::uint64_t LineBytes,
                  const abi::CopyLines *Lines, std::uint64_t Bytes,
                  abi::CopyWhen When, bool IsFenced) const;

  bool isLocal(const std::byte *P) const {
    return P >= LocalBegin && P < LocalEnd;
  }
  /// Whether copies may go past the caches, which does not order them.
  bool mayStream() const { return TimesCaches != 0; }

  const config::Async Mode;

private:
  CopyRoute::Start startOf(std::uint64_t Bytes, abi::CopyWhen When,
                           bool IsFenced) const;
  void setMovers();

  /// That nobody helps.
  static constexpr std::uint64_t Nobody = 0;

  const std::byte *LocalBegin = nullptr, *LocalEnd = nullptr;
  std::uint64_t TimesCaches = 0;
};

} // namespace ferry::copy

#endif // FERRY_COPY_COPYROUTE_H
