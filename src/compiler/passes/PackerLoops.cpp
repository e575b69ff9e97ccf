//===- PackerLoops.cpp - Loops that lanes leave one after the other -------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/Packer.h"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace ferry::compiler;

/// \p Count lanes of \p V from \p First on.
static Value *lanes(IRBuilderBase &B, Value *V, unsigned First,
                    unsigned Count) {
  if (Count == cast<FixedVectorType>(V->getType())->getNumElements())
    return V;
  return B.CreateShuffleVector(V, createSequentialMask(First, Count, 0));
}

/// Starts the header of \p L, a loop that lanes leave in different rounds.
void Packer::enterLoop(Loop &L) {
  BasicBlock &Header = *L.getHeader();
  BasicBlock *Before = L.getLoopPreheader();
  Value *Entering = Masks[Before];
  if (!Entering)
    Entering = Constant::getAllOnesValue(vectorOf(B.getInt1Ty()));
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
  // What they have then is kept for the others' last round.
  for (PHINode &Phi : L.getExitBlock()->phis()) {
    if (Shapes[&Phi].hasBase())
      continue;
    for (Type *Ty : partTypes(Phi.getType())) {
      PHINode *Kept = B.CreatePHI(vectorOf(Ty), 2, "kept");
      Kept->addIncoming(PoisonValue::get(Kept->getType()), Last[Before]);
      LeftWith[&Phi].push_back(Kept);
    }
  }
  Divergent[&Header] = true;
  startPhis(Header);
  Masks[&Header] = concatenateVectors(B, Live);
}

/// The conditions of which each must hold to stay in the loop of \p Branch, or
/// must not, if the flag is set.
SmallVector<std::pair<Value *, bool>, 4>
Packer::stayConditions(BranchInst &Branch) {
  Loop *L = LI.getLoopFor(Branch.getParent());
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
unsigned Packer::maskPiece(BasicBlock &Latch) {
  if (Target.VectorBits != 512)
    return Lanes;
  for (auto [V, Inverted] :
       stayConditions(*cast<BranchInst>(Latch.getTerminator())))
    if (auto *Compare = dyn_cast<CmpInst>(V);
        Compare && !Shapes[V].isUniform()) {
      uint64_t Bits = DL.getTypeSizeInBits(Compare->getOperand(0)->getType());
      return std::min<uint64_t>(
          Lanes, Target.VectorBits / std::max<uint64_t>(8, PowerOf2Ceil(Bits)));
    }
  return Lanes;
}

/// A branch at the end of a loop that lanes leave in different rounds.
void Packer::leaveLoop(BranchInst &Branch) {
  BasicBlock *Latch = Branch.getParent();
  Loop *L = LI.getLoopFor(Latch);
  BasicBlock *Header = L->getHeader();
  BasicBlock *Exit = L->getExitBlock();
  Value *Active = Masks[Latch];
  // What holds for all lanes needs no mask: if it does not, all leave.
  Value *Stays = nullptr, *MayStay = nullptr;
  for (auto [V, Inverted] : stayConditions(Branch)) {
    const bool IsUniform = Shapes[V].isUniform();
    Value *Condition = IsUniform ? scalar(V) : wideOne(V);
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
    Parts In = wide(Phi.getIncomingValue(0));
    for (auto [Kept, Value] : zip(It->second, In)) {
      auto *Start = cast<PHINode>(Kept);
      Kept = B.CreateSelect(Active, Value, Start);
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
  Value *Again = anyLane(Any);
  if (MayStay)
    Again = B.CreateLogicalAnd(B.CreateFreeze(MayStay), Again);
  B.CreateCondBr(Again, this->First[Header], this->First[Exit]);
}
