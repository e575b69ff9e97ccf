//===- ExtensionBuiltins.cpp - Built-ins that Clang does not declare ------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/ExtensionBuiltins.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/Sema/ExternalSemaSource.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;
using llvm::SmallVector;
using llvm::StringRef;
using llvm::StringSwitch;

namespace {

struct Signature {
  QualType result;
  SmallVector<QualType, 3> parameters;
};
using Overloads = SmallVector<Signature, 8>;

class ExtensionBuiltins final : public ExternalSemaSource {
public:
  void InitializeSema(Sema &S) override { Actions = &S; }
  void ForgetSema() override { Actions = nullptr; }

  /// Called for a name that nothing else declares.
  bool LookupUnqualified(LookupResult &Found, Scope *) override {
    const IdentifierInfo *Name = Found.getLookupName().getAsIdentifierInfo();
    if (!Name || Found.getLookupKind() != Sema::LookupOrdinaryName ||
        Found.isForRedeclaration())
      return false;
    if (!Name->getName().contains("_group_") &&
        !Name->getName().contains("a_half"))
      return false;
    auto [It, IsNew] = Declared.try_emplace(Name);
    if (IsNew)
      for (const Signature &S : overloads(*Actions, Name->getName()))
        It->second.push_back(declare(Found.getLookupNameInfo(), S));
    for (FunctionDecl *F : It->second)
      Found.addDecl(F);
    Found.resolveKind();
    return !Found.empty();
  }

private:
  static Overloads overloads(Sema &Actions, StringRef Name);
  FunctionDecl *declare(const DeclarationNameInfo &Name, const Signature &S);

  Sema *Actions = nullptr;
  llvm::DenseMap<const IdentifierInfo *, SmallVector<FunctionDecl *, 0>>
      Declared;
};

} // namespace

static QualType vectorOf(ASTContext &Context, QualType T, unsigned Width) {
  return Width == 1 ? T : Context.getExtVectorType(T, Width);
}

/// Reads and writes of blocks: a suffix of the name says of what.
static Overloads blockOverloads(ASTContext &Context, StringRef Suffix,
                                bool IsWrite) {
  QualType T = Context.UnsignedIntTy;
  unsigned MaxWidth = 8;
  if (Suffix.consume_front("_uc")) {
    T = Context.UnsignedCharTy;
    MaxWidth = 16;
  } else if (Suffix.consume_front("_us")) {
    T = Context.UnsignedShortTy;
    MaxWidth = 16;
  } else if (Suffix.consume_front("_ul")) {
    T = Context.UnsignedLongTy;
  } else {
    Suffix.consume_front("_ui");
  }
  const unsigned Width = StringSwitch<unsigned>(Suffix)
                             .Case("", 1)
                             .Case("2", 2)
                             .Case("4", 4)
                             .Case("8", 8)
                             .Case("16", 16)
                             .Default(0);
  Overloads All;
  if (Width == 0 || Width > MaxWidth)
    return All;
  const QualType Block = vectorOf(Context, T, Width);
  auto Add = [&](QualType Place, bool IsImage) {
    Signature &S = All.emplace_back();
    S.result = IsWrite ? Context.VoidTy : Block;
    S.parameters.push_back(Place);
    if (IsImage)
      S.parameters.push_back(vectorOf(Context, Context.IntTy, 2));
    if (IsWrite)
      S.parameters.push_back(Block);
  };
  for (LangAS Space : {LangAS::opencl_global, LangAS::opencl_local})
    Add(Context.getPointerType(
            Context.getAddrSpaceQualType(IsWrite ? T : T.withConst(), Space)),
        /*IsImage=*/false);
  Add(IsWrite ? Context.OCLImage2dWOTy : Context.OCLImage2dROTy,
      /*IsImage=*/true);
  Add(Context.OCLImage2dRWTy, /*IsImage=*/true);
  return All;
}

/// The overloads of intel_sub_group_ and \p Name; none if there is no such
/// function.
static Overloads subGroupOverloads(ASTContext &Context, StringRef Name) {
  if (Name.consume_front("block_read"))
    return blockOverloads(Context, Name, /*IsWrite=*/false);
  if (Name.consume_front("block_write"))
    return blockOverloads(Context, Name, /*IsWrite=*/true);

  const bool IsShuffle = Name == "shuffle" || Name == "shuffle_xor";
  const bool IsWindow = Name == "shuffle_down" || Name == "shuffle_up";
  const bool IsBroadcast = Name == "broadcast";
  const bool IsSum =
      (Name.consume_front("reduce_") || Name.consume_front("scan_inclusive_") ||
       Name.consume_front("scan_exclusive_")) &&
      (Name == "add" || Name == "min" || Name == "max");
  Overloads All;
  auto Add = [&](QualType T, unsigned Width) {
    if (Width != 1 && IsSum)
      return;
    Signature &S = All.emplace_back();
    S.result = vectorOf(Context, T, Width);
    S.parameters.assign(IsWindow ? 2 : 1, S.result);
    if (!IsSum)
      S.parameters.push_back(Context.UnsignedIntTy);
  };
  const bool IsAny = IsShuffle || IsWindow;
  for (unsigned Width : {1, 2, 3, 4, 8, 16}) {
    if (IsAny || IsBroadcast || IsSum)
      for (QualType T : {Context.CharTy, Context.UnsignedCharTy,
                         Context.ShortTy, Context.UnsignedShortTy})
        Add(T, Width);
    if (IsAny)
      for (QualType T : {Context.IntTy, Context.UnsignedIntTy, Context.FloatTy})
        Add(T, Width);
  }
  if (IsAny)
    for (QualType T : {Context.LongTy, Context.UnsignedLongTy, Context.HalfTy,
                       Context.DoubleTy})
      Add(T, 1);
  return All;
}

/// Those of work_group_ and \p Name that cl_khr_work_group_uniform_arithmetic
/// adds.
static Overloads workGroupOverloads(ASTContext &Context, StringRef Name) {
  Overloads All;
  if (!Name.consume_front("reduce_") &&
      !Name.consume_front("scan_inclusive_") &&
      !Name.consume_front("scan_exclusive_"))
    return All;
  auto Add = [&](QualType T) { All.push_back({T, {T}}); };
  const bool IsProduct = Name == "mul";
  if (Name.consume_front("logical_"))
    Add(Context.IntTy);
  else
    for (QualType T : {Context.IntTy, Context.UnsignedIntTy, Context.LongTy,
                       Context.UnsignedLongTy})
      Add(T);
  if (IsProduct)
    for (QualType T : {Context.HalfTy, Context.FloatTy, Context.DoubleTy})
      Add(T);
  else if (Name != "and" && Name != "or" && Name != "xor")
    All.clear();
  return All;
}

/// vloada_half and vstorea_half of scalars, as other drivers have them: what
/// vload_half and vstore_half do.
static Overloads alignedHalfOverloads(Sema &Actions, StringRef Name) {
  ASTContext &Context = Actions.Context;
  const bool IsLoad = Name == "vloada_half";
  Overloads All;
  const StringRef Roundings[] = {"", "_rte", "_rtz", "_rtp", "_rtn"};
  if (!IsLoad && !(Name.consume_front("vstorea_half") &&
                   llvm::is_contained(Roundings, Name)))
    return All;
  SmallVector<LangAS, 4> Spaces = {LangAS::opencl_global, LangAS::opencl_local,
                                   LangAS::opencl_private};
  if (Actions.getLangOpts().OpenCLGenericAddressSpace)
    Spaces = {LangAS::opencl_generic};
  if (IsLoad)
    Spaces.push_back(LangAS::opencl_constant);
  for (LangAS Space : Spaces) {
    const QualType Half =
        IsLoad ? Context.HalfTy.withConst() : QualType(Context.HalfTy);
    const QualType Place =
        Context.getPointerType(Context.getAddrSpaceQualType(Half, Space));
    if (IsLoad) {
      All.push_back({Context.FloatTy, {Context.getSizeType(), Place}});
      continue;
    }
    for (QualType T : {Context.FloatTy, Context.DoubleTy})
      All.push_back({Context.VoidTy, {T, Context.getSizeType(), Place}});
  }
  return All;
}

/// None if there is no function \p Name.
Overloads ExtensionBuiltins::overloads(Sema &Actions, StringRef Name) {
  ASTContext &Context = Actions.Context;
  if (Name.consume_front("intel_sub_group_"))
    return subGroupOverloads(Context, Name);
  const LangOptions &Language = Actions.getLangOpts();
  if ((Language.OpenCLCPlusPlus || Language.OpenCLVersion >= 200) &&
      Name.consume_front("work_group_"))
    return workGroupOverloads(Context, Name);
  return alignedHalfOverloads(Actions, Name);
}

/// As Sema does it for the functions of its tables.
FunctionDecl *ExtensionBuiltins::declare(const DeclarationNameInfo &Name,
                                         const Signature &S) {
  ASTContext &Context = Actions->Context;
  const QualType Type = Context.getFunctionType(
      S.result, S.parameters,
      FunctionProtoType::ExtProtoInfo(
          Context.getTargetInfo().getDefaultCallingConv()));
  const SourceLocation Loc = Name.getLoc();
  FunctionDecl *F = FunctionDecl::Create(
      Context, Context.getTranslationUnitDecl(), Loc, Loc, Name.getName(), Type,
      /*TInfo=*/nullptr, SC_Extern);
  F->setImplicit();
  SmallVector<ParmVarDecl *, 3> Parameters;
  for (QualType T : S.parameters) {
    Parameters.push_back(ParmVarDecl::Create(
        Context, F, SourceLocation(), SourceLocation(), /*Id=*/nullptr, T,
        /*TInfo=*/nullptr, SC_None, /*DefArg=*/nullptr));
    Parameters.back()->setScopeInfo(/*scopeDepth=*/0,
                                    unsigned(Parameters.size() - 1));
  }
  F->setParams(Parameters);
  F->addAttr(ConvergentAttr::CreateImplicit(Context));
  if (!Actions->getLangOpts().OpenCLCPlusPlus)
    F->addAttr(OverloadableAttr::CreateImplicit(Context));
  return F;
}

llvm::IntrusiveRefCntPtr<ExternalSemaSource>
ferry::compiler::makeExtensionBuiltins() {
  return llvm::makeIntrusiveRefCnt<ExtensionBuiltins>();
}
