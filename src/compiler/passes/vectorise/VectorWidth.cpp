//===- VectorWidth.cpp - How many work-items a vector has -----------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/vectorise/VectorWidth.h"

#include "compiler/passes/Reserved.h"
#include "compiler/passes/vectorise/ItemRows.h"
#include "compiler/passes/vectorise/LaneShares.h"
#include "compiler/passes/vectorise/LoopCost.h"
#include "ferry/abi.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

#include <array>

using namespace llvm;
using namespace ferry::compiler;

/// Bits of the elements that \p I computes with, or 0 if it counts for nothing.
static unsigned bitsOf(const Instruction &I) {
  const Value *V = &I;
  if (!reserved::calleeName(V).empty())
    return 0;
  if (auto *Store = dyn_cast<StoreInst>(&I))
    V = Store->getValueOperand();
  else if (isa<CmpInst>(I))
    V = I.getOperand(0);
  else if (isa<GetElementPtrInst, PHINode, AllocaInst, CastInst,
               ExtractElementInst, InsertElementInst, ShuffleVectorInst>(I))
    return 0;
  Type *Ty = V->getType()->getScalarType();
  if (!Ty->isIntegerTy() && !Ty->isFloatingPointTy())
    return 0;
  return std::max(8u, Ty->getScalarSizeInBits());
}

namespace {

/// How much functions compute with elements of each size.
class ElementWork {
public:
  ElementWork(FunctionAnalysisManager &FAM, unsigned VectorBits)
      : FAM(FAM), VectorBits(VectorBits) {}

  struct Width {
    unsigned Lanes;
    /// One work-item's own vectors fill registers, or half of them, with most
    /// of its work.
    bool IsFull, IsHalfFull;
  };

  /// As many lanes as a vector register holds of the widest elements that
  /// \p Lane computes much with.
  Width naturalWidth(Function &Lane) {
    const Work Sum = of(Lane, &FAM.getResult<StridesAnalysis>(Lane));
    if (Sum.All == 0)
      return {1, false, false};
    unsigned Log = 6;
    while (Sum.ByLog[Log] < Sum.All / 4)
      --Log;
    return {std::min(VectorBits >> Log, 32u), Sum.Full > Sum.All / 2,
            Sum.HalfFull > Sum.All / 2};
  }

private:
  struct Work {
    std::array<double, 7> ByLog = {}; ///< By the logarithm of their bits.
    double All = 0;
    double Full = 0; ///< What one work-item fills a register with.
    double HalfFull = 0;

    void add(const Work &Other, double Times) {
      for (auto [Mine, Its] : zip(ByLog, Other.ByLog))
        Mine += Its * Times;
      All += Other.All * Times;
      Full += Other.Full * Times;
      HalfFull += Other.HalfFull * Times;
    }
  };

  /// \param Shapes null: nothing is known of what lanes share.
  Work of(Function &F, const Strides *Shapes) {
    auto IsShared = [&](const Value *V) {
      return Shapes ? (*Shapes)[V].isUniform() : isa<Constant>(V);
    };
    const LoopInfo &LI = FAM.getResult<LoopAnalysis>(F);
    Work Sum;
    for (Instruction &I : instructions(F)) {
      const bool Counts =
          isa<StoreInst>(I)
              ? any_of(I.operands(), [&](Use &U) { return !IsShared(U); })
              : !Shapes || !(*Shapes)[&I].hasBase();
      const double Times = frequencyOf(*I.getParent(), LI);
      if (Function *Callee = definedCallee(I); Callee && Counts) {
        Sum.add(ofCallee(*Callee), Times);
        continue;
      }
      const unsigned Bits = Counts ? bitsOf(I) : 0;
      if (!Bits)
        continue;
      const unsigned Count = elementsOf(
          isa<StoreInst>(I) ? I.getOperand(0)->getType() : I.getType());
      Work One;
      One.ByLog[std::min(Log2_32(Bits), 6u)] = Count;
      One.All = Count;
      if (Count > 1) {
        One.Full = Count * Bits >= VectorBits ? Count : 0;
        One.HalfFull = 2 * Count * Bits >= VectorBits ? Count : 0;
      }
      Sum.add(One, Times);
    }
    return Sum;
  }

  const Work &ofCallee(Function &F) {
    if (auto It = Callees.find(&F); It != Callees.end())
      return It->second;
    Work Sum = of(F, nullptr);
    return Callees[&F] = Sum;
  }

  FunctionAnalysisManager &FAM;
  const unsigned VectorBits;
  DenseMap<const Function *, Work> Callees;
};

} // namespace

/// What it takes, in simple instructions, to go back from where a branch does
/// not lead after all: 16 cycles or so, of one in ten.
static constexpr double OfBranch = 6;

/// How many work-items a processor is at in \p L at the same time, if each runs
/// it alone: those whose instructions it holds until they have been carried
/// out.
static double loopsUnderWay(const Loop &L, ScalarEvolution &SE) {
  // Instructions; of processors since Skylake, 224 to 512.
  constexpr double Held = 256;
  // The next of a loop in another one tends to need what this one computes.
  const unsigned Iterations =
      L.isOutermost() ? SE.getSmallConstantTripCount(&L) : 0;
  if (!Iterations)
    return 1;
  return std::max(1.0, Held / (double(sizeOf(L)) * Iterations));
}

/// True if \p I, in \p L, goes on to another page or so in each iteration, as
/// in steps of the global size, where its neighbours' elements lie side by
/// side.
static bool leavesNeighbours(const Instruction &I, const Loop *L,
                             const Strides &Shapes, ScalarEvolution &SE) {
  constexpr int64_t Line = 64;
  const Value *Pointer = L ? getLoadStorePointerOperand(&I) : nullptr;
  if (!Pointer)
    return false;
  const Shape S = Shapes[Pointer];
  if (S.K != Shape::Strided || std::abs(S.Stride) >= Line)
    return false;
  auto *Next =
      dyn_cast<SCEVAddRecExpr>(SE.getSCEV(const_cast<Value *>(Pointer)));
  if (!Next || Next->getLoop() != L)
    return false;
  auto *Step = dyn_cast<SCEVConstant>(Next->getStepRecurrence(SE));
  return !Step || Step->getAPInt().abs().uge(PageBytes);
}

Cost ferry::compiler::costOfOneLane(Function &Lane,
                                    FunctionAnalysisManager &FAM,
                                    const VectorTarget &Target,
                                    VectorFunctions &Functions) {
  auto &LI = FAM.getResult<LoopAnalysis>(Lane);
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(Lane);
  auto &Control = FAM.getResult<DivergentControlAnalysis>(Lane);
  auto &Shares = FAM.getResult<LaneSharesAnalysis>(Lane);
  auto &Shapes = FAM.getResult<StridesAnalysis>(Lane);
  // Simple instructions while a line comes from the second cache or beyond.
  constexpr double OfFarLine = 16;
  struct InnerLoop {
    unsigned IterationsAtOnce = 0;
    unsigned Accumulators = 0;
    double Work = 0; ///< Of all iterations.
  };
  MapVector<Loop *, InnerLoop> Inner;
  Cost Sum;
  for (BasicBlock &Block : Lane) {
    double Times = frequencyOf(Block, LI) * Shares.of(Block);
    InnerLoop *Of = nullptr;
    Loop *L = LI.getLoopFor(&Block);
    if (L && L->isInnermost()) {
      Of = &Inner[L];
      if (!Of->IterationsAtOnce) {
        Of->IterationsAtOnce = iterationsAtOnce(*L, FAM, Target.VectorBits);
        Of->Accumulators = accumulatorsOf(*L);
      }
      // Half of what is gained is lost again around the loop.
      if (Of->IterationsAtOnce > 2)
        Times *= 2.0 / Of->IterationsAtOnce;
    }
    // A vector of elements costs as much as one of them.
    Times /= elementsAtOnce(Block, Shapes, Target.VectorBits);
    Cost OfBlock;
    if (Control.Skips.contains(&Block))
      OfBlock.Work += OfBranch;
    for (const Instruction &I : Block) {
      double One = scalarCost(I);
      // Half of what is gained is lost again to bring operands together.
      if (Of && I.getType()->isFloatingPointTy() && !isa<LoadInst, PHINode>(I))
        if (const unsigned AtOnce = std::min(
                Of->Accumulators,
                Target.VectorBits / I.getType()->getScalarSizeInBits());
            AtOnce >= 4)
          One *= 2.0 / AtOnce;
      OfBlock.Code += One;
      if (leavesNeighbours(I, L, Shapes, SE))
        One += OfFarLine;
      Function *Callee = definedCallee(I);
      OfBlock.Work +=
          Callee ? Functions.costOfOneLane(*Callee).Work + One : One;
    }
    Sum.Code += OfBlock.Code;
    Sum.Work += OfBlock.Work * Times;
    if (Of)
      Of->Work += OfBlock.Work * Times;
  }
  // Iterations wait for each other.
  for (auto &[L, Of] : Inner)
    if (Of.IterationsAtOnce <= 2)
      Sum.Work +=
          waitsOf(*L,
                  frequencyOf(*L->getHeader(), LI) *
                      Shares.of(*L->getHeader()) / loopsUnderWay(*L, SE),
                  Of.Work);
  return Sum;
}

bool ferry::compiler::isTooMuchCode(Cost OfVector, Cost OfLane) {
  // Simple instructions, and how many times those of one work-item.
  constexpr double MaxCode = 30000, MaxGrowth = 8, SmallCode = 3000;
  return OfVector.Code > MaxCode ||
         (OfVector.Code > SmallCode && OfVector.Code > MaxGrowth * OfLane.Code);
}

/// Registers of a whole value, beyond which fewer lanes fill them, too.
static constexpr double MaxWhole = 2;

/// True if two registers for each value of \p Plan, of \p F, give the processor
/// more to do at once.
/// \param Work what \p Plan costs.
static bool gainsByTwiceAsMany(Function &F, FunctionAnalysisManager &FAM,
                               const VectorPlan &Plan, double Work) {
  // A mask has a byte for each lane, where it is not in a register of its own.
  if (2 * Plan.lanes() > Plan.target().VectorBits / 8)
    return false;
  // What has no loop has as much to do at once as there is code, or registers
  // that it fills.
  bool MayWait = !FAM.getResult<LoopAnalysis>(F).empty() ||
                 (cyclesOf(F) * PerCycle > Work && Plan.mostWhole() < MaxWhole);
  // Instructions, and registers of a value that has a vector in each lane, or
  // of rows that make up most of the work: beyond, twice as many lanes are not
  // tried.
  constexpr unsigned MaxCount = 400;
  constexpr double MaxKept = 8;
  unsigned Count = F.getInstructionCount();
  for (const Instruction &I : instructions(F))
    if (Function *Callee = definedCallee(I)) {
      Count += Callee->getInstructionCount();
      MayWait = true;
    }
  return MayWait &&
         (!Plan.gathers() || Plan.gathersInChains() ||
          2 * Plan.waitsOfLoops() > Work) &&
         Count < MaxCount && Plan.mostKept() <= MaxKept &&
         2 * Plan.workOnRows(MaxKept) <= Work;
}

VectorWidth ferry::compiler::chooseVectorWidth(Function &Lane, Function &Most,
                                               FunctionAnalysisManager &FAM,
                                               const VectorTarget &Target,
                                               VectorFunctions &Functions,
                                               bool LongRows, unsigned Row) {
  ElementWork Work(FAM, Target.VectorBits);
  auto [Lanes, IsFull, IsHalfFull] = Work.naturalWidth(Most);
  // Most vectors may have nothing to do but to find that out.
  if (Lanes < 2)
    Lanes = Work.naturalWidth(Lane).Lanes;
  if (Lanes < 2)
    return {1};
  auto PlanOf = [&](Function &F, unsigned Lanes) {
    return std::make_unique<VectorPlan>(F, FAM, Target, Lanes,
                                        /*Partial=*/false, Functions);
  };
  auto Plan = [&](unsigned Lanes) { return PlanOf(Most, Lanes); };
  VectorPlanPtr Natural = Plan(Lanes);
  if (!Natural->isPossible())
    return {1, "it has a value that no vector holds"};
  // Whole values fill registers with fewer lanes, too. What is the same for all
  // lanes is little beside them.
  constexpr double MaxLoss = 1.25;
  while (Lanes > 2 && Natural->mostWhole() > MaxWhole) {
    VectorPlanPtr Half = Plan(Lanes / 2);
    if (!Half->isPossible() ||
        2 * Half->cost().Work > MaxLoss * Natural->cost().Work)
      break;
    Natural = std::move(Half);
    Lanes /= 2;
  }
  // More lines than a cache has ways would push each other out, if rows lie a
  // power of two apart: that takes several times as long, where the same
  // gathers with fewer lanes take as long. Fewer than four lanes gain nothing
  // beside them.
  bool MayMiss = false;
  if (VectorPlan::RowWork Rows = Natural->workAlongRows();
      3 * Rows.Work > Natural->cost().Work) {
    constexpr unsigned LeastLanes = 4;
    if (LeastLanes * Rows.Lines > CacheWays)
      return {1, "its rows would push each other out of the cache"};
    if (Lanes > CacheWays) {
      Lanes = CacheWays;
      Natural = Plan(Lanes);
      if (!Natural->isPossible())
        return {1, "it has a value that no vector holds"};
    }
    MayMiss = Lanes * Rows.Lines > CacheWays;
  }
  const Cost OfLane = costOfOneLane(Most, FAM, Target, Functions);
  Cost OfVector = Natural->cost();
  while (isTooMuchCode(OfVector, OfLane)) {
    Lanes /= 2;
    if (Lanes < 2)
      return {1, "its code would be too large"};
    Natural = Plan(Lanes);
    if (!Natural->isPossible())
      return {1, "it has a value that no vector holds"};
    OfVector = Natural->cost();
  }
  // Registers that are full as it is gain only where work-items wait. Lines
  // that may push each other out must be worth it if they do not.
  const double Times = IsFull ? 2 : MayMiss ? 1.5 : 1;
  // What one work-item of a group does is in few vectors.
  if (const double WithChosen =
          &Lane == &Most ? OfLane.Work
                         : costOfOneLane(Lane, FAM, Target, Functions).Work;
      WithChosen > 2 * OfLane.Work &&
      Times * PlanOf(Lane, Lanes)->cost().Work > WithChosen * Lanes)
    return {1, "most is done by one work-item of a group"};
  // Vectors that a row does not fill cost as much as those that it does.
  if (Row < abi::MaxLanes && Row % Lanes != 0) {
    VectorWidth Best{1};
    Best.ForRow = true;
    double Least = OfLane.Work * Row;
    for (VectorPlanPtr Next = std::move(Natural); Next;
         Next = Lanes > 1 ? Plan(Lanes) : nullptr) {
      const double Cost =
          Times * Next->cost().Work * double(divideCeil(Row, Lanes));
      // Of what costs the same, what is full.
      if (Cost <= Least) {
        Least = Cost;
        Best.Lanes = Lanes;
        Best.Plan = std::move(Next);
      }
      Lanes /= 2;
    }
    return Best;
  }
  if (Times * OfVector.Work >= OfLane.Work * Lanes)
    return {1};
  if (((LongRows && Row >= abi::MaxLanes) || Row % (2 * Lanes) == 0) &&
      !IsHalfFull && gainsByTwiceAsMany(Most, FAM, *Natural, OfVector.Work))
    return {2 * Lanes};
  return {Lanes, "", false, std::move(Natural)};
}
