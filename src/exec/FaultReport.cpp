//===- FaultReport.cpp - A word about kernels that fault ------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "exec/FaultReport.h"

#include "exec/ComputeUnit.h"
#include "exec/Fork.h"
#include "exec/MachineCode.h"
#include "ferry/config.h"
#include "ferry/machine.h"

#include <algorithm>
#include <atomic>
#include <csignal>
#include <mutex>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

namespace ferry::exec {

namespace {

struct Fault {
  int number;
  const char *name;
};
constexpr Fault Faults[] = {{SIGSEGV, "SIGSEGV"},
                            {SIGBUS, "SIGBUS"},
                            {SIGFPE, "SIGFPE"},
                            {SIGILL, "SIGILL"}};

//===----------------------------------------------------------------------===//
// The report: nothing here may do more than a signal handler may
//===----------------------------------------------------------------------===//

/// A line that is put together in place.
class Line {
public:
  Line &operator<<(const char *Text) {
    for (; *Text && Used != sizeof(Bytes) - 1; ++Text)
      Bytes[Used++] = *Text;
    return *this;
  }
  Line &number(std::uint64_t Value, unsigned Base = 10) {
    char Digits[24];
    char *At = Digits + sizeof(Digits);
    *--At = '\0';
    do
      *--At = "0123456789abcdef"[Value % Base];
    while (Value /= Base);
    return *this << At;
  }
  Line &group(std::uint64_t X, const RunningGroups &G) {
    std::uint64_t Ids[] = {X, G.y, G.z};
    std::swap(Ids[0], Ids[G.kernel->vectorDimension]);
    *this << "(";
    number(Ids[0]) << ", ";
    number(Ids[1]) << ", ";
    return number(Ids[2]) << ")";
  }
  void print() {
    Bytes[Used++] = '\n';
    [[maybe_unused]] ssize_t Written = write(STDERR_FILENO, Bytes, Used);
  }

private:
  char Bytes[1024];
  std::size_t Used = 0;
};

/// In words where it went; empty if that says nothing.
const char *describe(const ComputeUnit &CU, std::uintptr_t Address) {
  auto IsBefore = [&](const GuardedMemory &M) {
    return M.guardOf(Address) == GuardedMemory::Before;
  };
  auto IsBehind = [&](const GuardedMemory &M) {
    return M.guardOf(Address) == GuardedMemory::Behind;
  };
  if (IsBefore(CU.stack().memory()))
    return ", as its stack is full";
  if (IsBehind(CU.local()))
    return ", behind the end of local memory";
  if (IsBefore(CU.local()))
    return ", before the start of local memory";
  if (IsBehind(CU.privateMemory()) || IsBefore(CU.privateMemory()))
    return ", outside of private memory";
  return "";
}

void report(const char *Signal, const siginfo_t &Info, const ComputeUnit &CU) {
  const RunningGroups &G = CU.running();
  Line Text;
  Text << "ferry: " << Signal << " in kernel " << G.kernel->name;
  // The processor does not tell an address that no memory can have.
  if (Info.si_code == SI_KERNEL) {
    Text << " at an impossible address";
  } else {
    const auto Address = reinterpret_cast<std::uintptr_t>(Info.si_addr);
    Text << " at address 0x";
    Text.number(Address, 16) << describe(CU, Address);
  }
  Text << "; it ran ";
  if (G.end - G.begin > 1) {
    Text << "work-groups ";
    Text.group(G.begin, G) << " to ";
  } else {
    Text << "work-group ";
  }
  Text.group(G.end - 1, G).print();
}

void onFault(int Number, siginfo_t *Info, void *Context) {
  static std::atomic<bool> IsReporting{false};
  // What another process has sent says nothing of what runs here.
  const bool IsSent = Info->si_code <= 0;
  if (const ComputeUnit *CU =
          IsSent ? nullptr : ComputeUnits::findByStack(stackPointer(Context))) {
    // One after the other, if several threads fault.
    while (IsReporting.exchange(true))
      machine::pause();
    for (const Fault &F : Faults)
      if (F.number == Number && CU->running().kernel)
        report(F.name, *Info, *CU);
    IsReporting.store(false);
  }
  // The same happens again, now as if there were no handler.
  std::signal(Number, SIG_DFL);
  if (IsSent)
    raise(Number);
}

//===----------------------------------------------------------------------===//
// Handlers
//===----------------------------------------------------------------------===//

bool isOurs(const struct sigaction &A) {
  return (A.sa_flags & SA_SIGINFO) && A.sa_sigaction == onFault;
}

/// For the key of the threads' stacks. A thread may ask for its stack when the
/// key has been given back and is somebody else's. Held while the handlers are
/// made, too: a child of fork() would wait for ever for a thread that made
/// them.
ForkMutex KeyMutex;
bool HasKey = false;
pthread_key_t Stacks;

/// The handlers of the process: taken once, given back when the driver is
/// unloaded.
class Handlers {
public:
  Handlers() {
    if (!config::enabled(config::Variable::FaultReport))
      return;
    for (const Fault &F : Faults) {
      struct sigaction Present;
      if (sigaction(F.number, nullptr, &Present) != 0 ||
          (Present.sa_flags & SA_SIGINFO) || Present.sa_handler != SIG_DFL)
        continue;
      struct sigaction Ours = {};
      Ours.sa_sigaction = onFault;
      Ours.sa_flags = SA_SIGINFO | SA_ONSTACK;
      sigemptyset(&Ours.sa_mask);
      AnyTaken |= sigaction(F.number, &Ours, nullptr) == 0;
    }
    HasKey = AnyTaken && pthread_key_create(&Stacks, release) == 0;
  }
  ~Handlers() {
    for (const Fault &F : Faults) {
      struct sigaction Present;
      if (sigaction(F.number, nullptr, &Present) == 0 && isOurs(Present))
        std::signal(F.number, SIG_DFL);
    }
    // Threads that live on keep their stacks.
    std::lock_guard Lock(KeyMutex);
    if (HasKey)
      pthread_key_delete(Stacks);
    HasKey = false;
  }
  Handlers(const Handlers &) = delete;
  Handlers &operator=(const Handlers &) = delete;

  /// Gives the calling thread a stack, which it has until it ends.
  void giveStack() {
    stack_t Present;
    if (!HasKey || sigaltstack(nullptr, &Present) != 0 ||
        !(Present.ss_flags & SS_DISABLE))
      return;
    void *Memory = mmap(nullptr, stackBytes(), PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (Memory == MAP_FAILED)
      return;
    stack_t New = {};
    New.ss_sp = Memory;
    New.ss_size = stackBytes();
    if (pthread_setspecific(Stacks, Memory) != 0 ||
        sigaltstack(&New, nullptr) != 0) {
      pthread_setspecific(Stacks, nullptr);
      munmap(Memory, stackBytes());
    }
  }

private:
  static std::size_t stackBytes() {
    static const auto Bytes =
        std::size_t(std::max(sysconf(_SC_SIGSTKSZ), long(16) << 10)) +
        (16 << 10);
    return Bytes;
  }
  /// At the end of a thread.
  static void release(void *Memory) {
    stack_t Present;
    if (sigaltstack(nullptr, &Present) == 0 && Present.ss_sp == Memory) {
      Present.ss_flags = SS_DISABLE;
      sigaltstack(&Present, nullptr);
    }
    munmap(Memory, stackBytes());
  }

  bool AnyTaken = false;
};

} // namespace

void prepareThreadForFaults() noexcept {
  std::lock_guard Lock(KeyMutex);
  static Handlers OfProcess;
  OfProcess.giveStack();
}

} // namespace ferry::exec
