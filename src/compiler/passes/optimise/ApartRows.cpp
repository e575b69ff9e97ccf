//===- ApartRows.cpp - Rows that overlap no other memory ------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/optimise/Passes.h"

#include "compiler/passes/vectorise/LoopCost.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/LoopAccessAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/LoopVersioning.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace ferry::compiler;

/// True if \p Block writes elements of an object, \p LeastBits or more, and
/// reads from another one in between.
static bool writesRowBetweenReads(const BasicBlock &Block, unsigned LeastBits) {
  const DataLayout &DL = Block.getDataLayout();
  MapVector<const Value *, uint64_t> Bits;
  SmallPtrSet<const Value *, 4> ReadFrom; // Since the first was written.
  for (const Instruction &I : Block)
    if (auto *Load = dyn_cast<LoadInst>(&I)) {
      if (!Bits.empty())
        ReadFrom.insert(getUnderlyingObject(Load->getPointerOperand()));
    } else if (auto *Store = dyn_cast<StoreInst>(&I)) {
      Type *Ty = Store->getValueOperand()->getType();
      if (!Ty->isVectorTy())
        Bits[getUnderlyingObject(Store->getPointerOperand())] +=
            DL.getTypeSizeInBits(Ty);
    }
  return any_of(Bits, [&](const auto &Of) {
    return Of.second >= LeastBits &&
           any_of(ReadFrom, [&](const Value *V) { return V != Of.first; });
  });
}

static bool isCandidate(const Loop &L, unsigned LeastBits) {
  return L.isInnermost() && L.isLoopSimplifyForm() && L.isRotatedForm() &&
         L.getExitingBlock() &&
         !getBooleanLoopAttribute(&L, "llvm.loop.isvectorized") &&
         getOptionalIntLoopAttribute(&L, "llvm.loop.vectorize.enable") != 0 &&
         any_of(L.blocks(), [=](const BasicBlock *Block) {
           return writesRowBetweenReads(*Block, LeastBits);
         });
}

/// Spells out parts of products, as `int i = get_global_id(0) * 12` is one,
/// which InstCombine makes shifts of: ScalarEvolution knows these of numbers
/// that are shifted only.
///
///   %m = mul i64 %x, 51539607552         %m = mul i64 %x, 12
///   %i = ashr exact i64 %m, 32     =>    %t = trunc i64 %m to i32
///                                        %i = sext i32 %t to i64
static bool spellOutProducts(Loop &L) {
  bool Changed = false;
  for (BasicBlock *Block : L.blocks())
    for (Instruction &I : make_early_inc_range(*Block)) {
      Value *V;
      const APInt *Factor, *By;
      if (!match(&I, m_Exact(m_AShr(m_Mul(m_Value(V), m_APInt(Factor)),
                                    m_APInt(By)))) ||
          Factor->countr_zero() < By->getZExtValue())
        continue;
      IRBuilder<> B(&I);
      Type *Ty = I.getType();
      Value *Product = B.CreateMul(V, ConstantInt::get(Ty, Factor->ashr(*By)));
      Type *Part = Ty->getWithNewBitWidth(Ty->getScalarSizeInBits() -
                                          By->getZExtValue());
      Value *Index = B.CreateSExt(B.CreateTrunc(Product, Part), Ty);
      I.replaceAllUsesWith(Index);
      I.eraseFromParent();
      Changed = true;
    }
  return Changed;
}

/// True if iterations of \p L follow one another in what they write, as those
/// that write planes: these are the loop vectoriser's.
static bool writesAlong(Loop &L, ScalarEvolution &SE) {
  return any_of(L.blocks(), [&](BasicBlock *Block) {
    return any_of(*Block, [&](Instruction &I) {
      auto *Store = dyn_cast<StoreInst>(&I);
      return Store && isConsecutive(Store->getPointerOperand(),
                                    Store->getValueOperand()->getType(), L, SE);
    });
  });
}

PreservedAnalyses ApartRowsPass::run(Function &F, FunctionAnalysisManager &AM) {
  auto &LI = AM.getResult<LoopAnalysis>(F);
  SmallVector<Loop *, 4> Loops;
  for (Loop *L : LI.getLoopsInPreorder())
    if (isCandidate(*L, LeastBits))
      Loops.push_back(L);
  if (Loops.empty())
    return PreservedAnalyses::all();
  bool Spelled = false;
  for (Loop *L : Loops)
    Spelled |= spellOutProducts(*L);
  AM.invalidate(F, preservedWithControlFlow(Spelled));
  auto &Accesses = AM.getResult<LoopAccessAnalysis>(F);
  auto &DT = AM.getResult<DominatorTreeAnalysis>(F);
  auto &SE = AM.getResult<ScalarEvolutionAnalysis>(F);
  bool Changed = false;
  for (Loop *L : Loops) {
    if (writesAlong(*L, SE))
      continue;
    const LoopAccessInfo &Info = Accesses.getInfo(*L);
    const unsigned Checks = Info.getNumRuntimePointerChecks();
    if (!Info.canVectorizeMemory() || Info.hasConvergentOp() || !Checks ||
        Checks > VectorizerParams::RuntimeMemoryCheckThreshold)
      continue;
    formLCSSARecursively(*L, DT, &LI, &SE);
    LoopVersioning Version(Info, Info.getRuntimePointerChecking()->getChecks(),
                           L, &LI, &DT, &SE);
    Version.versionLoop();
    Version.annotateLoopWithNoAlias();
    for (Loop *Either : {L, Version.getNonVersionedLoop()})
      addStringMetadataToLoop(Either, "llvm.loop.vectorize.enable", 0);
    Accesses.clear();
    Changed = true;
  }
  if (!Changed)
    return preservedWithControlFlow(Spelled);
  // What is read again behind a store is the same.
  AM.invalidate(F, PreservedAnalyses::none());
  EarlyCSEPass(/*UseMemorySSA=*/true).run(F, AM);
  return PreservedAnalyses::none();
}
