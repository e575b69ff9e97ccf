//===- CallOnStack.h - A call on another stack ------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_STACK_CALLONSTACK_H
#define FERRY_STACK_CALLONSTACK_H

#include <cstddef>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/common_interface_defs.h>
#endif

/// Calls \p Function with \p Argument on the stack that ends at \p Top, a
/// multiple of 16 (CallOnStack.S).
extern "C" void ferryCallOnStack(void *Top, void (*Function)(void *),
                                 void *Argument);

namespace ferry {

#if defined(__SANITIZE_ADDRESS__)

/// AddressSanitizer wants to know on which stack the thread is.
struct SwitchedCall {
  void (*function)(void *);
  void *argument;
  const void *callerBottom = nullptr;
  std::size_t callerBytes = 0;

  static void run(void *Call) {
    auto &C = *static_cast<SwitchedCall *>(Call);
    __sanitizer_finish_switch_fiber(nullptr, &C.callerBottom, &C.callerBytes);
    C.function(C.argument);
    __sanitizer_start_switch_fiber(nullptr, C.callerBottom, C.callerBytes);
  }
};

inline void callOnStack(std::byte *Bottom, std::size_t Bytes,
                        void (*Function)(void *), void *Argument) {
  SwitchedCall Call{Function, Argument};
  void *FakeStack = nullptr;
  __sanitizer_start_switch_fiber(&FakeStack, Bottom, Bytes);
  ferryCallOnStack(Bottom + Bytes, SwitchedCall::run, &Call);
  __sanitizer_finish_switch_fiber(FakeStack, nullptr, nullptr);
}

#else

/// Calls \p Function, which throws nothing, with \p Argument on the stack of
/// \p Bytes at \p Bottom, both multiples of 16. Debuggers see the callers of
/// this behind it.
inline void callOnStack(std::byte *Bottom, std::size_t Bytes,
                        void (*Function)(void *), void *Argument) {
  ferryCallOnStack(Bottom + Bytes, Function, Argument);
}

#endif

} // namespace ferry

#endif // FERRY_STACK_CALLONSTACK_H
