//===- WindowRecipes.cpp - What mostly lies close together ----------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/Reserved.h"
#include "compiler/passes/vectorise/MemoryRecipes.h"
#include "compiler/passes/vectorise/Permutations.h"
#include "ferry/abi.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace ferry;
using namespace ferry::compiler;

/// Elements of a register if such elements as \p I loads can be picked out of
/// two, else 0.
static unsigned windowPiece(const LoadInst &I, const PlanContext &C) {
  const unsigned Bits = C.DL.getTypeSizeInBits(I.getType());
  if (C.Target.VectorBits != 512 || I.getType()->isVectorTy() ||
      I.getType()->isPointerTy() || I.getAlign().value() * 8 < Bits)
    return 0;
  const unsigned Piece = std::min(C.Lanes, C.Target.VectorBits / Bits);
  // A gather of less takes no longer.
  const bool IsWorthIt = Piece * Bits >= 256 && C.Lanes % Piece == 0;
  return IsWorthIt && hasPermutation(Bits, Piece * Bits) ? Piece : 0;
}

/// True if \p Pointer points to elements of \p Bytes after one address, whose
/// numbers have 32 bits.
static bool hasShortIndex(const Value *Pointer, uint64_t Bytes,
                          const PlanContext &C) {
  auto *Address = dyn_cast<GetElementPtrInst>(Pointer);
  if (!Address || Address->getNumIndices() != 1 ||
      Address->getType()->isVectorTy() || C.Shapes.interleaved(Pointer) ||
      C.Shapes[Pointer].K != Shape::Varying ||
      !C.Shapes[Address->getPointerOperand()].isUniform() ||
      C.DL.getTypeAllocSize(Address->getSourceElementType()) != Bytes)
    return false;
  const Value *Index = *Address->idx_begin();
  // Addresses in local memory have such numbers in any case.
  if (Address->isInBounds() && Address->getAddressSpace() == LocalMemory)
    return Index->getType()->getScalarSizeInBits() >= 32;
  if (C.Shapes[Index].K == Shape::Varying)
    if (auto *Extended = dyn_cast<SExtInst>(Index))
      Index = Extended->getOperand(0);
  return Index->getType()->getScalarSizeInBits() == 32;
}

/// The <Lanes x i32> numbers of elements after \p From that \p Pointers point
/// to, where \c hasShortIndex holds.
static Value *shortIndex(Value *Pointers, Value *&From) {
  auto *Address = cast<GEPOperator>(Pointers);
  From = Address->getPointerOperand();
  Value *Index = *Address->idx_begin();
  if (auto *Extended = dyn_cast<SExtInst>(Index))
    Index = Extended->getOperand(0);
  return Index;
}

namespace {

/// Addresses in terms of the first active lane's.
struct Neighbours {
  Value *Lane;     ///< i64: its number.
  Value *First;    ///< Its address.
  Value *Distance; ///< All lanes' from it.
  uint64_t Unit;   ///< What Distance has for an element's bytes.
  Value *IsExact;  ///< i1: small distances are what they seem to be.
};

} // namespace

/// In terms of the first active lane's, where \p Pointers point to, which
/// elements of \p Bytes are read from.
static Neighbours neighbours(VectorState &S, Value *Pointers, uint64_t Bytes,
                             bool IsShort) {
  IRBuilder<> &B = S.B;
  Neighbours N;
  N.Lane = S.firstLane();
  if (IsShort) {
    Value *From, *Index = shortIndex(Pointers, From);
    // Of no meaning if no lane is active, but then nothing is done with it.
    Value *First = B.CreateFreeze(B.CreateExtractElement(Index, N.Lane));
    N.First = B.CreatePtrAdd(
        From, B.CreateMul(B.CreateSExt(First, B.getInt64Ty()),
                          B.getInt64(Bytes), "", /*HasNUW=*/false,
                          /*HasNSW=*/true));
    N.Distance = B.CreateSub(Index, B.CreateVectorSplat(S.Lanes, First));
    N.Unit = 1;
    // Numbers that are as near as we look have not gone around between here
    // and there.
    constexpr int32_t Margin = 1024;
    N.IsExact =
        B.CreateICmpULT(B.CreateAdd(First, B.getInt32(INT32_MAX - Margin)),
                        B.getInt32(2 * (uint32_t(INT32_MAX) - Margin)));
    return N;
  }
  N.First = B.CreateFreeze(B.CreateExtractElement(Pointers, N.Lane));
  Type *Word = B.getInt64Ty();
  N.Distance = B.CreateSub(
      B.CreatePtrToInt(Pointers, S.vectorOf(Word)),
      B.CreateVectorSplat(S.Lanes, B.CreatePtrToInt(N.First, Word)));
  N.Unit = Bytes;
  N.IsExact = B.getTrue();
  return N;
}

/// i1: whether the active lanes' elements follow one another.
static Value *areConsecutive(VectorState &S, const Neighbours &N) {
  IRBuilder<> &B = S.B;
  Type *Ty = N.Distance->getType()->getScalarType();
  Value *OfLane0 = B.CreateMul(B.CreateZExtOrTrunc(N.Lane, Ty),
                               ConstantInt::get(Ty, N.Unit));
  Value *Differ = B.CreateICmpNE(
      N.Distance, B.CreateSub(S.lanesOffset(N.Unit, Ty),
                              B.CreateVectorSplat(S.Lanes, OfLane0)));
  if (Value *Active = S.Mask)
    Differ = B.CreateLogicalAnd(Active, Differ);
  return B.CreateAnd(N.IsExact, B.CreateNot(S.anyLane(Differ)));
}

/// Where lane 0's element of \p Bytes is, if they follow one another.
static Value *firstOfPiece(VectorState &S, const Neighbours &N,
                           uint64_t Bytes) {
  return S.B.CreatePtrAdd(N.First,
                          S.B.CreateMul(N.Lane, S.B.getInt64(-int64_t(Bytes))));
}

/// What \p I loads: for each register of lanes, of two registers from the
/// element on that \p Start returns for its first lane, those with the numbers
/// in \p Index.
static Value *pick(VectorState &S, LoadInst &I, unsigned Piece, Value *Index,
                   function_ref<Value *(unsigned)> Start) {
  IRBuilder<> &B = S.B;
  Type *Ty = I.getType();
  unsigned Bits = S.C.DL.getTypeSizeInBits(Ty);
  auto *Words = FixedVectorType::get(B.getIntNTy(Bits), Piece);
  SmallVector<Value *, 4> Pieces;
  for (unsigned First = 0; First != S.Lanes; First += Piece) {
    Value *At = Start(First);
    auto *Low = B.CreateAlignedLoad(Words, At, I.getAlign());
    auto *High = B.CreateAlignedLoad(Words, B.CreateConstGEP1_64(Ty, At, Piece),
                                     I.getAlign());
    copyFacts(Low, I);
    copyFacts(High, I);
    Value *Numbers = B.CreateExtractVector(Words, Index, B.getInt64(First));
    Pieces.push_back(pickElements(B, {Low, High}, Numbers, /*OfTwo=*/true));
  }
  return B.CreateBitCast(concatenateVectors(B, Pieces), S.vectorOf(Ty));
}

namespace {

/// A load from local memory of what work-items exchange: out of two registers.
/// They start where the first lane's would lie in a register, as lanes that
/// change places (`tile[i ^ 1]`) have others before it.
class WindowRecipe final : public AccessRecipe {
public:
  WindowRecipe(LoadInst &I, const PlanContext &C, AccessRecipePtr Otherwise)
      : AccessRecipe(I, C), Piece(windowPiece(I, C)),
        Otherwise(std::move(Otherwise)) {}

  /// Each register of lanes is compared and picked; then there is a branch.
  Cost cost() const override {
    const double Usual = 6 * C.registers(A.Ty) + 4;
    return {Usual, Usual + Otherwise->cost().Code};
  }
  void print(raw_ostream &OS) const override {
    OS << "window, else ";
    Otherwise->print(OS);
  }
  Parts load(VectorState &S) const override {
    IRBuilder<> &B = S.B;
    auto &Load = cast<LoadInst>(I);
    Value *From, *Index = shortIndex(S.pointers(A.Pointer, 0), From);
    SmallVector<int, 64> FirstOfPiece;
    for (unsigned L = 0; L != S.Lanes; ++L)
      FirstOfPiece.push_back(L / Piece * Piece);
    Value *Start =
        B.CreateAnd(B.CreateShuffleVector(Index, FirstOfPiece),
                    ConstantInt::getSigned(Index->getType(), -int64_t(Piece)));
    Value *Distance = B.CreateSub(Index, Start);
    Value *IsFar = B.CreateICmpUGE(
        Distance, ConstantInt::get(Distance->getType(), 2 * Piece));
    return S.eitherWay(
        B.CreateNot(S.anyLane(IsFar)),
        [&]() -> Parts {
          return {pick(S, Load, Piece, Distance, [&](unsigned First) {
            return B.CreateGEP(Load.getType(), From,
                               B.CreateExtractElement(Start, uint64_t(First)));
          })};
        },
        [&] { return Otherwise->load(S); });
  }
  void store(VectorState &, Parts) const override {
    llvm_unreachable("windows are for loads");
  }

private:
  const unsigned Piece;
  const AccessRecipePtr Otherwise;
};

/// An access to what most vectors find in one piece.
class LikelyRecipe final : public AccessRecipe {
public:
  LikelyRecipe(Instruction &I, const PlanContext &C, AccessRecipePtr Otherwise)
      : AccessRecipe(I, C),
        IsShort(hasShortIndex(A.Pointer, A.Count * A.Bytes, C)),
        Otherwise(std::move(Otherwise)) {
    if (auto *Load = dyn_cast<LoadInst>(&I);
        Load && isOfUnknownObject(A.Pointer))
      Piece = windowPiece(*Load, C);
  }

  Cost cost() const override {
    // How far lanes are from the first one is computed and compared.
    const double Distances =
        std::max(1u, C.Lanes * (IsShort ? 32 : 64) / C.Target.VectorBits);
    const double Usual =
        2 * Distances + C.registers(A.Ty) * (elementsOf(A.Ty) > 1 ? 2 : 1) + 2;
    return {Usual, Usual + Otherwise->cost().Code};
  }
  void print(raw_ostream &OS) const override {
    OS << "likely consecutive, else " << (Piece ? "window, else " : "");
    Otherwise->print(OS);
  }
  Parts load(VectorState &S) const override {
    const Neighbours N = find(S);
    auto OnePiece = [&] {
      Value *Base = firstOfPiece(S, N, A.Count * A.Bytes);
      return S.deinterleave(loadRows(S, I, S.vectorOf(A.Element, A.Count), Base,
                                     A.Alignment, A.Count, A.Count),
                            A.Count);
    };
    return S.eitherWay(areConsecutive(S, N), OnePiece, [&] {
      return Piece ? loadOfPage(S, N) : Otherwise->load(S);
    });
  }
  void store(VectorState &S, Parts Values) const override {
    const Neighbours N = find(S);
    auto OnePiece = [&]() -> Parts {
      Value *Mask = S.Mask, *Base = firstOfPiece(S, N, A.Bytes);
      storePiece(S, I, Values[0], Base, A.Alignment, Mask);
      return {};
    };
    S.eitherWay(areConsecutive(S, N), OnePiece, [&]() -> Parts {
      Otherwise->store(S, Values);
      return {};
    });
  }

private:
  Neighbours find(VectorState &S) const {
    return neighbours(S, S.pointers(A.Pointer, 0), A.Count * A.Bytes, IsShort);
  }
  /// Loads elements that lie near the first active lane's, as those at a border
  /// do where coordinates are limited: out of two registers on the same page.
  Parts loadOfPage(VectorState &S, const Neighbours &N) const {
    IRBuilder<> &B = S.B;
    auto &Load = cast<LoadInst>(I);
    const uint64_t Bytes = C.DL.getTypeStoreSize(Load.getType()),
                   PieceBytes = Piece * Bytes;
    // Some lanes may lie before it. No register reaches beyond the page.
    Type *Ty = N.Distance->getType()->getScalarType();
    Value *OnPage =
        B.CreateAnd(B.CreatePtrToInt(N.First, B.getInt64Ty()), PageBytes - 1);
    // Lanes that go on in steps of two have all theirs behind the first one's.
    // The last one's address may be of no meaning: then the window is another
    // one.
    Value *Last =
        B.CreateFreeze(B.CreateExtractElement(N.Distance, S.Lanes - 1));
    Value *Before = B.CreateSelect(
        B.CreateICmpSGE(Last, ConstantInt::get(Ty, 3 * Piece / 2 * N.Unit)),
        B.getInt64(0), B.getInt64(PieceBytes / 2));
    SmallVector<Value *, 8> Starts, FromStarts;
    for (unsigned Lane = 0; Lane != S.Lanes; Lane += Piece) {
      Value *Start = B.CreateBinaryIntrinsic(
          Intrinsic::usub_sat,
          Lane ? B.CreateAdd(OnPage, B.getInt64(Lane * Bytes)) : OnPage,
          Before);
      Start = B.CreateBinaryIntrinsic(Intrinsic::umin, Start,
                                      B.getInt64(PageBytes - 2 * PieceBytes));
      Starts.push_back(B.CreateSub(Start, OnPage));
      Value *FromStart = B.CreateSub(OnPage, Start);
      if (N.Unit == 1)
        FromStart = B.CreateAShr(FromStart, Log2_64(Bytes));
      FromStarts.push_back(
          B.CreateVectorSplat(Piece, B.CreateTrunc(FromStart, Ty)));
    }
    Value *Index = B.CreateAdd(N.Distance, concatenateVectors(B, FromStarts));
    Value *IsFar = B.CreateICmpUGE(
        Index, ConstantInt::get(Index->getType(), 2 * Piece * N.Unit));
    if (Value *Active = S.Mask)
      IsFar = B.CreateLogicalAnd(Active, IsFar);
    Value *AreNear = B.CreateAnd(N.IsExact, B.CreateNot(S.anyLane(IsFar)));
    if (S.Mask && S.Divergent)
      AreNear = B.CreateAnd(AreNear, S.anyLane(S.Mask));
    return S.eitherWay(
        AreNear,
        [&]() -> Parts {
          Index = B.CreateLShr(Index, Log2_64(N.Unit));
          Index =
              B.CreateZExtOrTrunc(Index, S.vectorOf(B.getIntNTy(Bytes * 8)));
          return {pick(S, Load, Piece, Index, [&](unsigned Lane) {
            return B.CreatePtrAdd(N.First, Starts[Lane / Piece]);
          })};
        },
        [&] { return Otherwise->load(S); });
  }

  /// Elements of a register, if those near to each other are looked for in two.
  unsigned Piece = 0;
  const bool IsShort;
  const AccessRecipePtr Otherwise;
};

} // namespace

AccessRecipePtr ferry::compiler::planNear(Instruction &I, const PlanContext &C,
                                          bool Masked,
                                          AccessRecipePtr &Gather) {
  auto *Load = dyn_cast<LoadInst>(&I);
  const Access A(I, C);
  constexpr unsigned Bytes = 4;
  if (Load && !Masked && Load->getPointerAddressSpace() == LocalMemory &&
      windowPiece(*Load, C) && A.Bytes == Bytes &&
      hasShortIndex(A.Pointer, Bytes, C)) {
    assert(2 * C.Target.VectorBits / 8 <= abi::LocalReadAround);
    return std::make_unique<WindowRecipe>(*Load, C, std::move(Gather));
  }
  if (C.Shapes[A.Pointer].Likely == int64_t(A.Count * A.Bytes) &&
      !A.IsInterleaved && (Load || A.Count == 1))
    return std::make_unique<LikelyRecipe>(I, C, std::move(Gather));
  return nullptr;
}
