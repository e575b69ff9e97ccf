//===- InterleaveRecipes.cpp - Rows of memory, transposed -----------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/vectorise/MemoryRecipes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace ferry::compiler;

/// Of rows one after the other, in as many vectors as a row has elements: each
/// vector gets the elements of all rows with one number.
static Parts transpose(VectorState &S, Parts Rows) {
  const auto Even = createStrideMask(0, 2, S.Lanes),
             Odd = createStrideMask(1, 2, S.Lanes);
  // Each step takes the elements apart by one more bit of their numbers.
  const unsigned Count = Rows.size();
  for (unsigned Step = 1; Step != Count; Step *= 2) {
    Parts Next(Count);
    for (unsigned I = 0; I != Count / 2; ++I) {
      Next[I] = S.B.CreateShuffleVector(Rows[2 * I], Rows[2 * I + 1], Even);
      Next[I + Count / 2] =
          S.B.CreateShuffleVector(Rows[2 * I], Rows[2 * I + 1], Odd);
    }
    Rows = std::move(Next);
  }
  return Rows;
}

static Parts transposeBack(VectorState &S, Parts Columns) {
  const auto Both = createInterleaveMask(S.Lanes, 2);
  const auto Low = ArrayRef(Both).take_front(S.Lanes),
             High = ArrayRef(Both).take_back(S.Lanes);
  const unsigned Count = Columns.size();
  for (unsigned Step = 1; Step != Count; Step *= 2) {
    Parts Next(Count);
    for (unsigned I = 0; I != Count / 2; ++I) {
      Value *One = Columns[I], *Other = Columns[I + Count / 2];
      Next[2 * I] = S.B.CreateShuffleVector(One, Other, Low);
      Next[2 * I + 1] = S.B.CreateShuffleVector(One, Other, High);
    }
    Columns = std::move(Next);
  }
  return Columns;
}

/// What it takes to know where a lane's own row is.
static constexpr double LaneAddress = 3;

namespace {

/// A member of a group.
class InterleavedRecipe final : public Recipe {
public:
  InterleavedRecipe(Instruction &I, const PlanContext &C,
                    const ferry::compiler::InterleaveGroup &G, bool Masked)
      : Recipe(I, C), G(G), Masked(Masked) {}

  /// Its part of the row's loads and of the steps of the transposition.
  Cost cost() const override {
    Type *Ty = getLoadStoreType(&I);
    const uint64_t Bits = C.DL.getTypeStoreSizeInBits(Ty->getScalarType());
    return C.registers(Ty) *
               (1.0 * G.Elements * Bits / C.Target.VectorBits +
                (G.isTransposed() ? Log2_32_Ceil(G.Elements) : G.Elements - 1) +
                (isInOnePiece() && !Masked ? 0 : 1)) +
           (findsRows() ? LaneAddress * C.Lanes / G.Members.size() : 0);
  }
  void print(raw_ostream &OS) const override {
    OS << "member of " << G.Members.size() << ", rows of " << G.Elements;
    if (G.Stride)
      OS << " each " << *G.Stride << " bytes";
    if (Masked)
      OS << ", of active lanes";
    if (G.At == &I)
      OS << ", all here";
  }
  void emit(VectorState &S) const override {
    if (G.At == &I)
      isa<LoadInst>(I) ? load(S) : store(S);
  }

private:
  /// True if the rows of neighbouring lanes are loaded or stored together.
  bool isInOnePiece() const {
    return G.isDense() && (!Masked || G.hasMasks(C.Target.MaskedBits));
  }
  /// True if each lane's pointer says where its row is.
  bool findsRows() const { return !G.Stride || (Masked && !isInOnePiece()); }
  /// The elements of a row that are in members.
  BitVector members() const {
    BitVector There(G.Elements);
    for (auto &[Access, Number] : G.Members)
      There.set(Number, Number + elementsOf(getLoadStoreType(Access)));
    return There;
  }
  /// What the lanes access at \c G.At; for inactive ones what an active one
  /// does.
  Value *activePointers(VectorState &S) const {
    Value *Pointer = getLoadStorePointerOperand(G.At);
    return S.B.CreateSelect(
        S.mask(), S.pointers(Pointer, 0),
        S.B.CreateVectorSplat(S.Lanes, S.inLane(Pointer, S.firstLane())));
  }
  /// The address of \p Lane's row.
  Value *row(VectorState &S, unsigned Lane, Align &Alignment) const {
    const int64_t OfLane = Lane * G.Stride.value_or(0),
                  Offset = G.Offset + OfLane;
    Alignment = commonAlignment(G.Alignment, std::abs(OfLane));
    Value *Pointer = getLoadStorePointerOperand(G.At);
    Value *Base =
        G.Stride ? S.scalar(Pointer) : S.inLane(Pointer, S.B.getInt64(Lane));
    return Offset ? S.B.CreateGEP(S.B.getInt8Ty(), Base, S.B.getInt64(Offset))
                  : Base;
  }
  void load(VectorState &S) const {
    IRBuilder<> &B = S.B;
    SmallVector<Value *, 16> Accesses;
    for (auto &[Access, Number] : G.Members)
      Accesses.push_back(Access);
    Value *Pointers = Masked && !isInOnePiece() ? activePointers(S) : nullptr;
    auto Load = [&](unsigned Lane, unsigned Elements) {
      Align Alignment = G.Alignment;
      Value *Address = Pointers
                           ? B.CreateGEP(B.getInt8Ty(),
                                         B.CreateExtractElement(Pointers, Lane),
                                         B.getInt64(G.Offset))
                           : row(S, Lane, Alignment);
      auto *Ty = FixedVectorType::get(G.Element, Elements);
      auto LoadPart = [&](Type *Part, Value *At, Align Aligned, Value *Mask) {
        return propagateMetadata(createLoad(B, Part, At, Aligned, Mask),
                                 Accesses);
      };
      return Pointers ? LoadPart(Ty, Address, Alignment, nullptr)
                      : loadRows(S,
                                 {Address, Alignment,
                                  BitVector(G.Elements, true), Lane},
                                 Ty, LoadPart);
    };
    auto Rows = [&] {
      Parts All;
      const unsigned PerVector = S.Lanes / G.Elements;
      for (unsigned Lane = 0; Lane != S.Lanes; Lane += PerVector) {
        if (isInOnePiece()) {
          All.push_back(Load(Lane, S.Lanes));
          continue;
        }
        SmallVector<Value *, 16> Pieces;
        for (unsigned I = 0; I != PerVector; ++I)
          Pieces.push_back(Load(Lane + I, G.Elements));
        All.push_back(concatenateVectors(B, Pieces));
      }
      return All;
    };
    const Parts Columns =
        G.isTransposed()
            ? transpose(S, Rows())
            : S.deinterleave(Load(0, S.Lanes * G.Elements), G.Elements);
    for (auto &[Access, Number] : G.Members) {
      Parts Made;
      for (auto [I, Ty] : enumerate(partTypes(Access->getType())))
        Made.push_back(B.CreateBitCast(Columns[Number + I], S.vectorOf(Ty)));
      S.setWide(Access, std::move(Made));
    }
  }
  void store(VectorState &S) const {
    IRBuilder<> &B = S.B;
    SmallVector<Value *, 16> Accesses;
    const unsigned Count =
        G.isTransposed() ? PowerOf2Ceil(G.Elements) : G.Elements;
    Parts Columns(Count, PoisonValue::get(S.vectorOf(G.Element)));
    for (auto &[Access, Number] : G.Members) {
      Accesses.push_back(Access);
      for (auto [I, V] : enumerate(S.wide(Access->getOperand(0))))
        Columns[Number + I] = B.CreateBitCast(V, S.vectorOf(G.Element));
    }
    auto Store = [&](Value *V, unsigned Lane) {
      Align Alignment;
      Value *Address = row(S, Lane, Alignment);
      storeRows(S, {Address, Alignment, members(), Lane}, V,
                [&](Value *Part, Value *At, Align Aligned, Value *Mask) {
                  propagateMetadata(createStore(B, Part, At, Aligned, Mask),
                                    Accesses);
                });
    };
    if (!G.isTransposed())
      return Store(S.interleave(Columns), 0);
    Parts Rows = transposeBack(S, std::move(Columns));
    const unsigned PerVector = S.Lanes / Count;
    for (auto [I, V] : enumerate(Rows)) {
      if (G.isDense()) {
        Store(V, I * PerVector);
        continue;
      }
      for (unsigned Piece = 0; Piece != PerVector; ++Piece)
        Store(B.CreateShuffleVector(
                  V, createSequentialMask(Piece * Count, G.Elements, 0)),
              I * PerVector + Piece);
    }
  }

  const ferry::compiler::InterleaveGroup &G;
  const bool Masked;
};

/// A vector of each lane from wherever it is: one load, or store, for each
/// lane, and the steps of a transposition. Takes fewer steps of the processor
/// than to gather each element.
class VectorsRecipe final : public AccessRecipe {
public:
  using AccessRecipe::AccessRecipe;

  Cost cost() const override {
    return LaneAddress * C.Lanes + C.registers(A.Ty) * Log2_32(A.Count);
  }
  void print(raw_ostream &OS) const override { OS << "lanes' vectors"; }
  bool gathers() const override { return true; }

  Parts load(VectorState &S) const override {
    Parts Rows;
    for (unsigned First = 0; First != S.Lanes; First += S.Lanes / A.Count) {
      SmallVector<Value *, 16> Pieces;
      for (unsigned L = First; L != First + S.Lanes / A.Count; ++L)
        Pieces.push_back(
            loadPiece(S, I, A.Ty, address(S, L), A.Alignment, nullptr));
      Rows.push_back(concatenateVectors(S.B, Pieces));
    }
    return transpose(S, std::move(Rows));
  }
  void store(VectorState &S, Parts Values) const override {
    const unsigned PerVector = S.Lanes / A.Count;
    for (auto [Number, Row] : enumerate(transposeBack(S, std::move(Values))))
      for (unsigned L = 0; L != PerVector; ++L)
        storePiece(
            S, I, S.B.CreateExtractVector(A.Ty, Row, S.B.getInt64(L * A.Count)),
            address(S, Number * PerVector + L), A.Alignment, nullptr);
  }

private:
  Value *address(VectorState &S, unsigned Lane) const {
    return S.inLane(A.Pointer, S.B.getInt64(Lane));
  }
};

} // namespace

AccessRecipePtr ferry::compiler::planVectors(Instruction &I,
                                             const PlanContext &C) {
  const Access A(I, C);
  // Pairs of 32 bits are gathered as one element.
  if (A.Packed || A.IsInterleaved || !isPowerOf2_32(A.Count) ||
      A.Count > C.Lanes || A.Bytes * A.Count < 16 || A.Bytes < 4 ||
      A.Element->isPointerTy())
    return nullptr;
  // A lane's address is taken out of a register for each load, but if it goes
  // along a row. Where gathers are fast, several of them take no longer.
  constexpr unsigned MaxGathered = 32;
  if (isa<LoadInst>(I) && C.Target.gathersAreFast() &&
      A.Bytes * A.Count <= MaxGathered && !C.Groups.goesAlong(A.Pointer))
    return nullptr;
  return std::make_unique<VectorsRecipe>(I, C);
}

RecipePtr
ferry::compiler::makeInterleaved(Instruction &I, const PlanContext &C,
                                 const ferry::compiler::InterleaveGroup &G,
                                 bool Masked) {
  return std::make_unique<InterleavedRecipe>(I, C, G, Masked);
}
