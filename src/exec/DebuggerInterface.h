//===- DebuggerInterface.h - Tells gdb of objects ---------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_EXEC_DEBUGGERINTERFACE_H
#define FERRY_EXEC_DEBUGGERINTERFACE_H

#include <cstdint>
#include <string>

namespace ferry::exec {

/// An object that debuggers know of while this lives, by the interface that gdb
/// has for compilers in a process ("JIT Compilation Interface" of its manual;
/// lldb knows it, too). Thread-safe.
class DebuggerObject {
public:
  /// \param Symbols an ELF object whose sections have their addresses.
  explicit DebuggerObject(std::string Symbols);
  ~DebuggerObject();
  DebuggerObject(const DebuggerObject &) = delete;
  DebuggerObject &operator=(const DebuggerObject &) = delete;

  /// What gdb reads: `struct jit_code_entry`.
  struct Entry {
    Entry *next = nullptr, *previous = nullptr;
    const char *symbols = nullptr;
    std::uint64_t bytes = 0;
  };

private:
  const std::string Symbols;
  Entry Listed;
};

} // namespace ferry::exec

#endif // FERRY_EXEC_DEBUGGERINTERFACE_H
