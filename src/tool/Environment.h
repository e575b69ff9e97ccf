//===- Environment.h - What programs on Ferry are given ---------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the options say becomes environment variables of this process, which
/// the program that it runs inherits.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_TOOL_ENVIRONMENT_H
#define FERRY_TOOL_ENVIRONMENT_H

#include "ferry/config.h"

#include "llvm/Support/CommandLine.h"

#include <string>

namespace ferry::tool {

/// Sets the variable \p V, or ends the process with UsageError if it has no
/// such value.
///
/// \param Option whose value that is.
void setVariable(config::Variable V, const std::string &Value,
                 const char *Option);

/// Options of a subcommand that say what code kernels get.
class CodeOptions {
public:
  explicit CodeOptions(llvm::cl::SubCommand &Of);
  void apply() const;

private:
  llvm::cl::opt<std::string> Cpu, Width;
};

/// Options of a subcommand that runs a program.
class ProgramOptions {
public:
  explicit ProgramOptions(llvm::cl::SubCommand &Of);

  /// Also has ICD loaders find the driver beside this program and no other.
  void apply() const;

  /// The program and its arguments, with the null pointer that exec*() want at
  /// the end. The strings live as long as the object.
  std::vector<char *> command() const;

private:
  CodeOptions Code;
  llvm::cl::opt<std::string> Threads;
  llvm::cl::opt<bool> AsGpu;
  llvm::cl::opt<std::string> Program;
  llvm::cl::list<std::string> Arguments;
};

/// Becomes the program.
///
/// \param Command as ProgramOptions::command() gives it.
/// \returns the exit status of a shell that cannot run it, after it has said
///          so.
int becomeProgram(const std::vector<char *> &Command);

} // namespace ferry::tool

#endif // FERRY_TOOL_ENVIRONMENT_H
