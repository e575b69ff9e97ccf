//===- VectorPlan.cpp - How a region is done for all lanes ----------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/vectorise/VectorPlan.h"

#include "compiler/passes/Reserved.h"
#include "compiler/passes/vectorise/LoopCost.h"
#include "compiler/passes/vectorise/VectorMath.h"
#include "compiler/passes/work-group/Passes.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/ModuleSlotTracker.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace ferry::compiler;

unsigned ferry::compiler::elementsOf(const Type *Ty) {
  auto *Vector = dyn_cast<FixedVectorType>(Ty);
  return Vector ? Vector->getNumElements() : 1;
}

SmallVector<Type *, 1> ferry::compiler::partTypes(Type *Ty) {
  if (auto *Vector = dyn_cast<FixedVectorType>(Ty))
    return SmallVector<Type *, 1>(Vector->getNumElements(),
                                  Vector->getElementType());
  if (auto *Struct = dyn_cast<StructType>(Ty))
    return SmallVector<Type *, 1>(Struct->elements());
  return {Ty};
}

double PlanContext::registers(Type *Ty) const {
  const unsigned Bits = std::max<unsigned>(
      8, DL.getTypeSizeInBits(Ty->getScalarType()).getFixedValue());
  return std::max(1u, Lanes * Bits / Target.VectorBits) * elementsOf(Ty);
}

double PlanContext::wholeRegisters(Type *Ty) const {
  const unsigned Bits = std::max<unsigned>(
      8, DL.getTypeSizeInBits(Ty->getScalarType()).getFixedValue());
  return std::max(1u, Lanes * elementsOf(Ty) * Bits / Target.VectorBits);
}

bool ferry::compiler::isPlainAccess(const Instruction &I) {
  return isa<LoadInst, StoreInst>(I) && !I.isAtomic() &&
         (!I.isVolatile() ||
          getLoadStorePointerOperand(&I)->getType()->getPointerAddressSpace() ==
              LocalMemory);
}

double ferry::compiler::scalarCost(const Instruction &I) {
  // Address arithmetic is part of accesses, or wide.
  if (isa<PHINode, AllocaInst, GetElementPtrInst, BitCastInst,
          ShuffleVectorInst>(I))
    return 0;
  // Elements are permuted many at a time, or through memory.
  if (isa<ExtractElementInst, InsertElementInst>(I))
    return isa<ConstantInt>(I.getOperand(I.getNumOperands() - 1)) ? 0 : 0.5;
  if (auto *Call = dyn_cast<IntrinsicInst>(&I);
      Call && Call->isAssumeLikeIntrinsic())
    return 0;
  const bool IsReserved = !reserved::calleeName(&I).empty();
  // Atomics on local memory are ordinary accesses in the end.
  if (I.mayReadOrWriteMemory() && !isPlainAccess(I) && !IsReserved &&
      !isa<FenceInst>(I))
    return isLocalAtomic(I) ? 2 : 10;
  switch (I.getOpcode()) {
  case Instruction::SDiv:
  case Instruction::UDiv:
  case Instruction::SRem:
  case Instruction::URem:
    return 8;
  case Instruction::FDiv:
    return 4;
  case Instruction::FRem:
    return 20;
  case Instruction::Call:
    return IsReserved ? 1 : isInstruction(cast<CallInst>(I)) ? 2 : 20;
  default:
    return 1;
  }
}

double ferry::compiler::frequencyOf(const BasicBlock &Block,
                                    const LoopInfo &LI) {
  double Result = 1;
  for (unsigned Depth = std::min(LI.getLoopDepth(&Block), 3u); Depth; --Depth)
    Result *= 8;
  if (const Loop *L = LI.getLoopFor(&Block))
    Result /= getOptionalIntLoopAttribute(L, reserved::Fewer).value_or(1);
  return Result;
}

VectorPlan::VectorPlan(Function &Lane, FunctionAnalysisManager &FAM,
                       const VectorTarget &Target, unsigned Lanes, bool Partial,
                       VectorFunctions &Functions)
    : Lane(Lane), DT(FAM.getResult<DominatorTreeAnalysis>(Lane)),
      LI(FAM.getResult<LoopAnalysis>(Lane)),
      SE(FAM.getResult<ScalarEvolutionAnalysis>(Lane)),
      Control(FAM.getResult<DivergentControlAnalysis>(Lane)),
      Groups(Lane, FAM, Lanes, Target.VectorBits, Target.MaskedBits),
      C{FAM.getResult<StridesAnalysis>(Lane),
        Groups,
        Target,
        Lanes,
        Lane.getDataLayout(),
        Functions,
        Whole},
      Shares(FAM.getResult<LaneSharesAnalysis>(Lane)), Partial(Partial) {
  for (const Loop *L : LI.getLoopsInPreorder())
    TimesOfLongest[L] = timesOfLongest(*L);
  for (BasicBlock *Block : ReversePostOrderTraversal<Function *>(&Lane))
    Blocks.insert({Block, planBlock(*Block)});
  Whole = WholeVectors(Lane, C, Control, [&](const BasicBlock &Block) {
    auto It = Blocks.find(const_cast<BasicBlock *>(&Block));
    return It == Blocks.end() ? nullptr : &It->second;
  });
  // As a part of a structure may be a vector or an array.
  auto IsHeld = [](Type *Ty) {
    return Ty->isVoidTy() ||
           all_of(partTypes(Ty), VectorType::isValidElementType);
  };
  Possible = IsHeld(Lane.getReturnType()) &&
             all_of(instructions(Lane), [&](const Instruction &I) {
               return C.Shapes[&I].hasBase() || IsHeld(I.getType());
             });
  if (!Possible)
    return;
  for (auto &[Block, B] : Blocks) {
    for (Instruction &I : *Block)
      if (!isa<PHINode>(I) && !I.isTerminator())
        B.Recipes.push_back(plan(I, B));
    Possible = all_of(B.Recipes, [&](const RecipePtr &R) {
      return R && (R->isScalar() || R->I.getType()->isVoidTy() ||
                   !C.Shapes[&R->I].hasBase());
    });
    if (!Possible)
      return;
  }
}

RecipePtr VectorPlan::plan(Instruction &I, const BlockPlan &B) const {
  // Of inactive lanes the row of an active one is loaded. Few vectors are not
  // full, and gathers are less code.
  const InterleaveGroup *G =
      B.isMasked() && B.SomeActive && !Partial ? Groups.of(&I) : nullptr;
  if (G && isa<LoadInst>(I) && G->isTransposed() && !Whole.isAccessIn(*G) &&
      !G->hasMasks(C.Target.MaskedBits))
    return makeInterleaved(I, C, *G, /*Masked=*/true);
  return planInstruction(I, C, B.Lanes);
}

BlockPlan VectorPlan::planBlock(BasicBlock &Block) const {
  BlockPlan B{&Block, Active::Some, /*Divergent=*/true};
  // Nothing but a skip or a loop makes lanes inactive, and both end before what
  // they do not dominate.
  auto Same = [&](BasicBlock *As) {
    const BlockPlan &Other = Blocks.find(As)->second;
    B.Lanes = Other.Lanes;
    B.Divergent = Other.Divergent;
    B.SomeActive = Other.SomeActive;
    B.OfVectors = Other.OfVectors;
  };
  auto Skip = Control.Skips.find(Block.getSinglePredecessor());
  const bool IsThen =
      Skip != Control.Skips.end() && Skip->second.Then == &Block;
  if (&Block == &Lane.getEntryBlock()) {
    B.Lanes = Partial ? Active::Some : Active::All;
    B.Divergent = false;
  } else if (Loop *L = Control.LoopOfExit.lookup(&Block)) {
    Same(L->getLoopPreheader());
  } else if (Loop *L = Control.LoopOfHeader.lookup(&Block)) {
    const BlockPlan &Before = Blocks.find(L->getLoopPreheader())->second;
    B.SomeActive = Before.SomeActive;
    B.OfVectors = Before.OfVectors;
    if (Before.Lanes != Active::Some)
      B.Lanes = Active::AllAtFirst;
  } else if (IsThen) {
    const BlockPlan &Head = Blocks.find(Block.getSinglePredecessor())->second;
    B.SomeActive = Head.SomeActive && Head.Branches;
    B.OfVectors =
        Head.Branches ? Shares.ofVectors(Block, C.Lanes) : Head.OfVectors;
  } else {
    Same(DT.getNode(&Block)->getIDom()->getBlock());
  }
  if (auto It = Control.Skips.find(&Block); It != Control.Skips.end())
    B.Branches = mustSkip(It->second);
  B.Times = timesOf(Block) * B.OfVectors;
  return B;
}

/// True if lanes leave \p L in two iterations at most: they count in steps as
/// large as all of them lie apart, as in `for (i = id; i < n; i += size)`.
bool VectorPlan::endsTogether(const Loop &L) const {
  Value *Number, *End;
  auto *Branch = dyn_cast<BranchInst>(L.getExitingBlock()->getTerminator());
  if (!Branch || !Branch->isConditional() ||
      !match(Branch->getCondition(), m_ICmp(m_Value(Number), m_Value(End))))
    return false;
  if (C.Shapes[Number].isUniform())
    std::swap(Number, End);
  const Shape S = C.Shapes[Number];
  auto *Counter = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(Number));
  if (S.K != Shape::Strided || !C.Shapes[End].isUniform() || !Counter ||
      Counter->getLoop() != &L)
    return false;
  auto *Step = dyn_cast<SCEVConstant>(Counter->getStepRecurrence(SE));
  return !Step || Step->getAPInt().abs().uge(std::abs(S.Stride) * C.Lanes);
}

/// True if what lanes load says when they leave \p L: in it, as in
/// `while (list) list = list->next`, or before it, for `i < count[id]`.
bool VectorPlan::endsByLoads(const Loop &L) const {
  SmallSetVector<const Value *, 16> Of;
  SmallVector<BasicBlock *, 4> Exiting;
  L.getExitingBlocks(Exiting);
  for (const BasicBlock *Block : Exiting)
    if (auto *Branch = dyn_cast<BranchInst>(Block->getTerminator());
        Branch && Branch->isConditional())
      Of.insert(Branch->getCondition());
  for (unsigned N = 0; N != Of.size(); ++N) {
    auto *I = dyn_cast<Instruction>(Of[N]);
    // What is computed before from what was loaded is another matter.
    if (!I || (!L.contains(I) && !isa<LoadInst, CastInst, BinaryOperator>(I)))
      continue;
    if (isa<LoadInst>(I) && !C.Shapes[I].isUniform())
      return true;
    Of.insert(I->op_begin(), I->op_end());
  }
  return false;
}

/// Lanes go on until the last one leaves \p L, unless they end together, and
/// through what any of them does. If they compute when they leave, as along
/// rays, neighbours are mostly alike. If it is data, the longest of so many
/// takes 2.1, 2.7 and 3.4 times what most take, of 4, 8 and 16 lanes, where
/// each iteration may as well be the last, and 1.6, 1.8 and 1.9 times if all
/// numbers of iterations are alike.
double VectorPlan::timesOfLongest(const Loop &L) const {
  if (!Control.LoopOfHeader.contains(L.getHeader()) || endsTogether(L))
    return 1;
  return endsByLoads(L) ? 0.9 + 0.6 * Log2_32(C.Lanes) : 1.5;
}

double VectorPlan::timesOf(const BasicBlock &Block) const {
  double Times = frequencyOf(Block, LI);
  for (const Loop *L = LI.getLoopFor(&Block); L; L = L->getParentLoop())
    Times *= TimesOfLongest.lookup(L);
  return Times;
}

bool VectorPlan::isLoopEnd(const BasicBlock &Block) const {
  Loop *L = LI.getLoopFor(&Block);
  return L && Control.LoopOfHeader.lookup(L->getHeader()) == L &&
         L->isLoopExiting(&Block);
}

/// True if the way through \p Skip must not be taken without an active lane, or
/// is so long that a branch is worth while.
bool VectorPlan::mustSkip(const DivergentControl::Skip &Skip) const {
  // In simple instructions: more is worth a branch.
  constexpr unsigned MaxCost = 12;
  unsigned Cost = 0;
  SmallVector<DomTreeNode *, 8> Work{DT.getNode(Skip.Then)};
  while (!Work.empty()) {
    DomTreeNode *Node = Work.pop_back_val();
    if (Node->getBlock() == Skip.Join)
      continue;
    Work.append(Node->begin(), Node->end());
    if (LI.isLoopHeader(Node->getBlock()))
      return true;
    for (Instruction &I : *Node->getBlock()) {
      if (isa<PHINode>(I) || I.isTerminator())
        continue;
      Shape Result = C.Shapes[&I];
      if (I.mayReadOrWriteMemory() || I.mayHaveSideEffects()) {
        Value *Pointer = getLoadStorePointerOperand(&I);
        if (!Pointer || C.Shapes[Pointer].isUniform())
          return true;
        Cost += C.Shapes[Pointer].K == Shape::Strided ? 4 : 2 * C.Lanes;
      } else if (Result.hasBase() && !isSafeToSpeculativelyExecute(&I)) {
        return true;
      } else if ((isa<CallInst>(I) && !isa<IntrinsicInst>(I)) ||
                 I.getOpcode() == Instruction::FRem) {
        return true;
      } else if (I.isIntDivRem() || isa<CallInst>(I)) {
        Cost += I.isIntDivRem() ? 4 * C.Lanes : 2;
      } else if (!Result.hasBase()) {
        Cost += I.getOpcode() == Instruction::FDiv ? 8 : 1;
      }
      if (Cost > MaxCost)
        return true;
    }
  }
  return false;
}

// In simple instructions: a branch, and what masks take.
static constexpr double OfTerminator = 2;

Cost VectorPlan::cost(const BlockPlan &B) const {
  Cost Sum = OfTerminator;
  for (const RecipePtr &R : B.Recipes) {
    const Cost One = R->cost();
    Sum.Work += One.Work * (R->isForEach() ? activeIn(B) : 1);
    Sum.Code += One.Code;
  }
  Sum.Work *= B.Times;
  return Sum;
}

Cost VectorPlan::cost() const {
  Cost Sum;
  for (const auto &[Block, B] : Blocks) {
    const Cost OfBlock = cost(B);
    Sum.Work += OfBlock.Work;
    Sum.Code += OfBlock.Code;
  }
  return Sum;
}

double VectorPlan::waitsOfLoops() const {
  MapVector<const Loop *, double> Work;
  for (const auto &[Block, B] : Blocks)
    if (const Loop *L = LI.getLoopFor(Block); L && L->isInnermost())
      Work[L] += cost(B).Work;
  double Sum = 0;
  for (auto [L, OfLoop] : Work)
    Sum += waitsOf(*L, Blocks.find(L->getHeader())->second.Times, OfLoop);
  return Sum;
}

bool VectorPlan::gathers() const {
  return any_of(Blocks, [](const auto &Entry) {
    return any_of(Entry.second.Recipes,
                  [](const RecipePtr &R) { return R->gathers(); });
  });
}

/// True if \p To is computed of \p From in one iteration of \p L.
static bool isComputedOf(const Value *To, const Value *From, const Loop &L) {
  SmallSetVector<const Value *, 16> Work;
  Work.insert(To);
  for (unsigned At = 0; At != Work.size(); ++At) {
    auto *I = dyn_cast<Instruction>(Work[At]);
    if (I && I != From && L.contains(I) &&
        !(isa<PHINode>(I) && I->getParent() == L.getHeader()))
      Work.insert(I->op_begin(), I->op_end());
  }
  return Work.contains(From);
}

bool VectorPlan::gathersInChains() const {
  // In a loop: more keep the processor busy.
  constexpr unsigned MaxGathers = 2;
  DenseMap<const Loop *, SmallVector<const Instruction *, 2>> Gathers;
  for (const auto &[Block, B] : Blocks)
    for (const RecipePtr &R : B.Recipes)
      if (const Loop *L = R->gathers() ? LI.getLoopFor(Block) : nullptr)
        Gathers[L].push_back(&R->I);
  return !Gathers.empty() && all_of(Gathers, [&](const auto &Entry) {
    const Loop &L = *Entry.first;
    BasicBlock *Latch = L.getLoopLatch();
    return Latch && Entry.second.size() <= MaxGathers &&
           !Control.LoopOfHeader.contains(L.getHeader()) &&
           any_of(Entry.second, [&](const Instruction *I) {
             return any_of(L.getHeader()->phis(), [&](const PHINode &Phi) {
               return isComputedOf(I, &Phi, L) &&
                      isComputedOf(Phi.getIncomingValueForBlock(Latch), I, L);
             });
           });
  });
}

double VectorPlan::mostKept() const {
  double Most = 0;
  for (const auto &[Block, B] : Blocks) {
    double OfPhis = 0;
    for (const Instruction &I : *Block) {
      const bool IsPhi = isa<PHINode>(I);
      if (!(IsPhi || I.getType()->isVectorTy()) || C.Shapes[&I].hasBase())
        continue;
      const double Registers = Whole.contains(&I)
                                   ? C.wholeRegisters(I.getType())
                                   : C.registers(I.getType());
      OfPhis += IsPhi ? Registers : 0;
      Most = std::max({Most, Registers, OfPhis});
    }
  }
  return Most;
}

double VectorPlan::mostWhole() const {
  double Most = 0;
  for (const auto &[Block, B] : Blocks)
    for (const Instruction &I : *Block)
      if (Whole.contains(&I))
        Most = std::max(Most, C.wholeRegisters(I.getType()));
  return Most;
}

double VectorPlan::workOnRows(double Registers) const {
  double Work = 0;
  for (const auto &[Block, B] : Blocks)
    for (const RecipePtr &R : B.Recipes)
      if (const InterleaveGroup *G = C.Groups.of(&R->I);
          G && G->Elements * C.registers(G->Element) > Registers)
        Work += R->cost().Work * B.Times;
  return Work;
}

VectorPlan::RowWork VectorPlan::workAlongRows() const {
  RowWork Rows;
  DenseMap<const Loop *, SmallVector<const SCEV *, 4>> Starts;
  for (const auto &[Block, B] : Blocks) {
    Loop *L = LI.getLoopFor(Block);
    if (!L)
      continue;
    for (const RecipePtr &R : B.Recipes) {
      Value *Pointer = getLoadStorePointerOperand(&R->I);
      if (!Pointer || !R->gathers() || C.Shapes[Pointer].hasBase() ||
          isa<AllocaInst>(getUnderlyingObject(Pointer)))
        continue;
      const SCEV *Start = startOfRow(Pointer, getLoadStoreType(&R->I), *L, SE);
      if (!Start)
        continue;
      Rows.Work += R->cost().Work * B.Times;
      // An interleave group takes all of its line at once.
      SmallVectorImpl<const SCEV *> &OfLoop = Starts[L];
      if (C.Groups.of(&R->I) || OfLoop.size() == CacheWays)
        continue;
      // What lies a known distance apart is mostly in the same lines.
      if (none_of(OfLoop, [&](const SCEV *Other) {
            return isa<SCEVConstant>(SE.getMinusSCEV(Start, Other));
          }))
        OfLoop.push_back(Start);
      Rows.Lines = std::max<unsigned>(Rows.Lines, OfLoop.size());
    }
  }
  return Rows;
}

void VectorPlan::print(raw_ostream &OS) const {
  ModuleSlotTracker Slots(Lane.getParent());
  Slots.incorporateFunction(Lane);
  auto Number = [](double N) { return format("%g", N); };
  auto Label = [&](const BasicBlock *Block) {
    Block->printAsOperand(OS, /*PrintType=*/false, Slots);
  };
  OS << "plan for " << C.Lanes << (Partial ? " lanes or fewer" : " lanes")
     << ", cost " << Number(cost().Work) << '\n';
  for (const auto &[Block, B] : Blocks) {
    Label(Block);
    OS << ", " << Number(B.Times) << (B.Times == 1 ? " time" : " times")
       << (B.isMasked() ? ", masked" : "");
    if (const double Active = activeIn(B); Active < 1)
      OS << ", " << Number(Active) << " of them active";
    OS << ":\n";
    for (const PHINode &Phi : Block->phis()) {
      OS << (C.Shapes[&Phi].hasBase() ? "  scalar:"
             : Whole.contains(&Phi)   ? "  whole:"
                                      : "  vector:");
      Phi.print(OS, Slots);
      OS << '\n';
    }
    for (const RecipePtr &R : B.Recipes) {
      OS << "  ";
      R->print(OS);
      OS << " (" << Number(R->cost().Work) << "):";
      R->I.print(OS, Slots);
      OS << '\n';
    }
    const auto Skip = Control.Skips.find(Block);
    if (Skip != Control.Skips.end())
      OS << (B.Branches ? "  branch if any lane:" : "  mask:");
    else
      OS << (isLoopEnd(*Block) ? "  until no lane is left:" : "  uniform:");
    Block->getTerminator()->print(OS, Slots);
    OS << '\n';
  }
}
