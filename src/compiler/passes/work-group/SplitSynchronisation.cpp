//===- SplitSynchronisation.cpp - Regions between barriers ----------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/work-group/Passes.h"

#include "compiler/passes/DebugInfo.h"
#include "compiler/passes/Reserved.h"
#include "compiler/passes/SubGroups.h"
#include "compiler/passes/Uniformity.h"
#include "compiler/passes/work-group/CrossingValues.h"
#include "compiler/passes/work-group/PrivateMemory.h"
#include "compiler/passes/work-group/Regions.h"

#include "llvm/ADT/GenericUniformityImpl.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"
#include "llvm/Transforms/Utils/SSAUpdater.h"

#include <algorithm>
#include <deque>

using namespace llvm;
using namespace ferry::compiler;

namespace {

/// Where a region goes on: the number of a synchronisation point, or this,
/// which is above all of them. (The largest number is no key that a set can
/// hold.)
constexpr uint32_t End = INT32_MAX;

struct Region {
  uint32_t Number;
  BasicBlock *Start = nullptr;       ///< In the kernel as it was.
  SetVector<BasicBlock *> Blocks;    ///< Likewise.
  SmallSetVector<uint32_t, 4> Exits; ///< Where it may go on.
  bool RunOnce = false;
  ValueToValueMapTy Copies;
  BasicBlock *GroupBegin = nullptr; ///< What the group does before it.
  BasicBlock *ItemBegin = nullptr;  ///< Where work-items begin.
  BasicBlock *ItemEnd = nullptr;    ///< All exits meet here.
  BasicBlock *GroupEnd = nullptr;   ///< What the group does after it.
  Value *Exit = nullptr;            ///< i32: where this work-item goes on.
};

class Splitter {
public:
  explicit Splitter(Function &F)
      : F(F), C(F.getContext()), DL(F.getDataLayout()) {}

  void run();

private:
  void isolateSynchronisation();
  void passOperandsThroughMemory();
  void findRegions();
  void findUniform();
  bool runsOnce(const Region &R) const;
  static bool writes(const Region &R, const PrivateVariable &V);
  void findSharedPrivateMemory();
  void layOutSlots();
  void copyRegion(Region &R);
  struct Edges;
  void carryVariable(const Region &R, Edges &E, const PrivateVariable &V);
  void carryValue(const Region &R, Edges &E, const CrossingValue &V);
  void decideDispatch(const PostDominatorTree &PDT);
  void connectDirectly(Region &R);
  void tellExits(const Region &R, ArrayRef<AllocaInst *> Went);
  void letOthersPass(Region &R, Value *All);
  void connectByDispatch();
  void dispatch(BasicBlock *Dispatch, ArrayRef<AllocaInst *> Waiting,
                AllocaInst *Ended, AllocaInst *All);
  void makeValues();
  static BasicBlock::iterator endOfCopy(const Region &R, BasicBlock *Block) {
    return cast<BasicBlock>(R.Copies.lookup(Block))
        ->getTerminator()
        ->getIterator();
  }
  BasicBlock *target(uint32_t Exit) {
    return Exit == End ? Return : Syncs[Exit - 1];
  }
  Value *slotAddress(IRBuilder<> &B, AllocaInst *Storage) {
    return reserved::ask(
        B, reserved::ItemSlot, B.getPtrTy(),
        {B.getInt64(ItemOffsets[Storage]), B.getInt64(slotBytes(*Storage))});
  }
  /// Bytes of a work-item's slot: a multiple of its alignment, so that the
  /// next work-item's is aligned, too.
  uint64_t slotBytes(const AllocaInst &A) const {
    return alignTo(DL.getTypeAllocSize(A.getAllocatedType()), A.getAlign());
  }
  bool isShared(const CrossingValue &V) const {
    return V.DefinedByGroup || V.Uniform;
  }

  Function &F;
  LLVMContext &C;
  const DataLayout &DL;
  BasicBlock *Body = nullptr;            ///< After the allocas.
  BasicBlock *Return = nullptr;          ///< The group's one return.
  SmallVector<BasicBlock *, 8> Syncs;    ///< Each with its call only.
  SmallVector<BasicBlock *, 8> Arrivals; ///< The one block before each of them.
  SmallVector<BasicBlock *, 8> Continuations;
  std::deque<Region> Regions; ///< Region i follows Syncs[i - 1].
  SmallVector<CrossingValue, 16> Values;
  /// For debuggers.
  SmallVector<DbgVariableRecord *, 16> Described;
  SmallVector<PrivateVariable, 4> Variables;
  /// Private memory that is the same for all work-items.
  SmallPtrSet<const Value *, 16> GroupMemory;
  CycleInfo Cycles;
  std::optional<TargetTransformInfo> TTI;
  UniformityInfo UI;
  DenseMap<AllocaInst *, uint64_t> ItemOffsets;
  AllocaInst *StateSlot = nullptr; ///< i32: where a work-item goes on.
  /// What work-items store and the group loads.
  SmallVector<AllocaInst *, 8> Passed;
  uint64_t ItemBytes = 0;
  bool Dispatched = false;
};

} // namespace

/// Gives every synchronisation point a block of its own between two others.
void Splitter::isolateSynchronisation() {
  BasicBlock &Entry = F.getEntryBlock();
  SmallVector<AllocaInst *, 16> Allocas;
  for (Instruction &I : Entry)
    if (auto *A = dyn_cast<AllocaInst>(&I))
      Allocas.push_back(A);
  for (AllocaInst *A : reverse(Allocas))
    A->moveBefore(Entry, Entry.begin());
  Body =
      Entry.splitBasicBlock(std::next(Entry.begin(), Allocas.size()), "body");

  SmallVector<Instruction *, 8> Calls;
  for (BasicBlock *Block : ReversePostOrderTraversal(&F))
    for (Instruction &I : *Block)
      if (reserved::isSynchronisation(&I))
        Calls.push_back(&I);
  // Of work-items that have come to different places, those furthest behind go
  // on first, and before all others those at implicit barriers: they may be on
  // their way to where the others wait.
  std::stable_partition(
      Calls.begin(), Calls.end(), [](const Instruction *Call) {
        return reserved::calleeName(Call) == reserved::ImplicitBarrier;
      });
  for (Instruction *Call : Calls) {
    Arrivals.push_back(Call->getParent());
    BasicBlock *Sync = Call->getParent()->splitBasicBlock(Call, "sync");
    Continuations.push_back(
        Sync->splitBasicBlock(std::next(Call->getIterator()), "after"));
    Syncs.push_back(Sync);
  }
}

/// The group's code takes what the last work-item that came here passes.
void Splitter::passOperandsThroughMemory() {
  for (auto [Sync, Before] : zip(Syncs, Arrivals)) {
    auto *Call = cast<CallInst>(&Sync->front());
    for (Use &U : Call->args()) {
      if (isa<Constant, Argument>(U))
        continue;
      auto *Place =
          new AllocaInst(U->getType(), 0, "passed", F.getEntryBlock().begin());
      new StoreInst(U, Place, Before->getTerminator()->getIterator());
      U.set(new LoadInst(U->getType(), Place, "", Call->getIterator()));
      Passed.push_back(Place);
    }
  }
}

void Splitter::findRegions() {
  DenseMap<BasicBlock *, uint32_t> SyncNumber;
  for (auto [Index, Sync] : enumerate(Syncs))
    SyncNumber[Sync] = Index + 1;
  auto AddRegion = [&](BasicBlock *Start) {
    Region &R = Regions.emplace_back();
    R.Number = Regions.size() - 1;
    R.Start = Start;
    R.Blocks.insert(Start);
    for (unsigned I = 0; I != R.Blocks.size(); ++I) {
      Instruction *Terminator = R.Blocks[I]->getTerminator();
      if (isa<ReturnInst>(Terminator))
        R.Exits.insert(End);
      for (BasicBlock *Next : successors(R.Blocks[I])) {
        auto It = SyncNumber.find(Next);
        if (It == SyncNumber.end())
          R.Blocks.insert(Next);
        else
          R.Exits.insert(It->second);
      }
    }
  };
  AddRegion(Body);
  for (BasicBlock *Start : Continuations)
    AddRegion(Start);
}

/// Finds what is the same for all work-items, private memory included, and
/// which regions do it. Memory is taken to be the same until something shows
/// that it is not.
void Splitter::findUniform() {
  // A kernel of one region runs for each work-item whatever it does: a launch
  // of many is what was asked for.
  if (Regions.size() == 1)
    return;
  // Copying it into a region and out again should cost little.
  constexpr uint64_t MaxCopiedBytes = 256;
  DominatorTree DT(F);
  PostDominatorTree PDT(F);
  Cycles.compute(F);
  for (const PrivateVariable &V : Variables)
    if (V.Followed && !F.hasOptNone())
      GroupMemory.insert(V.Alloca);
  GroupMemory.insert(Passed.begin(), Passed.end());
  for (bool Changed = true; Changed;) {
    TTI = workItemTarget(F, &GroupMemory);
    UI = UniformityInfo(DT, Cycles, &*TTI);
    UI.compute();
    auto Divergent = findDivergentBlocks(F, UI, PDT);
    for (Region &R : Regions)
      R.RunOnce = !F.hasOptNone() && runsOnce(R);
    Changed = false;
    for (const PrivateVariable &V : Variables) {
      if (!GroupMemory.contains(V.Alloca))
        continue;
      bool IsSmall =
          DL.getTypeAllocSize(V.Alloca->getAllocatedType()) <= MaxCopiedBytes;
      if (isWrittenUniformly(V, UI, Divergent) &&
          (IsSmall || none_of(Regions, [&](const Region &R) {
             return !R.RunOnce && writes(R, V);
           })))
        continue;
      GroupMemory.erase(V.Alloca);
      Changed = true;
    }
    if (Changed || Dispatched)
      continue;
    decideDispatch(PDT);
    if (!Dispatched)
      continue;
    // Work-items that are in different regions have nothing in common.
    for (const PrivateVariable &V : Variables)
      Changed |= GroupMemory.erase(V.Alloca);
  }
  if (Dispatched)
    for (Region &R : Regions)
      R.RunOnce = false;
}

/// True if code in \p R writes to \p V.
bool Splitter::writes(const Region &R, const PrivateVariable &V) {
  return any_of(V.Users, [&](Instruction *I) {
    return I->mayWriteToMemory() && !isa<LifetimeIntrinsic>(I) &&
           R.Blocks.contains(I->getParent());
  });
}

/// A region whose work-items all do the same, and do nothing that others can
/// see but define values and private memory, is run once for the group.
bool Splitter::runsOnce(const Region &R) const {
  for (BasicBlock *Block : R.Blocks)
    for (Instruction &I : *Block) {
      if (isa<LifetimeIntrinsic>(I))
        continue;
      if (UI.isDivergent(&I) || I.isVolatile() ||
          any_of(I.operands(), [&](Use &U) { return UI.isDivergentUse(U); }))
        return false;
      if (I.mayHaveSideEffects() &&
          !(isPlainWrite(I) && GroupMemory.contains(writtenObject(I))))
        return false;
    }
  return true;
}

/// Private variables that more than one region uses need memory for each
/// work-item, or for the group; the others share one place, as their work-items
/// run one by one.
void Splitter::findSharedPrivateMemory() {
  erase_if(Variables, [&](const PrivateVariable &V) {
    // Debuggers ask for them anywhere.
    if (isDescribed(*V.Alloca) && Regions.size() > 1)
      return false;
    unsigned Using = count_if(Regions, [&](const Region &R) {
      return any_of(V.Users, [&](Instruction *I) {
        return R.Blocks.contains(I->getParent());
      });
    });
    return Using < 2 && (V.Followed || Regions.size() < 2);
  });
}

void Splitter::layOutSlots() {
  SmallVector<AllocaInst *, 16> Slots;
  for (const PrivateVariable &V : Variables)
    if (!GroupMemory.contains(V.Alloca))
      Slots.push_back(V.Alloca);
  for (const CrossingValue &V : Values)
    if (!isShared(V))
      Slots.push_back(V.Storage);
  if (Dispatched) {
    StateSlot = new AllocaInst(Type::getInt32Ty(C), 0, "state",
                               F.getEntryBlock().begin());
    Slots.push_back(StateSlot);
  }
  // The most aligned first: then each starts at a multiple of its alignment.
  for (unsigned Log = Value::MaxAlignmentExponent + 1; Log-- != 0;)
    for (AllocaInst *A : Slots)
      if (llvm::Log2(A->getAlign()) == Log) {
        ItemOffsets[A] = ItemBytes;
        ItemBytes += slotBytes(*A);
      }
}

void Splitter::copyRegion(Region &R) {
  uint32_t Number = R.Number;
  R.GroupBegin = BasicBlock::Create(C, "region" + Twine(Number), &F);
  R.ItemBegin = BasicBlock::Create(C, "region" + Twine(Number) + ".begin", &F);
  SmallVector<BasicBlock *, 16> Copies;
  for (BasicBlock *Block : R.Blocks) {
    BasicBlock *Copy =
        CloneBasicBlock(Block, R.Copies, ".r" + Twine(Number), &F);
    R.Copies[Block] = Copy;
    Copies.push_back(Copy);
  }
  R.ItemEnd = BasicBlock::Create(C, "region" + Twine(Number) + ".end", &F);
  R.GroupEnd = BasicBlock::Create(C, "region" + Twine(Number) + ".next", &F);

  BranchInst::Create(R.ItemBegin, R.GroupBegin);
  BranchInst::Create(cast<BasicBlock>(R.Copies[R.Start]), R.ItemBegin);
  BranchInst::Create(R.GroupEnd, R.ItemEnd);

  Type *I32 = Type::getInt32Ty(C);
  PHINode *Exit =
      PHINode::Create(I32, R.Exits.size(), "exit", R.ItemEnd->begin());
  auto Leave = [&](BasicBlock *Copy, uint32_t Target) {
    ReplaceInstWithInst(Copy->getTerminator(), BranchInst::Create(R.ItemEnd));
    Exit->addIncoming(ConstantInt::get(I32, Target), Copy);
  };
  for (BasicBlock *Block : R.Blocks) {
    auto *Copy = cast<BasicBlock>(R.Copies[Block]);
    for (PHINode &Phi : make_early_inc_range(Copy->phis()))
      for (unsigned I = Phi.getNumIncomingValues(); I-- != 0;)
        if (!R.Blocks.contains(Phi.getIncomingBlock(I)))
          Phi.removeIncomingValue(I, /*DeletePHIIfEmpty=*/false);
    if (isa<ReturnInst>(Copy->getTerminator()))
      Leave(Copy, End);
  }
  for (auto [Index, Before] : enumerate(Arrivals))
    if (R.Blocks.contains(Before))
      Leave(cast<BasicBlock>(R.Copies[Before]), Index + 1);
  remapInstructionsInBlocks(Copies, R.Copies);
  if (!Described.empty() && Regions.size() > 1)
    describeCopies(Copies, Described, R.ItemBegin->getTerminator());
  R.Exit = Exit;
  if (R.Exits.size() < 2) {
    R.Exit = ConstantInt::get(I32, R.Exits.empty() ? End : R.Exits[0]);
    Exit->eraseFromParent();
  }
}

/// Makes values of a variable that one region alone uses. Looks at that region
/// only: PromoteMemToReg would look at the whole function for each variable,
/// and kernels with many regions have thousands.
static void promoteInRegion(AllocaInst &Variable) {
  SmallVector<Instruction *, 8> Uses;
  for (User *U : Variable.users())
    Uses.push_back(cast<Instruction>(U));
  SSAUpdater Updater;
  LoadAndStorePromoter(Uses, Updater, Variable.getName()).run(Uses);
  Variable.eraseFromParent();
}

/// Where code is put at the edges of a region.
struct Splitter::Edges {
  explicit Edges(const Region &R)
      : Group(R.GroupBegin->getTerminator()),
        Begin(R.ItemBegin->getTerminator()), Leave(R.ItemEnd->getTerminator()),
        Next(R.GroupEnd) {
    for (BasicBlock *Block : R.Blocks)
      Copies.insert(cast<BasicBlock>(R.Copies.lookup(Block)));
  }

  SmallVector<Use *, 8> usesOf(AllocaInst &A) const {
    SmallVector<Use *, 8> Result;
    for (Use &U : A.uses())
      if (auto *I = dyn_cast<Instruction>(U.getUser());
          I && Copies.contains(I->getParent()))
        Result.push_back(&U);
    return Result;
  }

  IRBuilder<> Group, Begin, Leave, Next;
  SmallPtrSet<BasicBlock *, 16> Copies;
};

/// Brings a private variable that lives across synchronisation points into the
/// copy of a region, and out of it.
void Splitter::carryVariable(const Region &R, Edges &E,
                             const PrivateVariable &V) {
  AllocaInst *A = V.Alloca;
  Value *Bytes = E.Begin.getInt64(DL.getTypeAllocSize(A->getAllocatedType()));
  if (isDescribed(*A)) {
    // It is in one place for whichever work-item runs.
    auto Slot = [&](IRBuilder<> &B) { return slotAddress(B, A); };
    if (R.Number != 0)
      E.Begin.CreateMemCpy(A, A->getAlign(), Slot(E.Begin), A->getAlign(),
                           Bytes);
    E.Leave.CreateMemCpy(Slot(E.Leave), A->getAlign(), A, A->getAlign(), Bytes);
    return;
  }
  SmallVector<Use *, 8> Uses = E.usesOf(*A);
  if (Uses.empty())
    return;
  Value *Address = A;
  if (!GroupMemory.contains(A)) {
    Address = slotAddress(E.Begin, A);
  } else if (!R.RunOnce && writes(R, V)) {
    // Every work-item starts from what the group had, and comes to the same.
    auto *Here = cast<AllocaInst>(A->clone());
    Here->insertBefore(A->getIterator());
    E.Begin.CreateMemCpy(Here, A->getAlign(), A, A->getAlign(), Bytes);
    E.Next.CreateMemCpy(A, A->getAlign(), Here, A->getAlign(), Bytes);
    Address = Here;
  }
  for (Use *U : Uses) {
    if (auto *Marker = dyn_cast<LifetimeIntrinsic>(U->getUser()))
      Marker->eraseFromParent();
    else
      U->set(Address);
  }
}

/// The same for a value.
void Splitter::carryValue(const Region &R, Edges &E, const CrossingValue &V) {
  // What the group defines is only read here.
  if (V.DefinedByGroup)
    return;
  SmallVector<Use *, 8> Uses = E.usesOf(*V.Storage);
  if (Uses.empty())
    return;
  // Bits are bytes in memory: vectors of bytes can be loaded and stored.
  Type *Ty = V.Storage->getAllocatedType();
  const bool IsBit = Ty->isIntegerTy(1);
  auto *Here =
      new AllocaInst(Ty, 0, V.Storage->getName(), F.getEntryBlock().begin());
  bool Stored = false;
  for (Use *U : Uses) {
    Stored |= isa<StoreInst>(U->getUser());
    U->set(Here);
  }
  auto Slot = [&](IRBuilder<> &B) { return slotAddress(B, V.Storage); };
  if (V.LiveIn.contains(R.Start)) {
    Value *In = isShared(V)
                    ? E.Group.CreateLoad(Ty, V.Storage)
                    : E.Begin.CreateLoad(IsBit ? E.Begin.getInt8Ty() : Ty,
                                         Slot(E.Begin));
    E.Begin.CreateStore(In->getType() == Ty ? In : E.Begin.CreateIsNotNull(In),
                        Here);
  }
  auto LivesAt = [&](uint32_t Exit) {
    return Exit != End && V.LiveIn.contains(Continuations[Exit - 1]);
  };
  if (Stored && isShared(V) && Dispatched) {
    // Those that go elsewhere have no value.
    for (uint32_t Exit : make_filter_range(R.Exits, LivesAt)) {
      BasicBlock::iterator Arrive = endOfCopy(R, Arrivals[Exit - 1]);
      new StoreInst(new LoadInst(Ty, Here, "", Arrive), V.Storage, Arrive);
    }
    Passed.push_back(V.Storage);
  } else if (Stored && any_of(R.Exits, LivesAt)) {
    Value *Out = E.Leave.CreateLoad(Ty, Here);
    if (isShared(V))
      E.Next.CreateStore(Out, V.Storage);
    else
      E.Leave.CreateStore(IsBit ? E.Leave.CreateZExt(Out, E.Leave.getInt8Ty())
                                : Out,
                          Slot(E.Leave));
  }
  promoteInRegion(*Here);
}

/// Whether work-items may leave a region for different places: there is a
/// branch that they differ in, and their ways do not meet again inside.
void Splitter::decideDispatch(const PostDominatorTree &PDT) {
  for (const Region &R : Regions) {
    if (R.Exits.size() < 2)
      continue;
    auto IsOutside = [&](BasicBlock &At) { return !R.Blocks.contains(&At); };
    for (BasicBlock *Block : R.Blocks) {
      if (!UI.hasDivergentTerminator(*Block))
        continue;
      BasicBlock *Meet = meetingPoint(*Block, PDT);
      auto IsEnd = [&](BasicBlock &At) { return &At == Meet || IsOutside(At); };
      // They may meet only after a synchronisation point on one of them.
      if (Meet && !IsOutside(*Meet) &&
          none_of(reachedFrom(*Block, IsEnd),
                  [&](BasicBlock *At) { return IsOutside(*At); }))
        continue;
      SmallPtrSet<BasicBlock *, 4> Exits;
      for (BasicBlock *At : reachedFrom(*Block, IsOutside))
        if (IsOutside(*At))
          Exits.insert(At);
        else if (isa<ReturnInst>(At->getTerminator()))
          Exits.insert(nullptr);
      if (Exits.size() > 1) {
        Dispatched = true;
        return;
      }
    }
  }
}

void Splitter::connectDirectly(Region &R) {
  IRBuilder<> B(R.GroupEnd);
  if (R.Exits.empty()) {
    B.CreateUnreachable();
    return;
  }
  if (R.Exits.size() == 1) {
    B.CreateBr(target(R.Exits[0]));
    return;
  }
  SwitchInst *Switch =
      B.CreateSwitch(R.Exit, target(R.Exits[0]), R.Exits.size() - 1);
  for (uint32_t Exit : drop_begin(R.Exits))
    Switch->addCase(B.getInt32(Exit), target(Exit));
}

/// Has work-items that leave the copy \p R say so in that of \p Went for their
/// exit: it is not zero then. Each has a number of its own, as of stores that
/// are alike LLVM makes one, to either of their places.
void Splitter::tellExits(const Region &R, ArrayRef<AllocaInst *> Went) {
  for (auto [Number, Exit] : enumerate(R.Exits)) {
    AllocaInst *Flag = Went[Number];
    auto Leaves = [&](BasicBlock *Block) {
      return Exit == End ? isa<ReturnInst>(Block->getTerminator())
                         : Block == Arrivals[Exit - 1];
    };
    IRBuilder<> B(R.GroupBegin->getTerminator());
    B.CreateStore(B.getInt32(0), Flag);
    for (BasicBlock *Block : make_filter_range(R.Blocks, Leaves))
      new StoreInst(B.getInt32(Number + 1), Flag, endOfCopy(R, Block));
  }
}

/// Only work-items that wait for the copy \p R run it. Mostly that is all of
/// them, and the group knows.
void Splitter::letOthersPass(Region &R, Value *All) {
  BasicBlock *Mine =
      R.ItemBegin->splitBasicBlock(R.ItemBegin->begin(), "waits");
  BasicBlock *Skip = BasicBlock::Create(C, "pass", &F, R.ItemEnd);
  R.ItemBegin->getTerminator()->eraseFromParent();
  IRBuilder<> B(R.ItemBegin);
  Value *State = B.CreateLoad(B.getInt32Ty(), slotAddress(B, StateSlot));
  Value *Waits = B.CreateOr(
      B.CreateIntrinsic(Intrinsic::expect, {B.getInt1Ty()}, {All, B.getTrue()}),
      B.CreateICmpEQ(State, B.getInt32(R.Number)));
  B.CreateCondBr(Waits, Mine, Skip);
  // The part of the end that stores what the region made is theirs only.
  BasicBlock *Last =
      R.ItemEnd->splitBasicBlock(R.ItemEnd->getTerminator(), "met");
  BranchInst::Create(Last, Skip);
  R.ItemEnd = Last;
}

/// Every work-item keeps where it goes on; the group keeps where any of them
/// do, and runs the lowest.
void Splitter::connectByDispatch() {
  Type *I1 = Type::getInt1Ty(C), *I64 = Type::getInt64Ty(C);
  IRBuilder<> B(F.getEntryBlock().getTerminator());
  auto NewVariable = [&](Type *Ty, const Twine &Name) {
    auto *V = new AllocaInst(Ty, 0, Name, F.getEntryBlock().begin());
    B.CreateStore(Constant::getNullValue(Ty), V);
    return V;
  };
  // Whether any has left the region that runs by this exit.
  SmallVector<AllocaInst *, 4> Went;
  for (const Region &R : Regions)
    while (Went.size() < R.Exits.size())
      Went.push_back(NewVariable(B.getInt32Ty(), "went"));
  append_range(Passed, Went);
  AllocaInst *All = NewVariable(I1, "all"), *Ended = NewVariable(I1, "ended");
  // A bit for each synchronisation point.
  SmallVector<AllocaInst *, 4> Waiting;
  while (Waiting.size() < divideCeil(Syncs.size(), 64))
    Waiting.push_back(NewVariable(I64, "waiting"));

  BasicBlock *Dispatch = BasicBlock::Create(C, "dispatch", &F);
  for (Region &R : Regions) {
    tellExits(R, Went);
    B.SetInsertPoint(R.ItemEnd->getTerminator());
    B.CreateStore(R.Exit, slotAddress(B, StateSlot));
    if (R.Number != 0) {
      B.SetInsertPoint(R.GroupBegin->getTerminator());
      letOthersPass(R, B.CreateLoad(I1, All));
    }
    B.SetInsertPoint(R.GroupEnd);
    for (auto [Exit, Flag] : zip(R.Exits, Went)) {
      Value *Any = B.CreateIsNotNull(B.CreateLoad(B.getInt32Ty(), Flag));
      AllocaInst *To = Exit == End ? Ended : Waiting[(Exit - 1) / 64];
      if (Exit != End)
        Any = B.CreateShl(B.CreateZExt(Any, I64), (Exit - 1) % 64);
      B.CreateStore(B.CreateOr(B.CreateLoad(Any->getType(), To), Any), To);
    }
    B.CreateBr(Dispatch);
  }
  dispatch(Dispatch, Waiting, Ended, All);
}

/// Goes on from \p Dispatch where the lowest bit of \p Waiting, which is
/// cleared, says; if there is none, returns. Finds out whether that is where
/// \p All go on: none of them elsewhere or \p Ended.
void Splitter::dispatch(BasicBlock *Dispatch, ArrayRef<AllocaInst *> Waiting,
                        AllocaInst *Ended, AllocaInst *All) {
  Type *I32 = Type::getInt32Ty(C), *I64 = Type::getInt64Ty(C);
  BasicBlock *Found = BasicBlock::Create(C, "found", &F);
  IRBuilder<> B(Found);
  PHINode *Lowest = B.CreatePHI(I32, Waiting.size(), "lowest");
  for (auto [Number, Word] : enumerate(Waiting)) {
    B.SetInsertPoint(Dispatch);
    Value *Bits = B.CreateLoad(I64, Word);
    Value *First = B.CreateTrunc(
        B.CreateBinaryIntrinsic(Intrinsic::cttz, Bits, B.getFalse()), I32);
    Lowest->addIncoming(B.CreateAdd(First, B.getInt32(64 * Number)), Dispatch);
    B.CreateStore(B.CreateAnd(Bits, B.CreateSub(Bits, B.getInt64(1))), Word);
    Dispatch =
        Word == Waiting.back() ? Return : BasicBlock::Create(C, "dispatch", &F);
    B.CreateCondBr(B.CreateIsNull(Bits), Dispatch, Found);
  }
  B.SetInsertPoint(Found);
  Value *Elsewhere = B.CreateLoad(B.getInt1Ty(), Ended);
  for (AllocaInst *Word : Waiting)
    Elsewhere =
        B.CreateOr(Elsewhere, B.CreateIsNotNull(B.CreateLoad(I64, Word)));
  B.CreateStore(B.CreateNot(Elsewhere), All);
  SwitchInst *Switch = B.CreateSwitch(Lowest, Syncs.back(), Syncs.size() - 1);
  for (auto [Number, Sync] : enumerate(drop_end(Syncs)))
    Switch->addCase(B.getInt32(Number), Sync);
}

/// Makes values of what was memory to be copied. With a dispatch, work-items
/// that pass a region by leave what others passed as it is: that stays memory
/// until there are loops.
void Splitter::makeValues() {
  SmallVector<AllocaInst *, 32> Promotable;
  for (Instruction &I : make_early_inc_range(F.getEntryBlock())) {
    auto *A = dyn_cast<AllocaInst>(&I);
    if (!A || (Dispatched && is_contained(Passed, A)) || isDescribed(*A))
      continue;
    if (A->use_empty())
      A->eraseFromParent();
    else if (isAllocaPromotable(A))
      Promotable.push_back(A);
  }
  DominatorTree DT(F);
  PromoteMemToReg(Promotable, DT);
}

void Splitter::run() {
  // Work-items of a required sub-group run at once: a debugger finds their
  // variables in no one place.
  if (F.getMetadata("intel_reqd_sub_group_size"))
    for (DbgVariableRecord *Variable : describedVariables(F))
      Variable->eraseFromParent();
  // What follows takes variables that could be values for its own.
  makeValues();
  isolateSynchronisation();
  passOperandsThroughMemory();
  findRegions();
  Variables = findPrivateVariables(F);
  // Blocks are neither made nor removed from here to where UI is used last.
  findUniform();
  findSharedPrivateMemory();
  Values = demoteCrossingValues(F, Continuations, UI, Cycles);
  layOutSlots();

  Described = describedVariables(F);
  Return = BasicBlock::Create(C, "return", &F);
  ReturnInst::Create(C, Return);
  for (Region &R : Regions)
    copyRegion(R);
  for (const Region &R : Regions) {
    Edges E(R);
    for (const PrivateVariable &V : Variables)
      carryVariable(R, E, V);
    for (const CrossingValue &V : Values)
      carryValue(R, E, V);
  }
  F.getEntryBlock().getTerminator()->setSuccessor(0, Regions[0].GroupBegin);
  for (auto [Index, Sync] : enumerate(Syncs))
    Sync->getTerminator()->setSuccessor(0, Regions[Index + 1].GroupBegin);
  if (!Dispatched)
    for (Region &R : Regions)
      connectDirectly(R);
  else
    connectByDispatch();
  // First and last block of what becomes a function, by number: null for what
  // runs once, or is not there any more.
  SmallVector<std::pair<WeakVH, WeakVH>, 8> Ends;
  for (Region &R : Regions)
    Ends.push_back({R.RunOnce ? nullptr : R.ItemBegin, R.ItemEnd});
  EliminateUnreachableBlocks(F);
  makeValues();
  for (auto [Number, Region] : enumerate(Ends))
    if (auto *First = cast_or_null<BasicBlock>(Region.first))
      outlineRegion(*First, cast_or_null<BasicBlock>(Region.second), Number);
  F.addFnAttr(reserved::ItemBytesAttr, std::to_string(ItemBytes));
}

PreservedAnalyses SplitSynchronisationPass::run(Module &M,
                                                ModuleAnalysisManager &) {
  for (Function *Kernel : kernels(M)) {
    Splitter(*Kernel).run();
    // Debuggers see the group.
    if (!Kernel->hasOptNone() && seesNoGroup(*Kernel))
      Kernel->addFnAttr(reserved::GroupAgnosticAttr);
    if (usesSubGroups(*Kernel) && showsSubGroups(*Kernel))
      Kernel->addFnAttr(reserved::ShowsSubGroupsAttr);
  }
  return PreservedAnalyses::none();
}
