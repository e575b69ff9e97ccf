//===- LoopCost.cpp - Loops of a work-item that runs alone ----------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/vectorise/LoopCost.h"

#include "compiler/passes/Reserved.h"
#include "compiler/passes/vectorise/VectorMath.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/IVDescriptors.h"
#include "llvm/Analysis/LoopAccessAnalysis.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace ferry::compiler;

unsigned ferry::compiler::sizeOf(const Loop &L) {
  unsigned Size = 0;
  for (const BasicBlock *Block : L.blocks())
    Size += unsigned(Block->size());
  return Size;
}

/// True if \p Address goes to the next \p Ty in each iteration of \p L, or to
/// the one before.
static bool isStepOf(const SCEVAddRecExpr &Address, Type *Ty, const Loop &L,
                     ScalarEvolution &SE) {
  if (Address.getLoop() != &L || !Address.isAffine())
    return false;
  auto *Step = dyn_cast<SCEVConstant>(Address.getStepRecurrence(SE));
  return Step && Step->getAPInt().abs() ==
                     SE.getDataLayout().getTypeStoreSize(Ty).getFixedValue();
}

bool ferry::compiler::isConsecutive(Value *Pointer, Type *Ty, Loop &L,
                                    ScalarEvolution &SE) {
  // LLVM's vectoriser tests before the loop that indices do not wrap.
  const SCEVAddRecExpr *Address =
      PredicatedScalarEvolution(SE, L).getAsAddRec(Pointer);
  return Address && isStepOf(*Address, Ty, L, SE);
}

namespace {

/// What an address would be if no index were held within bounds, as by
/// `min(x + 1, width - 1)`, and none wrapped.
struct Unbounded : SCEVRewriteVisitor<Unbounded> {
  Unbounded(const Loop &L, ScalarEvolution &SE)
      : SCEVRewriteVisitor(SE), L(L) {}

  const SCEV *visitSMaxExpr(const SCEVSMaxExpr *E) { return changing(E); }
  const SCEV *visitSMinExpr(const SCEVSMinExpr *E) { return changing(E); }
  const SCEV *visitUMaxExpr(const SCEVUMaxExpr *E) { return changing(E); }
  const SCEV *visitUMinExpr(const SCEVUMinExpr *E) { return changing(E); }
  const SCEV *visitSignExtendExpr(const SCEVSignExtendExpr *E) {
    return extended(E);
  }
  const SCEV *visitZeroExtendExpr(const SCEVZeroExtendExpr *E) {
    return extended(E);
  }

private:
  const SCEV *extended(const SCEVCastExpr *E) {
    auto Extend = [&](const SCEV *S) {
      return SE.getCastExpr(E->getSCEVType(), S, E->getType());
    };
    const SCEV *Operand = visit(E->getOperand());
    auto *Index = dyn_cast<SCEVAddRecExpr>(Operand);
    if (!Index || !Index->isAffine())
      return Extend(Operand);
    return SE.getAddRecExpr(Extend(Index->getStart()),
                            Extend(Index->getStepRecurrence(SE)),
                            Index->getLoop(), SCEV::FlagAnyWrap);
  }
  /// The operand of \p E that changes in the loop, if there is one.
  const SCEV *changing(const SCEVNAryExpr *E) {
    const SCEV *Changing = nullptr;
    for (const SCEV *Operand : E->operands())
      if (!SE.isLoopInvariant(Operand, &L)) {
        if (Changing)
          return E;
        Changing = Operand;
      }
    return Changing ? visit(Changing) : E;
  }

  const Loop &L;
};

} // namespace

const SCEV *ferry::compiler::startOfRow(Value *Pointer, Type *Ty, Loop &L,
                                        ScalarEvolution &SE) {
  auto *Address =
      dyn_cast<SCEVAddRecExpr>(Unbounded(L, SE).visit(SE.getSCEV(Pointer)));
  return Address && isStepOf(*Address, Ty, L, SE) ? Address->getStart()
                                                  : nullptr;
}

/// True if the iterations of \p L may change \p Phi in any order, as those of
/// sums of integers may. (LLVM's RecurrenceDescriptor asks for loops that are
/// left at their end.)
static bool isReduction(PHINode &Phi, const Loop &L) {
  auto *Next =
      dyn_cast<Instruction>(Phi.getIncomingValueForBlock(L.getLoopLatch()));
  auto IsOnlyUser = [&](const Value &Of, const Value &By) {
    return all_of(Of.users(), [&](const User *U) {
      return U == &By || !L.contains(cast<Instruction>(U));
    });
  };
  return Next && Next->isAssociative() && Next->isCommutative() &&
         is_contained(Next->operands(), &Phi) && IsOnlyUser(Phi, *Next) &&
         IsOnlyUser(*Next, Phi);
}

/// Whether LLVM's vectoriser knows how to do \p I, of \p L, for many
/// iterations.
/// \param Bits grows with what counts for their number: not addresses, nor what
///        counts the iterations.
static bool isOfManyRounds(Instruction &I, Loop &L, ScalarEvolution &SE,
                           const DataLayout &DL, unsigned &Bits) {
  Type *Ty = I.getType();
  if (auto *Phi = dyn_cast<PHINode>(&I)) {
    InductionDescriptor Induction;
    if (InductionDescriptor::isInductionPHI(Phi, &L, &SE, Induction))
      return true;
    // Or what the iteration before has loaded.
    auto *Next =
        dyn_cast<LoadInst>(Phi->getIncomingValueForBlock(L.getLoopLatch()));
    if (!isReduction(*Phi, L) && !(Next && L.contains(Next)))
      return false;
  } else if (Value *Pointer = getLoadStorePointerOperand(&I)) {
    Ty = getLoadStoreType(&I);
    if (I.isVolatile() || I.isAtomic() ||
        !((isa<LoadInst>(I) && L.isLoopInvariant(Pointer)) ||
          isConsecutive(Pointer, Ty, L, SE)))
      return false;
  } else {
    auto *Call = dyn_cast<CallInst>(&I);
    return !Ty->isVectorTy() &&
           (Call ? isTriviallyVectorizable(Call->getIntrinsicID())
                 : !I.mayReadOrWriteMemory());
  }
  Bits = std::max<unsigned>(Bits, DL.getTypeSizeInBits(Ty).getFixedValue());
  return !Ty->isVectorTy();
}

unsigned ferry::compiler::iterationsAtOnce(Loop &L,
                                           FunctionAnalysisManager &FAM,
                                           unsigned VectorBits) {
  Function &F = *L.getHeader()->getParent();
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  // A header and a body, if it is left at its start, as most are written.
  if (L.getNumBlocks() > 2 || !L.getExitingBlock() || !L.isLoopSimplifyForm() ||
      !SE.hasLoopInvariantBackedgeTakenCount(&L))
    return 1;
  unsigned Bits = 8;
  for (BasicBlock *Block : L.blocks())
    for (Instruction &I : *Block)
      if (!isOfManyRounds(I, L, SE, F.getDataLayout(), Bits))
        return 1;
  // One may read what the one before has stored.
  if (!FAM.getResult<LoopAccessAnalysis>(F).getInfo(L).canVectorizeMemory())
    return 1;
  const unsigned Iterations = VectorBits / Bits;
  const unsigned Known = SE.getSmallConstantTripCount(&L);
  return Known && Known < Iterations ? 1 : Iterations;
}

unsigned ferry::compiler::accumulatorsOf(const Loop &L) {
  const BasicBlock *Latch = L.getLoopLatch();
  if (!Latch)
    return 0;
  DenseMap<std::pair<const Type *, unsigned>, unsigned> Counts;
  unsigned Most = 0;
  for (const PHINode &Phi : L.getHeader()->phis()) {
    auto *Next = dyn_cast<Instruction>(Phi.getIncomingValueForBlock(Latch));
    if (Next && Phi.getType()->isFloatingPointTy())
      Most = std::max(Most, ++Counts[{Phi.getType(), Next->getOpcode()}]);
  }
  return Most;
}

/// Cycles until the result of \p I is there.
static unsigned latency(const Instruction &I) {
  switch (I.getOpcode()) {
  case Instruction::Load:
    return 5;
  case Instruction::FAdd:
  case Instruction::FSub:
  case Instruction::FMul:
  case Instruction::SIToFP:
  case Instruction::UIToFP:
  case Instruction::FPToSI:
  case Instruction::FPToUI:
    return 4;
  case Instruction::Mul:
    return 3;
  case Instruction::FDiv:
  case Instruction::SDiv:
  case Instruction::UDiv:
  case Instruction::SRem:
  case Instruction::URem:
    return 12;
  case Instruction::Call:
    return isInstruction(cast<CallInst>(I)) || !reserved::calleeName(&I).empty()
               ? 4
               : 20;
  default:
    return isa<PHINode, CastInst, GetElementPtrInst>(I) ? 0 : 1;
  }
}

/// Cycles from one iteration of innermost loop \p L to the next, as what one
/// leaves behind is what the next begins with.
static unsigned cyclesOfIteration(const Loop &L) {
  const BasicBlock *Header = L.getHeader(), *Latch = L.getLoopLatch();
  if (!Latch)
    return 0;
  unsigned Longest = 0;
  for (const PHINode &Start : Header->phis()) {
    DenseMap<const Value *, int> Known{{&Start, 0}};
    // -1 for what does not depend on it.
    auto After = [&](auto &&Self, const Value *V) -> int {
      auto [It, IsNew] = Known.try_emplace(V, -1);
      auto *I = dyn_cast<Instruction>(V);
      if (!IsNew || !I || !L.contains(I) ||
          (isa<PHINode>(I) && I->getParent() == Header))
        return It->second;
      int Cycles = -1;
      for (const Value *Operand : I->operands())
        Cycles = std::max(Cycles, Self(Self, Operand));
      if (Cycles >= 0)
        Cycles += latency(*I);
      return Known[V] = Cycles;
    };
    int Iteration = After(After, Start.getIncomingValueForBlock(Latch));
    Longest = std::max(Longest, unsigned(std::max(Iteration, 0)));
  }
  return Longest;
}

double ferry::compiler::waitsOf(const Loop &L, double Times, double Work) {
  return std::max(0.0, PerCycle * cyclesOfIteration(L) * Times - Work);
}

unsigned ferry::compiler::cyclesOf(const Function &F) {
  unsigned Longest = 0;
  DenseMap<const Value *, unsigned> After;
  for (const BasicBlock *Block : ReversePostOrderTraversal(&F))
    for (const Instruction &I : *Block) {
      unsigned Start = 0;
      for (const Value *Operand : I.operands())
        Start = std::max(Start, After.lookup(Operand));
      Longest = std::max(Longest, After[&I] = Start + latency(I));
    }
  return Longest;
}
