//===- WorkList.h - Work that waits for threads -----------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_EXEC_WORKLIST_H
#define FERRY_EXEC_WORKLIST_H

#include "exec/Work.h"

#include <atomic>
#include <cstdint>
#include <mutex>

namespace ferry::exec {

/// Ready work, which nobody has taken yet, and published work, of which some
/// threads run units and others may, too. All functions may be called from any
/// thread.
class WorkList {
public:
  /// Adds ready work.
  void submit(Work &New);

  /// The oldest ready work; else published work, which has somebody already;
  /// null if there is neither.
  Work *take();

  /// Lets others join \p Taken, which the calling thread alone has.
  void publish(Work &Taken);

  /// Leaves work that take() gave. The last who does ends it, so that nobody
  /// looks at it afterwards.
  ///
  /// \param Exhausted no units are left to claim.
  void leave(Work &Taken, bool Exhausted);

  bool isEmpty() const { return !NumReady.load() && !NumPublished.load(); }
  std::uint32_t numReady() const {
    return NumReady.load(std::memory_order_relaxed);
  }

private:
  /// Singly linked, first in, first out.
  struct List {
    Work *Head = nullptr;
    Work *Tail = nullptr;

    void append(Work &W);
    void remove(Work &W);
  };

  std::mutex Mutex;
  List Ready, Published;
  std::atomic<std::uint32_t> NumReady{0}, NumPublished{0};
};

} // namespace ferry::exec

#endif // FERRY_EXEC_WORKLIST_H
