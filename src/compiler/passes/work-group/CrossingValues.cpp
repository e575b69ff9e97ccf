//===- CrossingValues.cpp - Values live across synchronisation ------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/work-group/CrossingValues.h"

#include "compiler/passes/Reserved.h"
#include "compiler/passes/SubGroups.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace ferry::compiler;

using BlockSet = SmallPtrSet<BasicBlock *, 16>;

/// The block that \p U reads a value in.
static BasicBlock *blockOf(const Use &U) {
  auto *User = cast<Instruction>(U.getUser());
  auto *Phi = dyn_cast<PHINode>(User);
  return Phi ? Phi->getIncomingBlock(U) : User->getParent();
}

/// The blocks at whose start \p I is live.
static void findLiveIn(Instruction &I, BlockSet &LiveIn) {
  SmallVector<BasicBlock *, 16> Work;
  BasicBlock *Home = I.getParent();
  for (Use &U : I.uses()) {
    BasicBlock *Block = blockOf(U);
    if (Block != Home)
      Work.push_back(Block);
  }
  while (!Work.empty()) {
    BasicBlock *Block = Work.pop_back_val();
    if (!LiveIn.insert(Block).second)
      continue;
    for (BasicBlock *Pred : predecessors(Block))
      if (Pred != Home)
        Work.push_back(Pred);
  }
}

/// Operations worth computing again rather than storing once per work-item.
static bool isCheap(const Instruction &I) {
  if (auto *Op = dyn_cast<BinaryOperator>(&I))
    return !Op->isIntDivRem() && !Op->getType()->isFPOrFPVectorTy();
  return isa<CastInst, GetElementPtrInst, CmpInst>(I);
}

/// True if every use sees the same value in all work-items, whichever iteration
/// each of them left a loop in.
static bool isUniformEverywhere(const Instruction &I,
                                const UniformityInfo &UI) {
  return UI.isUniform(&I) &&
         none_of(I.uses(), [&](const Use &U) { return UI.isDivergentUse(U); });
}

namespace {

/// Computes values again in the blocks that use them.
class Recomputation {
public:
  Recomputation(const UniformityInfo &UI, const CycleInfo &Cycles)
      : UI(UI), Cycles(Cycles) {}

  /// True if few operations give \p Root from arguments, ids and what is
  /// uniform.
  bool pays(const Instruction &Root) const {
    unsigned Cost = 0;
    return !isUniformEverywhere(Root, UI) && pays(&Root, Root, Cost);
  }
  void run(Instruction &Root);

private:
  bool pays(const Value *V, const Instruction &Root, unsigned &Cost) const;
  bool isTaken(const Value *V, const Instruction &Root) const;
  Value *copy(Value *V, const Instruction &Root, Instruction *Before);

  const UniformityInfo &UI;
  const CycleInfo &Cycles;
  SmallPtrSet<const Value *, 32> Copies; ///< What UI does not know.
};

} // namespace

/// True if \p V is taken as it is: work-items agree on it, also where \p Root
/// is used, which no loop separates that they leave in different iterations.
bool Recomputation::isTaken(const Value *V, const Instruction &Root) const {
  auto *I = dyn_cast<Instruction>(V);
  if (!I)
    return true;
  if (Copies.contains(I) || !isUniformEverywhere(*I, UI))
    return false;
  const Cycle *Loop = Cycles.getCycle(I->getParent());
  return !Loop || all_of(Root.uses(), [&](const Use &U) {
    return Loop->contains(blockOf(U));
  });
}

/// Counts into \p Cost the operations that computing \p V takes; false if it
/// cannot be done, or takes too many.
bool Recomputation::pays(const Value *V, const Instruction &Root,
                         unsigned &Cost) const {
  // Enough for the address of an element of a tile, whose row and column come
  // from ids and uniform values; more has not been tried.
  constexpr unsigned MaxOperations = 16;
  if (isTaken(V, Root))
    return true;
  auto *I = cast<Instruction>(V);
  if (++Cost > MaxOperations)
    return false;
  StringRef Name = reserved::calleeName(I);
  // What a sub-group does together, it does where the source says.
  if (SubGroupCall Call(I); Call)
    return Call.isPosition();
  if (!Name.empty())
    return !reserved::isSynchronisation(I);
  return isCheap(*I) && all_of(I->operands(), [&](const Use &U) {
           return pays(U, Root, Cost);
         });
}

/// \p V, computed before \p Before.
Value *Recomputation::copy(Value *V, const Instruction &Root,
                           Instruction *Before) {
  if (isTaken(V, Root))
    return V;
  Instruction *Copy = cast<Instruction>(V)->clone();
  Copies.insert(Copy);
  // It uses what is taken, so UI has to know where it is.
  Copy->insertBefore(Before->getIterator());
  for (Use &U : Copy->operands())
    U.set(copy(U, Root, Copy));
  return Copy;
}

void Recomputation::run(Instruction &Root) {
  MapVector<BasicBlock *, SmallVector<Use *, 4>> Uses;
  for (Use &U : Root.uses())
    if (BasicBlock *Block = blockOf(U); Block != Root.getParent())
      Uses[Block].push_back(&U);
  // None is changed before all are copied: where they are says what is taken.
  SmallVector<Value *, 8> Made;
  for (auto &[Block, Here] : Uses)
    Made.push_back(copy(&Root, Root, &*Block->getFirstInsertionPt()));
  for (auto [Copy, Entry] : zip(Made, Uses))
    for (Use *U : Entry.second)
      U->set(Copy);
}

/// The values that are live at the start of a block of \p Continuations, and
/// where else they are live.
static SmallVector<std::pair<Instruction *, BlockSet>, 16>
findCrossing(Function &F, ArrayRef<BasicBlock *> Continuations) {
  SmallVector<std::pair<Instruction *, BlockSet>, 16> Crossing;
  for (Instruction &I : instructions(F)) {
    if (isa<AllocaInst>(I) || I.use_empty())
      continue;
    BlockSet LiveIn;
    findLiveIn(I, LiveIn);
    if (any_of(Continuations,
               [&](BasicBlock *Block) { return LiveIn.contains(Block); }))
      Crossing.push_back({&I, std::move(LiveIn)});
  }
  return Crossing;
}

SmallVector<CrossingValue, 16> ferry::compiler::demoteCrossingValues(
    Function &F, ArrayRef<BasicBlock *> Continuations, const UniformityInfo &UI,
    const CycleInfo &Cycles) {
  Recomputation Again(UI, Cycles);
  for (auto &[I, LiveIn] : findCrossing(F, Continuations))
    if (Again.pays(*I))
      Again.run(*I);

  SmallVector<CrossingValue, 16> Result;
  for (auto &[I, LiveIn] : findCrossing(F, Continuations)) {
    bool Uniform = isUniformEverywhere(*I, UI);
    bool ByGroup = reserved::isSynchronisation(I);
    if (auto *Phi = dyn_cast<PHINode>(I)) {
      // The incoming values go through memory of their own, which is not live
      // across a synchronisation point: no edge crosses one.
      AllocaInst *Incoming = DemotePHIToStack(Phi);
      if (!Incoming)
        continue; // The phi had no uses left.
      I = cast<LoadInst>(*find_if(Incoming->users(), IsaPred<LoadInst>));
    }
    AllocaInst *Storage = DemoteRegToStack(*I);
    if (Storage)
      Result.push_back({Storage, Uniform, ByGroup, std::move(LiveIn)});
  }
  return Result;
}
