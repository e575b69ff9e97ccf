//===- Diagnostic.h - Diagnostics of Ferry's own ----------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_DIAGNOSTIC_H
#define FERRY_COMPILER_PASSES_DIAGNOSTIC_H

#include "compiler/passes/Reserved.h"

#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/Support/Error.h"

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

/// A limit that keeps a function from becoming what it could be, as a
/// diagnostic: whoever wants to know prints it. `opt` does, as a note.
class LimitReached : public Diagnostic<LimitReached> {
public:
  LimitReached(const llvm::Function &F, const llvm::Twine &What)
      : F(F), What(What) {}

  void print(llvm::DiagnosticPrinter &To) const override {
    To << llvm::demangle(reserved::userName(F)) << ": " << What;
  }

private:
  const llvm::Function &F;
  const llvm::Twine &What;
};

/// Tells under FERRY_DEBUG=compiler \p What has been left undone in \p F, and
/// which limit is why.
inline void reportLimit(const llvm::Function &F, const llvm::Twine &What) {
  F.getContext().diagnose(LimitReached(F, What));
}

/// The end of a stage: goes to the run's diagnostic handler, which knows what
/// time it is.
class StageDone : public Diagnostic<StageDone> {
public:
  explicit StageDone(llvm::StringRef Stage) : Stage(Stage) {}

  llvm::StringRef stage() const { return Stage; }

  void print(llvm::DiagnosticPrinter &To) const override { To << Stage; }

private:
  llvm::StringRef Stage;
};

/// Gathers the errors of a program.
class Findings {
public:
  void add(const llvm::Twine &Text) {
    Message += ("error: " + Text + "\n").str();
  }
  llvm::Error take() {
    return Message.empty() ? llvm::Error::success()
                           : llvm::createStringError(Message);
  }

private:
  std::string Message;
};

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_DIAGNOSTIC_H
