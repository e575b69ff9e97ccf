//===- Files.cpp - Files that subcommands write ---------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "tool/Files.h"

using namespace llvm;
using namespace ferry;

bool tool::complain(Error E) {
  if (!E)
    return false;
  logAllUnhandledErrors(std::move(E), errs(), "ferry: ");
  return true;
}

bool tool::writeFile(StringRef Path, function_ref<Error(raw_ostream &)> Write) {
  std::error_code Failed;
  raw_fd_ostream OS(Path, Failed);
  if (!Failed) {
    if (complain(Write(OS)))
      return false;
    OS.close();
    Failed = OS.error();
    OS.clear_error();
  }
  return !Failed || !complain(createFileError(Path, Failed));
}

bool tool::writeFile(StringRef Path, StringRef Text) {
  return writeFile(Path, [&](raw_ostream &OS) {
    OS << Text;
    return Error::success();
  });
}
