//===- PlanEmitter.cpp - Blocks and branches of a plan --------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/Reserved.h"
#include "compiler/passes/vectorise/VectorPlan.h"
#include "compiler/passes/vectorise/VectorState.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace ferry::compiler;

/// Emits the control flow of a plan, and has its recipes emit the rest.
class ferry::compiler::PlanEmitter {
public:
  PlanEmitter(const VectorPlan &Plan, Function &P)
      : Plan(Plan), Control(Plan.Control), Shapes(Plan.C.Shapes),
        Lanes(Plan.C.Lanes), S(Plan.C, P), B(S.B) {}

  void run();

private:
  void emitBlock(const BlockPlan &Block);
  void startPhis(BasicBlock &Block);
  void finishPhis();
  Value *maskOf(BasicBlock &Block) const;
  void terminate(const BlockPlan &Block);
  SmallVector<std::pair<BasicBlock *, Value *>, 4>
  skipsOnWay(BasicBlock *From, PHINode &Phi) const;
  void enterLoop(Loop &L);
  void leaveLoop(BranchInst &Branch);
  SmallVector<std::pair<Value *, bool>, 4>
  stayConditions(BranchInst &Branch) const;
  unsigned maskPiece(BasicBlock &Latch) const;
  double keptRegisters(const Loop &L) const;
  PHINode *nextOf(const PHINode &OfExit, const Loop &L) const;

  const VectorPlan &Plan;
  const DivergentControl &Control;
  const Strides &Shapes;
  const unsigned Lanes;
  VectorState S;
  IRBuilder<> &B;
  /// The blocks that stand for a block: the first and the last of them.
  DenseMap<BasicBlock *, BasicBlock *> First, Last;
  /// <Lanes x i1>: the active lanes in a block; null for all.
  DenseMap<BasicBlock *, Value *> Masks;
  /// The mask of a loop by its header, in pieces.
  DenseMap<BasicBlock *, SmallVector<PHINode *, 4>> LiveIn;
  /// Lanes that take a skip's other way, by its Then.
  DenseMap<BasicBlock *, Value *> ThenMasks;
  /// Edges of the function that are not there any more.
  DenseSet<std::pair<BasicBlock *, BasicBlock *>> Removed;
  /// What lanes had when they left a loop: by the phi after it, vectors that
  /// start in its header.
  DenseMap<PHINode *, Parts> LeftWith;
  /// Phis of loops' headers that go on with what lanes left with, by the phi
  /// after the loop.
  DenseMap<PHINode *, PHINode *> GoesOnWith;
  SmallVector<PHINode *, 16> Phis;
};

/// What a function returns, as vectors.
static Type *vectorsOf(Type *Ty, const PlanContext &C) {
  if (Ty->isVoidTy())
    return Ty;
  SmallVector<Type *, 4> Vectors;
  for (Type *Part : partTypes(Ty))
    Vectors.push_back(C.vectorOf(Part));
  return Vectors.size() == 1 ? Vectors[0]
                             : StructType::get(Ty->getContext(), Vectors);
}

Function *VectorPlan::emit(const Twine &Name) const {
  SmallVector<Type *, 8> Types;
  bool Differs = false;
  for (Argument &A : Lane.args()) {
    Differs |= !C.Shapes[&A].isUniform();
    if (C.Shapes[&A].hasBase())
      Types.push_back(A.getType());
    else
      for (Type *Part : partTypes(A.getType()))
        Types.push_back(C.vectorOf(Part));
  }
  auto *P = Function::Create(
      FunctionType::get(vectorsOf(Lane.getReturnType(), C), Types, false),
      GlobalValue::InternalLinkage, Name, Lane.getParent());
  P->copyAttributesFrom(&Lane);
  if (Differs)
    P->setAttributes(AttributeList().addFnAttributes(
        P->getContext(),
        AttrBuilder(P->getContext(), Lane.getAttributes().getFnAttrs())));
  PlanEmitter(*this, *P).run();
  return P;
}

void PlanEmitter::run() {
  Function &F = Plan.Lane, &P = S.P;
  LLVMContext &C = F.getContext();
  auto To = P.arg_begin();
  auto Next = [&](const Argument &From) {
    To->setName(From.getName());
    return &*To++;
  };
  for (Argument &From : F.args()) {
    if (Shapes[&From].hasBase()) {
      S.setScalar(&From, Next(From));
      continue;
    }
    Parts Vectors;
    for (unsigned I = 0; I != partTypes(From.getType()).size(); ++I)
      Vectors.push_back(Next(From));
    S.setWide(&From, std::move(Vectors));
  }
  B.SetInsertPoint(BasicBlock::Create(C, "vector", &P));
  Value *Mask = nullptr;
  if (Plan.Partial) {
    S.Items = reserved::ask(B, reserved::VectorItems, B.getInt64Ty());
    Type *Ty = B.getInt32Ty();
    Mask = B.CreateICmpULT(
        S.lanesOffset(1, Ty),
        B.CreateVectorSplat(Lanes, B.CreateTrunc(S.Items, Ty)), "items");
  }
  for (BasicBlock &Block : F)
    if (Plan.Blocks.contains(&Block))
      First[&Block] = BasicBlock::Create(C, Block.getName(), &P);
  B.CreateBr(First[&F.getEntryBlock()]);
  Masks[&F.getEntryBlock()] = Mask;
  for (const auto &[Block, Planned] : Plan.Blocks)
    emitBlock(Planned);
  finishPhis();
}

/// Which lanes are active in \p Block, which starts no divergent loop.
Value *PlanEmitter::maskOf(BasicBlock &Block) const {
  if (auto It = Masks.find(&Block); It != Masks.end())
    return It->second;
  if (auto *L = Control.LoopOfExit.lookup(&Block))
    return Masks.lookup(L->getLoopPreheader());
  if (auto It = ThenMasks.find(&Block); It != ThenMasks.end())
    return It->second;
  return Masks.lookup(Plan.DT.getNode(&Block)->getIDom()->getBlock());
}

void PlanEmitter::emitBlock(const BlockPlan &Planned) {
  BasicBlock &Block = *Planned.Block;
  B.SetInsertPoint(First[&Block]);
  if (Loop *L = Control.LoopOfHeader.lookup(&Block)) {
    enterLoop(*L);
  } else {
    Masks[&Block] = maskOf(Block);
    startPhis(Block);
  }
  S.Mask = Masks[&Block];
  S.Divergent = Planned.Divergent;
  assert(!S.Mask == !Planned.isMasked() && "emitted as planned");
  for (const RecipePtr &R : Planned.Recipes) {
    B.SetCurrentDebugLocation(R->I.getDebugLoc());
    R->emit(S);
  }
  B.SetCurrentDebugLocation(Block.getTerminator()->getDebugLoc());
  terminate(Planned);
  Last[&Block] = B.GetInsertBlock();
}

void PlanEmitter::startPhis(BasicBlock &Block) {
  for (PHINode &Phi : Block.phis()) {
    B.SetCurrentDebugLocation(Phi.getDebugLoc());
    if (auto It = LeftWith.find(&Phi); It != LeftWith.end()) {
      S.setWide(&Phi, It->second);
      continue;
    }
    unsigned Count = Phi.getNumIncomingValues();
    if (Shapes[&Phi].hasBase()) {
      S.setScalar(&Phi, B.CreatePHI(Phi.getType(), Count, Phi.getName()));
    } else {
      Parts Made;
      if (Plan.C.Whole.contains(&Phi))
        Made = {B.CreatePHI(S.vectorOf(Phi.getType()->getScalarType(),
                                       elementsOf(Phi.getType())),
                            Count, Phi.getName())};
      else
        for (Type *Ty : partTypes(Phi.getType()))
          Made.push_back(B.CreatePHI(S.vectorOf(Ty), Count, Phi.getName()));
      S.setWide(&Phi, std::move(Made));
    }
    Phis.push_back(&Phi);
  }
}

/// The skips that end at \p Phi on whose ways lanes come there from \p From,
/// from the innermost to the outermost: where the way begins, and what those
/// bring that skip it, if it is something.
SmallVector<std::pair<BasicBlock *, Value *>, 4>
PlanEmitter::skipsOnWay(BasicBlock *From, PHINode &Phi) const {
  SmallVector<std::pair<BasicBlock *, Value *>, 4> Found;
  for (DomTreeNode *Node = Plan.DT.getNode(From); Node && Node->getIDom();
       Node = Node->getIDom()) {
    BasicBlock *Then = Node->getBlock(), *Head = Node->getIDom()->getBlock();
    auto It = Control.Skips.find(Head);
    if (It == Control.Skips.end() || It->second.Then != Then ||
        It->second.Join != Phi.getParent())
      continue;
    if (Value *Brought = Phi.getIncomingValueForBlock(Head);
        !isa<UndefValue>(Brought))
      Found.push_back({Then, Brought});
  }
  return Found;
}

void PlanEmitter::finishPhis() {
  for (PHINode *Phi : Phis) {
    const bool IsWhole = Plan.C.Whole.contains(Phi);
    auto Vectors = [&](Value *V) {
      return IsWhole ? Parts{S.whole(V)} : S.wide(V);
    };
    BasicBlock *Block = Phi->getParent();
    bool Blends = Control.Joins.contains(Block);
    for (unsigned I = 0; I != Phi->getNumIncomingValues(); ++I) {
      BasicBlock *From = Phi->getIncomingBlock(I);
      Value *In = Phi->getIncomingValue(I);
      if (Removed.contains({From, Block}))
        continue;
      // A switch may have several ways to a block, all with the same value.
      if (Phi->getBasicBlockIndex(From) != int(I)) {
        for (Value *Made :
             Shapes[Phi].hasBase() ? Parts{S.scalar(Phi)} : Vectors(Phi)) {
          auto *Same = cast<PHINode>(Made);
          Same->addIncoming(Same->getIncomingValueForBlock(Last[From]),
                            Last[From]);
        }
        continue;
      }
      B.SetInsertPoint(Last[From]->getTerminator());
      if (Shapes[Phi].hasBase()) {
        // Those that skipped the way of lanes that bring nothing are with them.
        if (Blends && isa<UndefValue>(In)) {
          const auto Skips = skipsOnWay(From, *Phi);
          In = Skips.empty() ? PoisonValue::get(Phi->getType())
                             : Skips.front().second;
        }
        cast<PHINode>(S.scalar(Phi))->addIncoming(S.scalar(In), Last[From]);
        continue;
      }
      auto Kept = GoesOnWith.find(Phi);
      const bool GoesOn = Kept != GoesOnWith.end() &&
                          From == Plan.LI.getLoopFor(Block)->getLoopLatch();
      Parts Values = GoesOn ? LeftWith[Kept->second] : Vectors(In);
      // Of the lanes that took the ways to it, their own; of the others what
      // they brought when they skipped them.
      if (Blends)
        for (auto [Then, Brought] : skipsOnWay(From, *Phi)) {
          const Parts Others = S.wide(Brought);
          for (auto [Value, Other] : zip(Values, Others))
            Value = B.CreateSelect(ThenMasks[Then], Value, Other);
        }
      for (auto [Made, Value] : zip(Vectors(Phi), Values))
        cast<PHINode>(Made)->addIncoming(Value, Last[From]);
    }
  }
}

void PlanEmitter::terminate(const BlockPlan &Planned) {
  BasicBlock *Head = Planned.Block;
  Instruction &End = *Head->getTerminator();
  const auto It = Control.Skips.find(Head);
  if (Plan.isLoopEnd(*Head))
    return leaveLoop(cast<BranchInst>(End));
  if (auto *Return = dyn_cast<ReturnInst>(&End);
      Return && Return->getReturnValue()) {
    Parts Values = S.wide(Return->getReturnValue());
    if (Values.size() == 1)
      B.CreateRet(Values[0]);
    else
      B.CreateAggregateRet(Values.data(), Values.size());
    return;
  }
  if (It == Control.Skips.end()) {
    Instruction *Copy = End.clone();
    Copy->dropUnknownNonDebugMetadata(
        {LLVMContext::MD_loop, LLVMContext::MD_prof});
    for (Use &U : Copy->operands()) {
      auto *To = dyn_cast<BasicBlock>(U);
      U.set(To ? First[To] : S.scalar(U));
    }
    B.Insert(Copy);
    return;
  }
  const DivergentControl::Skip &Skip = It->second;
  auto &Branch = cast<BranchInst>(End);
  Value *Takes = S.wideOne(Branch.getCondition());
  if (Branch.getSuccessor(0) != Skip.Then)
    Takes = B.CreateNot(Takes);
  if (S.Mask)
    Takes = B.CreateLogicalAnd(S.Mask, Takes);
  ThenMasks[Skip.Then] = Takes;
  if (Planned.Branches) {
    B.CreateCondBr(S.anyLane(Takes), First[Skip.Then], First[Skip.Join]);
  } else {
    Removed.insert({Head, Skip.Join});
    B.CreateBr(First[Skip.Then]);
  }
}

/// \p Count lanes of \p V from \p First on.
static Value *lanes(IRBuilderBase &B, Value *V, unsigned First,
                    unsigned Count) {
  if (Count == cast<FixedVectorType>(V->getType())->getNumElements())
    return V;
  return B.CreateShuffleVector(V, createSequentialMask(First, Count, 0));
}

/// Registers of what lanes leave \p L with.
double PlanEmitter::keptRegisters(const Loop &L) const {
  double Sum = 0;
  for (PHINode &Phi : L.getExitBlock()->phis())
    Sum += Shapes[&Phi].hasBase() ? 0 : Plan.C.registers(Phi.getType());
  return Sum;
}

/// The phi that begins the next iteration of \p L with what lanes leave it
/// with, as \p OfExit has it; null if there is none. What it has for those that
/// have left is of no meaning, so that it can keep it.
PHINode *PlanEmitter::nextOf(const PHINode &OfExit, const Loop &L) const {
  auto *Left = dyn_cast<Instruction>(OfExit.getIncomingValue(0));
  if (!Left || !L.contains(Left))
    return nullptr;
  for (PHINode &Phi : L.getHeader()->phis())
    if (Phi.getIncomingValueForBlock(L.getLoopLatch()) == Left &&
        !Shapes[&Phi].hasBase() && !Plan.C.Whole.contains(&Phi) &&
        !Plan.C.Whole.contains(&OfExit))
      return &Phi;
  return nullptr;
}

/// Starts the header of \p L, a loop that lanes leave in different iterations.
void PlanEmitter::enterLoop(Loop &L) {
  BasicBlock &Header = *L.getHeader();
  BasicBlock *Before = L.getLoopPreheader();
  Value *Entering = Masks[Before];
  if (!Entering)
    Entering = Constant::getAllOnesValue(S.vectorOf(B.getInt1Ty()));
  SmallVector<Value *, 8> Live;
  const unsigned Piece = maskPiece(*L.getLoopLatch());
  for (unsigned First = 0; First != Lanes; First += Piece) {
    PHINode *Phi =
        B.CreatePHI(FixedVectorType::get(B.getInt1Ty(), Piece), 2, "live");
    IRBuilder<> AtEntry(Last[Before]->getTerminator());
    Phi->addIncoming(lanes(AtEntry, Entering, First, Piece), Last[Before]);
    LiveIn[&Header].push_back(Phi);
    Live.push_back(Phi);
  }
  startPhis(Header);
  // What they have then is kept for the others' last iteration. To go on with
  // it spares registers, but takes one more step each time: not for the sake of
  // fewer than half of those that every processor has.
  constexpr double MaxKept = 8;
  const bool IsMuch = keptRegisters(L) > MaxKept;
  for (PHINode &Phi : L.getExitBlock()->phis()) {
    if (Shapes[&Phi].hasBase())
      continue;
    if (PHINode *Next = IsMuch ? nextOf(Phi, L) : nullptr;
        Next && GoesOnWith.insert({Next, &Phi}).second) {
      LeftWith[&Phi] = S.wide(Next);
      continue;
    }
    for (Type *Ty : partTypes(Phi.getType())) {
      PHINode *Kept = B.CreatePHI(S.vectorOf(Ty), 2, "kept");
      Kept->addIncoming(PoisonValue::get(Kept->getType()), Last[Before]);
      LeftWith[&Phi].push_back(Kept);
    }
  }
  Masks[&Header] = concatenateVectors(B, Live);
}

/// The conditions of which each must hold to stay in the loop of \p Branch, or
/// must not, if the flag is set.
SmallVector<std::pair<Value *, bool>, 4>
PlanEmitter::stayConditions(BranchInst &Branch) const {
  Loop *L = Plan.LI.getLoopFor(Branch.getParent());
  SmallVector<std::pair<Value *, bool>, 4> Work, Made;
  Work.push_back(
      {Branch.getCondition(), Branch.getSuccessor(0) == L->getExitBlock()});
  while (!Work.empty()) {
    auto [V, Inverted] = Work.pop_back_val();
    Value *First, *Second;
    if (Inverted ? match(V, m_LogicalOr(m_Value(First), m_Value(Second)))
                 : match(V, m_LogicalAnd(m_Value(First), m_Value(Second)))) {
      Work.push_back({Second, Inverted});
      Work.push_back({First, Inverted});
    } else {
      Made.push_back({V, Inverted});
    }
  }
  return Made;
}

/// How many lanes' bits are best kept in one register, of the mask of the loop
/// that \p Latch ends: as many as a comparison answers for.
unsigned PlanEmitter::maskPiece(BasicBlock &Latch) const {
  if (Plan.C.Target.VectorBits != 512)
    return Lanes;
  for (auto [V, Inverted] :
       stayConditions(*cast<BranchInst>(Latch.getTerminator())))
    if (auto *Compare = dyn_cast<CmpInst>(V);
        Compare && !Shapes[V].isUniform()) {
      uint64_t Bits =
          Plan.C.DL.getTypeSizeInBits(Compare->getOperand(0)->getType());
      return std::min<uint64_t>(Lanes,
                                Plan.C.Target.VectorBits /
                                    std::max<uint64_t>(8, PowerOf2Ceil(Bits)));
    }
  return Lanes;
}

/// A branch at the end of a loop that lanes leave in different iterations.
void PlanEmitter::leaveLoop(BranchInst &Branch) {
  BasicBlock *Latch = Branch.getParent();
  Loop *L = Plan.LI.getLoopFor(Latch);
  BasicBlock *Header = L->getHeader();
  BasicBlock *Exit = L->getExitBlock();
  Value *Active = Masks[Latch];
  // What holds for all lanes needs no mask: if it does not, all leave.
  Value *Stays = nullptr, *MayStay = nullptr;
  for (auto [V, Inverted] : stayConditions(Branch)) {
    const bool IsUniform = Shapes[V].isUniform();
    Value *Condition = IsUniform ? S.scalar(V) : S.wideOne(V);
    if (Inverted)
      Condition = B.CreateNot(Condition);
    Value *&All = IsUniform ? MayStay : Stays;
    All = All ? B.CreateLogicalAnd(All, Condition) : Condition;
  }
  if (!Stays)
    Stays = B.CreateVectorSplat(Lanes, MayStay);
  for (PHINode &Phi : Exit->phis()) {
    auto It = LeftWith.find(&Phi);
    if (It == LeftWith.end())
      continue;
    Parts In = S.wide(Phi.getIncomingValue(0));
    PHINode *Next = nextOf(Phi, *L);
    const bool IsItsOwn = !Next || GoesOnWith.lookup(Next) != &Phi;
    for (auto [Kept, Value] : zip(It->second, In)) {
      auto *Start = cast<PHINode>(Kept);
      Kept = B.CreateSelect(Active, Value, Start);
      if (IsItsOwn)
        Start->addIncoming(Kept, B.GetInsertBlock());
    }
  }
  Value *Any = nullptr;
  unsigned First = 0;
  for (PHINode *Live : LiveIn[Header]) {
    const unsigned Piece =
        cast<FixedVectorType>(Live->getType())->getNumElements();
    Value *Next = B.CreateLogicalAnd(lanes(B, Active, First, Piece),
                                     lanes(B, Stays, First, Piece), "stay");
    Live->addIncoming(Next, B.GetInsertBlock());
    Any = Any ? B.CreateOr(Any, Next) : Next;
    First += Piece;
  }
  // Each of the two may be of no meaning if the other does not hold.
  Value *Again = S.anyLane(Any);
  if (MayStay)
    Again = B.CreateLogicalAnd(B.CreateFreeze(MayStay), Again);
  B.CreateCondBr(Again, this->First[Header], this->First[Exit]);
}
