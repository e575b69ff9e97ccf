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
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Regex.h"

using namespace clang;
using llvm::SmallVector;
using llvm::StringRef;

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

static QualType pointerTo(ASTContext &Context, QualType T, bool IsConst,
                          LangAS Space) {
  return Context.getPointerType(
      Context.getAddrSpaceQualType(IsConst ? T.withConst() : T, Space));
}

namespace {

/// Functions that return what their parameters are.
struct Family {
  const char *names; ///< A regular expression.
  unsigned parameters;
  bool takesIndex;     ///< The last parameter, a uint.
  const char *types;   ///< Each of a character: see typeOf.
  const char *vectors; ///< Those of which there are vectors, too.
};

} // namespace

static constexpr Family Families[] = {
    {"intel_sub_group_shuffle(_xor)?", 1, true, "cCsSiIflLhd", "cCsSiIf"},
    {"intel_sub_group_shuffle_(down|up)", 2, true, "cCsSiIflLhd", "cCsSiIf"},
    {"intel_sub_group_broadcast", 1, true, "cCsS", "cCsS"},
    {"intel_sub_group_(reduce|scan_(in|ex)clusive)_(add|min|max)", 1, false,
     "cCsS", ""},
    {"work_group_(reduce|scan_(in|ex)clusive)_mul", 1, false, "iIlLhfd", ""},
    {"work_group_(reduce|scan_(in|ex)clusive)_(and|or|xor)", 1, false, "iIlL",
     ""},
    {"work_group_(reduce|scan_(in|ex)clusive)_logical_(and|or|xor)", 1, false,
     "i", ""},
};

/// Capitals are types without a sign.
static QualType typeOf(ASTContext &Context, char Letter) {
  static constexpr CanQualType ASTContext::*Types[] = {
      &ASTContext::CharTy,  &ASTContext::UnsignedCharTy,
      &ASTContext::ShortTy, &ASTContext::UnsignedShortTy,
      &ASTContext::IntTy,   &ASTContext::UnsignedIntTy,
      &ASTContext::LongTy,  &ASTContext::UnsignedLongTy,
      &ASTContext::HalfTy,  &ASTContext::FloatTy,
      &ASTContext::DoubleTy};
  return Context.*Types[StringRef("cCsSiIlLhfd").find(Letter)];
}

static Overloads familyOverloads(ASTContext &Context, const Family &F) {
  Overloads All;
  for (unsigned Width : {1, 2, 3, 4, 8, 16})
    for (const char Letter : StringRef(Width == 1 ? F.types : F.vectors)) {
      const QualType T = vectorOf(Context, typeOf(Context, Letter), Width);
      Signature &S = All.emplace_back(T);
      S.parameters.assign(F.parameters, T);
      if (F.takesIndex)
        S.parameters.push_back(Context.UnsignedIntTy);
    }
  return All;
}

/// Reads and writes of blocks of memory and of images.
static Overloads blockOverloads(ASTContext &Context, bool IsWrite, QualType T,
                                unsigned Width) {
  const QualType Block = vectorOf(Context, T, Width);
  const QualType Texel = vectorOf(Context, Context.IntTy, 2);
  auto Pointer = [&](LangAS Space) {
    return pointerTo(Context, T, /*IsConst=*/!IsWrite, Space);
  };
  Overloads All = {
      {Block, {Pointer(LangAS::opencl_global)}},
      {Block, {Pointer(LangAS::opencl_local)}},
      {Block,
       {IsWrite ? Context.OCLImage2dWOTy : Context.OCLImage2dROTy, Texel}},
      {Block, {Context.OCLImage2dRWTy, Texel}}};
  if (IsWrite)
    for (Signature &S : All) {
      S.result = Context.VoidTy;
      S.parameters.push_back(Block);
    }
  return All;
}

/// vloada_half and vstorea_half of scalars, as other drivers have them: what
/// vload_half and vstore_half do.
static Overloads alignedHalfOverloads(Sema &Actions, bool IsLoad) {
  ASTContext &Context = Actions.Context;
  SmallVector<LangAS, 4> Spaces = {LangAS::opencl_global, LangAS::opencl_local,
                                   LangAS::opencl_private};
  if (Actions.getLangOpts().OpenCLGenericAddressSpace)
    Spaces = {LangAS::opencl_generic};
  if (IsLoad)
    Spaces.push_back(LangAS::opencl_constant);
  Overloads All;
  for (LangAS Space : Spaces) {
    const QualType Size = Context.getSizeType();
    const QualType Place = pointerTo(Context, Context.HalfTy, IsLoad, Space);
    if (IsLoad)
      All.push_back({Context.FloatTy, {Size, Place}});
    else
      for (QualType T : {Context.FloatTy, Context.DoubleTy})
        All.push_back({Context.VoidTy, {T, Size, Place}});
  }
  return All;
}

/// None if there is no function \p Name.
Overloads ExtensionBuiltins::overloads(Sema &Actions, StringRef Name) {
  ASTContext &Context = Actions.Context;
  const LangOptions &Language = Actions.getLangOpts();
  if (Name.starts_with("work_group_") && !Language.OpenCLCPlusPlus &&
      Language.OpenCLVersion < 200)
    return {};
  SmallVector<StringRef, 4> Parts;
  auto Is = [&](const llvm::Twine &Pattern) {
    return llvm::Regex(("^(" + Pattern + ")$").str()).match(Name, &Parts);
  };
  for (const Family &F : Families)
    if (Is(F.names))
      return familyOverloads(Context, F);
  if (Is("intel_sub_group_block_(read|write)(_u([csil]))?([248]|16)?")) {
    const QualType T = typeOf(
        Context, Parts[4].empty() ? 'I' : llvm::toUpper(Parts[4].front()));
    unsigned Width = 1;
    Parts[5].getAsInteger(10, Width);
    if (Width == 16 && Context.getTypeSize(T) > 16)
      return {};
    return blockOverloads(Context, Parts[2] == "write", T, Width);
  }
  if (Is("vloada_half|vstorea_half(_rt[ezpn])?"))
    return alignedHalfOverloads(Actions, Name == "vloada_half");
  return {};
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
