//===- PackerMemory.cpp - Loads and stores of a pack ----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/Packer.h"

#include "llvm/Analysis/VectorUtils.h"

using namespace llvm;
using namespace ferry::compiler;

/// What optimisers may know of an access still holds of that of all lanes.
void Packer::copyFacts(Instruction *To, const Instruction &From) {
  To->copyMetadata(From, {LLVMContext::MD_tbaa, LLVMContext::MD_alias_scope,
                          LLVMContext::MD_noalias, LLVMContext::MD_nontemporal,
                          LLVMContext::MD_invariant_load});
}

/// Bytes of an element in memory, or 0 if vectors of it are laid out otherwise.
static uint64_t elementBytes(Type *Ty, const DataLayout &DL) {
  Type *Scalar = Ty->getScalarType();
  if (!Scalar->isIntegerTy() && !Scalar->isFloatingPointTy() &&
      !Scalar->isPointerTy())
    return 0;
  uint64_t Bits = DL.getTypeSizeInBits(Scalar);
  return Bits % 8 == 0 && isPowerOf2_64(Bits) ? Bits / 8 : 0;
}

namespace {
/// Where the lanes' elements of an access lie.
struct Access {
  Type *Element;
  uint64_t Bytes; ///< Of an element.
  unsigned Count; ///< Elements of one lane.
  Shape Pointer;
  uint64_t PartBytes; ///< From one element of a lane to the next.
  /// All are within one piece of memory: elements per lane in it, and how many
  /// pieces there are; 0 if they are somewhere.
  unsigned PerLane = 0, Pieces = 0;
  bool Reversed = false;
  Align Alignment;
  /// If not null, Element holds so many of these.
  Type *Packed = nullptr;
  unsigned PackedCount = 0;
};
} // namespace

static Access describe(Type *Ty, Shape Pointer, Align Alignment,
                       uint64_t Granule, unsigned Lanes, const DataLayout &DL) {
  Access A;
  A.Element = Ty->getScalarType();
  A.Bytes = elementBytes(Ty, DL);
  auto *Vector = dyn_cast<FixedVectorType>(Ty);
  A.Count = Vector ? Vector->getNumElements() : 1;
  A.Pointer = Pointer;
  // Small elements are picked out of a whole that registers hold in a lane.
  uint64_t Whole = A.Count * A.Bytes;
  if (!Granule && A.Count > 1 && A.Bytes && A.Bytes <= 2 && Whole <= 8 &&
      isPowerOf2_64(Whole) && !A.Element->isPointerTy()) {
    A.Packed = A.Element;
    A.PackedCount = A.Count;
    A.Element = Type::getIntNTy(Ty->getContext(), Whole * 8);
    A.Bytes = Whole;
    A.Count = 1;
  }
  A.PartBytes = Granule ? Granule * Lanes : A.Bytes;
  A.Alignment = commonAlignment(Alignment, A.Bytes);
  if (!A.Bytes || Pointer.K != Shape::Strided)
    return A;
  uint64_t Stride = std::abs(Pointer.Stride);
  if (Granule) {
    if (Pointer.Stride == int64_t(Granule)) {
      A.PerLane = 1;
      A.Pieces = A.Count;
      A.Alignment = Align(Granule * Lanes);
    }
  } else if (Pointer.Stride == -int64_t(A.Bytes) && A.Count == 1) {
    A.PerLane = A.Pieces = 1;
    A.Reversed = true;
  } else if (Pointer.Stride > 0 && Stride % A.Bytes == 0 &&
             Stride / A.Bytes >= A.Count &&
             (Stride / A.Bytes == A.Count ||
              Stride / A.Bytes <= uint64_t(MaxStride))) {
    A.PerLane = Stride / A.Bytes;
    A.Pieces = 1;
  }
  return A;
}

/// True if the elements are gathered and scattered in pairs of 64 bits.
static bool arePairs(const Access &A) {
  return A.Bytes == 4 && A.Count % 2 == 0 && !A.Packed;
}

/// True if each lane has a vector of many small elements, for each of which
/// code of its own would be too much.
static bool isLong(const Access &A) { return A.Bytes < 4 && A.Count > 4; }

/// The mask for \p PerLane elements of each lane, of which the first \p Count
/// are there; null if all are.
Value *Packer::repeatMask(unsigned PerLane, unsigned Count) {
  Value *Mask = Masks[Current];
  if (PerLane != 1 && Mask) {
    SmallVector<int, 64> Order;
    for (unsigned L = 0; L != Lanes; ++L)
      Order.append(PerLane, L);
    Mask = B.CreateShuffleVector(Mask, Order);
  }
  if (PerLane == Count)
    return Mask;
  SmallVector<Constant *, 64> There;
  for (unsigned I = 0; I != Lanes * PerLane; ++I)
    There.push_back(B.getInt1(I % PerLane < Count));
  Constant *Used = ConstantVector::get(There);
  return Mask ? B.CreateAnd(Mask, Used) : Used;
}

/// The lanes' addresses, \p Offset bytes on.
Value *Packer::pointers(Value *Pointer, uint64_t Offset) {
  Value *All;
  if (Shapes[Pointer].isUniform())
    All = B.CreateVectorSplat(Lanes, scalar(Pointer));
  else
    All = wideOne(Pointer);
  return Offset ? B.CreateGEP(B.getInt8Ty(), All, B.getInt64(Offset)) : All;
}

/// The small elements of integers that hold \p Count each.
Packer::Parts Packer::unpack(Value *V, Type *Element, unsigned Count) {
  Parts Made;
  unsigned Bits = Element->getScalarSizeInBits();
  for (unsigned I = 0; I != Count; ++I) {
    Value *Part = I ? B.CreateLShr(V, I * Bits) : V;
    Part = B.CreateTrunc(Part, vectorOf(B.getIntNTy(Bits)));
    Made.push_back(B.CreateBitCast(Part, vectorOf(Element)));
  }
  return Made;
}

Value *Packer::packSmall(ArrayRef<Value *> Values, Type *Whole) {
  Value *All = nullptr;
  for (auto [I, V] : enumerate(Values)) {
    unsigned Bits = V->getType()->getScalarSizeInBits();
    // One undefined element, as the fourth of three, must not undo the others.
    llvm::Value *Part = B.CreateFreeze(V);
    Part = B.CreateBitCast(Part, vectorOf(B.getIntNTy(Bits)));
    Part = B.CreateZExt(Part, vectorOf(Whole));
    if (I)
      Part = B.CreateShl(Part, I * Bits);
    All = All ? B.CreateOr(All, Part) : Part;
  }
  return All;
}

/// Whether the processor has an instruction for it, or all lanes are active, so
/// that it comes to a few moves. Otherwise every lane would be a branch.
bool Packer::canGather() { return !Masks[Current] || Target.Gathers; }
bool Packer::canScatter(Type *Element) {
  return !Masks[Current] ||
         (Target.Scatters && DL.getTypeSizeInBits(Element) >= 32);
}

/// Where the processor has no masked moves of \p Element and there is a mask:
/// i1, whether all lanes are active. Else null.
Value *Packer::allActiveFirst(Type *Element) {
  Value *Active = Masks[Current];
  if (!Active || DL.getTypeSizeInBits(Element) >= Target.MaskedBits)
    return nullptr;
  Type *Bits = B.getIntNTy(Lanes);
  return B.CreateICmpEQ(B.CreateBitCast(Active, Bits),
                        Constant::getAllOnesValue(Bits));
}

/// Does what \p Access does, where \c allActiveFirst holds.
void Packer::withoutMask(function_ref<void()> Access) {
  Value *Mask = std::exchange(Masks[Current], nullptr);
  Masked = true;
  Access();
  Masked = false;
  Masks[Current] = Mask;
}

/// Elements of all lanes, from wherever they are.
Value *Packer::gather(Type *Element, Value *Pointers, Align Alignment,
                      const Instruction &I) {
  unsigned Bits = DL.getTypeSizeInBits(Element);
  auto Emit = [&](Type *Ty, Value *At, Align A) {
    CallInst *Call = B.CreateMaskedGather(vectorOf(Ty), At, A, mask());
    copyFacts(Call, I);
    return Call;
  };
  if (Bits >= 32 || Alignment.value() * 8 < Bits)
    return Emit(Element, Pointers, Alignment);
  // Out of the aligned 32 bits around it, which are on the same page.
  Type *I32 = B.getInt32Ty(), *Word = DL.getIntPtrType(Pointers->getType());
  Value *Low =
      B.CreateAnd(B.CreatePtrToInt(Pointers, Word), ConstantInt::get(Word, 3));
  Value *Around = B.CreateGEP(B.getInt8Ty(), Pointers, B.CreateNeg(Low));
  Value *All = Emit(I32, Around, Align(4));
  Value *Shift = B.CreateShl(B.CreateTrunc(Low, vectorOf(I32)), 3);
  Value *Part =
      B.CreateTrunc(B.CreateLShr(All, Shift), vectorOf(B.getIntNTy(Bits)));
  return B.CreateBitCast(Part, vectorOf(Element));
}

/// Loads \p Ty under \p Mask, which may be null.
Value *Packer::loadPiece(Type *Ty, Value *At, Align Alignment, Value *Mask,
                         const LoadInst &I) {
  Instruction *All = Mask ? static_cast<Instruction *>(
                                B.CreateMaskedLoad(Ty, At, Alignment, Mask))
                          : B.CreateAlignedLoad(Ty, At, Alignment);
  copyFacts(All, I);
  return All;
}

void Packer::load(LoadInst &I) {
  Value *Pointer = I.getPointerOperand();
  if (Shapes[&I].hasBase())
    return computeBase(I);
  if (const AccessGroup *G = groupOf(I)) {
    if (G->At == &I)
      load(*G);
    return;
  }
  const AllocaInst *Variable = Shapes.interleaved(Pointer);
  Access A = describe(I.getType(), Shapes[Pointer], I.getAlign(),
                      Variable ? Shapes.granule(Variable) : 0, Lanes, DL);
  if (!I.isSimple() || !A.Bytes)
    return laneByLane(I);
  if (Value *All = allActiveFirst(A.Element)) {
    // The same under no mask, most of the time.
    Wide[&I] = eitherWay(
        All,
        [&] {
          withoutMask([&] { load(I); });
          return Wide[&I];
        },
        [&] {
          laneByLane(I);
          return Wide[&I];
        });
    return;
  }
  Parts Made;
  auto Finish = [&] {
    Made.truncate(A.Count);
    Wide[&I] =
        A.Packed ? unpack(Made[0], A.Packed, A.PackedCount) : std::move(Made);
  };
  if (!A.Pieces) {
    if (!canGather() || isLong(A))
      return laneByLane(I);
    auto Gather = [&] {
      Parts All;
      for (unsigned Part = 0; Part != A.Count; ++Part)
        All.push_back(gather(A.Element, pointers(Pointer, Part * A.PartBytes),
                             A.Alignment, I));
      return All;
    };
    if (loadNear(I, Gather))
      return;
    if (A.Pointer.Likely == int64_t(A.Count * A.Bytes) && !Variable) {
      Made = loadLikely(I, A.Element, A.Count, A.Alignment, Gather);
      return Finish();
    }
    if (arePairs(A) && !Variable) {
      for (unsigned Part = 0; Part != A.Count; Part += 2) {
        Value *Pairs = gather(B.getInt64Ty(), pointers(Pointer, Part * A.Bytes),
                              A.Alignment, I);
        Made.append(
            deinterleave(B.CreateBitCast(Pairs, vectorOf(A.Element, 2)), 2));
      }
      return Finish();
    }
    Made = Gather();
    return Finish();
  }
  Value *Base = scalar(Pointer);
  if (A.Reversed)
    Base = B.CreateGEP(B.getInt8Ty(), Base,
                       B.getInt64(-int64_t(A.Bytes * (Lanes - 1))));
  for (unsigned Piece = 0; Piece != A.Pieces; ++Piece) {
    Type *Ty = vectorOf(A.Element, A.PerLane);
    Value *At = Piece ? B.CreateGEP(B.getInt8Ty(), Base,
                                    B.getInt64(Piece * A.PartBytes))
                      : Base;
    Value *Mask =
        A.Pieces > 1 ? Masks[Current] : repeatMask(A.PerLane, A.Count);
    if (Mask && A.Reversed)
      Mask = B.CreateVectorReverse(Mask);
    llvm::Value *All = loadPiece(Ty, At, A.Alignment, Mask, I);
    if (A.Reversed)
      Made.push_back(B.CreateVectorReverse(All));
    else
      Made.append(deinterleave(All, A.PerLane));
  }
  Finish();
}

void Packer::store(StoreInst &I) {
  Value *Pointer = I.getPointerOperand(), *V = I.getValueOperand();
  if (const AccessGroup *G = groupOf(I)) {
    if (G->At == &I)
      store(*G);
    return;
  }
  const AllocaInst *Variable = Shapes.interleaved(Pointer);
  Access A = describe(V->getType(), Shapes[Pointer], I.getAlign(),
                      Variable ? Shapes.granule(Variable) : 0, Lanes, DL);
  if (!I.isSimple() || (!A.Bytes && !Shapes[Pointer].isUniform()))
    return laneByLane(I);
  if (Shapes[Pointer].isUniform()) {
    if (Shapes[V].isUniform())
      return computeBase(I);
    if (V->getType()->isStructTy())
      return laneByLane(I);
    // The last work-item's stays.
    Value *Lane = B.getInt64(Lanes - 1);
    if (Value *Active = Masks[Current])
      Lane = B.CreateSub(
          Lane,
          B.CreateZExtOrTrunc(B.CreateBinaryIntrinsic(
                                  Intrinsic::ctlz,
                                  B.CreateBitCast(Active, B.getIntNTy(Lanes)),
                                  B.getFalse()),
                              B.getInt64Ty()));
    Instruction *Copy = I.clone();
    Copy->setOperand(0, laneOf(V, Lane));
    Copy->setOperand(1, scalar(Pointer));
    B.Insert(Copy);
    return;
  }
  if (Value *All = allActiveFirst(A.Element)) {
    eitherWay(
        All,
        [&]() -> Parts {
          withoutMask([&] { store(I); });
          return {};
        },
        [&]() -> Parts {
          laneByLane(I);
          return {};
        });
    return;
  }
  if (!A.Pieces && (!canScatter(A.Element) || isLong(A)))
    return laneByLane(I);
  Parts Values = wide(V);
  if (A.Packed)
    Values = {packSmall(Values, A.Element)};
  if (!A.Pieces && A.Pointer.Likely == int64_t(A.Bytes) && A.Count == 1) {
    llvm::Value *All = pointers(Pointer, 0);
    const Neighbours N = neighbours(All, A.Bytes);
    auto OnePiece = [&]() -> Parts {
      llvm::Value *Active = Masks[Current], *Base = firstOfPiece(N, A.Bytes);
      copyFacts(Active ? static_cast<Instruction *>(B.CreateMaskedStore(
                             Values[0], Base, A.Alignment, Active))
                       : B.CreateAlignedStore(Values[0], Base, A.Alignment),
                I);
      return {};
    };
    auto Pieces = [&]() -> Parts {
      copyFacts(B.CreateMaskedScatter(Values[0], All, A.Alignment, mask()), I);
      return {};
    };
    eitherWay(areConsecutive(N), OnePiece, Pieces);
    return;
  }
  if (!A.Pieces && arePairs(A) && !Variable) {
    for (unsigned Part = 0; Part != A.Count; Part += 2)
      copyFacts(
          B.CreateMaskedScatter(
              B.CreateBitCast(interleave({Values[Part], Values[Part + 1]}),
                              vectorOf(B.getInt64Ty())),
              pointers(Pointer, Part * A.Bytes), A.Alignment, mask()),
          I);
    return;
  }
  if (!A.Pieces) {
    for (auto [Part, Value] : enumerate(Values))
      copyFacts(B.CreateMaskedScatter(Value,
                                      pointers(Pointer, Part * A.PartBytes),
                                      A.Alignment, mask()),
                I);
    return;
  }
  Value *Base = scalar(Pointer);
  if (A.Reversed) {
    Base = B.CreateGEP(B.getInt8Ty(), Base,
                       B.getInt64(-int64_t(A.Bytes * (Lanes - 1))));
    Values[0] = B.CreateVectorReverse(Values[0]);
  }
  if (A.Pieces == 1) {
    while (Values.size() < A.PerLane)
      Values.push_back(PoisonValue::get(Values[0]->getType()));
    Values = {interleave(Values)};
  }
  for (auto [Piece, Value] : enumerate(Values)) {
    llvm::Value *At = Piece ? B.CreateGEP(B.getInt8Ty(), Base,
                                          B.getInt64(Piece * A.PartBytes))
                            : Base;
    llvm::Value *Mask =
        A.Pieces > 1 ? Masks[Current] : repeatMask(A.PerLane, A.Count);
    if (Mask && A.Reversed)
      Mask = B.CreateVectorReverse(Mask);
    copyFacts(Mask ? static_cast<Instruction *>(
                         B.CreateMaskedStore(Value, At, A.Alignment, Mask))
                   : B.CreateAlignedStore(Value, At, A.Alignment),
              I);
  }
}
