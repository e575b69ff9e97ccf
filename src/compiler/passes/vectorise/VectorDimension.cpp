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
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"

#include <map>

using namespace llvm;
using namespace llvm::PatternMatch;
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

void ferry::compiler::makeLinear(Function &F) {
  using reserved::askIn;
  SmallVector<CallInst *, 8> Asking;
  for (Instruction &I : instructions(F))
    if (reserved::callsOne(&I, reserved::ItemId))
      Asking.push_back(cast<CallInst>(&I));
  if (Asking.empty())
    return;
  BasicBlock &Entry = F.getEntryBlock();
  IRBuilder<> B(&Entry, Entry.getFirstNonPHIOrDbgOrAlloca());
  const std::array<Value *, 3> Local =
      localIds(B, askIn(B, reserved::LocalId, 0));
  std::array<Value *, 3> Global;
  for (unsigned D = 0; D != 3; ++D)
    Global[D] = B.CreateAdd(
        Local[D],
        B.CreateAdd(askIn(B, reserved::GlobalOffset, D),
                    B.CreateMul(askIn(B, reserved::GroupId, D),
                                askIn(B, reserved::EnqueuedLocalSize, D))));
  for (CallInst *Call : Asking) {
    const unsigned D =
        cast<ConstantInt>(Call->getArgOperand(0))->getZExtValue();
    Call->replaceAllUsesWith(reserved::calleeName(Call) == reserved::GlobalId
                                 ? Global[D]
                                 : Local[D]);
    Call->eraseFromParent();
  }
  for (Instruction &I : make_early_inc_range(reverse(Entry)))
    if (isInstructionTriviallyDead(&I))
      I.eraseFromParent();
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
    const int64_t Stride = std::abs(Of.likely().value_or(0));
    if (Stride == Bytes)
      continue;
    const bool IsNear = Stride != 0 && Stride <= MaxStride * Bytes;
    Sum += (IsNear ? 0.25 : 1) * frequencyOf(*I.getParent(), LI);
  }
  return Sum;
}

/// Whether \p Condition, in which lanes differ, leaves several of them: it
/// compares which is greater, as guards of ranges do.
static bool isGuard(Value *Condition) {
  Value *A, *B;
  if (match(Condition, m_LogicalAnd(m_Value(A), m_Value(B))) ||
      match(Condition, m_LogicalOr(m_Value(A), m_Value(B))))
    return isGuard(A) && isGuard(B);
  auto *Compare = dyn_cast<ICmpInst>(Condition);
  return Compare && Compare->isRelational();
}

/// True if lanes store to the same address, where several come to it: groups
/// that are right have one work-item in that dimension.
static bool collides(Function &Lane, FunctionAnalysisManager &FAM) {
  const Strides &Shapes = FAM.getResult<StridesAnalysis>(Lane);
  UniformityInfo &UI = FAM.getResult<UniformityInfoAnalysis>(Lane);
  const DominatorTree &DT = FAM.getResult<DominatorTreeAnalysis>(Lane);
  const PostDominatorTree &PDT = FAM.getResult<PostDominatorTreeAnalysis>(Lane);
  SmallVector<const BasicBlock *, 8> Choices;
  for (const BasicBlock &Block : Lane)
    if (auto *Branch = dyn_cast<BranchInst>(Block.getTerminator());
        UI.hasDivergentTerminator(Block) &&
        !(Branch && isGuard(Branch->getCondition())))
      Choices.push_back(&Block);
  auto IsChosen = [&](const BasicBlock *Block) {
    return any_of(Choices, [&](const BasicBlock *Choice) {
      return DT.dominates(Choice, Block) && !PDT.dominates(Block, Choice);
    });
  };
  return any_of(instructions(Lane), [&](const Instruction &I) {
    auto *Store = dyn_cast<StoreInst>(&I);
    return Store && !Store->isAtomic() &&
           !isa<AllocaInst>(getUnderlyingObject(Store->getPointerOperand())) &&
           Shapes[Store->getPointerOperand()].isUniform() &&
           !IsChosen(Store->getParent());
  });
}

namespace {

/// A scalar, an element of a vector, or all of one.
struct Part {
  const Value *V;
  int Element = All;

  static constexpr int All = -1;
  bool operator<(const Part &P) const {
    return std::tie(V, Element) < std::tie(P.V, P.Element);
  }
  bool isId(unsigned Dimension) const {
    return reserved::callsOne(V, reserved::ItemId) &&
           cast<ConstantInt>(cast<CallInst>(V)->getArgOperand(0))
               ->equalsInt(Dimension);
  }
};

} // namespace

/// What \p P is made of in one step.
static SmallVector<Part, 4> operandsOf(const Part &P) {
  auto *I = dyn_cast<Instruction>(P.V);
  if (!I)
    return {};
  const Value *Of, *Element;
  uint64_t At;
  if (match(I, m_ExtractElt(m_Value(Of), m_ConstantInt(At))))
    return {{Of, int(At)}};
  if (P.Element != Part::All) {
    if (match(I, m_InsertElt(m_Value(Of), m_Value(Element), m_ConstantInt(At))))
      return {int(At) == P.Element ? Part{Element} : Part{Of, P.Element}};
    if (auto *Shuffle = dyn_cast<ShuffleVectorInst>(I)) {
      const int From = Shuffle->getMaskValue(P.Element);
      const int Count = elementsOf(I->getOperand(0)->getType());
      if (From < 0)
        return {};
      return {{I->getOperand(From >= Count), From % Count}};
    }
  }
  SmallVector<Part, 4> Result;
  for (const Value *Operand : I->operands())
    Result.push_back(
        {Operand, elementsOf(Operand->getType()) == elementsOf(I->getType()) &&
                          Operand->getType()->isVectorTy()
                      ? P.Element
                      : Part::All});
  return Result;
}

namespace {

/// What the parts of a lane's function are computed of. Looks at each once, as
/// kernels may have thousands of accesses.
class Sources {
public:
  enum : unsigned {
    X = 1, ///< An id in x.
    Y = 2,
    Memory = 4, ///< What lanes load, or a call returns.
    /// A value that goes from row to row with x: as x is multiplied by what may
    /// be a row's length, or as a number is cut that depends on x and y.
    Rows = 8,
  };

  explicit Sources(const Strides &Shapes) : Shapes(Shapes) {}

  unsigned of(const Part &P);

private:
  unsigned own(const Part &P, ArrayRef<Part> Operands) const;

  const Strides &Shapes;
  std::map<Part, unsigned> Known;
};

} // namespace

/// What \p P adds to what its operands, which are known, are of.
unsigned Sources::own(const Part &P, ArrayRef<Part> Operands) const {
  if (P.isId(0))
    return X;
  if (P.isId(1))
    return Y;
  auto *I = dyn_cast<Instruction>(P.V);
  if (!I)
    return 0;
  if (I->mayReadFromMemory() || (isa<CallInst>(I) && !isa<IntrinsicInst>(I) &&
                                 !reserved::callsOne(I, reserved::ItemId)))
    return unsigned(!Shapes[I].isUniform()) * Memory;
  auto OfIds = [&](unsigned Number) {
    return Known.at(Operands[Number]) & (X | Y);
  };
  bool MixesRows = false;
  if (I->getOpcode() == Instruction::Mul)
    MixesRows =
        none_of(Operands, [](const Part &Of) { return isa<Constant>(Of.V); }) &&
        (OfIds(0) & X) != (OfIds(1) & X);
  else if (isa<FPToSIInst, FPToUIInst>(I))
    MixesRows = OfIds(0) == (X | Y);
  return unsigned(MixesRows) * Rows;
}

unsigned Sources::of(const Part &P) {
  SmallVector<std::pair<Part, bool>, 16> Work{{P, false}};
  while (!Work.empty()) {
    auto [Now, AreOperandsKnown] = Work.pop_back_val();
    const SmallVector<Part, 4> Operands = operandsOf(Now);
    if (AreOperandsKnown) {
      unsigned &Bits = Known[Now];
      Bits |= own(Now, Operands);
      for (const Part &Operand : Operands)
        Bits |= Known.at(Operand);
    } else if (Known.try_emplace(Now, 0).second) {
      Work.push_back({Now, true});
      for (const Part &Operand : Operands)
        Work.push_back({Operand, false});
    }
  }
  return Known.at(P);
}

/// True if \p Pointer goes from row to row with x, and only ids and what all
/// lanes share say where.
static bool goesDownColumns(const Value *Pointer, const Strides &Shapes,
                            Sources &Of) {
  // Bytes from one lane's to the next one's: cache lines, and more.
  constexpr int64_t Far = 512;
  const Shape S = Shapes[Pointer];
  if (S.isUniform() || (S.likely().value_or(0) && std::abs(*S.likely()) < Far))
    return false;
  const unsigned Bits = Of.of({Pointer});
  return !(Bits & Sources::Memory) && (S.hasBase() || Bits & Sources::Rows);
}

/// True if an access of vectors along x goes down columns: those of the next
/// vector in y are near.
static bool goesDownColumns(Function &Lane, FunctionAnalysisManager &FAM) {
  FAM.invalidate(Lane, PreservedAnalyses::none());
  const Strides &Shapes = FAM.getResult<StridesAnalysis>(Lane);
  Sources Of(Shapes);
  return any_of(instructions(Lane), [&](Instruction &I) {
    const Value *Pointer = getLoadStorePointerOperand(&I);
    return Pointer && !isa<AllocaInst>(getUnderlyingObject(Pointer)) &&
           goesDownColumns(Pointer, Shapes, Of);
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
    if (const double There = scatter(*Lane, FAM);
        There <= Least && !collides(*Lane, FAM)) {
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
