//===- CopyHelp.h - Idle threads that help with async copies ----*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_EXEC_COPYHELP_H
#define FERRY_EXEC_COPYHELP_H

#include "exec/ComputeUnit.h"
#include "exec/WorkList.h"

#include <atomic>
#include <cstdint>

namespace ferry::exec {

/// Has idle threads carry out chunks of the async copies that the groups of
/// other threads have started.
class CopyHelp {
public:
  /// \param Asleep counted up while a thread that helps takes a nap: then it is
  ///        of no use to others.
  CopyHelp(ComputeUnits &CUs, const WorkList &Works,
           std::atomic<std::uint32_t> &Asleep)
      : CUs(CUs), Works(Works), Asleep(Asleep) {}

  /// While it lives, the calling thread runs units that start async copies.
  class Wanted {
  public:
    /// \param Of null: it does not.
    explicit Wanted(CopyHelp *Of) : Of(Of) {
      if (Of)
        Of->Copying.fetch_add(1);
    }
    ~Wanted() {
      if (Of)
        Of->Copying.fetch_sub(1);
    }
    Wanted(const Wanted &) = delete;
    Wanted &operator=(const Wanted &) = delete;

  private:
    CopyHelp *const Of;
  };

  /// Whether some thread runs such units.
  bool isWanted() const { return Copying.load() != 0; }

  /// Helps until there is work or help is not wanted.
  /// \returns false if all compute units are taken: then no processor is idle.
  bool help();

private:
  void helpFrom(ComputeUnit &CU, std::uint64_t Patience);
  bool goesOn() const { return isWanted() && Works.isEmpty(); }

  ComputeUnits &CUs;
  const WorkList &Works;
  std::atomic<std::uint32_t> &Asleep;
  /// Threads that run such units.
  std::atomic<std::uint32_t> Copying{0};
};

} // namespace ferry::exec

#endif // FERRY_EXEC_COPYHELP_H
