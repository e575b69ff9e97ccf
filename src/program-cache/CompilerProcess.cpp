//===- CompilerProcess.cpp - The compiler in processes of its own ---------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "program-cache/CompilerProcess.h"

#include "compiler-interface/CompilerLibrary.h"
#include "compiler-interface/Message.h"
#include "ferry/config.h"
#include "limits/Limits.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <memory>
#include <sched.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

/// clone(), but not in the eyes of ThreadSanitizer, which would take it for a
/// fork() and this process for the child.
extern "C" int __clone(int (*)(void *), void *Stack, int Flags, void *, ...);

namespace ferry::compiler {

//===----------------------------------------------------------------------===//
// Starting a process that is nobody's child
//===----------------------------------------------------------------------===//

namespace {

/// A file descriptor that is closed in the end.
class Descriptor {
public:
  explicit Descriptor(int File) : File(File) {}
  Descriptor(const Descriptor &) = delete;
  Descriptor &operator=(const Descriptor &) = delete;
  ~Descriptor() {
    if (File >= 0)
      close(File);
  }
  int get() const { return File; }
  int release() { return std::exchange(File, -1); }

private:
  int File;
};

/// This process's environment, with the configuration as it was read here.
std::vector<std::string> environment() {
  std::vector<std::string> Result;
  for (char **E = environ; *E; ++E)
    if (!std::string_view(*E).starts_with("FERRY_"))
      Result.emplace_back(*E);
  for (unsigned V = 0; V != unsigned(config::Variable::Count); ++V)
    Result.push_back(std::string(config::Table[V].name) + "=" +
                     std::string(config::get(config::Variable(V))));
  return Result;
}

/// What posix_spawn() is given, by the thread that shares its memory.
struct Spawn {
  const char *path;
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  char *arguments[2];
  std::vector<char *> variables;
  int error = ECHILD;
};

/// Runs in the memory of this process, as a process of its own, which ends when
/// it returns: a call of _exit() would have AddressSanitizer look at the stack.
int spawn(void *Given) {
  auto &S = *static_cast<Spawn *>(Given);
  pid_t Ignored;
  S.error = posix_spawn(&Ignored, S.path, &S.actions, &S.attributes,
                        S.arguments, S.variables.data());
  return 0;
}

/// Starts \p S from a process in between, which ends at once and sends nobody a
/// signal: what it leaves behind is the system's child.
/// \returns 0 or an error number.
int spawnOrphan(Spawn &S) {
  // As much as posix_spawn needs, which has a stack of its own for the rest.
  constexpr std::size_t StackBytes = 64 << 10;
  void *Stack = mmap(nullptr, StackBytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  if (Stack == MAP_FAILED)
    return errno;
  // No handler of the host's may run there.
  sigset_t All, Before;
  sigfillset(&All);
  pthread_sigmask(SIG_BLOCK, &All, &Before);
  pid_t Between = __clone(spawn, static_cast<char *>(Stack) + StackBytes,
                          CLONE_VM | CLONE_VFORK, &S);
  const int Error = Between < 0 ? errno : S.error;
  pthread_sigmask(SIG_SETMASK, &Before, nullptr);
  while (Between > 0 && waitpid(Between, nullptr, __WCLONE) < 0 &&
         errno == EINTR) {
  }
  munmap(Stack, StackBytes);
  return Error;
}

/// \param Input,Output its standard input; its standard output and stderr.
int startProgram(const std::string &Path, int Input, int Output) {
  Spawn S;
  S.path = Path.c_str();
  S.arguments[0] = const_cast<char *>(S.path);
  S.arguments[1] = nullptr;
  std::vector<std::string> Variables = environment();
  for (std::string &V : Variables)
    S.variables.push_back(V.data());
  S.variables.push_back(nullptr);
  posix_spawn_file_actions_init(&S.actions);
  posix_spawn_file_actions_adddup2(&S.actions, Input, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&S.actions, Output, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&S.actions, Output, STDERR_FILENO);
  posix_spawn_file_actions_addclosefrom_np(&S.actions, STDERR_FILENO + 1);
  // A session of its own: what is typed at the host's terminal is not for it.
  sigset_t All, None;
  sigfillset(&All);
  sigemptyset(&None);
  posix_spawnattr_init(&S.attributes);
  posix_spawnattr_setsigdefault(&S.attributes, &All);
  posix_spawnattr_setsigmask(&S.attributes, &None);
  posix_spawnattr_setflags(&S.attributes, POSIX_SPAWN_SETSID |
                                              POSIX_SPAWN_SETSIGDEF |
                                              POSIX_SPAWN_SETSIGMASK);
  const int Error = spawnOrphan(S);
  posix_spawnattr_destroy(&S.attributes);
  posix_spawn_file_actions_destroy(&S.actions);
  return Error;
}

/// A copy of \p File that is none of the standard descriptors.
int aboveStandard(int File) {
  return fcntl(File, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
}

} // namespace

std::optional<CompilerProcess> CompilerProcess::start() {
  int Ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, Ends) != 0)
    return std::nullopt;
  const Descriptor First(Ends[0]), Second(Ends[1]);
  const bool IsLoud = config::debug("compiler");
  const Descriptor Words(IsLoud ? -1
                                : memfd_create("ferry-compiler", MFD_CLOEXEC));
  Descriptor Ours(aboveStandard(First.get())),
      Theirs(aboveStandard(Second.get()));
  Descriptor Stderr(aboveStandard(IsLoud ? STDERR_FILENO : Words.get()));
  if (Ours.get() < 0 || Theirs.get() < 0 || (!IsLoud && Stderr.get() < 0))
    return std::nullopt;
  const std::string Path = compilerProgramPath();
  if (int Error = startProgram(
          Path, Theirs.get(), Stderr.get() < 0 ? Theirs.get() : Stderr.get())) {
    if (IsLoud)
      std::fprintf(stderr, "ferry: compiler %s: error %d\n", Path.c_str(),
                   Error);
    return std::nullopt;
  }
  return CompilerProcess(Ours.release(), IsLoud ? -1 : Stderr.release());
}

//===----------------------------------------------------------------------===//
// One process
//===----------------------------------------------------------------------===//

/// The system's number for the socket \p File; 0 if it is none.
static ino_t socketNumber(int File) {
  struct stat Status;
  return fstat(File, &Status) == 0 && S_ISSOCK(Status.st_mode) ? Status.st_ino
                                                               : 0;
}

CompilerProcess::CompilerProcess(int Socket, int Stderr)
    : Socket(Socket), Stderr(Stderr), SocketNumber(socketNumber(Socket)),
      User(geteuid()), Group(getegid()) {}

CompilerProcess::CompilerProcess(CompilerProcess &&Other) noexcept
    : Socket(std::exchange(Other.Socket, -1)),
      Stderr(std::exchange(Other.Stderr, -1)), SocketNumber(Other.SocketNumber),
      User(Other.User), Group(Other.Group) {}

CompilerProcess &CompilerProcess::operator=(CompilerProcess &&Other) noexcept {
  std::swap(Socket, Other.Socket);
  std::swap(Stderr, Other.Stderr);
  std::swap(SocketNumber, Other.SocketNumber);
  std::swap(User, Other.User);
  std::swap(Group, Other.Group);
  return *this;
}

CompilerProcess::~CompilerProcess() {
  // What is not ours any more is not closed.
  if (Socket < 0 || socketNumber(Socket) != SocketNumber)
    return;
  close(Socket);
  if (Stderr >= 0)
    close(Stderr);
}

bool CompilerProcess::isUsable() const {
  return socketNumber(Socket) == SocketNumber && User == geteuid() &&
         Group == getegid();
}

CompilerProcess::Answer CompilerProcess::run(std::string_view Message,
                                             Result &R) {
  // Its file position is shared: it writes from the start again.
  if (Stderr >= 0 &&
      (ftruncate(Stderr, 0) != 0 || lseek(Stderr, 0, SEEK_SET) != 0))
    return Answer::None;
  char Received;
  if (!sendMessage(Socket, Message) || !receiveBytes(Socket, &Received, 1))
    return Answer::None;
  std::string Text;
  if (!receiveMessage(Socket, Text) || !unpackResult(Text, R))
    return Answer::Ended;
  return Answer::Result;
}

std::string CompilerProcess::lastWords() const {
  constexpr std::size_t MostBytes = 64 << 10;
  std::string Text(MostBytes, '\0');
  ssize_t Got = Stderr < 0 ? 0 : pread(Stderr, Text.data(), Text.size(), 0);
  Text.resize(Got < 0 ? 0 : std::size_t(Got));
  return Text;
}

//===----------------------------------------------------------------------===//
// All processes
//===----------------------------------------------------------------------===//

/// A place among the processes, for one request.
class CompilerProcesses::Place {
public:
  /// Waits if there are too many.
  explicit Place(CompilerProcesses &All) : All(All) {
    std::unique_lock Lock(All.Mutex);
    All.Returned.wait(Lock, [&] { return All.NumBusy < All.Limit; });
    ++All.NumBusy;
    while (!All.Idle.empty() && !Process) {
      Process = std::move(All.Idle.back());
      All.Idle.pop_back();
      if (!Process->isUsable())
        Process.reset();
    }
  }
  ~Place() {
    std::lock_guard Lock(All.Mutex);
    --All.NumBusy;
    // There is room: an idle one was taken, or one more than ever is idle.
    if (IsIdle)
      All.Idle.push_back(std::move(*Process));
    All.Returned.notify_one();
  }
  Place(const Place &) = delete;
  Place &operator=(const Place &) = delete;

  /// One that was idle, or has been started; nothing if there is none (yet).
  std::optional<CompilerProcess> Process;
  /// It has given its answer. One that has not, whatever the reason, is of no
  /// use to others.
  bool IsIdle = false;

private:
  CompilerProcesses &All;
};

CompilerProcesses::CompilerProcesses(unsigned Limit) : Limit(Limit) {
  Idle.reserve(Limit); // So that giving back needs no memory.
}

Result CompilerProcesses::run(const Request &What) {
  using Answer = CompilerProcess::Answer;
  // Empty where there is none: nothing is found there then.
  const std::unique_ptr<char, decltype(&std::free)> Folder(getcwd(nullptr, 0),
                                                           &std::free);
  const std::string Message = packRequest(What, Folder ? Folder.get() : "");
  Result R;
  Place Mine(*this);
  Answer A = Answer::None;
  // One that was idle may have ended in the meantime.
  if (Mine.Process)
    A = Mine.Process->run(Message, R);
  if (A == Answer::None) {
    Mine.Process = CompilerProcess::start();
    if (!Mine.Process) {
      std::string Error;
      if (Compiler *Here = loadCompiler(Error))
        return Here->run(What);
      R.log = std::move(Error);
      return R;
    }
    A = Mine.Process->run(Message, R);
  }
  Mine.IsIdle = A == Answer::Result;
  if (!Mine.IsIdle) {
    R = {};
    R.log = A == Answer::Ended
                ? "error: the compiler ended while it built this program\n"
                : "error: the compiler's process cannot be started\n";
    R.log += Mine.Process->lastWords();
  }
  return R;
}

//===----------------------------------------------------------------------===//
// The compiler of this process
//===----------------------------------------------------------------------===//

namespace {
struct Owned {
  const pid_t owner = getpid();
  CompilerProcesses processes{limits::threads()};
};
std::atomic<Owned *> Current{nullptr};
} // namespace

Compiler *theCompiler(std::string &Error) {
  if (config::get(config::Variable::Compiler) == "host")
    return loadCompiler(Error);
  // What a parent has left when it forked is not used by the child, nor is its
  // lock, which some thread may have held.
  Owned *Now = Current.load();
  while (!Now || Now->owner != getpid()) {
    auto *New = new Owned;
    if (Current.compare_exchange_strong(Now, New))
      Now = New;
    else
      delete New;
  }
  return &Now->processes;
}

} // namespace ferry::compiler
