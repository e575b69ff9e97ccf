//===- StageDone.h - The end of a stage, as a diagnostic --------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_STAGEDONE_H
#define FERRY_COMPILER_STAGEDONE_H

#include "compiler/passes/Diagnostic.h"

#include "llvm/ADT/StringRef.h"

namespace ferry::compiler {

/// Goes to the run's diagnostic handler, which knows what time it is.
class StageDone : public Diagnostic<StageDone> {
public:
  explicit StageDone(llvm::StringRef Stage) : Stage(Stage) {}

  llvm::StringRef stage() const { return Stage; }

  void print(llvm::DiagnosticPrinter &To) const override { To << Stage; }

private:
  llvm::StringRef Stage;
};

} // namespace ferry::compiler

#endif // FERRY_COMPILER_STAGEDONE_H
