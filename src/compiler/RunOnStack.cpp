//===- RunOnStack.cpp - A stack that is large enough ----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/RunOnStack.h"

#include "stack/CallOnStack.h"

#include <atomic>
#include <csignal>
#include <sys/mman.h>
#include <unistd.h>

using llvm::function_ref;

/// The guard page of the stack made last.
static std::atomic<const char *> Guard{nullptr};

static std::size_t pageBytes() { return std::size_t(sysconf(_SC_PAGESIZE)); }

bool ferry::compiler::runOnStack(std::size_t Bytes, function_ref<void()> Do) {
  const std::size_t Page = pageBytes();
  const std::size_t Mapped = Bytes + Page;
  void *Memory =
      mmap(nullptr, Mapped, PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (Memory == MAP_FAILED)
    return false;
  Guard = static_cast<const char *>(Memory);
  const bool IsReady = mprotect(Memory, Page, PROT_NONE) == 0;
  if (IsReady)
    callOnStack(
        static_cast<std::byte *>(Memory) + Page, Bytes,
        [](void *Do) { (*static_cast<function_ref<void()> *>(Do))(); }, &Do);
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
