//===- FailingCalls.cpp - Calls of the system that fail -------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "FailingCalls.h"

#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace conformance;

//===----------------------------------------------------------------------===//
// Which call
//===----------------------------------------------------------------------===//

namespace {

/// What a stack of the system's own is not larger than.
constexpr std::uintptr_t MostStackBytes = 8 << 20;

std::atomic<Call> FailingKind{Call::Count};
/// Calls of that kind up to the one that fails; 0: it has, or none shall.
std::atomic<unsigned long> CallsLeft{0};
std::atomic<bool> HasFailed{false}, DoCallsCount{false};

/// Without memory for it that might not be had.
#define OF_THREAD static thread_local __attribute__((tls_model("initial-exec")))
/// An address in the stack whose calls count; 0: any.
OF_THREAD std::uintptr_t OnlyStack = 0;
/// The functions here need functions, too.
OF_THREAD bool IsOurs = false;

std::uintptr_t here() {
  return reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
}

/// True if this call, of kind \p Kind, is the one. Sets errno.
bool fails(Call Kind, int Error) {
  if (FailingKind.load(std::memory_order_relaxed) != Kind ||
      !DoCallsCount.load() || IsOurs)
    return false;
  if (OnlyStack && OnlyStack - here() + MostStackBytes > 2 * MostStackBytes)
    return false;
  unsigned long Left = CallsLeft.load();
  while (Left && !CallsLeft.compare_exchange_weak(Left, Left - 1)) {
  }
  if (Left != 1)
    return false;
  HasFailed.store(true);
  errno = Error;
  return true;
}

/// The function \p Name that would be called otherwise.
void *next(const char *Name) {
  const bool WasOurs = IsOurs;
  IsOurs = true;
  void *Found = dlsym(RTLD_NEXT, Name);
  IsOurs = WasOurs;
  return Found;
}

/// Of a program that preloads this.
[[gnu::constructor]] void readEnvironment() {
  const char *Text = std::getenv("FAILING_CALLS");
  const char *Number = Text ? std::strchr(Text, ' ') : nullptr;
  if (!Number)
    return;
  for (unsigned Kind = 0; Kind != unsigned(Call::Count); ++Kind)
    if (std::strncmp(Text, CallNames[Kind], std::size_t(Number - Text)) == 0)
      failCall(Call(Kind), std::strtoul(Number, nullptr, 10));
  DoCallsCount.store(true);
}

} // namespace

void conformance::failCall(Call Kind, unsigned long Number) {
  FailingKind.store(Kind);
  HasFailed.store(false);
  CallsLeft.store(Number);
}

bool conformance::hasCallFailed() { return HasFailed.load(); }

const char *conformance::failingCallsLibrary() {
  Dl_info Here;
  return dladdr(reinterpret_cast<void *>(&failCall), &Here) ? Here.dli_fname
                                                            : "";
}

CallsCount::CallsCount(On Stacks) {
  OnlyStack = Stacks == ThisStack ? here() : 0;
  DoCallsCount.store(true);
}

CallsCount::~CallsCount() {
  DoCallsCount.store(false);
  OnlyStack = 0;
}

//===----------------------------------------------------------------------===//
// Memory: sanitizers have their own
//===----------------------------------------------------------------------===//

#pragma GCC visibility push(default)
extern "C" {

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
void *__libc_malloc(std::size_t);
void *__libc_calloc(std::size_t, std::size_t);
void *__libc_realloc(void *, std::size_t);
void *__libc_memalign(std::size_t, std::size_t);

void *malloc(std::size_t Bytes) noexcept {
  return fails(Call::Memory, ENOMEM) ? nullptr : __libc_malloc(Bytes);
}
void *calloc(std::size_t Count, std::size_t Bytes) noexcept {
  return fails(Call::Memory, ENOMEM) ? nullptr : __libc_calloc(Count, Bytes);
}
void *realloc(void *Old, std::size_t Bytes) noexcept {
  return fails(Call::Memory, ENOMEM) ? nullptr : __libc_realloc(Old, Bytes);
}
void *memalign(std::size_t Alignment, std::size_t Bytes) noexcept {
  return fails(Call::Memory, ENOMEM) ? nullptr
                                     : __libc_memalign(Alignment, Bytes);
}
void *aligned_alloc(std::size_t Alignment, std::size_t Bytes) noexcept {
  return memalign(Alignment, Bytes);
}
int posix_memalign(void **Result, std::size_t Alignment,
                   std::size_t Bytes) noexcept {
  void *New = memalign(Alignment, Bytes);
  if (New)
    *Result = New;
  return New ? 0 : ENOMEM;
}
#endif

//===----------------------------------------------------------------------===//
// All others
//===----------------------------------------------------------------------===//

/// The body of the function \p NAME: what it returns where it fails, or what
/// the C library's does.
#define FAIL_OR_CALL(KIND, ERROR, FAILED, NAME, ...)                           \
  static const auto Next = reinterpret_cast<decltype(&NAME)>(next(#NAME));     \
  if (fails(Call::KIND, ERROR))                                                \
    return FAILED;                                                             \
  return Next(__VA_ARGS__)

void *mmap(void *Where, std::size_t Bytes, int Access, int Flags, int File,
           off_t Offset) noexcept {
  FAIL_OR_CALL(Mapping, ENOMEM, MAP_FAILED, mmap, Where, Bytes, Access, Flags,
               File, Offset);
}
int mprotect(void *Where, std::size_t Bytes, int Access) noexcept {
  FAIL_OR_CALL(Mapping, ENOMEM, -1, mprotect, Where, Bytes, Access);
}

int pthread_create(pthread_t *Thread, const pthread_attr_t *Attributes,
                   void *(*Start)(void *), void *Argument) noexcept {
  FAIL_OR_CALL(Thread, EAGAIN, EAGAIN, pthread_create, Thread, Attributes,
               Start, Argument);
}

/// The argument that is there only if a file may be made.
static mode_t modeOf(int Flags, va_list Rest) {
  return Flags & (O_CREAT | O_TMPFILE) ? va_arg(Rest, mode_t) : 0;
}
int open(const char *Path, int Flags, ...) {
  va_list Rest;
  va_start(Rest, Flags);
  const mode_t Mode = modeOf(Flags, Rest);
  va_end(Rest);
  FAIL_OR_CALL(Open, EMFILE, -1, open, Path, Flags, Mode);
}
int openat(int Folder, const char *Path, int Flags, ...) {
  va_list Rest;
  va_start(Rest, Flags);
  const mode_t Mode = modeOf(Flags, Rest);
  va_end(Rest);
  FAIL_OR_CALL(Open, EMFILE, -1, openat, Folder, Path, Flags, Mode);
}
FILE *fopen(const char *Path, const char *Mode) {
  FAIL_OR_CALL(Open, EMFILE, nullptr, fopen, Path, Mode);
}
FILE *fopen64(const char *Path, const char *Mode) {
  FAIL_OR_CALL(Open, EMFILE, nullptr, fopen64, Path, Mode);
}
int mkdir(const char *Path, mode_t Mode) noexcept {
  FAIL_OR_CALL(Open, EMFILE, -1, mkdir, Path, Mode);
}

ssize_t read(int File, void *To, std::size_t Bytes) {
  FAIL_OR_CALL(Read, EIO, -1, read, File, To, Bytes);
}
ssize_t pread(int File, void *To, std::size_t Bytes, off_t Offset) {
  FAIL_OR_CALL(Read, EIO, -1, pread, File, To, Bytes, Offset);
}
int fstat(int File, struct stat *Status) noexcept {
  FAIL_OR_CALL(Read, EIO, -1, fstat, File, Status);
}
int stat(const char *Path, struct stat *Status) noexcept {
  FAIL_OR_CALL(Read, EIO, -1, stat, Path, Status);
}

ssize_t write(int File, const void *From, std::size_t Bytes) {
  FAIL_OR_CALL(Write, ENOSPC, -1, write, File, From, Bytes);
}

int rename(const char *From, const char *To) noexcept {
  FAIL_OR_CALL(Rename, EIO, -1, rename, From, To);
}
int renameat(int FromFolder, const char *From, int ToFolder,
             const char *To) noexcept {
  FAIL_OR_CALL(Rename, EIO, -1, renameat, FromFolder, From, ToFolder, To);
}
int fsync(int File) { FAIL_OR_CALL(Rename, EIO, -1, fsync, File); }

int clone(int (*Run)(void *), void *Stack, int Flags, void *Argument,
          ...) noexcept {
  FAIL_OR_CALL(Process, EAGAIN, -1, clone, Run, Stack, Flags, Argument, nullptr,
               nullptr, nullptr);
}
int posix_spawn(pid_t *Child, const char *Path,
                const posix_spawn_file_actions_t *Actions,
                const posix_spawnattr_t *Attributes, char *const Arguments[],
                char *const Environment[]) {
  FAIL_OR_CALL(Process, EAGAIN, EAGAIN, posix_spawn, Child, Path, Actions,
               Attributes, Arguments, Environment);
}
int socketpair(int Domain, int Type, int Protocol, int Ends[2]) noexcept {
  FAIL_OR_CALL(Process, EMFILE, -1, socketpair, Domain, Type, Protocol, Ends);
}
int memfd_create(const char *Name, unsigned Flags) noexcept {
  FAIL_OR_CALL(Process, EMFILE, -1, memfd_create, Name, Flags);
}
int fcntl(int File, int What, ...) {
  va_list Rest;
  va_start(Rest, What);
  void *Argument = va_arg(Rest, void *);
  va_end(Rest);
  FAIL_OR_CALL(Process, EMFILE, -1, fcntl, File, What, Argument);
}
int ftruncate(int File, off_t Bytes) noexcept {
  FAIL_OR_CALL(Process, EIO, -1, ftruncate, File, Bytes);
}

ssize_t send(int Socket, const void *From, std::size_t Bytes, int Flags) {
  FAIL_OR_CALL(Message, ENOMEM, -1, send, Socket, From, Bytes, Flags);
}
ssize_t recv(int Socket, void *To, std::size_t Bytes, int Flags) {
  FAIL_OR_CALL(Message, ENOMEM, -1, recv, Socket, To, Bytes, Flags);
}

void *dlopen(const char *Path, int Mode) noexcept {
  FAIL_OR_CALL(Library, ENOMEM, nullptr, dlopen, Path, Mode);
}

} // extern "C"
#pragma GCC visibility pop
