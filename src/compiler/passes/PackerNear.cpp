//===- PackerNear.cpp - Loads of what lies close together -----------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/Packer.h"
#include "compiler/passes/Reserved.h"

#include "ferry/abi.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IntrinsicsX86.h"

using namespace llvm;
using namespace ferry;
using namespace ferry::compiler;

/// The instruction that picks elements of two registers, by the elements' bits.
static Intrinsic::ID permutation(unsigned Bits) {
  switch (Bits) {
  case 16:
    return Intrinsic::x86_avx512_vpermi2var_hi_512;
  case 32:
    return Intrinsic::x86_avx512_vpermi2var_d_512;
  case 64:
    return Intrinsic::x86_avx512_vpermi2var_q_512;
  default:
    return Intrinsic::not_intrinsic;
  }
}

/// Elements of a register if such elements as \p I loads can be picked out of
/// two, else 0.
unsigned Packer::nearPiece(const LoadInst &I) {
  unsigned Bits = DL.getTypeSizeInBits(I.getType());
  if (Target.VectorBits != 512 || I.getType()->isVectorTy() ||
      I.getType()->isPointerTy() ||
      permutation(Bits) == Intrinsic::not_intrinsic ||
      I.getAlign().value() * 8 < Bits)
    return 0;
  unsigned Piece = Target.VectorBits / Bits;
  return Lanes % Piece == 0 ? Piece : 0;
}

/// What \p I loads: for each register of lanes, of two registers from the
/// element on that \p Start returns for its first lane, those with the numbers
/// in \p Index.
Value *Packer::pick(LoadInst &I, Value *Index,
                    function_ref<Value *(unsigned)> Start) {
  unsigned Piece = nearPiece(I);
  Type *Ty = I.getType();
  unsigned Bits = DL.getTypeSizeInBits(Ty);
  auto *Words = FixedVectorType::get(B.getIntNTy(Bits), Piece);
  SmallVector<Value *, 4> Pieces;
  for (unsigned First = 0; First != Lanes; First += Piece) {
    Value *At = Start(First);
    auto *Low = B.CreateAlignedLoad(Words, At, I.getAlign());
    auto *High = B.CreateAlignedLoad(Words, B.CreateConstGEP1_64(Ty, At, Piece),
                                     I.getAlign());
    copyFacts(Low, I);
    copyFacts(High, I);
    Pieces.push_back(B.CreateIntrinsic(
        permutation(Bits), {},
        {Low, B.CreateExtractVector(Words, Index, uint64_t(First)), High}));
  }
  return B.CreateBitCast(concatenateVectors(B, Pieces), vectorOf(Ty));
}

/// The <Lanes x i32> numbers of elements of \p Bytes after \p From that
/// \p Pointers point to; null if they are not known to be such.
static Value *shortIndex(Value *Pointers, uint64_t Bytes, const DataLayout &DL,
                         Value *&From) {
  auto *Address = dyn_cast<GetElementPtrInst>(Pointers);
  if (!Address || Address->getNumIndices() != 1 ||
      Address->getPointerOperand()->getType()->isVectorTy() ||
      DL.getTypeAllocSize(Address->getSourceElementType()) != Bytes)
    return nullptr;
  From = Address->getPointerOperand();
  Value *Index = *Address->idx_begin();
  if (auto *Extended = dyn_cast<SExtInst>(Index))
    Index = Extended->getOperand(0);
  return Index->getType()->isVectorTy() &&
                 Index->getType()->getScalarSizeInBits() == 32
             ? Index
             : nullptr;
}

/// Loads elements of local memory that lie near to each other, as those do that
/// work-items exchange: out of two registers. They start where the first lane's
/// would lie in a register, as lanes that change places (`tile[i ^ 1]`) have
/// others before it. \returns false if that is not possible; else, if others
/// lie too far away, what \p Otherwise loads is taken.
bool Packer::loadNear(LoadInst &I, function_ref<Parts()> Otherwise) {
  constexpr unsigned Bytes = 4;
  const unsigned Piece = nearPiece(I);
  Value *From = nullptr;
  if (!Piece || DL.getTypeStoreSize(I.getType()) != Bytes || Masks[Current] ||
      I.getPointerAddressSpace() != LocalMemory)
    return false;
  Value *Index =
      shortIndex(pointers(I.getPointerOperand(), 0), Bytes, DL, From);
  if (!Index)
    return false;
  assert(2 * Piece * Bytes <= abi::LocalReadAround);
  SmallVector<int, 64> FirstOfPiece;
  for (unsigned L = 0; L != Lanes; ++L)
    FirstOfPiece.push_back(L / Piece * Piece);
  Value *Start =
      B.CreateAnd(B.CreateShuffleVector(Index, FirstOfPiece),
                  ConstantInt::getSigned(Index->getType(), -int64_t(Piece)));
  Value *Distance = B.CreateSub(Index, Start);
  Value *IsFar = B.CreateICmpUGE(
      Distance, ConstantInt::get(Distance->getType(), 2 * Piece));
  Wide[&I] = eitherWay(
      B.CreateNot(anyLane(IsFar)),
      [&]() -> Parts {
        return {pick(I, Distance, [&](unsigned First) {
          return B.CreateGEP(I.getType(), From,
                             B.CreateExtractElement(Start, uint64_t(First)));
        })};
      },
      Otherwise);
  return true;
}

/// In terms of the first active lane's, where \p Pointers point to, which
/// elements of \p Bytes are read from.
Packer::Neighbours Packer::neighbours(Value *Pointers, uint64_t Bytes) {
  Neighbours N;
  N.Lane = firstLane();
  Value *From;
  if (Value *Index = shortIndex(Pointers, Bytes, DL, From)) {
    // Of no meaning if no lane is active, but then nothing is done with it.
    Value *First = B.CreateFreeze(B.CreateExtractElement(Index, N.Lane));
    N.First = B.CreatePtrAdd(
        From, B.CreateMul(B.CreateSExt(First, B.getInt64Ty()),
                          B.getInt64(Bytes), "", /*HasNUW=*/false,
                          /*HasNSW=*/true));
    N.Distance = B.CreateSub(Index, B.CreateVectorSplat(Lanes, First));
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
  N.Distance =
      B.CreateSub(B.CreatePtrToInt(Pointers, vectorOf(Word)),
                  B.CreateVectorSplat(Lanes, B.CreatePtrToInt(N.First, Word)));
  N.Unit = Bytes;
  N.IsExact = B.getTrue();
  return N;
}

/// True if more than \p Pointer's own bytes may be read around it, though
/// nothing is done with them: if nobody knows which object it points to, and
/// takes for granted that accesses stay within.
static bool isOfUnknownObject(const Value *Pointer) {
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(Pointer, Objects, nullptr, 0);
  return none_of(Objects, [](const Value *V) {
    return isa<AllocaInst, GlobalValue, ConstantPointerNull>(V);
  });
}

/// Loads elements that lie near the first active lane's, as those at a border
/// do where coordinates are limited: out of two registers on the same page.
/// Others are loaded as \p Otherwise does.
Packer::Parts Packer::loadOfPage(LoadInst &I, const Neighbours &N,
                                 function_ref<Parts()> Otherwise) {
  constexpr uint64_t PageBytes = 4096;
  const unsigned Piece = nearPiece(I);
  if (!Piece || !isOfUnknownObject(I.getPointerOperand()))
    return Otherwise();
  const uint64_t Bytes = DL.getTypeStoreSize(I.getType()),
                 PieceBytes = Piece * Bytes;
  // Some lanes may lie before it. No register reaches beyond the page.
  Type *Ty = N.Distance->getType()->getScalarType();
  Value *OnPage =
      B.CreateAnd(B.CreatePtrToInt(N.First, B.getInt64Ty()), PageBytes - 1);
  SmallVector<Value *, 8> Starts, FromStarts;
  for (unsigned Lane = 0; Lane != Lanes; Lane += Piece) {
    Value *Start = B.CreateBinaryIntrinsic(
        Intrinsic::usub_sat,
        Lane ? B.CreateAdd(OnPage, B.getInt64(Lane * Bytes)) : OnPage,
        B.getInt64(PieceBytes / 2));
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
  if (Value *Active = Masks[Current])
    IsFar = B.CreateLogicalAnd(Active, IsFar);
  Value *AreNear = B.CreateAnd(N.IsExact, B.CreateNot(anyLane(IsFar)));
  if (Masks[Current] && Divergent[Current])
    AreNear = B.CreateAnd(AreNear, anyLane(Masks[Current]));
  return eitherWay(
      AreNear,
      [&]() -> Parts {
        Index = B.CreateLShr(Index, Log2_64(N.Unit));
        Index = B.CreateZExtOrTrunc(Index, vectorOf(B.getIntNTy(Bytes * 8)));
        return {pick(I, Index, [&](unsigned Lane) {
          return B.CreatePtrAdd(N.First, Starts[Lane / Piece]);
        })};
      },
      Otherwise);
}

/// i1: whether the active lanes' elements follow one another.
Value *Packer::areConsecutive(const Neighbours &N) {
  Type *Ty = N.Distance->getType()->getScalarType();
  Value *OfLane0 = B.CreateMul(B.CreateZExtOrTrunc(N.Lane, Ty),
                               ConstantInt::get(Ty, N.Unit));
  Value *Differ = B.CreateICmpNE(
      N.Distance, B.CreateSub(lanesOffset(N.Unit, Ty),
                              B.CreateVectorSplat(Lanes, OfLane0)));
  if (Value *Active = Masks[Current])
    Differ = B.CreateLogicalAnd(Active, Differ);
  return B.CreateAnd(N.IsExact, B.CreateNot(anyLane(Differ)));
}

/// Where lane 0's element of \p Bytes is, if they follow one another.
Value *Packer::firstOfPiece(const Neighbours &N, uint64_t Bytes) {
  return B.CreatePtrAdd(N.First,
                        B.CreateMul(N.Lane, B.getInt64(-int64_t(Bytes))));
}

/// A load of what most packs find in one piece; if this one does not, what
/// \p Otherwise loads.
Packer::Parts Packer::loadLikely(LoadInst &I, Type *Element, unsigned Count,
                                 Align Alignment,
                                 function_ref<Parts()> Otherwise) {
  const uint64_t Bytes = DL.getTypeStoreSize(Element);
  const Neighbours N =
      neighbours(pointers(I.getPointerOperand(), 0), Count * Bytes);
  auto OnePiece = [&] {
    Type *Ty = vectorOf(Element, Count);
    Value *Base = firstOfPiece(N, Count * Bytes);
    Value *Mask = repeatMask(Count, Count);
    return deinterleave(loadPiece(Ty, Base, Alignment, Mask, I), Count);
  };
  return eitherWay(areConsecutive(N), OnePiece, [&] {
    return Element == I.getType() ? loadOfPage(I, N, Otherwise) : Otherwise();
  });
}
