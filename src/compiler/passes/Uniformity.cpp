//===- Uniformity.cpp - What is the same for all work-items ---------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/Uniformity.h"

#include "compiler/LlvmVersions.h"
#include "compiler/passes/Reserved.h"
#include "compiler/passes/SubGroups.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace ferry::compiler;

/// The private variable that \p Pointer leads to, if values can be made of it.
static const AllocaInst *smallVariable(const Value *Pointer,
                                       const DataLayout &DL) {
  constexpr uint64_t MaxBytes = 512;
  auto *Variable = dyn_cast<AllocaInst>(getUnderlyingObject(Pointer));
  const std::optional<TypeSize> Size =
      Variable ? Variable->getAllocationSize(DL) : std::nullopt;
  return Size && Size->getFixedValue() <= MaxBytes ? Variable : nullptr;
}

namespace {

/// How often memory is accessed, and passed to functions, as far as is seen.
struct Uses {
  unsigned Accesses = 0, Calls = 0;
};

} // namespace

static Uses usesOf(const Value &Pointer) {
  constexpr unsigned MaxAddresses = 1000;
  Uses Sum;
  SmallVector<const Value *, 16> Addresses{&Pointer};
  for (unsigned I = 0; I != Addresses.size() && I != MaxAddresses; ++I)
    for (const User *U : Addresses[I]->users())
      if (isa<LoadInst, StoreInst>(U))
        ++Sum.Accesses;
      else if (isa<GetElementPtrInst, AddrSpaceCastInst>(U))
        Addresses.push_back(U);
      else if (isa<CallBase>(U) && !isa<IntrinsicInst>(U))
        ++Sum.Calls;
  return Sum;
}

/// True if \p L accesses small private variables, other elements in each
/// iteration.
static bool indexesPrivateMemory(const Loop &L) {
  for (const BasicBlock *Block : L.blocks())
    for (const Instruction &I : *Block) {
      auto *Address = dyn_cast<GetElementPtrInst>(&I);
      if (!Address || L.hasLoopInvariantOperands(Address))
        continue;
      if (smallVariable(Address->getPointerOperand(), I.getDataLayout()))
        return true;
    }
  return false;
}

/// True if nothing in \p L may become simpler for one iteration than for
/// another: it computes with what it has.
static bool onlyComputes(const Loop &L) {
  return all_of(L.blocks(), [](const BasicBlock *Block) {
    return all_of(*Block, [](const Instruction &I) {
      return !I.mayReadOrWriteMemory() &&
             (!isa<CallBase>(I) || isa<IntrinsicInst>(I)) &&
             !isa<ExtractElementInst, InsertElementInst>(I);
    });
  });
}

/// True if \p L is as good a loop as it would be unrolled. What is around a
/// loop that only computes may be a loop along a row without it, the iterations
/// of which a vector does at once.
static bool gainsNothing(const Loop &L) {
  return onlyComputes(L) &&
         (!L.getParentLoop() || onlyComputes(*L.getParentLoop()));
}

/// Barriers in \p L.
static unsigned barriersIn(const Loop &L) {
  unsigned Count = 0;
  for (const BasicBlock *Block : L.blocks())
    for (const Instruction &I : *Block)
      Count += reserved::calleeName(&I) == reserved::Barrier;
  return Count;
}

namespace {

class WorkItemTTI final : public TargetTransformInfoBase<WorkItemTTI> {
public:
  WorkItemTTI(const DataLayout &DL, bool IsLane,
              const SmallPtrSetImpl<const Value *> *GroupMemory)
      : TargetTransformInfoBase<WorkItemTTI>(DL), IsLane(IsLane),
        GroupMemory(GroupMemory) {}

  bool hasBranchDivergence(const Function *) const override { return true; }

  /// In a lane nothing is free but phis: what is, LLVM 22's StructurizeCFG
  /// moves to where other ways come by, and has them use it
  /// (llvm-project#183792).
  InstructionCost
  getInstructionCost(const User *U, ArrayRef<const Value *> Operands,
                     TargetTransformInfo::TargetCostKind Kind) const override {
    InstructionCost Cost =
        TargetTransformInfoBase<WorkItemTTI>::getInstructionCost(U, Operands,
                                                                 Kind);
    return IsLane && !isa<PHINode>(U)
               ? std::max<InstructionCost>(Cost, TargetTransformInfo::TCC_Basic)
               : Cost;
  }

  /// Where loops count through private arrays, unrolling makes values of them.
  /// Behind each barrier a region of its own begins.
  void
  getUnrollingPreferences(Loop *L, ScalarEvolution &SE,
                          TargetTransformInfo::UnrollingPreferences &Chosen,
                          OptimizationRemarkEmitter *) const override {
    constexpr unsigned MaxSize = 1000, MaxBarriers = 16;
    if (gainsNothing(*L) ||
        barriersIn(*L) * SE.getSmallConstantTripCount(L) > MaxBarriers)
      Chosen.FullUnrollMaxCount = 0;
    else if (indexesPrivateMemory(*L))
      Chosen.Threshold = std::max(Chosen.Threshold, MaxSize);
  }

  /// A call keeps in memory what it gets pointers to, where each access of the
  /// caller has a lane for every work-item, unless the callee passes them on.
  unsigned adjustInliningThreshold(const CallBase *Call) const override {
    // As LLVM's inliner counts; at most what AMDGPU adds for such arguments.
    constexpr unsigned PerInstruction = 5, Most = 4000;
    const Function *Callee = definedCallee(*Call);
    unsigned Accesses = 0;
    for (const Use &U : Call->args()) {
      const AllocaInst *Variable = Callee && U->getType()->isPointerTy()
                                       ? smallVariable(U, getDataLayout())
                                       : nullptr;
      if (!Variable || usesOf(*Callee->getArg(U.getOperandNo())).Calls)
        continue;
      const Uses InCaller = usesOf(*Variable);
      Accesses += InCaller.Accesses / std::max(InCaller.Calls, 1u);
    }
    return std::min(PerInstruction * Accesses, Most);
  }

  /// In a few instructions, for all lanes, where a loop has an iteration for
  /// each bit that one of them has.
  TargetTransformInfo::PopcntSupportKind
  getPopcntSupport(unsigned) const override {
    return TargetTransformInfo::PSK_FastHardware;
  }

  InstructionUniformity
  getInstructionUniformity(const Value *V) const override {
    if (auto *A = dyn_cast<Argument>(V))
      return A->getParent()->getAttributes().hasParamAttr(A->getArgNo(),
                                                          reserved::ShapeAttr)
                 ? InstructionUniformity::NeverUniform
                 : InstructionUniformity::Default;
    const StringRef Name = reserved::calleeName(V);
    const unsigned Properties = reserved::properties(Name);
    // The lanes of a vector are neighbours in x.
    if (IsLane && (Properties & reserved::ItemId))
      return cast<ConstantInt>(cast<CallBase>(V)->getArgOperand(0))->isZero()
                 ? InstructionUniformity::NeverUniform
                 : InstructionUniformity::AlwaysUniform;
    if (Name == reserved::LaneNumber)
      return InstructionUniformity::NeverUniform;
    if (SubGroupCall Call(V); Call)
      return Call.isConstant() || (IsLane && Call.isUniform())
                 ? InstructionUniformity::AlwaysUniform
                 : InstructionUniformity::NeverUniform;
    if (!Name.empty())
      return Properties & reserved::PerItem
                 ? InstructionUniformity::NeverUniform
                 : InstructionUniformity::AlwaysUniform;
    if (isa<AllocaInst>(V))
      return GroupMemory && GroupMemory->contains(V)
                 ? InstructionUniformity::AlwaysUniform
                 : InstructionUniformity::NeverUniform;
    if (isa<AtomicRMWInst, AtomicCmpXchgInst>(V))
      return InstructionUniformity::NeverUniform;
    if (auto *Load = dyn_cast<LoadInst>(V))
      return Load->isSimple() ? InstructionUniformity::Default
                              : InstructionUniformity::NeverUniform;
    if (auto *Call = dyn_cast<CallBase>(V))
      return Call->onlyReadsMemory() ? InstructionUniformity::Default
                                     : InstructionUniformity::NeverUniform;
    return InstructionUniformity::Default;
  }

private:
  bool IsLane;
  const SmallPtrSetImpl<const Value *> *GroupMemory;
};

} // namespace

TargetTransformInfo ferry::compiler::workItemTarget(
    const Function &F, const SmallPtrSetImpl<const Value *> *GroupMemory) {
  return makeTargetTransformInfo(std::make_unique<WorkItemTTI>(
      F.getDataLayout(), F.hasFnAttribute(reserved::LaneAttr), GroupMemory));
}
