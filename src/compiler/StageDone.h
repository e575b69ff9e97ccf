//===- StageDone.h - The end of a stage, as a diagnostic --------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_STAGEDONE_H
#define FERRY_COMPILER_STAGEDONE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"

namespace ferry::compiler {

/// Goes to the run's diagnostic handler, which knows what time it is.
class StageDone : public llvm::DiagnosticInfo {
public:
  explicit StageDone(llvm::StringRef Stage)
      : DiagnosticInfo(kind(), llvm::DS_Note), Stage(Stage) {}

  llvm::StringRef stage() const { return Stage; }

  void print(llvm::DiagnosticPrinter &To) const override { To << Stage; }
  static bool classof(const DiagnosticInfo *Info) {
    return Info->getKind() == kind();
  }

private:
  static int kind() {
    static const int Own = llvm::getNextAvailablePluginDiagnosticKind();
    return Own;
  }
  llvm::StringRef Stage;
};

} // namespace ferry::compiler

#endif // FERRY_COMPILER_STAGEDONE_H
