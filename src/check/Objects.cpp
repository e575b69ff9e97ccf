//===- Objects.cpp - The memory objects of the host program ---------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "check/Objects.h"

namespace ferry::check {

HostEvents &HostEvents::get() {
  static HostEvents &The = *new HostEvents;
  return The;
}

void HostEvents::add(HostEvent E) {
  std::lock_guard Lock(Mutex);
  Events.push_back(E);
  Any.store(true, std::memory_order_release);
}

std::vector<HostEvent> HostEvents::take() {
  if (!Any.load(std::memory_order_acquire))
    return {};
  std::lock_guard Lock(Mutex);
  Any.store(false, std::memory_order_relaxed);
  return std::move(Events);
}

void Objects::remove(Range R) {
  Last = {};
  auto [I, End] = All.equal_range(R.begin);
  for (; I != End; ++I)
    if (I->second == R.bytes || !R.bytes) {
      All.erase(I);
      return;
    }
}

std::optional<Range> Objects::at(std::uintptr_t Begin) const {
  std::optional<Range> Found;
  auto [I, End] = All.equal_range(Begin);
  for (; I != End; ++I)
    if (!Found || I->second > Found->bytes)
      Found = Range{Begin, I->second};
  return Found;
}

std::optional<Range> Objects::around(std::uintptr_t Address) const {
  if (Last.contains(Address, 1))
    return Last;
  // A sub-buffer may begin behind the buffer that reaches further.
  unsigned Looked = 0;
  for (auto I = All.upper_bound(Address); I != All.begin() && Looked != 64;
       ++Looked) {
    --I;
    if (Range R{I->first, I->second}; R.contains(Address, 1)) {
      Last = R;
      return R;
    }
  }
  return std::nullopt;
}

} // namespace ferry::check
