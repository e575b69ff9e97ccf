//===- GroupSteps.cpp - What a group advances together --------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/work-group/Passes.h"

#include "compiler/passes/Reserved.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/Analysis/Utils/Local.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace ferry::compiler;

namespace {

/// A value of a loop that starts differently in work-items.
class Induction {
public:
  Induction(PHINode &Phi, const Loop &L, const UniformityInfo &UI)
      : Phi(Phi), Latch(L.getLoopLatch()), UI(UI) {}

  /// True if all work-items advance it by the same.
  bool find();
  void split(BasicBlock *Preheader);

private:
  bool isUniform(const Use &U) const {
    return UI.isUniform(U.get()) && !UI.isDivergentUse(U);
  }

  struct Step {
    Instruction *I;
    Value *By; ///< Null for that of an address.
  };
  PHINode &Phi;
  BasicBlock *Latch;
  const UniformityInfo &UI;
  SmallVector<Step, 4> Steps; ///< The last one first.
  /// Integers do not wrap around, as numbers with or without a sign.
  bool Signed = true, Unsigned = true;
};

} // namespace

bool Induction::find() {
  Type *Ty = Phi.getType();
  if (UI.isUniform(&Phi) || Phi.getNumIncomingValues() != 2 ||
      !(Ty->isPointerTy() ||
        (Ty->isIntegerTy() && Ty->getScalarSizeInBits() <= 64)))
    return false;
  constexpr unsigned MaxSteps = 16; // Of one iteration.
  Value *V = Phi.getIncomingValueForBlock(Latch);
  while (V != &Phi) {
    auto *I = dyn_cast<Instruction>(V);
    if (!I || Steps.size() == MaxSteps)
      return false;
    if (auto *Element = dyn_cast<GetElementPtrInst>(I)) {
      if (!all_of(Element->indices(), [&](Use &U) { return isUniform(U); }))
        return false;
      V = Element->getPointerOperand();
      Steps.push_back({I, nullptr});
    } else if (I->getOpcode() == Instruction::Add) {
      const unsigned By = isUniform(I->getOperandUse(1));
      if (!isUniform(I->getOperandUse(By)))
        return false;
      V = I->getOperand(!By);
      Steps.push_back({I, I->getOperand(By)});
      Signed &= I->hasNoSignedWrap();
      Unsigned &= I->hasNoUnsignedWrap();
    } else {
      return false;
    }
  }
  return !Steps.empty();
}

void Induction::split(BasicBlock *Preheader) {
  Type *Ty = Phi.getType();
  // Short numbers that do not wrap around: nor does their sum in 64 bits.
  const bool IsWide = Ty->isPointerTy() ||
                      (Ty->getScalarSizeInBits() < 64 && (Signed || Unsigned));
  Type *OffsetTy = IsWide ? Type::getInt64Ty(Phi.getContext()) : Ty;
  IRBuilder<> B(&Phi);
  auto Widen = [&](Value *V) {
    return Signed ? B.CreateSExt(V, OffsetTy) : B.CreateZExt(V, OffsetTy);
  };
  PHINode *Offset = B.CreatePHI(OffsetTy, 2, Phi.getName() + ".offset");
  B.SetInsertPoint(Latch->getTerminator());
  Value *Next = Offset;
  for (auto [I, By] : Steps)
    Next = B.CreateAdd(
        Next,
        By ? Widen(By) : emitGEPOffset(&B, Phi.getDataLayout(), cast<User>(I)));
  Offset->addIncoming(Constant::getNullValue(OffsetTy), Preheader);
  Offset->addIncoming(Next, Latch);
  Value *Start = Phi.getIncomingValueForBlock(Preheader);
  B.SetInsertPoint(Phi.getParent(), Phi.getParent()->getFirstInsertionPt());
  Value *Sum;
  if (Ty->isPointerTy())
    Sum = B.CreatePtrAdd(Start, Offset);
  else if (!IsWide)
    Sum = B.CreateAdd(Start, Offset);
  else
    Sum = B.CreateTrunc(B.CreateNSWAdd(Widen(Start), Offset), Ty, "",
                        /*IsNUW=*/!Signed, /*IsNSW=*/Signed);
  Sum->takeName(&Phi);
  Phi.replaceAllUsesWith(Sum);
  Phi.eraseFromParent();
  RecursivelyDeleteTriviallyDeadInstructions(Steps.front().I);
}

PreservedAnalyses GroupStepsPass::run(Function &F,
                                      FunctionAnalysisManager &AM) {
  if (!isKernel(F) || F.hasOptNone())
    return PreservedAnalyses::all();
  SmallVector<Loop *, 8> Loops;
  for (Loop *L : AM.getResult<LoopAnalysis>(F).getLoopsInPreorder()) {
    const bool Synchronises = any_of(L->blocks(), [](BasicBlock *Block) {
      return any_of(*Block, [](Instruction &I) {
        return reserved::isSynchronisation(&I);
      });
    });
    if (L->getLoopPredecessor() && L->getLoopLatch() && Synchronises)
      Loops.push_back(L);
  }
  if (Loops.empty())
    return PreservedAnalyses::all();
  const UniformityInfo &UI = AM.getResult<UniformityInfoAnalysis>(F);
  SmallVector<std::pair<Induction, BasicBlock *>, 8> Found;
  for (Loop *L : Loops)
    for (PHINode &Phi : L->getHeader()->phis())
      if (Induction I(Phi, *L, UI); I.find())
        Found.push_back({I, L->getLoopPredecessor()});
  for (auto &[I, Preheader] : Found)
    I.split(Preheader);
  return preservedWithControlFlow(!Found.empty());
}
