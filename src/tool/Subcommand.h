//===- Subcommand.h - A subcommand of ferry ---------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Each subcommand is a file with its llvm::cl::SubCommand, the options of it,
/// and a Subcommand, which main.cpp has in its table.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_TOOL_SUBCOMMAND_H
#define FERRY_TOOL_SUBCOMMAND_H

#include "llvm/Support/CommandLine.h"

namespace ferry::tool {

struct Subcommand {
  llvm::cl::SubCommand &options;
  const char *example; ///< What --help shows at the end.
  /// Called once the command line is parsed. \returns the exit status.
  int (*run)();
};

/// The exit status for a command line that makes no sense.
inline constexpr int UsageError = 2;

/// The options of all subcommands; --help shows no others.
llvm::cl::OptionCategory &ownOptions();

extern const Subcommand CacheCommand, CheckCommand, CompileCommand, InfoCommand,
    InstallCommand, RunCommand, TraceCommand, UninstallCommand;

} // namespace ferry::tool

#endif // FERRY_TOOL_SUBCOMMAND_H
