//===- RunOnStack.cpp - A stack that is large enough ----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/RunOnStack.h"

#include <atomic>
#include <csignal>
#include <cstdint>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

using llvm::function_ref;

/// The guard page of the stack made last.
static std::atomic<const char *> Guard{nullptr};

static std::size_t pageBytes() { return std::size_t(sysconf(_SC_PAGESIZE)); }

/// makecontext() hands on integers only.
static void callBack(unsigned High, unsigned Low) {
  auto Address = std::uintptr_t(High) << 32 | Low;
  (*reinterpret_cast<function_ref<void()> *>(Address))();
}

bool ferry::compiler::runOnStack(std::size_t Bytes, function_ref<void()> Do) {
  const std::size_t Page = pageBytes();
  const std::size_t Mapped = Bytes + Page;
  void *Memory =
      mmap(nullptr, Mapped, PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (Memory == MAP_FAILED)
    return false;
  Guard = static_cast<const char *>(Memory);
  ucontext_t Here, There;
  const bool IsReady =
      mprotect(Memory, Page, PROT_NONE) == 0 && getcontext(&There) == 0;
  if (IsReady) {
    There.uc_stack.ss_sp = static_cast<char *>(Memory) + Page;
    There.uc_stack.ss_size = Bytes;
    There.uc_link = &Here;
    const auto Address = reinterpret_cast<std::uintptr_t>(&Do);
    makecontext(&There, reinterpret_cast<void (*)()>(callBack), 2,
                unsigned(Address >> 32), unsigned(Address));
    swapcontext(&Here, &There);
  }
  munmap(Memory, Mapped);
  return IsReady;
}

/// What there was for SIGSEGV before.
static struct sigaction Before;

static void onFault(int Signal, siginfo_t *Info, void *) {
  const auto *At = static_cast<const char *>(Info->si_addr);
  if (At >= Guard && At < Guard + pageBytes()) {
    constexpr char Text[] = "error: the program is nested too deeply\n";
    [[maybe_unused]] ssize_t Written =
        write(STDERR_FILENO, Text, sizeof(Text) - 1);
  }
  // The access is repeated, and does what it would have done.
  sigaction(Signal, &Before, nullptr);
}

void ferry::compiler::reportStackOverflow() {
  struct sigaction New = {};
  New.sa_sigaction = onFault;
  New.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigaction(SIGSEGV, &New, &Before);
}
