//===- Run.cpp - ferry run ------------------------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "tool/Environment.h"
#include "tool/Subcommand.h"

using namespace llvm;
using namespace ferry;
using namespace ferry::tool;

static cl::SubCommand Run("run", "Run a program on Ferry");
static ProgramOptions Options(Run);

static int run() {
  Options.apply();
  return becomeProgram(Options.command());
}

const Subcommand tool::RunCommand{Run, R"(
The program's exit status, or the signal that ends it, is that of the command.

EXAMPLE:
  ferry run --threads 4 --as-gpu clinfo -l
)",
                                  run};
