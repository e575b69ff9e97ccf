//===- EventLists.cpp - Zeros in lists of events --------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/workarounds/EventLists.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/Diagnostic.h"

using namespace clang;

namespace {

class Visitor : public RecursiveASTVisitor<Visitor> {
public:
  explicit Visitor(ASTContext &Context) : Context(Context) {}

  bool VisitVarDecl(VarDecl *Variable) {
    auto *Failed = dyn_cast_or_null<RecoveryExpr>(Variable->getInit());
    if (!Failed || Failed->subExpressions().size() != 1)
      return true;
    auto *List = dyn_cast<InitListExpr>(Failed->subExpressions()[0]);
    QualType Type = Variable->getType();
    if (!List || !Context.getAsConstantArrayType(Type) ||
        !Context.getBaseElementType(Type)->isEventT())
      return true;
    Expr *Repaired = nullptr;
    if (isZero(List))
      Repaired = new (Context) ImplicitValueInitExpr(Type);
    else
      Repaired = convert(List, Type);
    if (!Repaired)
      return true;
    Variable->setInit(Repaired);
    Variable->setInvalidDecl(false);
    return true;
  }

  bool VisitRecoveryExpr(RecoveryExpr *Failed) {
    if (Unrepaired.isInvalid())
      Unrepaired = Failed->getExprLoc();
    return true;
  }

  /// Where there is an error that Clang does not report, if anywhere.
  SourceLocation Unrepaired;

private:
  static bool isZero(const Expr *E) {
    if (auto *List = dyn_cast<InitListExpr>(E))
      return llvm::all_of(List->inits(), isZero);
    return E->getType()->isIntegerType();
  }

  /// A list of one dimension with its zeros made events; null for others.
  Expr *convert(InitListExpr *List, QualType Type) {
    QualType Event = Context.getBaseElementType(Type).getUnqualifiedType();
    SmallVector<Expr *, 4> Inits;
    for (Expr *Init : List->inits()) {
      bool IsZero = Init->getType()->isIntegerType();
      if (!IsZero && !Init->getType()->isEventT())
        return nullptr;
      if (!Init->isPRValue() || IsZero)
        Init = ImplicitCastExpr::Create(
            Context, Event, IsZero ? CK_ZeroToOCLOpaqueType : CK_LValueToRValue,
            Init, nullptr, VK_PRValue, FPOptionsOverride());
      Inits.push_back(Init);
    }
    auto *Whole = new (Context) InitListExpr(Context, List->getLBraceLoc(),
                                             Inits, List->getRBraceLoc());
    Whole->setType(Type);
    Whole->setArrayFiller(new (Context) ImplicitValueInitExpr(Event));
    return Whole;
  }

  ASTContext &Context;
};

class Consumer : public ASTConsumer {
public:
  void Initialize(ASTContext &C) override { Context = &C; }
  bool HandleTopLevelDecl(DeclGroupRef Group) override {
    DiagnosticsEngine &Diags = Context->getDiagnostics();
    for (Decl *D : Group) {
      if (Diags.hasErrorOccurred())
        break;
      Visitor V(*Context);
      V.TraverseDecl(D);
      if (V.Unrepaired.isValid())
        Diags.Report(V.Unrepaired,
                     Diags.getCustomDiagID(DiagnosticsEngine::Error,
                                           "initializer list of events is not "
                                           "understood; assign the events"));
    }
    return true;
  }

private:
  ASTContext *Context = nullptr;
};

} // namespace

std::unique_ptr<ASTConsumer> ferry::compiler::makeEventListConsumer() {
  return std::make_unique<Consumer>();
}
