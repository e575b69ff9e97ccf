//===- main.cpp - The command-line tool `ferry` ---------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "tool/Subcommand.h"

#include "tool/Driver.h"

#include "compiler-interface/CompilerLibrary.h"

#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace ferry;
using namespace ferry::tool;

/// Those that there are, as --help lists them.
static const Subcommand *const Subcommands[] = {
    &InfoCommand,    &RunCommand,   &CheckCommand,   &TraceCommand,
    &CompileCommand, &CacheCommand, &InstallCommand, &UninstallCommand};

static const char Overview[] = "the tools of Ferry, an OpenCL platform";

cl::OptionCategory &tool::ownOptions() {
  static cl::OptionCategory Own("Options");
  return Own;
}

/// The subcommand that \p Name is; null if it is none.
static const Subcommand *find(StringRef Name) {
  for (const Subcommand *S : Subcommands)
    if (S->options.getName() == Name)
      return S;
  return nullptr;
}

int main(int Argc, char **Argv) {
  compiler::setDriverPath(driverPath());
  for (const Subcommand *S : Subcommands)
    cl::HideUnrelatedOptions(ownOptions(), S->options);
  cl::HideUnrelatedOptions(ownOptions());
  cl::SetVersionPrinter(
      [](raw_ostream &OS) { OS << "ferry " FERRY_VERSION "\n"; });
  const Subcommand *Asked = find(Argc > 1 ? Argv[1] : "");
  // Prints at the end of --help.
  cl::extrahelp Example(Asked ? Asked->example
                              : "\n'ferry SUBCOMMAND --help' has an example "
                                "of each.\n");
  if (!cl::ParseCommandLineOptions(Argc, Argv, Overview, &errs()))
    return UsageError;
  if (Asked)
    return Asked->run();
  errs() << "usage: ferry SUBCOMMAND ...; 'ferry --help' lists them\n";
  return UsageError;
}
