//===- Files.h - Files that subcommands write -------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_TOOL_FILES_H
#define FERRY_TOOL_FILES_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace ferry::tool {

/// Says on stderr what is wrong, if anything is. \returns whether it is.
bool complain(llvm::Error E);

/// Writes a file by \p Write; "-" is stdout. \returns false, and has said why,
/// if it cannot be.
bool writeFile(llvm::StringRef Path,
               llvm::function_ref<llvm::Error(llvm::raw_ostream &)> Write);
bool writeFile(llvm::StringRef Path, llvm::StringRef Text);

} // namespace ferry::tool

#endif // FERRY_TOOL_FILES_H
