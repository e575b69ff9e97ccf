//===- DebuggerInterface.cpp - Tells gdb of objects -----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "exec/DebuggerInterface.h"

#include "exec/Fork.h"

#include <mutex>
#include <utility>

using ferry::exec::DebuggerObject;

// Debuggers look for these two names in the symbols of each library. They are
// not exported: those of another compiler in the process (LLVM has them, too)
// stay its own, with its own list.
extern "C" {

/// `struct jit_descriptor`.
struct FerryDebuggerList {
  std::uint32_t version;
  std::uint32_t action; ///< 1: relevant is new, 2: it is about to go.
  DebuggerObject::Entry *relevant;
  DebuggerObject::Entry *first;
};

[[gnu::used, gnu::visibility("hidden")]]
FerryDebuggerList __jit_debug_descriptor = {1, 0, nullptr, nullptr};

/// Debuggers have a breakpoint here.
[[gnu::used, gnu::noinline, gnu::visibility("hidden")]]
void __jit_debug_register_code() {
  asm volatile("" ::: "memory");
}
}

namespace ferry::exec {

static ForkMutex ListMutex;

DebuggerObject::DebuggerObject(std::string Text) : Symbols(std::move(Text)) {
  Listed.symbols = Symbols.data();
  Listed.bytes = Symbols.size();
  std::lock_guard Lock(ListMutex);
  FerryDebuggerList &List = __jit_debug_descriptor;
  Listed.next = List.first;
  if (List.first)
    List.first->previous = &Listed;
  List.first = &Listed;
  List.relevant = &Listed;
  List.action = 1;
  __jit_debug_register_code();
}

DebuggerObject::~DebuggerObject() {
  std::lock_guard Lock(ListMutex);
  FerryDebuggerList &List = __jit_debug_descriptor;
  (Listed.previous ? Listed.previous->next : List.first) = Listed.next;
  if (Listed.next)
    Listed.next->previous = Listed.previous;
  List.relevant = &Listed;
  List.action = 2;
  __jit_debug_register_code();
}

} // namespace ferry::exec
