//===- CombineLoads.cpp - Integers that are read in pieces ----------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/prepare/Passes.h"

#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace ferry::compiler;

namespace {

/// What is loaded for the bits of a value from \p Shift on.
struct Piece {
  LoadInst *Load;
  unsigned Shift;
  unsigned Bits;
  int64_t Offset = 0; ///< In bytes, from where all begin.
};

/// The pieces that a value is put together from.
class Pieces {
public:
  explicit Pieces(Instruction &Root)
      : DL(Root.getDataLayout()), Bits(DL.getTypeSizeInBits(Root.getType())) {}

  /// \returns false if \p V, whose bits from \p Limit on are lost, has others.
  bool collect(Value *V, unsigned Shift, unsigned Limit, bool IsRoot);
  /// \returns the value, made before the last load; or null.
  Value *load(Type *Ty, AAResults &AA);

private:
  bool collectElements(Value *V, unsigned Shift, unsigned Limit, bool IsRoot);
  bool findOffsets();
  bool areInOrder(bool Swapped);
  LoadInst *lastOfBlock(AAResults &AA) const;

  static constexpr unsigned Most = 16;
  /// What lies between the value and the loads of so many pieces; long chains
  /// of others are not followed to their ends.
  static constexpr unsigned MaxVisited = 4 * Most;

  const DataLayout &DL;
  const unsigned Bits;
  unsigned Visited = 0;
  SmallVector<Piece, Most> All;
};

} // namespace

bool Pieces::collect(Value *V, unsigned Shift, unsigned Limit, bool IsRoot) {
  if ((!IsRoot && !V->hasOneUse()) || ++Visited > MaxVisited)
    return false;
  Value *A, *B;
  uint64_t By;
  const unsigned Width = DL.getTypeSizeInBits(V->getType());
  Limit = std::min(Limit, Shift + Width);
  if (match(V, m_Or(m_Value(A), m_Value(B))))
    return V->getType()->isIntegerTy() && collect(A, Shift, Limit, false) &&
           collect(B, Shift, Limit, false);
  if (match(V, m_Shl(m_Value(A), m_ConstantInt(By))))
    return By < Width && collect(A, Shift + By, Limit, false);
  if (match(V, m_ZExt(m_Value(A))))
    return A->getType()->isIntegerTy() && collect(A, Shift, Limit, false);
  // Copies of the sign are lost.
  if (match(V, m_SExt(m_Value(A))))
    return A->getType()->isIntegerTy() &&
           Shift + A->getType()->getIntegerBitWidth() >= Limit &&
           collect(A, Shift, Limit, false);
  if (match(V, m_BitCast(m_Value(A))))
    return collectElements(A, Shift, Limit, false);
  if (isa<InsertElementInst>(V))
    return collectElements(V, Shift, Limit, IsRoot);
  auto *Load = dyn_cast<LoadInst>(V);
  if (!Load || !Load->isSimple() || !V->getType()->isIntegerTy() || Width % 8 ||
      Shift % 8 || Shift + Width > Limit || All.size() == Most ||
      // The private memory of a work-item is laid out by its elements.
      isa<AllocaInst>(getUnderlyingObject(Load->getPointerOperand())))
    return false;
  All.push_back({Load, Shift, Width});
  return true;
}

/// As collect(), of a vector that is made element by element.
bool Pieces::collectElements(Value *V, unsigned Shift, unsigned Limit,
                             bool IsRoot) {
  auto *Ty = dyn_cast<FixedVectorType>(V->getType());
  if (!Ty || !Ty->getElementType()->isIntegerTy())
    return false;
  const unsigned OfOne = Ty->getScalarSizeInBits();
  APInt Missing = APInt::getAllOnes(Ty->getNumElements());
  while (!Missing.isZero()) {
    Value *Rest, *Element;
    uint64_t At;
    if (!(IsRoot || V->hasOneUse()) ||
        !match(V, m_InsertElt(m_Value(Rest), m_Value(Element),
                              m_ConstantInt(At))) ||
        At >= Missing.getBitWidth() || !Missing[At] ||
        !collect(Element, Shift + At * OfOne, Limit, false))
      return false;
    Missing.clearBit(At);
    V = Rest;
    IsRoot = false;
  }
  return true;
}

/// \returns false if not all are of the same memory.
bool Pieces::findOffsets() {
  const Value *Base = nullptr;
  for (Piece &P : All) {
    const Value *Its = GetPointerBaseWithConstantOffset(
        P.Load->getPointerOperand(), P.Offset, DL);
    if (Base && Its != Base)
      return false;
    Base = Its;
  }
  return true;
}

/// Whether the pieces, which are sorted by offset, follow each other from the
/// least significant on; or from the most significant on, if \p Swapped.
bool Pieces::areInOrder(bool Swapped) {
  unsigned Done = 0;
  for (const Piece &P : All) {
    if ((P.Offset - All[0].Offset) * 8 != Done || (Swapped && P.Bits != 8) ||
        P.Shift != (Swapped ? Bits - Done - 8 : Done))
      return false;
    Done += P.Bits;
  }
  return Done == Bits;
}

/// The last of the loads, if all are of one block and nothing is written
/// between them; or null.
LoadInst *Pieces::lastOfBlock(AAResults &AA) const {
  constexpr unsigned MaxBetween = 256;
  SmallPtrSet<const Instruction *, Most> Left;
  for (const Piece &P : All)
    if (P.Load->getParent() != All[0].Load->getParent() ||
        !Left.insert(P.Load).second)
      return nullptr;
  LoadInst *First = All[0].Load;
  for (const Piece &P : All)
    if (P.Load->comesBefore(First))
      First = P.Load;
  const auto Where =
      MemoryLocation::getBeforeOrAfter(All[0].Load->getPointerOperand());
  BasicBlock::iterator I = First->getIterator();
  for (unsigned N = 0; N != MaxBetween; ++N, ++I) {
    if (Left.erase(&*I) && Left.empty())
      return cast<LoadInst>(&*I);
    if (I->mayWriteToMemory() && isModSet(AA.getModRefInfo(&*I, Where)))
      return nullptr;
  }
  return nullptr;
}

Value *Pieces::load(Type *Ty, AAResults &AA) {
  if (All.size() < 2 || !findOffsets())
    return nullptr;
  sort(All, [](const Piece &A, const Piece &B) { return A.Offset < B.Offset; });
  const bool Swapped = !areInOrder(false);
  if (Swapped && (!Ty->isIntegerTy() || !areInOrder(true)))
    return nullptr;
  LoadInst *Last = lastOfBlock(AA);
  if (!Last)
    return nullptr;
  IRBuilder<> B(Last);
  LoadInst *Lowest = All[0].Load;
  Instruction *Whole = B.CreateAlignedLoad(Ty, Lowest->getPointerOperand(),
                                           Lowest->getAlign(), "whole");
  if (all_of(All, [](const Piece &P) {
        return P.Load->hasMetadata(LLVMContext::MD_invariant_load);
      }))
    Whole->setMetadata(LLVMContext::MD_invariant_load,
                       MDNode::get(Ty->getContext(), {}));
  return Swapped ? B.CreateUnaryIntrinsic(Intrinsic::bswap, Whole) : Whole;
}

/// Whether \p I may be the whole of something: an integer, a vector of smaller
/// ones, or what these are taken for.
static bool mayBeWhole(const Instruction &I) {
  Type *Ty = I.getType();
  if (auto *Cast = dyn_cast<BitCastInst>(&I))
    return Cast->getSrcTy()->isVectorTy() &&
           Ty->getScalarSizeInBits() > Cast->getSrcTy()->getScalarSizeInBits();
  if (isa<InsertElementInst>(I))
    return (Ty->isIntOrIntVectorTy(8) || Ty->isIntOrIntVectorTy(16)) &&
           isPowerOf2_32(cast<FixedVectorType>(Ty)->getNumElements());
  return I.getOpcode() == Instruction::Or &&
         (Ty->isIntegerTy(16) || Ty->isIntegerTy(32) || Ty->isIntegerTy(64));
}

PreservedAnalyses CombineLoadsPass::run(Function &F,
                                        FunctionAnalysisManager &AM) {
  SmallVector<WeakTrackingVH, 16> Roots;
  for (Instruction &I : instructions(F))
    if (mayBeWhole(I))
      Roots.push_back(&I);
  auto &AA = AM.getResult<AAManager>(F);
  bool Changed = false;
  // The whole before its parts, which go with it.
  for (WeakTrackingVH &Root : reverse(Roots)) {
    auto *I = cast_or_null<Instruction>(Root);
    if (!I)
      continue;
    Pieces Of(*I);
    if (!Of.collect(I, 0, ~0u, /*IsRoot=*/true))
      continue;
    if (Value *V = Of.load(I->getType(), AA)) {
      I->replaceAllUsesWith(V);
      RecursivelyDeleteTriviallyDeadInstructions(I);
      Changed = true;
    }
  }
  return preservedWithControlFlow(Changed);
}
