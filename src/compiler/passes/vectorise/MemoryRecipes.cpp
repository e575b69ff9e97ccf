//===- MemoryRecipes.cpp - Loads and stores of all lanes ------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/vectorise/MemoryRecipes.h"

#include "compiler/passes/Reserved.h"

#include "llvm/Analysis/Loads.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/raw_ostream.h"

#include <numeric>

using namespace llvm;
using namespace ferry::compiler;

void ferry::compiler::copyFacts(Instruction *To, const Instruction &From) {
  To->copyMetadata(From, {LLVMContext::MD_tbaa, LLVMContext::MD_alias_scope,
                          LLVMContext::MD_noalias, LLVMContext::MD_nontemporal,
                          LLVMContext::MD_invariant_load});
}

Access::Access(Instruction &I, const PlanContext &C, bool Packs)
    : Pointer(getLoadStorePointerOperand(&I)), Ty(getLoadStoreType(&I)),
      Element(Ty->getScalarType()), Bytes(elementBytes(Ty, C.DL)),
      Count(elementsOf(Ty)) {
  const Shape S = C.Shapes[Pointer];
  const AllocaInst *Variable = C.Shapes.interleaved(Pointer);
  const uint64_t Granule = Variable ? C.Shapes.granule(Variable) : 0;
  IsInterleaved = Variable;
  // Small elements are picked out of a whole that registers hold in a lane, or
  // out of words.
  constexpr uint64_t Word = 4;
  const uint64_t All = Count * Bytes;
  const uint64_t Whole = All <= 8 && isPowerOf2_64(All) ? All : Word;
  if (Packs && !Variable && Count > 1 && Bytes && Bytes <= 2 &&
      All % Whole == 0 && !Element->isPointerTy()) {
    Packed = Element;
    PackedCount = Whole / Bytes;
    Element = Type::getIntNTy(Ty->getContext(), Whole * 8);
    Bytes = Whole;
    Count = All / Whole;
  } else if (Granule > Bytes) {
    Packed = Element;
    PackedCount = 1;
    Element = Type::getIntNTy(Ty->getContext(), Granule * 8);
    Bytes = Granule;
  }
  PartBytes = Variable ? Granule * C.Lanes : Bytes;
  Alignment = Variable ? Align(Granule)
                       : commonAlignment(getLoadStoreAlignment(&I), Bytes);
  if (!Bytes || S.K != Shape::Strided)
    return;
  if (Variable) {
    if (S.stride(C.Lanes) == int64_t(Granule)) {
      PerLane = 1;
      Pieces = Count;
      Alignment = Align(Granule * C.Lanes);
    }
  } else if (S.Stride == -int64_t(Bytes) && Count == 1) {
    PerLane = Pieces = 1;
    Reversed = true;
  } else if (const uint64_t Elements = S.Stride / int64_t(Bytes);
             S.Stride > 0 && S.Stride % Bytes == 0 && Elements >= Count &&
             (Elements == Count || Elements <= uint64_t(MaxStride))) {
    PerLane = Elements;
    Pieces = 1;
  }
}

/// The small elements of integers that hold \p Count each.
static Parts unpack(VectorState &S, ArrayRef<Value *> Wholes, Type *Element,
                    unsigned Count) {
  IRBuilder<> &B = S.B;
  Parts Made;
  unsigned Bits = Element->getScalarSizeInBits();
  for (Value *V : Wholes)
    for (unsigned I = 0; I != Count; ++I) {
      Value *Part = I ? B.CreateLShr(V, I * Bits) : V;
      Part = B.CreateTrunc(Part, S.vectorOf(B.getIntNTy(Bits)));
      Made.push_back(B.CreateBitCast(Part, S.vectorOf(Element)));
    }
  return Made;
}

static Value *pack(VectorState &S, ArrayRef<Value *> Values, Type *Whole) {
  IRBuilder<> &B = S.B;
  Value *All = nullptr;
  for (auto [I, V] : enumerate(Values)) {
    unsigned Bits = V->getType()->getScalarSizeInBits();
    // One undefined element, as the fourth of three, must not undo the others.
    llvm::Value *Part = B.CreateFreeze(V);
    Part = B.CreateBitCast(Part, S.vectorOf(B.getIntNTy(Bits)));
    Part = B.CreateZExt(Part, S.vectorOf(Whole));
    if (I)
      Part = B.CreateShl(Part, I * Bits);
    All = All ? B.CreateOr(All, Part) : Part;
  }
  return All;
}

/// True if \p I accesses slots of work-items.
static bool isSlotAccess(const Instruction &I) {
  return reserved::calleeName(getLoadStorePointerOperand(&I)) ==
         reserved::ItemSlot;
}

/// True if what is of \p Ty at \p Pointer, which \p I accesses, is slots of
/// work-items or private variables: memory of this thread alone, so that that
/// of inactive lanes may be read, and be written what it holds. A masked store
/// would keep the next load of them waiting until it is done.
static bool isOwn(const Value *Pointer, Type *Ty, const Instruction &I) {
  return isSlotAccess(I) ||
         (isa<AllocaInst>(getUnderlyingObject(Pointer)) &&
          isDereferenceablePointer(Pointer, Ty, I.getDataLayout()));
}

bool ferry::compiler::isOfUnknownObject(const Value *Pointer) {
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(Pointer, Objects, nullptr, 0);
  return none_of(Objects, [](const Value *V) {
    return isa<AllocaInst, GlobalValue, ConstantPointerNull>(V);
  });
}

/// All from the first active element to the last, which lie on one page or on
/// two that follow each other.
static Value *copyStretch(VectorState &S, FixedVectorType *Ty, Value *At,
                          Align Alignment, Value *Active) {
  IRBuilder<> &B = S.B;
  const uint64_t Bytes = S.C.DL.getTypeStoreSize(Ty->getElementType()),
                 All = Bytes * Ty->getNumElements();
  auto Inactive = [&](Intrinsic::ID Zeros) {
    Value *Number = B.CreateBinaryIntrinsic(Zeros, Active, B.getFalse());
    return B.CreateMul(B.CreateZExtOrTrunc(Number, B.getInt64Ty()),
                       B.getInt64(Bytes));
  };
  Value *Before = Inactive(Intrinsic::cttz),
        *Behind = Inactive(Intrinsic::ctlz);
  auto First = [&](Value *Piece) {
    return B.CreateGEP(B.getInt8Ty(), Piece, Before);
  };
  AllocaInst *Copy = S.variable(Ty, "stretch");
  B.CreateLifetimeStart(Copy);
  // Of no element, both are all.
  B.CreateMemCpy(First(Copy), Align(Bytes & -Bytes), First(At), Alignment,
                 B.CreateBinaryIntrinsic(Intrinsic::usub_sat, B.getInt64(All),
                                         B.CreateAdd(Before, Behind)));
  Value *Made = B.CreateAlignedLoad(Ty, Copy, Copy->getAlign());
  B.CreateLifetimeEnd(Copy);
  return Made;
}

/// Where no instruction loads under a mask: a page that has an active element
/// may be read.
static Value *loadStretch(VectorState &S, Type *Ty, Value *At, Align Alignment,
                          Value *Mask) {
  IRBuilder<> &B = S.B;
  auto *Vector = cast<FixedVectorType>(Ty);
  Value *Active = B.CreateBitCast(Mask, B.getIntNTy(Vector->getNumElements()));
  const uint64_t Bytes = S.C.DL.getTypeStoreSize(Ty);
  if (Bytes > PageBytes || !isOfUnknownObject(At))
    return copyStretch(S, Vector, At, Alignment, Active);
  Value *OnPage =
      B.CreateAnd(B.CreatePtrToInt(At, B.getInt64Ty()), PageBytes - 1);
  Value *IsOnOne = B.CreateICmpULE(OnPage, B.getInt64(PageBytes - Bytes));
  return S
      .eitherWay(
          B.CreateAnd(IsOnOne, B.CreateIsNotNull(Active)),
          [&] { return Parts{B.CreateAlignedLoad(Ty, At, Alignment)}; },
          [&] { return Parts{copyStretch(S, Vector, At, Alignment, Active)}; })
      .front();
}

Instruction *ferry::compiler::createLoad(IRBuilderBase &Builder, Type *Ty,
                                         Value *At, Align Alignment,
                                         Value *Mask) {
  if (Mask)
    return Builder.CreateMaskedLoad(Ty, At, Alignment, Mask);
  return Builder.CreateAlignedLoad(Ty, At, Alignment);
}

Instruction *ferry::compiler::createStore(IRBuilderBase &Builder, Value *V,
                                          Value *At, Align Alignment,
                                          Value *Mask) {
  if (Mask)
    return Builder.CreateMaskedStore(V, At, Alignment, Mask);
  return Builder.CreateAlignedStore(V, At, Alignment);
}

Value *ferry::compiler::loadPiece(VectorState &S, const Instruction &I,
                                  Type *Ty, Value *At, Align Alignment,
                                  Value *Mask) {
  if (isOwn(At, Ty, I))
    Mask = nullptr;
  if (Mask &&
      S.C.DL.getTypeSizeInBits(Ty->getScalarType()) < S.C.Target.MaskedBits)
    return loadStretch(S, Ty, At, Alignment, Mask);
  Instruction *All = createLoad(S.B, Ty, At, Alignment, Mask);
  copyFacts(All, I);
  return All;
}

void ferry::compiler::storePiece(VectorState &S, const Instruction &I, Value *V,
                                 Value *At, Align Alignment, Value *Mask) {
  if (Mask && isOwn(At, V->getType(), I)) {
    Value *Held = S.B.CreateAlignedLoad(V->getType(), At, Alignment);
    V = S.B.CreateSelect(Mask, V, Held);
    Mask = nullptr;
  }
  copyFacts(createStore(S.B, V, At, Alignment, Mask), I);
}

/// The mask for \p Elements of \p Rows from \p First on; null if all are there.
static Value *maskOf(VectorState &S, const LaneRows &Rows, unsigned First,
                     unsigned Elements) {
  IRBuilder<> &B = S.B;
  const unsigned PerLane = Rows.There.size();
  SmallVector<int, 64> OfLane;
  SmallVector<Constant *, 64> There;
  for (unsigned I = First; I != First + Elements; ++I) {
    OfLane.push_back(int(Rows.FirstLane + I / PerLane));
    There.push_back(B.getInt1(Rows.There[I % PerLane]));
  }
  Value *Active = S.Mask;
  if (Active && (PerLane != 1 || Elements != S.Lanes))
    Active = B.CreateShuffleVector(Active, OfLane);
  if (Rows.There.all())
    return Active;
  Constant *Used = ConstantVector::get(There);
  return Active ? B.CreateAnd(Active, Used) : Used;
}

/// Calls \p Do with the first and the number of the elements of each part.
static void forParts(VectorState &S, const LaneRows &Rows, FixedVectorType *Ty,
                     function_ref<void(unsigned First, unsigned Elements,
                                       Value *At, Align Alignment, Value *Mask)>
                         Do) {
  const unsigned Bits = S.C.DL.getTypeSizeInBits(Ty->getElementType()),
                 All = Ty->getNumElements();
  unsigned Step = All;
  if ((S.Mask || !Rows.There.all()) && Rows.There.size() > 1 &&
      Bits >= S.C.Target.MaskedBits)
    Step = std::min(All, S.C.Target.VectorBits / Bits);
  for (unsigned First = 0; First < All; First += Step) {
    const unsigned Elements = std::min(Step, All - First),
                   Offset = First * Bits / 8;
    Value *At = Offset
                    ? S.B.CreateConstGEP1_64(S.B.getInt8Ty(), Rows.At, Offset)
                    : Rows.At;
    Do(First, Elements, At, commonAlignment(Rows.Alignment, Offset),
       maskOf(S, Rows, First, Elements));
  }
}

Value *ferry::compiler::loadRows(
    VectorState &S, const LaneRows &Rows, FixedVectorType *Ty,
    function_ref<Value *(Type *, Value *, Align, Value *)> Load) {
  SmallVector<Value *, 8> Made;
  forParts(S, Rows, Ty,
           [&](unsigned, unsigned Elements, Value *At, Align Alignment,
               Value *Mask) {
             Made.push_back(
                 Load(FixedVectorType::get(Ty->getElementType(), Elements), At,
                      Alignment, Mask));
           });
  return concatenateVectors(S.B, Made);
}

void ferry::compiler::storeRows(
    VectorState &S, const LaneRows &Rows, Value *V,
    function_ref<void(Value *, Value *, Align, Value *)> Store) {
  auto *Ty = cast<FixedVectorType>(V->getType());
  forParts(S, Rows, Ty,
           [&](unsigned First, unsigned Elements, Value *At, Align Alignment,
               Value *Mask) {
             Value *Part =
                 Elements == Ty->getNumElements()
                     ? V
                     : S.B.CreateShuffleVector(
                           V, createSequentialMask(First, Elements, 0));
             Store(Part, At, Alignment, Mask);
           });
}

static LaneRows rowsAt(Value *At, Align Alignment, unsigned PerLane,
                       unsigned Count) {
  LaneRows Rows{At, Alignment, BitVector(PerLane)};
  Rows.There.set(0, Count);
  return Rows;
}

Value *ferry::compiler::loadRows(VectorState &S, const Instruction &I,
                                 FixedVectorType *Ty, Value *At,
                                 Align Alignment, unsigned PerLane,
                                 unsigned Count) {
  return loadRows(S, rowsAt(At, Alignment, PerLane, Count), Ty,
                  [&](Type *Part, Value *From, Align Aligned, Value *Mask) {
                    return loadPiece(S, I, Part, From, Aligned, Mask);
                  });
}

void ferry::compiler::storeRows(VectorState &S, const Instruction &I, Value *V,
                                Value *At, Align Alignment, unsigned PerLane,
                                unsigned Count) {
  storeRows(S, rowsAt(At, Alignment, PerLane, Count), V,
            [&](Value *Part, Value *To, Align Aligned, Value *Mask) {
              storePiece(S, I, Part, To, Aligned, Mask);
            });
}

Parts AccessRecipe::emitParts(VectorState &S) const {
  if (isa<StoreInst>(I)) {
    const Parts Values = S.wide(I.getOperand(0));
    if (!A.Packed) {
      store(S, Values);
      return {};
    }
    Parts Wholes;
    for (unsigned I = 0; I != A.Count; ++I)
      Wholes.push_back(
          pack(S, ArrayRef(Values).slice(I * A.PackedCount, A.PackedCount),
               A.Element));
    store(S, std::move(Wholes));
    return {};
  }
  Parts Made = load(S);
  Made.truncate(A.Count);
  return A.Packed ? unpack(S, Made, A.Packed, A.PackedCount) : Made;
}

namespace {

/// Elements in pieces of memory: one after the other, or few elements apart.
class ConsecutiveRecipe final : public AccessRecipe {
public:
  using AccessRecipe::AccessRecipe;

  Cost cost() const override {
    // For each step of a transposition: processors do half as many shuffles at
    // a time as other operations, and nothing else has to be waited for.
    constexpr double OfShuffle = 2;
    const double Registers = A.Count * C.registers(A.Element);
    // A piece is moved and shuffled; to store it takes a mask as well.
    const double OfPiece = isa<StoreInst>(I) ? 4 : 2;
    const double Elements =
        A.PerLane == A.Count || A.IsInterleaved
            ? Registers * (1 + OfShuffle * Log2_32_Ceil(A.PerLane))
        : storesElements() ? 2.0 * C.Lanes * A.Count
                           : OfPiece * Registers * A.PerLane / A.Count;
    // Each of the small ones is shifted, cut, and brought together.
    return A.Packed ? Elements + 2.5 * Registers * A.PackedCount : Elements;
  }
  void print(raw_ostream &OS) const override {
    if (A.PerLane == A.Count || A.IsInterleaved)
      OS << (A.Reversed ? "reversed" : "consecutive");
    else
      OS << "strided, one of " << A.PerLane / A.Count;
  }

  Parts load(VectorState &S) const override {
    Parts Made;
    Value *Base = start(S);
    for (unsigned Number = 0; Number != A.Pieces; ++Number) {
      Value *At = piece(S, Base, Number);
      FixedVectorType *Ty = S.vectorOf(A.Element, A.PerLane);
      if (A.Reversed)
        Made.push_back(S.B.CreateVectorReverse(
            loadPiece(S, I, Ty, At, A.Alignment, mask(S))));
      else
        Made.append(S.deinterleave(
            loadRows(S, I, Ty, At, A.Alignment, A.PerLane, usedPerLane()),
            A.PerLane));
    }
    return Made;
  }
  void store(VectorState &S, Parts Values) const override {
    Value *Base = start(S);
    if (storesElements() && !S.Mask) {
      for (unsigned Lane = 0; Lane != S.Lanes; ++Lane)
        for (auto [Number, V] : enumerate(Values))
          storePiece(S, I, S.B.CreateExtractElement(V, Lane),
                     S.B.CreateGEP(
                         S.B.getInt8Ty(), Base,
                         S.B.getInt64((Lane * A.PerLane + Number) * A.Bytes)),
                     commonAlignment(A.Alignment, A.Bytes), nullptr);
      return;
    }
    if (A.Reversed)
      Values[0] = S.B.CreateVectorReverse(Values[0]);
    if (A.Pieces == 1) {
      while (Values.size() < A.PerLane)
        Values.push_back(PoisonValue::get(Values[0]->getType()));
      Values = {S.interleave(Values)};
    }
    for (auto [Number, V] : enumerate(Values)) {
      Value *At = piece(S, Base, Number);
      if (A.Reversed)
        storePiece(S, I, V, At, A.Alignment, mask(S));
      else
        storeRows(S, I, V, At, A.Alignment, A.PerLane, usedPerLane());
    }
  }

private:
  /// True if elements with gaps between them are stored one by one while all
  /// lanes are active: AVX2's masked moves take some processors many times as
  /// long as plain ones.
  bool storesElements() const {
    return isa<StoreInst>(I) && A.Pieces == 1 && A.PerLane >= 2 * A.Count &&
           !A.IsInterleaved && !C.Target.Scatters &&
           C.DL.getTypeSizeInBits(A.Element) >= C.Target.MaskedBits &&
           !isOwn(A.Pointer, getLoadStoreType(&I), I);
  }
  Value *start(VectorState &S) const {
    Value *Base = S.scalar(A.Pointer);
    return A.Reversed
               ? S.B.CreateGEP(S.B.getInt8Ty(), Base,
                               S.B.getInt64(-int64_t(A.Bytes * (S.Lanes - 1))))
               : Base;
  }
  Value *piece(VectorState &S, Value *Base, unsigned Number) const {
    return Number ? S.B.CreateGEP(S.B.getInt8Ty(), Base,
                                  S.B.getInt64(Number * A.PartBytes))
                  : Base;
  }
  /// Elements of each lane that one piece has.
  unsigned usedPerLane() const { return A.Pieces > 1 ? A.PerLane : A.Count; }
  Value *mask(VectorState &S) const {
    return S.Mask ? S.B.CreateVectorReverse(S.Mask) : nullptr;
  }
};

/// True if the cache lines of so many lanes have one place in the first cache,
/// or few: those a page apart do. What is in it is gone before the next
/// iteration, which reads on in the same lines.
static bool displaceEachOther(const Shape &S, unsigned Lanes) {
  if (!S.isStrided())
    return false;
  // The sets of x86-64's first caches are chosen by an address within a page.
  const uint64_t Places =
      PageBytes / std::gcd<uint64_t>(std::abs(S.Stride), PageBytes);
  return Lanes / std::min<uint64_t>(Lanes, Places) >= CacheWays;
}

/// Elements from wherever they are.
class GatherRecipe final : public AccessRecipe {
public:
  GatherRecipe(Instruction &I, const PlanContext &C, bool InPairs)
      : AccessRecipe(I, C), InPairs(InPairs) {}

  Cost cost() const override {
    const double Pieces = InPairs ? A.Count / 2 : A.Count;
    const bool IsInstruction =
        isa<LoadInst>(I) ? C.Target.Gathers : C.Target.Scatters;
    // Elements of local memory are mostly in a few lines.
    double Each =
        !IsInstruction ? 5
        : A.Pointer->getType()->getPointerAddressSpace() == LocalMemory
            ? 2.5
            : C.Target.GatherCost;
    // What it takes longer to load a lane's element from the second cache.
    constexpr double SecondCache = 8;
    if (displaceEachOther(C.Shapes[A.Pointer], C.Lanes))
      Each += SecondCache;
    double OfPieces = Each * C.Lanes;
    // Of a word, a part is picked: by a shift, after its distance is known. To
    // put one there takes both.
    if (IsInstruction && C.DL.getTypeStoreSize(A.Ty->getScalarType()) < 4)
      OfPieces += isa<LoadInst>(I)
                      ? 4 * C.registers(Type::getInt32Ty(I.getContext()))
                      : OfPieces;
    // One instruction is much work, but little code.
    return {OfPieces * Pieces,
            (IsInstruction ? C.registers(A.Ty) : Each * C.Lanes) * Pieces};
  }
  void print(raw_ostream &OS) const override {
    OS << (isa<LoadInst>(I) ? "gather" : "scatter")
       << (InPairs ? " pairs" : "");
  }
  bool gathers() const override { return true; }

  Parts load(VectorState &S) const override {
    Parts Made;
    if (InPairs)
      for (unsigned Part = 0; Part != A.Count; Part += 2) {
        Value *Pairs = gather(S, S.pointers(A.Pointer, Part * A.Bytes));
        Made.append(S.deinterleave(
            S.B.CreateBitCast(Pairs, S.vectorOf(A.Element, 2)), 2));
      }
    else
      for (unsigned Part = 0; Part != A.Count; ++Part)
        Made.push_back(gather(S, S.pointers(A.Pointer, Part * A.PartBytes)));
    return Made;
  }
  void store(VectorState &S, Parts Values) const override {
    const unsigned Step = InPairs ? 2 : 1;
    for (unsigned Part = 0; Part != Values.size(); Part += Step) {
      Value *V = Values[Part], *To = S.pointers(A.Pointer, Part * A.PartBytes);
      if (InPairs)
        V = S.B.CreateBitCast(S.interleave({V, Values[Part + 1]}),
                              S.vectorOf(S.B.getInt64Ty()));
      copyFacts(S.B.CreateMaskedScatter(V, To, A.Alignment, S.mask()), I);
    }
  }

private:
  Value *gather(VectorState &S, Value *Pointers) const {
    IRBuilder<> &B = S.B;
    const unsigned Bits = C.DL.getTypeSizeInBits(A.Element);
    auto Emit = [&](Type *Ty, Value *At, Align Alignment) {
      CallInst *Call =
          B.CreateMaskedGather(S.vectorOf(Ty), At, Alignment, S.mask());
      copyFacts(Call, I);
      return Call;
    };
    if (InPairs)
      return Emit(B.getInt64Ty(), Pointers, A.Alignment);
    // What is less than a word LLVM loads for each lane. Under a mask it would
    // branch for each.
    if (Bits >= 32 || A.Alignment.value() * 8 < Bits ||
        (!S.Mask && !C.Target.gathersAreFast()))
      return Emit(A.Element, Pointers, A.Alignment);
    // Out of the aligned 32 bits around it, which are on the same page.
    const auto [Base, Offset] = shortOffset(S, Pointers);
    Value *From = Base ? Offset
                       : B.CreatePtrToInt(
                             Pointers, C.DL.getIntPtrType(Pointers->getType()));
    Value *Low = B.CreateAnd(From, ConstantInt::get(From->getType(), 3));
    Value *Around =
        Base ? B.CreateGEP(B.getInt8Ty(), Base, B.CreateSub(Offset, Low))
             : B.CreateGEP(B.getInt8Ty(), Pointers, B.CreateNeg(Low));
    Type *I32 = B.getInt32Ty();
    Value *All = Emit(I32, Around, Align(4));
    Value *Shift = B.CreateShl(B.CreateTrunc(Low, S.vectorOf(I32)), 3);
    Value *Part =
        B.CreateTrunc(B.CreateLShr(All, Shift), S.vectorOf(B.getIntNTy(Bits)));
    return B.CreateBitCast(Part, S.vectorOf(A.Element));
  }

  /// \returns an address that is a multiple of 4, and how many bytes behind it
  /// \p Pointers are, <Lanes x i32>; nulls if that is not known to be little.
  std::pair<Value *, Value *> shortOffset(VectorState &S,
                                          Value *Pointers) const {
    constexpr unsigned MaxBits = 28;
    auto *At = dyn_cast<GEPOperator>(Pointers);
    if (!At || At->getNumIndices() != 1 ||
        At->getPointerOperandType()->isVectorTy())
      return {};
    IRBuilder<> &B = S.B;
    Value *Base = At->getPointerOperand(), *Index = *At->idx_begin();
    const uint64_t Scale = C.DL.getTypeAllocSize(At->getSourceElementType());
    const unsigned Bits = Index->getType()->getScalarSizeInBits() -
                          computeKnownBits(Index, C.DL).countMinLeadingZeros();
    if (!A.IsInterleaved && Bits + Log2_64_Ceil(Scale) > MaxBits)
      return {};
    Value *Offset =
        B.CreateMul(B.CreateZExtOrTrunc(Index, S.vectorOf(B.getInt32Ty())),
                    B.CreateVectorSplat(S.Lanes, B.getInt32(Scale)));
    if (Base->getPointerAlignment(C.DL) >= 4)
      return {Base, Offset};
    Value *Low = B.CreateAnd(
        B.CreatePtrToInt(Base, C.DL.getIntPtrType(Base->getType())), 3);
    Base = B.CreateGEP(B.getInt8Ty(), Base, B.CreateNeg(Low));
    Low = B.CreateVectorSplat(S.Lanes, B.CreateTrunc(Low, B.getInt32Ty()));
    return {Base, B.CreateAdd(Offset, Low)};
  }

  const bool InPairs;
};

/// For accesses that the processor has no masked moves for, or slow ones:
/// without a mask if all lanes are active, as is the case most of the time.
class AllActiveRecipe final : public WideRecipe {
public:
  /// \param Otherwise null where \p Usual does under a mask.
  AllActiveRecipe(Instruction &I, const PlanContext &C, WideRecipePtr Usual,
                  WideRecipePtr Otherwise)
      : WideRecipe(I, C), Usual(std::move(Usual)),
        Otherwise(std::move(Otherwise)) {}

  Cost cost() const override { return Usual->cost(); }
  void print(raw_ostream &OS) const override {
    OS << "if all are active ";
    Usual->print(OS);
    OS << ", else ";
    if (Otherwise)
      Otherwise->print(OS);
    else
      OS << (isa<LoadInst>(I) ? "in a stretch" : "under a mask");
  }
  Parts emitParts(VectorState &S) const override {
    Type *Bits = S.B.getIntNTy(S.Lanes);
    Value *All = S.B.CreateICmpEQ(S.B.CreateBitCast(S.Mask, Bits),
                                  Constant::getAllOnesValue(Bits));
    return S.eitherWay(
        All,
        [&] {
          Value *Mask = std::exchange(S.Mask, nullptr);
          Parts Made = Usual->emitParts(S);
          S.Mask = Mask;
          return Made;
        },
        [&] { return (Otherwise ? Otherwise : Usual)->emitParts(S); });
  }
  bool gathers() const override { return Usual->gathers(); }

private:
  const WideRecipePtr Usual, Otherwise;
};

} // namespace

/// Whole vectors, one after the other.
static Parts accessWhole(Instruction &I, VectorState &S) {
  const Access A(I, S.C, /*Packs=*/false);
  Value *At = S.scalar(A.Pointer);
  if (isa<LoadInst>(I))
    return {loadRows(S, I, S.vectorOf(A.Element, A.Count), At, A.Alignment,
                     A.Count, A.Count)};
  storeRows(S, I, S.whole(I.getOperand(0)), At, A.Alignment, A.Count, A.Count);
  return {};
}

/// A varying value at one place: that of the last active lane stays.
static Parts storeOfLastLane(Instruction &I, VectorState &S) {
  IRBuilder<> &B = S.B;
  Value *Lane = B.getInt64(S.Lanes - 1);
  if (S.Mask) {
    Value *Bits = B.CreateBitCast(S.Mask, B.getIntNTy(S.Lanes));
    Value *Inactive =
        B.CreateBinaryIntrinsic(Intrinsic::ctlz, Bits, B.getFalse());
    Lane = B.CreateSub(Lane, B.CreateZExtOrTrunc(Inactive, B.getInt64Ty()));
  }
  Instruction *Copy = I.clone();
  Copy->setOperand(0, S.inLane(I.getOperand(0), Lane));
  Copy->setOperand(1, S.scalar(I.getOperand(1)));
  B.Insert(Copy);
  return {};
}

/// Where elements are neither at one place nor in a group.
static WideRecipePtr planElements(Instruction &I, const PlanContext &C,
                                  Active Lanes) {
  const Access A(I, C);
  const bool Masked = Lanes != Active::All;
  // What lies between elements may end behind a variable.
  const bool IsOwn = A.PerLane == A.Count
                         ? isOwn(A.Pointer, getLoadStoreType(&I), I)
                         : isSlotAccess(I);
  const unsigned Bits = C.DL.getTypeSizeInBits(A.Element);
  auto *Load = dyn_cast<LoadInst>(&I);
  if (Load && !A.Pieces)
    if (AccessRecipePtr Table = planTable(*Load, C))
      if (GatherRecipe Gather(I, C, /*InPairs=*/A.arePairs());
          Table->cost().Work < Gather.cost().Work)
        return Table;
  // Gathers of less than a word are gathers of words, which have masks.
  const bool IsWordGather = Load && C.Target.Gathers && !A.Pieces &&
                            !A.isLong() &&
                            !C.Shapes[A.Pointer].isLikelyStrided();
  if (Masked && Bits < C.Target.MaskedBits && !IsWordGather && !IsOwn)
    return std::make_unique<AllActiveRecipe>(
        I, C, planElements(I, C, Active::All),
        Load && A.Pieces ? nullptr : makeLaneByLane(I, C));
  // AVX2's masked moves are slow on some processors, which fetch nothing ahead
  // of them.
  if (A.Pieces && A.PerLane == A.Count && !C.Target.Scatters && !IsOwn &&
      (Lanes == Active::AllAtFirst || (Masked && !Load)))
    return std::make_unique<AllActiveRecipe>(
        I, C, std::make_unique<ConsecutiveRecipe>(I, C), nullptr);
  if (A.Pieces)
    return std::make_unique<ConsecutiveRecipe>(I, C);
  // Without a mask it comes to a few moves, where the processor has no
  // instruction for it. Otherwise every lane would be a branch.
  const bool IsInstruction =
      Load ? C.Target.Gathers : C.Target.Scatters && Bits >= 32;
  AccessRecipePtr Anywhere = Masked ? nullptr : planVectors(I, C);
  const bool AreVectors = Anywhere != nullptr;
  if (!AreVectors) {
    if ((Masked && !IsInstruction) || A.isLong())
      return makeLaneByLane(I, C);
    Anywhere = std::make_unique<GatherRecipe>(I, C, /*InPairs=*/false);
  }
  if (AccessRecipePtr Near = planNear(I, C, Masked, Anywhere))
    return Near;
  if (A.arePairs() && !AreVectors)
    Anywhere = std::make_unique<GatherRecipe>(I, C, /*InPairs=*/true);
  return Anywhere;
}

RecipePtr ferry::compiler::planAccess(Instruction &I, const PlanContext &C,
                                      Active Lanes) {
  Value *Pointer = getLoadStorePointerOperand(&I);
  const bool IsStore = isa<StoreInst>(I),
             IsUniform = C.Shapes[Pointer].isUniform();
  if (!IsStore && C.Shapes[&I].hasBase())
    return makeScalar(I, C);
  const bool Masked = Lanes != Active::All;
  if (const InterleaveGroup *G = C.Groups.of(&I);
      G && (!Masked ||
            (G->hasMasks(C.Target.MaskedBits) && !C.Whole.isAccessIn(*G))))
    return makeInterleaved(I, C, *G, Masked);
  if (C.Whole.isAccess(I))
    return makeSimple("whole", I, C, C.wholeRegisters(getLoadStoreType(&I)),
                      accessWhole);
  Type *Ty = getLoadStoreType(&I);
  if (!isPlainAccess(I) || (!elementBytes(Ty, C.DL) && !(IsStore && IsUniform)))
    return makeLaneByLane(I, C);
  if (!IsStore || !IsUniform)
    return planElements(I, C, Lanes);
  if (C.Shapes[I.getOperand(0)].isUniform())
    return makeScalar(I, C);
  if (Ty->isStructTy())
    return makeLaneByLane(I, C);
  return makeSimple("of the last lane", I, C, 1, storeOfLastLane);
}
