//===- ProcessMain.cpp - The compiler in a process of its own -------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// ferry-compiler carries out the requests of one driver, which come over the
/// socket that is its standard input (see CompilerProcess.h). It ends when the
/// driver closes the socket, or has not asked for anything for a while.
///
//===----------------------------------------------------------------------===//

#include "compiler-interface/CompilerLibrary.h"
#include "compiler-interface/Message.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <malloc.h>
#include <new>
#include <poll.h>
#include <unistd.h>

using namespace ferry::compiler;

#if defined(__SANITIZE_ADDRESS__)
/// AddressSanitizer asks for this. LLVM's headers, compiled here, mark memory
/// that its libraries, compiled elsewhere, use nevertheless.
extern "C" [[gnu::visibility("default")]] const char *__asan_default_options() {
  return "allow_user_poisoning=0";
}
#endif

namespace {

constexpr int Socket = STDIN_FILENO;
/// An idle process keeps some 30 MB; one that is soon asked again, its memory.
constexpr int PauseMilliseconds = 100;
constexpr int PatienceMilliseconds = 60'000;

/// A result without texts, which needs no memory to be sent.
struct OutOfMemoryMessage {
  std::uint64_t length = sizeof(OutOfMemoryMessage) - sizeof(length);
  char status[sizeof(Status)] = {char(Status::OutOfMemory)};
  char nothing[3 * sizeof(std::uint64_t)] = {};
};

[[noreturn]] void outOfMemory() {
  const OutOfMemoryMessage M;
  sendBytes(Socket, {reinterpret_cast<const char *>(&M), sizeof(M)});
  _exit(1);
}

/// Where memory runs out, this process is the one to go.
void offerToTheSystem() {
  int File = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (File < 0)
    return;
  // Refused where the system is of another kind; so be it.
  [[maybe_unused]] ssize_t Written = write(File, "1000", 4);
  close(File);
}

void endIfClosed(int) {
  const int Error = errno;
  pollfd Input = {Socket, POLLRDHUP, 0};
  if (poll(&Input, 1, 0) > 0)
    _exit(0);
  errno = Error;
}

/// While it exists, the process ends if the driver's does: the system sends
/// SIGIO when the other end of the socket is closed. It may also send one for
/// the request, which has been read already: its sender goes on to the
/// signal after it can be read.
class EndsWithDriver {
public:
  EndsWithDriver() : Flags(fcntl(Socket, F_GETFL)) {
    struct sigaction Handler{};
    Handler.sa_handler = endIfClosed;
    Handler.sa_flags = SA_RESTART;
    sigaction(SIGIO, &Handler, nullptr);
    fcntl(Socket, F_SETOWN, getpid());
    fcntl(Socket, F_SETFL, Flags | O_ASYNC);
    endIfClosed(0); // It may have been closed before.
  }
  ~EndsWithDriver() { fcntl(Socket, F_SETFL, Flags); }
  EndsWithDriver(const EndsWithDriver &) = delete;
  EndsWithDriver &operator=(const EndsWithDriver &) = delete;

private:
  const int Flags;
};

/// Waits for a request, or the end of the driver, no longer than that.
bool hasRequest(int Milliseconds) {
  pollfd Input = {Socket, POLLIN, 0};
  return poll(&Input, 1, Milliseconds) != 0;
}

/// \returns the result of \p Message, a request.
Result carryOut(std::string_view Message) {
  const EndsWithDriver WhileCompiling;
  Result R;
  Request What;
  std::string Folder, Error;
  static Compiler *C = nullptr;
  if (!C) {
    C = loadCompiler(Error);
    if (!C) {
      R.log = std::move(Error);
      return R;
    }
    C->ownProcess(outOfMemory);
  }
  if (!unpackRequest(Message, What, Folder)) {
    R.log = "error: damaged request\n";
    return R;
  }
  // A folder that is gone, or not to be entered, has no files to include.
  if (!Folder.empty() && chdir(Folder.c_str()) != 0 && chdir("/") != 0)
    R.log = "warning: no current folder\n";
  return C->run(What);
}

} // namespace

int main() {
  offerToTheSystem();
  std::set_new_handler(outOfMemory);
  std::string Message;
  for (;;) {
    if (!hasRequest(PauseMilliseconds)) {
      malloc_trim(0);
      if (!hasRequest(PatienceMilliseconds))
        return 0;
    }
    if (!receiveMessage(Socket, Message))
      return 0;
    if (!sendBytes(Socket, {&Received, 1}) ||
        !sendMessage(Socket, packResult(carryOut(Message))))
      return 0;
  }
}
