//===- Child.cpp - A program that is run and waited for -------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "tool/Child.h"

#include "tool/Environment.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ferry::tool {

/// Those of shells for a program that cannot be run.
static bool isShellStatus(int Status) { return Status == 126 || Status == 127; }

bool Ending::wasRun() const {
  return !WIFEXITED(WaitStatus) || !isShellStatus(WEXITSTATUS(WaitStatus));
}

int Ending::pass() const {
  if (WIFEXITED(WaitStatus))
    return WEXITSTATUS(WaitStatus);
  // One core file is enough.
  const rlimit None{0, 0};
  setrlimit(RLIMIT_CORE, &None);
  const int Signal = WTERMSIG(WaitStatus);
  std::signal(Signal, SIG_DFL);
  std::raise(Signal);
  return 128 + Signal; // It was blocked.
}

static volatile std::sig_atomic_t Child = 0;

static void handOn(int Signal) {
  if (Child)
    kill(pid_t(Child), Signal);
}

Ending runProgram(const std::vector<char *> &Command) {
  // A terminal sends these to both; this process goes on to report.
  struct sigaction Ignored{}, Interrupt, Quit;
  Ignored.sa_handler = SIG_IGN;
  sigaction(SIGINT, &Ignored, &Interrupt);
  sigaction(SIGQUIT, &Ignored, &Quit);
  std::fflush(nullptr);
  // What comes meanwhile waits until it can be handed on.
  constexpr int HandedOn[] = {SIGTERM, SIGHUP, SIGUSR1, SIGUSR2};
  sigset_t Blocked, Before;
  sigemptyset(&Blocked);
  for (int Signal : HandedOn)
    sigaddset(&Blocked, Signal);
  sigprocmask(SIG_BLOCK, &Blocked, &Before);
  const pid_t Pid = fork();
  if (Pid < 0) {
    sigprocmask(SIG_SETMASK, &Before, nullptr);
    std::fprintf(stderr, "ferry: %s\n", std::strerror(errno));
    return Ending(126 << 8);
  }
  if (Pid == 0) {
    sigaction(SIGINT, &Interrupt, nullptr);
    sigaction(SIGQUIT, &Quit, nullptr);
    sigprocmask(SIG_SETMASK, &Before, nullptr);
    _exit(becomeProgram(Command));
  }
  Child = Pid;
  struct sigaction Handler{};
  Handler.sa_handler = handOn;
  for (int Signal : HandedOn)
    sigaction(Signal, &Handler, nullptr);
  sigprocmask(SIG_SETMASK, &Before, nullptr);
  int Status = 0;
  while (waitpid(Pid, &Status, 0) < 0 && errno == EINTR) {
  }
  Child = 0;
  return Ending(Status);
}

} // namespace ferry::tool
