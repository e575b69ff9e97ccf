//===- KernelStack.cpp - Where generated code has its stack ---------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "exec/KernelStack.h"

#include "ferry/abi.h"

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/common_interface_defs.h>
#endif

/// Calls \p Function with \p Argument on the stack that ends at \p Top, a
/// multiple of 16 (CallOnStack.S).
extern "C" void ferryCallOnStack(void *Top, void (*Function)(void *),
                                 void *Argument);

namespace ferry::exec {

/// For printf, which hands large precisions to the C library, copies, libm.
static constexpr std::size_t RuntimeStackBytes = 256 << 10;

bool KernelStack::reserve() {
  return Memory.reserve(abi::KernelStackBytes + RuntimeStackBytes,
                        GuardedMemory::Sparse);
}

#if defined(__SANITIZE_ADDRESS__)

namespace {
/// AddressSanitizer wants to know on which stack the thread is.
struct SwitchedCall {
  void (*function)(void *);
  void *argument;
  const void *hostBottom = nullptr;
  std::size_t hostBytes = 0;

  static void run(void *Call) {
    auto &C = *static_cast<SwitchedCall *>(Call);
    __sanitizer_finish_switch_fiber(nullptr, &C.hostBottom, &C.hostBytes);
    C.function(C.argument);
    __sanitizer_start_switch_fiber(nullptr, C.hostBottom, C.hostBytes);
  }
};
} // namespace

void KernelStack::switchTo(void (*Function)(void *), void *Argument) {
  SwitchedCall Call{Function, Argument};
  void *FakeStack = nullptr;
  __sanitizer_start_switch_fiber(&FakeStack, Memory.data(), Memory.size());
  ferryCallOnStack(Memory.data() + Memory.size(), SwitchedCall::run, &Call);
  __sanitizer_finish_switch_fiber(FakeStack, nullptr, nullptr);
}

#else

void KernelStack::switchTo(void (*Function)(void *), void *Argument) {
  ferryCallOnStack(Memory.data() + Memory.size(), Function, Argument);
}

#endif

} // namespace ferry::exec
