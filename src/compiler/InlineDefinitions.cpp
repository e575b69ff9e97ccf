//===- InlineDefinitions.cpp - What inline means in OpenCL C --------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/InlineDefinitions.h"

#include "compiler/ClangVersions.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclGroup.h"

using namespace clang;
using ferry::compiler::DeviceKernelAttr;

namespace {

class Consumer : public ASTConsumer {
public:
  void Initialize(ASTContext &C) override { Context = &C; }
  bool HandleTopLevelDecl(DeclGroupRef Group) override {
    // In C++ such a function is defined wherever it is used.
    if (Context->getLangOpts().CPlusPlus)
      return true;
    for (Decl *D : Group) {
      auto *F = dyn_cast<FunctionDecl>(D);
      if (!F || !F->isThisDeclarationADefinition() || !F->isInlined() ||
          !F->isExternallyVisible())
        continue;
      F->setInlineSpecified(false);
      if (!F->hasAttr<DeviceKernelAttr>())
        F->addAttr(WeakAttr::CreateImplicit(*Context));
    }
    return true;
  }

private:
  ASTContext *Context = nullptr;
};

} // namespace

std::unique_ptr<ASTConsumer> ferry::compiler::makeInlineDefinitionConsumer() {
  return std::make_unique<Consumer>();
}
