//===- ChildProcess.cpp - Run this program again --------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "ChildProcess.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <poll.h>
#include <spawn.h>
#include <string_view>
#include <sys/wait.h>
#include <unistd.h>

namespace host {

namespace {

/// The last line of \p Text that is not blank.
std::string lastLine(std::string_view Text) {
  while (!Text.empty() && (Text.back() == '\n' || Text.back() == ' '))
    Text.remove_suffix(1);
  std::size_t Newline = Text.rfind('\n');
  if (Newline != Text.npos)
    Text.remove_prefix(Newline + 1);
  return std::string(Text);
}

/// Reads what the child writes to both pipes until it closes them.
/// \returns false if \p Deadline passed before that.
bool drain(std::array<int, 2> Pipes, std::array<std::string *, 2> Texts,
           std::chrono::steady_clock::time_point Deadline) {
  std::array<pollfd, 2> Polled{{{Pipes[0], POLLIN, 0}, {Pipes[1], POLLIN, 0}}};
  while (Polled[0].fd >= 0 || Polled[1].fd >= 0) {
    auto Left = std::chrono::duration_cast<std::chrono::milliseconds>(
        Deadline - std::chrono::steady_clock::now());
    if (Left.count() <= 0)
      return false;
    int Ready = poll(Polled.data(), Polled.size(), int(Left.count()));
    if (Ready < 0 && errno != EINTR)
      return false;
    if (Ready <= 0)
      continue;
    for (std::size_t I = 0; I != Polled.size(); ++I) {
      if (!Polled[I].revents)
        continue;
      char Buffer[4096];
      ssize_t Bytes = read(Polled[I].fd, Buffer, sizeof Buffer);
      if (Bytes > 0)
        Texts[I]->append(Buffer, std::size_t(Bytes));
      else
        Polled[I].fd = -1; // poll ignores negative descriptors.
    }
  }
  return true;
}

std::string describe(int Status, bool InTime, std::chrono::seconds Limit,
                     const std::string &Errors) {
  if (!InTime)
    return "not finished after " + std::to_string(Limit.count()) + " s";
  if (WIFSIGNALED(Status))
    return std::string("crashed: ") + strsignal(WTERMSIG(Status));
  if (WEXITSTATUS(Status) == 0)
    return {};
  std::string Line = lastLine(Errors);
  return Line.empty() ? "exit status " + std::to_string(WEXITSTATUS(Status))
                      : Line;
}

} // namespace

std::string programPath() {
  return std::filesystem::read_symlink("/proc/self/exe").string();
}

std::vector<std::string> environmentWith(const Environment &Changes) {
  std::vector<std::string> Result;
  for (char **Entry = environ; *Entry; ++Entry) {
    std::string_view Text = *Entry;
    std::string_view Name = Text.substr(0, Text.find('='));
    bool Replaced = false;
    for (const auto &Change : Changes)
      Replaced |= Change.first == Name;
    if (!Replaced)
      Result.emplace_back(Text);
  }
  for (const auto &[Name, Value] : Changes)
    Result.push_back(Name + "=" + Value);
  return Result;
}

std::vector<char *> pointers(std::vector<std::string> &Strings) {
  std::vector<char *> Result;
  for (std::string &String : Strings)
    Result.push_back(String.data());
  Result.push_back(nullptr);
  return Result;
}

ChildResult runSelf(const std::vector<std::string> &Arguments,
                    const Environment &Changes, std::chrono::seconds Limit) {
  ChildResult Result;
  int Out[2], Err[2];
  if (pipe2(Out, O_CLOEXEC) != 0) {
    Result.failure = std::string("no pipe: ") + std::strerror(errno);
    return Result;
  }
  if (pipe2(Err, O_CLOEXEC) != 0) {
    Result.failure = std::string("no pipe: ") + std::strerror(errno);
    close(Out[0]);
    close(Out[1]);
    return Result;
  }

  std::vector<std::string> Command{programPath()};
  Command.insert(Command.end(), Arguments.begin(), Arguments.end());
  std::vector<std::string> Variables = environmentWith(Changes);

  posix_spawn_file_actions_t Actions;
  posix_spawn_file_actions_init(&Actions);
  posix_spawn_file_actions_adddup2(&Actions, Out[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&Actions, Err[1], STDERR_FILENO);
  pid_t Child = 0;
  int Error = posix_spawn(&Child, Command[0].c_str(), &Actions, nullptr,
                          pointers(Command).data(), pointers(Variables).data());
  posix_spawn_file_actions_destroy(&Actions);
  close(Out[1]);
  close(Err[1]);

  if (Error) {
    Result.failure = std::string("not started: ") + std::strerror(Error);
  } else {
    std::string Errors;
    bool InTime = drain({Out[0], Err[0]}, {&Result.output, &Errors},
                        std::chrono::steady_clock::now() + Limit);
    if (!InTime)
      kill(Child, SIGKILL);
    int Status = 0;
    while (waitpid(Child, &Status, 0) < 0 && errno == EINTR)
      ;
    Result.failure = describe(Status, InTime, Limit, Errors);
  }
  close(Out[0]);
  close(Err[0]);
  return Result;
}

} // namespace host
