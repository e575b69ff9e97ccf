//===- FailingCalls.h - Calls of the system that fail -----------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// libferry-failing-calls.so takes the place of functions of the C library for
/// all libraries of a process that links or preloads it, and makes one call of
/// one kind fail, as if the system lacked something at that moment.
///
/// A program that links it says itself which call, and when calls count. For
/// one that preloads it FAILING_CALLS does, a kind and a number ("memory 17"):
/// all calls count from its start.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_CONFORMANCE_FAILINGCALLS_H
#define FERRY_CONFORMANCE_FAILINGCALLS_H

#define FERRY_VISIBLE __attribute__((visibility("default")))

namespace conformance {

enum class Call {
  Memory,  ///< malloc() and its like: ENOMEM.
  Mapping, ///< mmap(), mprotect(): ENOMEM.
  Thread,  ///< pthread_create(): EAGAIN.
  Open,    ///< open(), fopen(), mkdir(): EMFILE.
  Read,    ///< read(), fstat(): EIO.
  Write,   ///< write(): ENOSPC.
  Rename,  ///< rename(), fsync(): EIO.
  Process, ///< clone(), posix_spawn() and the files a process needs: EAGAIN.
  Message, ///< send(), recv(): ENOMEM.
  Library, ///< dlopen().
  Count
};
inline constexpr const char *CallNames[] = {
    "memory", "mapping", "thread",  "open",    "read",
    "write",  "rename",  "process", "message", "library"};

/// From now on the \p Number th call of kind \p Kind that counts fails, and no
/// other; 0: none.
FERRY_VISIBLE void failCall(Call Kind, unsigned long Number);
/// Whether it has.
FERRY_VISIBLE bool hasCallFailed();
/// The path of the library, for LD_PRELOAD.
FERRY_VISIBLE const char *failingCallsLibrary();

/// While one exists calls count, on all threads.
class FERRY_VISIBLE CallsCount {
public:
  enum On {
    AnyStack,
    /// Of the thread that made this, only the calls on the stack that it has
    /// now: not those of a compiler, which has one of its own.
    ThisStack
  };
  explicit CallsCount(On Stacks = AnyStack);
  ~CallsCount();
  CallsCount(const CallsCount &) = delete;
  CallsCount &operator=(const CallsCount &) = delete;
};

} // namespace conformance

#endif // FERRY_CONFORMANCE_FAILINGCALLS_H
