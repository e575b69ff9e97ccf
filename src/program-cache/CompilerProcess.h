//===- CompilerProcess.h - The compiler in processes of its own -*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Clang and LLVM end the process on some inputs, use as much memory as they
/// like, and keep state that belongs to the whole process. So programs are
/// compiled in processes of their own: what ends one of them is a failed build.
///
/// A process carries out one request at a time; it is kept for the next one.
/// There are as many as builds at a time, up to a limit. None is a child of the
/// host's: a host that waits for its children, or handles SIGCHLD, does not
/// meet them.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_PROGRAMCACHE_COMPILERPROCESS_H
#define FERRY_PROGRAMCACHE_COMPILERPROCESS_H

#include "compiler-interface/Compiler.h"

#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

namespace ferry::compiler {

/// One running ferry-compiler. Used by one thread at a time.
class CompilerProcess {
public:
  /// Starts one. \returns nothing if that is not possible here: there is no
  /// such program, or the system lets this process make no other.
  static std::optional<CompilerProcess> start();

  CompilerProcess(CompilerProcess &&Other) noexcept;
  CompilerProcess &operator=(CompilerProcess &&Other) noexcept;
  /// The process ends by itself when it is done.
  ~CompilerProcess();

  enum class Answer {
    Result, ///< There is one.
    None,   ///< It was gone before it had the request.
    Ended,  ///< The request ended it.
  };
  /// \param Message packRequest()'s.
  /// \param [out] R of Answer::Result.
  Answer run(std::string_view Message, Result &R);

  /// What it said on stderr since the last request, unless it goes to the
  /// host's: nothing for FERRY_DEBUG=compiler.
  std::string lastWords() const;

  /// False if the host has closed its end, or has changed who it is since: the
  /// process may do what the host may not do any more.
  bool isUsable() const;

private:
  CompilerProcess(int Socket, int Stderr);

  int Socket, Stderr; ///< File descriptors, or -1.
  ino_t SocketNumber; ///< Of the system's; tells whether it is still ours.
  uid_t User;
  gid_t Group;
};

/// The compiler behind Compiler's interface, for all threads of this process.
class CompilerProcesses final : public Compiler {
public:
  /// \param Limit how many processes there may be at a time, at least 1.
  explicit CompilerProcesses(unsigned Limit);

  /// Carries \p What out in this process where no other can be started.
  Result run(const Request &What) override;
  void ownProcess(void (*)()) override {}

private:
  class Place;

  const unsigned Limit;
  std::mutex Mutex;
  std::condition_variable Returned;
  std::vector<CompilerProcess> Idle; ///< At most Limit.
  unsigned NumBusy = 0;
};

/// The compiler as FERRY_COMPILER asks for it. Thread-safe.
///
/// \param [out] Error why there is none, if the result is null.
Compiler *theCompiler(std::string &Error);

} // namespace ferry::compiler

#endif // FERRY_PROGRAMCACHE_COMPILERPROCESS_H
