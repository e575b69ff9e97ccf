//===- Diagnostic.h - Diagnostics of Ferry's own ----------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_DIAGNOSTIC_H
#define FERRY_COMPILER_PASSES_DIAGNOSTIC_H

#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"

namespace ferry::compiler {

/// A note of a kind of its own: \p Derived tells a handler what it is.
template <typename Derived> class Diagnostic : public llvm::DiagnosticInfo {
public:
  Diagnostic() : DiagnosticInfo(kind(), llvm::DS_Note) {}

  static bool classof(const DiagnosticInfo *Info) {
    return Info->getKind() == kind();
  }

private:
  static int kind() {
    static const int Own = llvm::getNextAvailablePluginDiagnosticKind();
    return Own;
  }
};

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_DIAGNOSTIC_H
