//===- WorkList.cpp - Work that waits for threads -------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "exec/WorkList.h"

namespace ferry::exec {

void WorkList::List::append(Work &W) {
  W.NextInList = nullptr;
  (Head ? Tail->NextInList : Head) = &W;
  Tail = &W;
}

void WorkList::List::remove(Work &W) {
  Work **Link = &Head;
  Work *Before = nullptr;
  while (*Link != &W) {
    Before = *Link;
    Link = &Before->NextInList;
  }
  *Link = W.NextInList;
  if (Tail == &W)
    Tail = Before;
}

void WorkList::submit(Work &New) {
  std::lock_guard Lock(Mutex);
  Ready.append(New);
  NumReady.fetch_add(1);
}

Work *WorkList::take() {
  if (isEmpty())
    return nullptr;
  std::lock_guard Lock(Mutex);
  if (Work *W = Ready.Head) {
    Ready.Head = W->NextInList;
    NumReady.fetch_sub(1);
    return W;
  }
  if (Work *W = Published.Head) {
    W->Users.fetch_add(1, std::memory_order_relaxed);
    return W;
  }
  return nullptr;
}

void WorkList::publish(Work &W) {
  std::lock_guard Lock(Mutex);
  W.Published = W.Listed = true;
  W.Users.store(2, std::memory_order_relaxed);
  Published.append(W);
  NumPublished.fetch_add(1);
}

void WorkList::leave(Work &W, bool Exhausted) {
  if (!W.Published) {
    W.end();
    return;
  }
  if (Exhausted) {
    std::lock_guard Lock(Mutex);
    if (W.Listed) {
      Published.remove(W);
      W.Listed = false;
      NumPublished.fetch_sub(1);
      W.Users.fetch_sub(1, std::memory_order_relaxed);
    }
  }
  if (W.Users.fetch_sub(1, std::memory_order_acq_rel) == 1)
    W.end();
}

} // namespace ferry::exec
