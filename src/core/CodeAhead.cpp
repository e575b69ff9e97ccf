//===- CodeAhead.cpp - Code of kernels before it is asked for -------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "core/CodeAhead.h"

#include "core/Background.h"
#include "exec/Fork.h"
#include "ferry/config.h"
#include "limits/Limits.h"

#include <deque>
#include <mutex>
#include <new>
#include <utility>

using namespace ferry;
using namespace ferry::core;

namespace {

/// What waits to be made, and who makes it.
class CodeAhead {
public:
  void add(Ref<Executable> Code, const abi::KernelInfo &Kernel,
           std::uint32_t Row) noexcept try {
    {
      std::lock_guard Lock(Mutex);
      // What a child made by fork() counts is the parent's.
      if (std::exchange(Process, exec::processNumber()) != Process)
        NumThreads = 0;
      Waiting.push_back({std::move(Code), &Kernel, Row});
      if (NumThreads + 1 >= limits::threads())
        return;
      ++NumThreads;
    }
    if (!startInBackground([this] { makeAll(); })) {
      std::lock_guard Lock(Mutex);
      --NumThreads;
    }
  } catch (const std::bad_alloc &) {
    // Who launches the kernel makes the code.
  }

private:
  struct Item {
    Ref<Executable> code;
    const abi::KernelInfo *kernel;
    std::uint32_t row;
  };

  void makeAll() {
    for (Item Next; take(Next); Next = {})
      if (Next.code->isShared())
        Next.code->makeGeneral(*Next.kernel, Next.row);
  }

  bool take(Item &Next) {
    std::lock_guard Lock(Mutex);
    if (Waiting.empty()) {
      --NumThreads;
      return false;
    }
    Next = std::move(Waiting.front());
    Waiting.pop_front();
    return true;
  }

  exec::ForkMutex Mutex;
  std::deque<Item> Waiting;
  unsigned NumThreads = 0;
  std::uint32_t Process = 0;
};

/// Threads may use it while the process exits.
CodeAhead &Ahead = *new CodeAhead;

} // namespace

bool ferry::core::makeAhead(Ref<Executable> Code, const abi::KernelInfo &Kernel,
                            std::uint32_t Row) noexcept {
  // A host that exits does not wait for a compiler: in its own process that
  // would go on while what it uses is destroyed.
  if (limits::threads() <= 1 ||
      config::get(config::Variable::Compiler) == "host")
    return false;
  Ahead.add(std::move(Code), Kernel, Row);
  return true;
}
