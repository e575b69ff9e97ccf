//===- Builtins.cpp - Linking the built-in functions ----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Builtins.h"

#include "compiler/Embedded.h"
#include "compiler/passes/Diagnostic.h"
#include "compiler/passes/Reserved.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Object/Archive.h"

using namespace llvm;
using namespace ferry::compiler;

namespace {

/// The archive and, for each symbol, the member that defines it. Made once per
/// process; read only afterwards.
class LibraryIndex {
public:
  LibraryIndex() {
    MemoryBufferRef Buffer(embedded::builtins(), "built-ins");
    Archive = cantFail(object::Archive::create(Buffer));
    for (const object::Archive::Symbol &S : Archive->symbols())
      Members.try_emplace(S.getName(), cantFail(S.getMember()));
  }

  const object::Archive::Child *find(StringRef Symbol) const {
    auto It = Members.find(Symbol);
    return It == Members.end() ? nullptr : &It->second;
  }

private:
  std::unique_ptr<object::Archive> Archive;
  StringMap<object::Archive::Child> Members;
};

} // namespace

static const LibraryIndex &library() {
  static const LibraryIndex Index;
  return Index;
}

/// A function that calls \p Callee, for the diagnostic.
static StringRef callerName(const Function &Callee) {
  for (const User *U : Callee.users())
    if (auto *Call = dyn_cast<CallBase>(U))
      return reserved::userName(*Call->getFunction());
  return "";
}

/// Clang 19 takes every function of a member for convergent. Of those that have
/// no code here, such are the synchronisation points, and what work-items do
/// together, whose calls are `nomerge` (kernels/sub-group/sub-group.h).
static void dropAssumedConvergence(Module &M) {
  auto StaysInPlace = [](const User *U) {
    auto *Call = dyn_cast<CallBase>(U);
    return Call && Call->hasFnAttr(Attribute::NoMerge);
  };
  for (Function &F : M) {
    if (!F.isDeclaration() || F.isIntrinsic() ||
        any_of(F.users(), StaysInPlace) ||
        reserved::properties(F.getName()) & reserved::Synchronises)
      continue;
    F.setNotConvergent();
    for (User *U : F.users())
      if (auto *Call = dyn_cast<CallBase>(U))
        Call->setNotConvergent();
  }
}

/// A member asks by a name of its own if an argument is constant: Clang would
/// answer llvm.is.constant when it compiles the library.
static void bindIsConstant(Module &M) {
  for (Function &F : make_early_inc_range(M))
    if (F.getName().starts_with("_Z17ferry_is_constant")) {
      std::string Name = Intrinsic::getName(Intrinsic::is_constant,
                                            F.getArg(0)->getType(), &M);
      F.replaceAllUsesWith(
          M.getOrInsertFunction(Name, F.getFunctionType()).getCallee());
      F.eraseFromParent();
    }
}

/// What less exact function may stand for the one with the mangled name
/// \p Name, of floats, in code with -cl-unsafe-math-optimizations (OpenCL C
/// section 7.4), if there is one: its mangled name.
static std::string fastFunction(StringRef Name) {
  static constexpr std::pair<StringLiteral, StringLiteral> Functions[] = {
      {"_Z3exp", "_Z10native_exp"},     {"_Z4exp2", "_Z11native_exp2"},
      {"_Z5exp10", "_Z12native_exp10"}, {"_Z3log", "_Z10native_log"},
      {"_Z4log2", "_Z11native_log2"},   {"_Z5log10", "_Z12native_log10"},
      {"_Z4powr", "_Z11native_powr"},   {"_Z3pow", "_Z14ferry_fast_pow"}};
  for (auto [Exact, Fast] : Functions) {
    StringRef Parameters = Name;
    if (!Parameters.consume_front(Exact))
      continue;
    // One float, or a vector of them: "f", "Dv4_f".
    StringRef First = Parameters;
    if (First.consume_front("Dv"))
      First = First.drop_until([](char C) { return C == '_'; });
    First.consume_front("_");
    if (First.starts_with("f"))
      return (Fast + Parameters).str();
  }
  return "";
}

/// Has the calls of \p M that need not be exact call less exact functions.
static void bindFastFunctions(Module &M) {
  for (Function &F : make_early_inc_range(M)) {
    if (!F.isDeclaration())
      continue;
    const std::string Fast = fastFunction(F.getName());
    if (Fast.empty())
      continue;
    for (User *U : make_early_inc_range(F.users())) {
      auto *Call = dyn_cast<CallInst>(U);
      if (!Call || Call->getCalledFunction() != &F ||
          !isa<FPMathOperator>(Call) || !Call->hasApproxFunc())
        continue;
      auto *Callee = dyn_cast<Function>(
          M.getOrInsertFunction(Fast, F.getFunctionType(), F.getAttributes())
              .getCallee());
      // A program may have a function of its own of that name.
      if (!Callee || !Callee->isDeclaration() ||
          Callee->getFunctionType() != F.getFunctionType())
        continue;
      Callee->setCallingConv(F.getCallingConv());
      Call->setCalledFunction(Callee);
    }
  }
}

Error ferry::compiler::linkBuiltins(Module &M) {
  bindFastFunctions(M);
  Findings Found;
  // What the user's code may lack is in the library; what a member lacks is in
  // the library, or bound by the loader (libm, the runtime).
  bool InUserCode = true;
  for (bool Changed = true; Changed; InUserCode = false) {
    Changed = false;
    // A member may be needed again, for another of its functions.
    SmallVector<const object::Archive::Child *, 8> Needed;
    DenseSet<uint64_t> Offsets; // Of these, in the archive.
    for (Function &F : M) {
      if (!F.isDeclaration() || F.isIntrinsic() || F.use_empty() ||
          reserved::isReserved(F))
        continue;
      if (const object::Archive::Child *Member = library().find(F.getName())) {
        if (Offsets.insert(Member->getChildOffset()).second)
          Needed.push_back(Member);
      } else if (InUserCode && F.getName() != "printf") {
        Found.add("undefined function '" + demangle(F.getName()) +
                  "', called by '" + callerName(F) + "'");
      }
    }
    for (const object::Archive::Child *Member : Needed) {
      Expected<std::unique_ptr<Module>> Lazy = getLazyBitcodeModule(
          cantFail(Member->getMemoryBufferRef()), M.getContext());
      if (!Lazy)
        return Lazy.takeError();
      if (Linker::linkModules(M, std::move(*Lazy), Linker::LinkOnlyNeeded))
        return createStringError("error: the built-ins do not link\n");
      Changed = true;
    }
  }
  bindIsConstant(M);
  for (GlobalVariable &G : M.globals())
    if (G.isDeclaration() && !G.use_empty())
      Found.add("undefined variable '" + G.getName() + "'");
  if (Error E = Found.take())
    return E;
  if (LLVM_VERSION_MAJOR < 20)
    dropAssumedConvergence(M);
  return Error::success();
}
