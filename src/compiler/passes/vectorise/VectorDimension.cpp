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

/// True if \p Pointer is arithmetic on ids and on what all lanes share: nothing
/// that they load says where it points to.
static bool isOfIds(const Value *Pointer, const Strides &Shapes) {
  SmallSetVector<const Value *, 16> Work;
  Work.insert(Pointer);
  for (unsigned At = 0; At != Work.size(); ++At) {
    auto *I = dyn_cast<Instruction>(Work[At]);
    if (!I || Shapes[I].isUniform())
      continue;
    if (isa<CallInst>(I)
            ? !isa<IntrinsicInst>(I) && !reserved::callsOne(I, reserved::ItemId)
            : I->mayReadFromMemory())
      return false;
    Work.insert(I->op_begin(), I->op_end());
  }
  return true;
}

/// True if an access of vectors along x goes to places that are far apart, as
/// the ids say: those of the next vector in y are near.
static bool goesDownColumns(Function &Lane, FunctionAnalysisManager &FAM) {
  // Bytes from one lane's to the next one's: cache lines, and more.
  constexpr int64_t Far = 512;
  FAM.invalidate(Lane, PreservedAnalyses::none());
  const Strides &Shapes = FAM.getResult<StridesAnalysis>(Lane);
  return any_of(instructions(Lane), [&](Instruction &I) {
    const Value *Pointer = getLoadStorePointerOperand(&I);
    if (!Pointer || isa<AllocaInst>(getUnderlyingObject(Pointer)))
      return false;
    const Shape Of = Shapes[Pointer];
    const bool IsFar = Of.hasBase() ? std::abs(Of.Stride) >= Far
                                    : !Of.Likely || std::abs(Of.Likely) >= Far;
    return !Of.isUniform() && IsFar && isOfIds(Pointer, Shapes);
  });
}

namespace {

struct Direction {
  unsigned Dimension = 0; ///< That vectors are best along.
  bool AreColumnsFirst = false;
};

} // namespace

static Direction bestDirection(Function &Kernel, FunctionAnalysisManager &FAM,
                               std::optional<unsigned> Given) {
  const unsigned Asked = dimensionsOfIds(Kernel);
  if (!(Asked & 1) || Asked == 1)
    return {Given.value_or(0)};
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
  Best = Given.value_or(Best);
  if (Best != 0)
    exchangeDimension(*Lane, Best, /*WithRange=*/false);
  const bool AreColumnsFirst = Asked & 2 && goesDownColumns(*Lane, FAM);
  FAM.clear(*Lane, Lane->getName());
  Lane->eraseFromParent();
  return {Best, AreColumnsFirst};
}

PreservedAnalyses VectorDimensionPass::run(Module &M,
                                           ModuleAnalysisManager &MAM) {
  FunctionAnalysisManager &FAM =
      MAM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  for (Function *Kernel : kernels(M)) {
    if (Kernel->hasOptNone() || usesSubGroups(*Kernel))
      continue;
    const auto [D, AreColumnsFirst] = bestDirection(*Kernel, FAM, Asked);
    if (AreColumnsFirst)
      Kernel->addFnAttr(reserved::ColumnOrderAttr);
    if (D == 0)
      continue;
    exchangeDimension(*Kernel, D, /*WithRange=*/true);
    Kernel->addFnAttr(reserved::VectorDimensionAttr, std::to_string(D));
  }
  return PreservedAnalyses::none();
}
