//===- WholeVectors.cpp - Lanes' vectors that stay together ---------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/vectorise/WholeVectors.h"

#include "compiler/passes/vectorise/DivergentControl.h"
#include "compiler/passes/vectorise/MemoryRecipes.h"
#include "compiler/passes/vectorise/VectorPlan.h"

#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace ferry::compiler;

bool ferry::compiler::isSpread(const Instruction &I) {
  return match(&I, m_Shuffle(m_InsertElt(m_Value(), m_Value(), m_ZeroInt()),
                             m_Value(), m_ZeroMask()));
}

/// True if \p I takes the elements of one vector in another order.
static bool isPermutation(const Instruction &I) {
  auto *Shuffle = dyn_cast<ShuffleVectorInst>(&I);
  return Shuffle && isa<UndefValue>(Shuffle->getOperand(1)) &&
         !Shuffle->changesLength();
}

namespace {

using PlanLookup = function_ref<const BlockPlan *(const BasicBlock &)>;

class Finder {
public:
  Finder(Function &Lane, const PlanContext &C, const DivergentControl &Control,
         PlanLookup PlanOf)
      : Lane(Lane), C(C), Control(Control), PlanOf(PlanOf) {}

  using Set = SmallSetVector<const Instruction *, 8>;
  Set find() const;
  /// True if \p I loads or stores vectors that follow each other.
  bool isAccess(const Instruction &I) const;

private:
  bool isCandidate(const Instruction &I) const;
  bool isElementwise(const Instruction &I) const;

  Function &Lane;
  const PlanContext &C;
  const DivergentControl &Control;
  const PlanLookup PlanOf;
};

bool Finder::isAccess(const Instruction &I) const {
  if (!isa<LoadInst, StoreInst>(I) || I.isVolatile() || I.isAtomic() ||
      !isa<FixedVectorType>(I.getAccessType()))
    return false;
  const bool Masked = PlanOf(*I.getParent())->isMasked();
  const Access A(const_cast<Instruction &>(I), C, /*Packs=*/false);
  return A.Bytes && !A.IsInterleaved && A.Pieces == 1 && !A.Reversed &&
         A.PerLane == A.Count && (Masked || !C.Groups.of(&I)) &&
         !(Masked && C.DL.getTypeSizeInBits(A.Element) < C.Target.MaskedBits);
}

/// True if each element of the result is that of the operands' elements, or it
/// has the same bits.
bool Finder::isElementwise(const Instruction &I) const {
  const unsigned Count = elementsOf(I.getType());
  auto IsUniform = [&](const Value *V) { return C.Shapes[V].isUniform(); };
  if (auto *Call = dyn_cast<IntrinsicInst>(&I))
    return isTriviallyVectorizable(Call->getIntrinsicID()) &&
           all_of(Call->args(), [&](const Use &U) {
             return elementsOf(U->getType()) == Count || IsUniform(U);
           });
  if (auto *Select = dyn_cast<SelectInst>(&I))
    return elementsOf(Select->getCondition()->getType()) == Count ||
           IsUniform(Select->getCondition());
  // LLVM multiplies instead of dividing by constants.
  if ((I.isIntDivRem() && !isa<Constant>(I.getOperand(1))) ||
      I.getOpcode() == Instruction::FRem)
    return false;
  return isa<BinaryOperator, UnaryOperator, CmpInst, CastInst, FreezeInst>(I) &&
         (elementsOf(I.getOperand(0)->getType()) == Count ||
          (isa<BitCastInst>(I) && I.getOperand(0)->getType()->isVectorTy()));
}

bool Finder::isCandidate(const Instruction &I) const {
  if (!isa<FixedVectorType>(I.getType()) || C.Shapes[&I].hasBase() ||
      I.getType()->getScalarType()->isPointerTy())
    return false;
  const BasicBlock *Block = I.getParent();
  // Where lanes come together, each phi is a select for each way.
  if (isa<PHINode>(I))
    return !Control.Joins.contains(Block) && !Control.LoopOfExit.lookup(Block);
  return isAccess(I) || isSpread(I) || isPermutation(I) || isElementwise(I);
}

Finder::Set Finder::find() const {
  Set Found;
  for (const Instruction &I : instructions(Lane))
    if (PlanOf(*I.getParent()) && isCandidate(I))
      Found.insert(&I);
  auto IsPossible = [&](const Instruction *I) {
    return isa<LoadInst>(I) || isSpread(*I) ||
           all_of(I->operands(), [&](const Use &U) {
             return C.Shapes[U].isUniform() ||
                    Found.contains(dyn_cast<Instruction>(U));
           });
  };
  while (Found.remove_if([&](const Instruction *I) { return !IsPossible(I); }))
    ;
  return Found;
}

} // namespace

WholeVectors::WholeVectors(Function &Lane, const PlanContext &C,
                           const DivergentControl &Control, PlanLookup PlanOf) {
  const Finder Find(Lane, C, Control, PlanOf);
  auto Cost = [&](const Value *V, const Instruction &At) {
    return C.registers(V->getType()) * PlanOf(*At.getParent())->Times;
  };
  const Finder::Set Possible = Find.find();
  // Those that are made of one another are whole together.
  EquivalenceClasses<const Instruction *> Webs;
  DenseMap<const Instruction *, double> Gains;
  SmallVector<const Instruction *, 8> Stores;
  for (const Instruction *I : Possible) {
    const double One = Cost(I, *I);
    // What is there is not transposed when it is loaded, but if its elements
    // are asked for, and what was there may have to be put in order.
    double Gain = isa<LoadInst>(I)                            ? One
                  : isSpread(*I) || isa<ShuffleVectorInst>(I) ? -One
                                                              : 0;
    bool IsTakenApart = false;
    Webs.insert(I);
    for (const User *U : I->users()) {
      auto *User = cast<Instruction>(U);
      if (!PlanOf(*User->getParent()))
        continue;
      if (Possible.contains(User) && !isSpread(*User)) {
        Webs.unionSets(I, User);
      } else if (isa<StoreInst>(User) && Find.isAccess(*User)) {
        Gain += Cost(I, *User);
        Stores.push_back(User);
      } else if (!isa<BitCastInst>(User)) {
        IsTakenApart = true;
      }
    }
    Gains[I] = Gain - (IsTakenApart ? One : 0);
  }
  DenseMap<const Instruction *, double> WebGains;
  for (const Instruction *I : Possible)
    WebGains[Webs.getLeaderValue(I)] += Gains[I];
  for (const Instruction *I : Possible)
    if (WebGains[Webs.getLeaderValue(I)] > 0)
      Whole.insert(I);
  for (const Instruction *I : Whole)
    if (isa<LoadInst>(I))
      Accesses.insert(I);
  for (const Instruction *Store : Stores)
    if (contains(Store->getOperand(0)))
      Accesses.insert(Store);
}
