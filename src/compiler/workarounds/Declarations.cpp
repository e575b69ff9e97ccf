//===- Declarations.cpp - What Clang fails on in a declaration ------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/workarounds/Declarations.h"

#include "compiler/ClangVersions.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/Diagnostic.h"

using namespace clang;

namespace {

class EventLists : public RecursiveASTVisitor<EventLists> {
public:
  explicit EventLists(ASTContext &Context) : Context(Context) {}

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

} // namespace

static void report(ASTContext &Context, SourceLocation Where,
                   StringRef Message) {
  DiagnosticsEngine &Diags = Context.getDiagnostics();
  Diags.Report(Where, Diags.getCustomDiagID(DiagnosticsEngine::Error, "%0"))
      << Message;
}

void ferry::compiler::repairEventLists(ASTContext &Context, Decl &D) {
  if (Context.getDiagnostics().hasErrorOccurred())
    return;
  EventLists Lists(Context);
  Lists.TraverseDecl(&D);
  if (Lists.Unrepaired.isValid())
    report(Context, Lists.Unrepaired,
           "initializer list of events is not understood; assign the events");
}

void ferry::compiler::checkKernelConvention(ASTContext &Context, Decl &D) {
  auto *F = dyn_cast<FunctionDecl>(&D);
  if (F && F->hasAttr<DeviceKernelAttr>() &&
      F->getType()->castAs<FunctionType>()->getCallConv() != DeviceKernelConv)
    report(Context, F->getLocation(),
           "a kernel has no calling convention of its own");
}
