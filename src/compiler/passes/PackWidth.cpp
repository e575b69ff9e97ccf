//===- PackWidth.cpp - How many work-items a pack has ---------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/PackWidth.h"

#include "compiler/passes/LoopCost.h"
#include "compiler/passes/LowerLocalAtomics.h"
#include "compiler/passes/Reserved.h"
#include "ferry/abi.h"

#include "llvm/ADT/MapVector.h"
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

/// How often what is in \p Block is run, roughly.
static double frequency(const BasicBlock *Block, const LoopInfo &LI) {
  double Result = 1;
  for (unsigned Depth = std::min(LI.getLoopDepth(Block), 3u); Depth; --Depth)
    Result *= 8;
  return Result;
}

static unsigned elements(const Type *Ty) {
  auto *Vector = dyn_cast<FixedVectorType>(Ty);
  return Vector ? Vector->getNumElements() : 1;
}

/// As many lanes as a vector register holds of the widest elements that \p Lane
/// computes much with; 1 if a work-item alone fills the registers.
static unsigned naturalWidth(Function &Lane, const LoopInfo &LI,
                             const PackShapes &Shapes, unsigned VectorBits) {
  std::array<double, 7> Weights = {}; // By the logarithm of their bits.
  double Sum = 0, Full = 0;
  for (Instruction &I : instructions(Lane)) {
    bool Counts = isa<StoreInst>(I)
                      ? any_of(I.operands(),
                               [&](Use &U) { return !Shapes[U].isUniform(); })
                      : !Shapes[&I].hasBase();
    unsigned Bits = Counts ? bitsOf(I) : 0;
    if (!Bits)
      continue;
    unsigned Count =
        elements(isa<StoreInst>(I) ? I.getOperand(0)->getType() : I.getType());
    double Weight = Count * frequency(I.getParent(), LI);
    Weights[std::min(Log2_32(Bits), 6u)] += Weight;
    Sum += Weight;
    if (Count * Bits * 2 >= VectorBits)
      Full += Weight;
  }
  if (Sum == 0 || Full > Sum / 2)
    return 1;
  unsigned Log = 6;
  while (Weights[Log] < Sum / 4)
    --Log;
  return std::min(VectorBits >> Log, 32u);
}

namespace {

/// What a region costs, in simple instructions.
struct Estimate {
  double Together = 0; ///< All lanes.
  double Alone = 0;    ///< One work-item.
  /// The same, each instruction once: what there will be of code.
  double Code = 0, CodeAlone = 0;
  unsigned Gathers = 0;
  unsigned Count = 0; ///< Of instructions.
  /// Registers of a value or of a block's phis that are vectors for each lane:
  /// they are loaded and stored in shuffles, which takes some more.
  double MostKept = 0;
};

/// Estimates what work-items cost together and one after the other.
class PackCost : public Estimate {
public:
  PackCost(const PackShapes &Shapes, const PackGroups &Groups,
           const PackTarget &Target, unsigned Lanes, const DataLayout &DL)
      : Shapes(Shapes), Groups(Groups), Target(Target), Lanes(Lanes), DL(DL) {}

  void add(const Instruction &I, double TogetherWeight, double AloneWeight);

  /// Registers for the values of all lanes, if each has a vector.
  double registersOfVector(const Instruction &I) const {
    return I.getType()->isVectorTy() && !Shapes[&I].hasBase()
               ? registers(I.getType())
               : 0;
  }

private:
  /// What something costs all lanes, and how much code it is.
  struct Price {
    Price(double Both = 0) : Work(Both), Code(Both) {}
    Price(double Work, double Code) : Work(Work), Code(Code) {}
    double Work, Code;
  };
  Price access(const Instruction &I, const Value *Pointer, Type *Ty);
  /// Registers that the lanes' elements of \p Ty take.
  double registers(Type *Ty) const {
    unsigned Bits = std::max<unsigned>(
        8, DL.getTypeSizeInBits(Ty->getScalarType()).getFixedValue());
    return std::max(1u, Lanes * Bits / Target.VectorBits) * elements(Ty);
  }

  const PackShapes &Shapes;
  const PackGroups &Groups;
  const PackTarget &Target;
  unsigned Lanes;
  const DataLayout &DL;
};

} // namespace

/// That of a load or store.
PackCost::Price PackCost::access(const Instruction &I, const Value *Pointer,
                                 Type *Ty) {
  Shape S = Shapes[Pointer];
  if (S.isUniform())
    return 1;
  uint64_t Bytes = DL.getTypeStoreSize(Ty->getScalarType());
  unsigned Count = elements(Ty);
  uint64_t Stride = std::abs(S.likely());
  double Registers = registers(Ty);
  // Its part of the row's loads and of the steps of the transposition.
  if (const AccessGroup *G = Groups.of(&I))
    return Registers *
           (1.0 * G->Elements * Bytes * 8 / Target.VectorBits +
            (G->isTransposed() ? Log2_32(G->Elements) : G->Elements - 1) +
            (G->isDense() ? 0 : 1));
  if (Stride == Bytes * Count || Shapes.interleaved(Pointer))
    return Registers * (Count > 1 ? 2 : 1) + (S.K == Shape::Varying ? 4 : 0);
  if (S.K == Shape::Strided && Stride % Bytes == 0 &&
      Stride <= MaxStride * Bytes)
    return 2.0 * Registers * Stride / (Bytes * Count);
  ++Gathers;
  // Short vectors in one piece, others in pairs.
  double Pieces = Count > 1 && Bytes * Count <= 8 ? 1
                  : Count % 2 == 0 && Bytes == 4  ? Count / 2
                                                  : Count;
  bool Instruction = isa<LoadInst>(I) ? Target.Gathers : Target.Scatters;
  // Elements of local memory are mostly in a few lines.
  double Each = !Instruction ? 5
                : Pointer->getType()->getPointerAddressSpace() == LocalMemory
                    ? 2.5
                    : Target.GatherCost;
  // Of a word, a part is picked.
  if (Instruction && Bytes < 4)
    Each *= 2;
  // One instruction is much work, but little code.
  return {Each * Lanes * Pieces,
          (Instruction ? Registers : Each * Lanes) * Pieces};
}

void PackCost::add(const Instruction &I, double TogetherWeight,
                   double AloneWeight) {
  double One = 1;
  Price All;
  const Shape S = Shapes[&I];
  if (isa<PHINode, AllocaInst, GetElementPtrInst, BitCastInst,
          ExtractElementInst, InsertElementInst, ShuffleVectorInst>(I)) {
    // Address arithmetic is part of accesses, or wide.
    One = 0;
    All = isa<GetElementPtrInst>(I) && S.K == Shape::Varying ? 2 : 0;
  } else if (I.isTerminator()) {
    All = 2;
  } else if (auto *Load = dyn_cast<LoadInst>(&I); Load && Load->isSimple()) {
    All = access(I, Load->getPointerOperand(), I.getType());
  } else if (auto *Store = dyn_cast<StoreInst>(&I);
             Store && Store->isSimple()) {
    All = access(I, Store->getPointerOperand(),
                 Store->getValueOperand()->getType());
  } else if (isa<IntrinsicInst>(I) &&
             cast<IntrinsicInst>(I).isAssumeLikeIntrinsic()) {
    return;
  } else if (I.mayReadOrWriteMemory()) {
    // Atomics on local memory are ordinary accesses in the end. What comes out
    // of vectors for one lane, and goes into them, waits.
    constexpr double Moves = 12;
    One = isLocalAtomic(I) ? 2 : 10;
    All = Lanes * (One + Moves);
  } else {
    if (I.isIntDivRem())
      One = 8;
    else if (I.getOpcode() == Instruction::FDiv)
      One = 4;
    else if (I.getOpcode() == Instruction::FRem)
      One = 20;
    else if (isa<CallInst>(I) && reserved::calleeName(&I).empty())
      One = isa<IntrinsicInst>(I) ? 2 : 20;
    if (S.hasBase())
      All = One;
    else if (I.getOpcode() == Instruction::FRem ||
             (I.isIntDivRem() && I.getType()->getScalarSizeInBits() > 32))
      All = Lanes * One;
    else
      All = One * (I.getType()->isVoidTy() ? 1 : registers(I.getType()));
  }
  Code += All.Code;
  CodeAlone += One;
  Together += All.Work * TogetherWeight;
  Alone += One * AloneWeight;
}

namespace {

class WidthChooser {
public:
  WidthChooser(Function &Lane, const LoopInfo &LI, ScalarEvolution &SE,
               const PackControl &Control, const PackTarget &Target,
               const PackShapes &Shapes)
      : Lane(Lane), LI(LI), SE(SE), Control(Control), Target(Target),
        Shapes(Shapes) {}

  Estimate estimate(unsigned Lanes);

private:
  double together(const BasicBlock &Block) const;

  Function &Lane;
  const LoopInfo &LI;
  ScalarEvolution &SE;
  const PackControl &Control;
  const PackTarget &Target;
  const PackShapes &Shapes;
};

} // namespace

/// How often lanes are in \p Block together, if each is there as often as \c
/// frequency says: they go on until the last one leaves a loop, and through
/// what any of them does.
double WidthChooser::together(const BasicBlock &Block) const {
  double Together = frequency(&Block, LI);
  for (Loop *L = LI.getLoopFor(&Block); L; L = L->getParentLoop())
    if (Control.LoopOfHeader.contains(L->getHeader()))
      Together *= 1.5;
  return Together;
}

Estimate WidthChooser::estimate(unsigned Lanes) {
  PackGroups Groups(Lane, SE, Shapes, Lanes, Target.VectorBits,
                    Target.MaskedBits);
  const DataLayout &DL = Lane.getDataLayout();
  PackCost Cost(Shapes, Groups, Target, Lanes, DL);
  struct InnerLoop {
    unsigned RoundsAtOnce = 0;
    double Alone = 0; ///< What all rounds cost a work-item.
  };
  MapVector<Loop *, InnerLoop> Inner;
  for (BasicBlock &Block : Lane) {
    double Alone = frequency(&Block, LI);
    const double Together = together(Block);
    InnerLoop *Of = nullptr;
    if (Loop *L = LI.getLoopFor(&Block); L && L->isInnermost()) {
      Of = &Inner[L];
      if (!Of->RoundsAtOnce)
        Of->RoundsAtOnce = roundsAtOnce(*L, SE, DL, Target.VectorBits);
      // Half of what is gained is lost again around the loop.
      if (Of->RoundsAtOnce > 2)
        Alone *= 2.0 / Of->RoundsAtOnce;
    }
    if (BasicBlock *Head = Block.getSinglePredecessor();
        Head && Control.Skips.contains(Head))
      Alone /= 2;
    const double Before = Cost.Alone;
    double Kept = 0;
    for (Instruction &I : Block) {
      Cost.add(I, Together, Alone);
      ++Cost.Count;
      const double Registers = Cost.registersOfVector(I);
      Kept += isa<PHINode>(I) ? Registers : 0;
      Cost.MostKept = std::max({Cost.MostKept, Registers, Kept});
    }
    if (Of)
      Of->Alone += Cost.Alone - Before;
  }
  // One after the other, rounds wait for each other.
  constexpr double PerCycle = 4;
  for (auto &[L, Of] : Inner)
    if (Of.RoundsAtOnce <= 2)
      Cost.Alone += std::max(0.0, PerCycle * cyclesOfRound(*L) *
                                          frequency(L->getHeader(), LI) -
                                      Of.Alone);
  return Cost;
}

PackWidth ferry::compiler::choosePackWidth(Function &Lane, const LoopInfo &LI,
                                           const UniformityInfo &UI,
                                           ScalarEvolution &SE,
                                           const PackControl &Control,
                                           const PackTarget &Target,
                                           bool LongRows, unsigned Row) {
  // How many there are changes nothing about what is one value for all.
  PackShapes Shapes(Lane, UI, Control.Joins, 16);
  unsigned Lanes = naturalWidth(Lane, LI, Shapes, Target.VectorBits);
  if (Lanes < 2)
    return {1};
  WidthChooser Chooser(Lane, LI, SE, Control, Target, Shapes);
  const Estimate Full = Chooser.estimate(Lanes);
  // Beyond this, time to compile is worth more.
  constexpr double MaxCode = 30000, MaxGrowth = 8, SmallCode = 3000;
  if (Full.Code > MaxCode ||
      (Full.Code > SmallCode && Full.Code > MaxGrowth * Full.CodeAlone))
    return {1, "its code would be too large"};
  // Vectors that a row does not fill cost as much as those that it does.
  if (Row < abi::MaxLanes && Row % Lanes != 0) {
    PackWidth Best{1};
    Best.ForRow = true;
    double Least = Full.Alone * Row;
    for (double Vector = Full.Together;;
         Vector = Chooser.estimate(Lanes).Together) {
      const double Cost = Vector * divideCeil(Row, Lanes);
      // Of what costs the same, what is full.
      if (Cost <= Least) {
        Least = Cost;
        Best.Lanes = Lanes;
      }
      Lanes /= 2;
      if (Lanes == 1)
        return Best;
    }
  }
  if (Full.Together >= Full.Alone * Lanes)
    return {1};
  constexpr unsigned MaxCount = 400;
  constexpr double MaxKept = 8;
  if (LongRows && !Full.Gathers && Full.Count < MaxCount &&
      Full.MostKept <= MaxKept &&
      (Row >= abi::MaxLanes || Row % (2 * Lanes) == 0))
    Lanes = std::min(2 * Lanes, abi::MaxLanes);
  return {Lanes};
}
