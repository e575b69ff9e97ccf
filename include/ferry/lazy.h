//===- ferry/lazy.h - What is made when first asked for ---------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// For variables of functions in place of `static T X = ...`, for which threads
/// wait while another one initialises it: a child made by fork() would wait for
/// a thread that is not there. Here nobody waits; two threads may each compute
/// the first value, which has to be the same for both.
///
/// All are to be `static constinit`.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_LAZY_H
#define FERRY_LAZY_H

#include <atomic>
#include <cstdint>
#include <type_traits>

namespace ferry {

/// A small value.
template <typename T> class Lazy {
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= 16);

public:
  template <typename Function> T get(Function Compute) {
    if (State.load(std::memory_order_acquire) == Known) [[likely]]
      return Value;
    const T New = Compute();
    std::uint8_t Before = Unknown;
    if (State.compare_exchange_strong(Before, Busy)) {
      Value = New;
      State.store(Known, std::memory_order_release);
    }
    return New;
  }

private:
  enum : std::uint8_t { Unknown, Busy, Known };
  std::atomic<std::uint8_t> State{Unknown};
  T Value{};
};

/// An object that is never destroyed: threads may use it while the process
/// exits.
template <typename T> class LazyObject {
public:
  /// \param Make gives a new object.
  template <typename Function> const T &get(Function Make) {
    T *Now = Object.load(std::memory_order_acquire);
    if (!Now) [[unlikely]] {
      T *New = Make();
      if (Object.compare_exchange_strong(Now, New))
        return *New;
      delete New;
    }
    return *Now;
  }

private:
  std::atomic<T *> Object{nullptr};
};

} // namespace ferry

#endif // FERRY_LAZY_H
