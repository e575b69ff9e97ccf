//===- Dialogue.cpp - A child process that answers ------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "common/Dialogue.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <iostream>
#include <poll.h>
#include <spawn.h>
#include <stdexcept>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace bench {

/// What marks an answer among lines that drivers write.
static constexpr char Mark = '@';

Dialogue::Dialogue(const std::vector<std::string> &Arguments,
                   const host::Environment &Changes) {
  int Ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, Ends) != 0)
    throw std::runtime_error(std::string("no socket: ") + std::strerror(errno));
  Socket = Ends[0];

  std::vector<std::string> Command{host::programPath()};
  Command.insert(Command.end(), Arguments.begin(), Arguments.end());
  std::vector<std::string> Variables = host::environmentWith(Changes);
  posix_spawn_file_actions_t Actions;
  posix_spawn_file_actions_init(&Actions);
  posix_spawn_file_actions_adddup2(&Actions, Ends[1], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&Actions, Ends[1], STDOUT_FILENO);
  int Error = posix_spawn(&Child, Command[0].c_str(), &Actions, nullptr,
                          host::pointers(Command).data(),
                          host::pointers(Variables).data());
  posix_spawn_file_actions_destroy(&Actions);
  close(Ends[1]);
  if (Error) {
    close(Socket);
    throw std::runtime_error(std::string("not started: ") +
                             std::strerror(Error));
  }
}

Dialogue::~Dialogue() {
  if (!Child)
    return;
  // The child ends when it hears no more; what hangs is ended.
  shutdown(Socket, SHUT_WR);
  pollfd Polled{Socket, POLLIN, 0};
  char Buffer[4096];
  while (poll(&Polled, 1, 10000) > 0 && read(Socket, Buffer, sizeof Buffer) > 0)
    ;
  kill(Child, SIGKILL);
  waitpid(Child, nullptr, 0);
  close(Socket);
}

void Dialogue::fail(const std::string &Why) {
  kill(Child, SIGKILL);
  int Status = 0;
  waitpid(Child, &Status, 0);
  close(Socket);
  Child = 0;
  if (WIFSIGNALED(Status) && WTERMSIG(Status) != SIGKILL)
    throw std::runtime_error(std::string("crashed: ") +
                             strsignal(WTERMSIG(Status)));
  throw std::runtime_error(Why);
}

std::string Dialogue::ask(const std::string &Line, std::chrono::seconds Limit) {
  if (!Child)
    throw std::runtime_error("the process has ended");
  std::string Text = Line + '\n';
  if (send(Socket, Text.data(), Text.size(), MSG_NOSIGNAL) !=
      ssize_t(Text.size()))
    fail("the process has ended");

  auto Deadline = std::chrono::steady_clock::now() + Limit;
  for (;;) {
    for (std::size_t End; (End = Received.find('\n')) != Received.npos;) {
      std::string Answer = Received.substr(0, End);
      Received.erase(0, End + 1);
      if (!Answer.empty() && Answer[0] == Mark)
        return Answer.substr(1);
    }
    auto Left = std::chrono::duration_cast<std::chrono::milliseconds>(
        Deadline - std::chrono::steady_clock::now());
    pollfd Polled{Socket, POLLIN, 0};
    if (Left.count() <= 0 || poll(&Polled, 1, int(Left.count())) == 0)
      fail("no answer after " + std::to_string(Limit.count()) + " s");
    char Buffer[4096];
    ssize_t Bytes = read(Socket, Buffer, sizeof Buffer);
    if (Bytes <= 0)
      fail("the process has ended");
    Received.append(Buffer, std::size_t(Bytes));
  }
}

bool hear(std::string &Line) { return bool(std::getline(std::cin, Line)); }

void answer(const std::string &Line) {
  // A driver may have left a line without its end.
  std::cout << '\n' << Mark << Line << '\n' << std::flush;
}

} // namespace bench
