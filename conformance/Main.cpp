//===- Main.cpp - Runs the tests, or one function in a child --------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Support.h"

#include <cstdio>
#include <cstdlib>
#include <map>
#include <sys/wait.h>
#include <unistd.h>

namespace conformance {

static std::map<std::string, int (*)()> &children() {
  static std::map<std::string, int (*)()> All;
  return All;
}

ChildFunction::ChildFunction(const char *Name, int (*Run)()) {
  children()[Name] = Run;
}

static constexpr char ChildVariable[] = "FERRY_TEST_CHILD";

ChildOutcome runChild(const std::string &Name,
                      const std::vector<std::string> &Environment) {
  int Pipe[2];
  if (pipe(Pipe) != 0)
    return {-1, "pipe failed"};
  pid_t Child = fork();
  if (Child < 0)
    return {-1, "fork failed"};
  if (Child == 0) {
    // Only async-signal-safe calls would be safe if other threads held locks;
    // putenv and exec take none that a driver holds.
    dup2(Pipe[1], STDOUT_FILENO);
    dup2(Pipe[1], STDERR_FILENO);
    close(Pipe[0]);
    close(Pipe[1]);
    for (const std::string &Setting : Environment)
      putenv(const_cast<char *>(Setting.c_str()));
    setenv(ChildVariable, Name.c_str(), 1);
    execl("/proc/self/exe", "conformance-child", nullptr);
    _exit(127);
  }
  close(Pipe[1]);
  ChildOutcome Outcome{-1, ""};
  char Bytes[4096];
  for (ssize_t Read; (Read = read(Pipe[0], Bytes, sizeof(Bytes))) > 0;)
    Outcome.output.append(Bytes, size_t(Read));
  close(Pipe[0]);
  int Status = 0;
  waitpid(Child, &Status, 0);
  Outcome.status =
      WIFEXITED(Status) ? WEXITSTATUS(Status) : 128 + WTERMSIG(Status);
  return Outcome;
}

} // namespace conformance

int main(int Argc, char **Argv) {
  if (const char *Name = std::getenv(conformance::ChildVariable)) {
    // A child of the child is an ordinary process again.
    std::string Wanted = Name;
    unsetenv(conformance::ChildVariable);
    auto Found = conformance::children().find(Wanted);
    if (Found == conformance::children().end())
      return 126;
    try {
      return Found->second();
    } catch (const std::exception &Error) {
      std::fprintf(stderr, "%s\n", Error.what());
      return 125;
    }
  }
  testing::InitGoogleTest(&Argc, Argv);
  return RUN_ALL_TESTS();
}
