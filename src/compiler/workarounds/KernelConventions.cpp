//===- KernelConventions.cpp - How kernels are called ---------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/workarounds/KernelConventions.h"

#include "compiler/ClangVersions.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclGroup.h"
#include "clang/Basic/Diagnostic.h"

using namespace clang;
using ferry::compiler::DeviceKernelAttr;
using ferry::compiler::DeviceKernelConv;

namespace {

class Consumer : public ASTConsumer {
public:
  void Initialize(ASTContext &C) override { Context = &C; }
  bool HandleTopLevelDecl(DeclGroupRef Group) override {
    DiagnosticsEngine &Diags = Context->getDiagnostics();
    for (Decl *D : Group) {
      auto *F = dyn_cast<FunctionDecl>(D);
      if (F && F->hasAttr<DeviceKernelAttr>() &&
          F->getType()->castAs<FunctionType>()->getCallConv() !=
              DeviceKernelConv)
        Diags.Report(F->getLocation(),
                     Diags.getCustomDiagID(
                         DiagnosticsEngine::Error,
                         "a kernel has no calling convention of its own"));
    }
    return true;
  }

private:
  ASTContext *Context = nullptr;
};

} // namespace

std::unique_ptr<ASTConsumer> ferry::compiler::makeKernelConventionConsumer() {
  return std::make_unique<Consumer>();
}
