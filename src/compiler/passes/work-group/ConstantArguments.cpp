//===- ConstantArguments.cpp - What a launch knows of arguments -----------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/work-group/Passes.h"

#include "compiler/passes/Reserved.h"
#include "compiler/passes/SubGroups.h"
#include "compiler/passes/work-group/KernelDescription.h"
#include "compiler/passes/work-group/Regions.h"
#include "ferry/image.h"

#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace ferry;
using namespace ferry::compiler;

/// What \p V is in the region that \p U calls with it; null if it calls none.
static Argument *regionParameter(const Value &V, const User &U) {
  auto *Call = dyn_cast<CallInst>(&U);
  Function *Callee = Call ? definedCallee(*Call) : nullptr;
  if (!Callee || !isRegion(*Callee))
    return nullptr;
  for (auto [Passed, Parameter] : zip(Call->args(), Callee->args()))
    if (Passed == &V)
      return &Parameter;
  return nullptr;
}

/// Puts \p Value in place of \p A, also in regions.
static void replace(Argument &A, Constant &Value) {
  for (User *U : A.users())
    if (Argument *Parameter = regionParameter(A, *U))
      Parameter->replaceAllUsesWith(&Value);
  A.replaceAllUsesWith(&Value);
}

/// Finds loads through \p Address, which lies \p Offset bytes behind the start
/// of a FerryImage, and what they load of \p Format, its members from
/// FerryFormatOffset on.
static void
findLoads(Value &Address, uint64_t Offset, Constant *Format,
          SmallVectorImpl<std::pair<LoadInst *, Constant *>> &Found) {
  for (User *U : Address.users()) {
    if (isa<CastInst>(U)) {
      findLoads(*U, Offset, Format, Found);
    } else if (auto *GEP = dyn_cast<GetElementPtrInst>(U)) {
      const DataLayout &DL = GEP->getDataLayout();
      APInt Distance(DL.getIndexTypeSizeInBits(GEP->getType()), Offset);
      if (GEP->accumulateConstantOffset(DL, Distance))
        findLoads(*GEP, Distance.getZExtValue(), Format, Found);
    } else if (auto *Load = dyn_cast<LoadInst>(U)) {
      if (Offset >= FerryFormatOffset && Load->isSimple())
        if (Constant *Value = ConstantFoldLoadFromConst(
                Format, Load->getType(), APInt(64, Offset - FerryFormatOffset),
                Load->getDataLayout()))
          Found.push_back({Load, Value});
    } else if (Argument *Parameter = regionParameter(Address, *U)) {
      findLoads(*Parameter, Offset, Format, Found);
    }
  }
}

/// \returns false if nothing became a constant.
static bool putConstants(Function &Kernel, StringRef Constants) {
  bool Changed = false;
  auto Take = [&](size_t Bytes) {
    StringRef Taken = Constants.take_front(Bytes);
    Constants = Constants.drop_front(Taken.size());
    // What a request says is not the compiler's own.
    return Taken.size() == Bytes ? Taken : StringRef();
  };
  const KernelDescription Description = describeKernel(Kernel);
  for (auto [A, Info] : zip(Kernel.args(), Description.Arguments)) {
    if (Info.Kind == abi::ArgKind::Image) {
      StringRef Format = Take(sizeof(FerryImage) - FerryFormatOffset);
      SmallVector<std::pair<LoadInst *, Constant *>, 32> Found;
      if (!Format.empty())
        findLoads(A, 0,
                  ConstantDataArray::getRaw(Format, Format.size(),
                                            Type::getInt8Ty(A.getContext())),
                  Found);
      for (auto [Load, Value] : Found) {
        Load->replaceAllUsesWith(Value);
        Load->eraseFromParent();
      }
      Changed |= !Found.empty();
    } else if (Info.Kind == abi::ArgKind::Sampler) {
      StringRef Bits = Take(sizeof(uint64_t));
      if (Bits.empty() || A.use_empty())
        continue;
      uint64_t Number;
      memcpy(&Number, Bits.data(), sizeof(Number));
      replace(A, *ConstantExpr::getIntToPtr(
                     ConstantInt::get(Type::getInt64Ty(A.getContext()), Number),
                     A.getType()));
      Changed = true;
    }
  }
  return Changed;
}

PreservedAnalyses ConstantArgumentsPass::run(Function &F,
                                             FunctionAnalysisManager &) {
  if (!isKernel(F) || Constants.empty())
    return PreservedAnalyses::all();
  // How many work-items are a sub-group is asked before there are arguments.
  if (!F.hasOptNone() && !usesSubGroups(F) && putConstants(F, Constants))
    return PreservedAnalyses::none();
  F.addFnAttr(reserved::AnyConstantsAttr);
  return PreservedAnalyses::all();
}
