//===- VectorDimension.cpp - Along which work-items make vectors ----------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/vectorise/Passes.h"

#include "compiler/passes/Reserved.h"
#include "compiler/passes/SubGroups.h"
#include "compiler/passes/vectorise/Strides.h"
#include "compiler/passes/vectorise/VectorPlan.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"

using namespace llvm;
using namespace ferry::compiler;

void ferry::compiler::exchangeDimension(Function &F, unsigned Dimension,
                                        bool WithRange) {
  const unsigned Asked =
      reserved::ItemId | (WithRange ? unsigned(reserved::OfRange) : 0);
  for (Instruction &I : instructions(F)) {
    if (!reserved::callsOne(&I, Asked))
      continue;
    auto &Call = cast<CallInst>(I);
    auto *D = cast<ConstantInt>(Call.getArgOperand(0));
    if (D->isZero())
      Call.setArgOperand(0, ConstantInt::get(D->getType(), Dimension));
    else if (D->getZExtValue() == Dimension)
      Call.setArgOperand(0, ConstantInt::get(D->getType(), 0));
  }
}

/// The dimensions that \p F asks the ids of work-items in: a bit each.
static unsigned dimensionsOfIds(Function &F) {
  unsigned Bits = 0;
  for (Instruction &I : instructions(F))
    if (reserved::callsOne(&I, reserved::ItemId))
      Bits |= 1 << cast<ConstantInt>(cast<CallInst>(I).getArgOperand(0))
                       ->getLimitedValue(3);
  return Bits;
}

/// How scattered the accesses of vectors along x are, roughly: 1 for each
/// access that is, a quarter for one whose elements lie a few apart; those in
/// loops count more.
static double scatter(Function &Lane, FunctionAnalysisManager &FAM) {
  FAM.invalidate(Lane, PreservedAnalyses::none());
  const Strides &Shapes = FAM.getResult<StridesAnalysis>(Lane);
  const LoopInfo &LI = FAM.getResult<LoopAnalysis>(Lane);
  const DataLayout &DL = Lane.getDataLayout();
  double Sum = 0;
  for (Instruction &I : instructions(Lane)) {
    const Value *Pointer = getLoadStorePointerOperand(&I);
    if (!Pointer || isa<AllocaInst>(getUnderlyingObject(Pointer)))
      continue;
    const Shape Of = Shapes[Pointer];
    if (Of.isUniform())
      continue;
    const auto Bytes =
        int64_t(DL.getTypeStoreSize(getLoadStoreType(&I)).getFixedValue());
    const int64_t Stride = std::abs(Of.likely());
    if (Stride == Bytes)
      continue;
    const bool IsNear = Stride != 0 && Stride <= MaxStride * Bytes;
    Sum += (IsNear ? 0.25 : 1) * frequencyOf(*I.getParent(), LI);
  }
  return Sum;
}

/// The dimension that vectors of \p Kernel are best along.
static unsigned bestDimension(Function &Kernel, FunctionAnalysisManager &FAM) {
  const unsigned Asked = dimensionsOfIds(Kernel);
  if (!(Asked & 1) || Asked == 1)
    return 0;
  ValueToValueMapTy Copies;
  Function *Lane = CloneFunction(&Kernel, Copies);
  Lane->addFnAttr(reserved::LaneAttr);
  FunctionPassManager Simplify;
  Simplify.addPass(LoopSimplifyPass());
  Simplify.addPass(LCSSAPass());
  Simplify.run(*Lane, FAM);
  unsigned Best = 0;
  const double InX = scatter(*Lane, FAM);
  // Neighbours in x are what most sources are written for.
  double Least = InX / 2;
  for (unsigned D : {1u, 2u}) {
    if (InX == 0 || !(Asked & 1 << D))
      continue;
    exchangeDimension(*Lane, D, /*WithRange=*/false);
    if (const double There = scatter(*Lane, FAM); There <= Least) {
      Least = There;
      Best = D;
    }
    exchangeDimension(*Lane, D, /*WithRange=*/false);
  }
  FAM.clear(*Lane, Lane->getName());
  Lane->eraseFromParent();
  return Best;
}

PreservedAnalyses VectorDimensionPass::run(Module &M,
                                           ModuleAnalysisManager &MAM) {
  FunctionAnalysisManager &FAM =
      MAM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  for (Function *Kernel : kernels(M)) {
    if (Kernel->hasOptNone() || usesSubGroups(*Kernel))
      continue;
    const unsigned D = Asked ? *Asked : bestDimension(*Kernel, FAM);
    if (D == 0)
      continue;
    exchangeDimension(*Kernel, D, /*WithRange=*/true);
    Kernel->addFnAttr(reserved::VectorDimensionAttr, std::to_string(D));
  }
  return PreservedAnalyses::none();
}
