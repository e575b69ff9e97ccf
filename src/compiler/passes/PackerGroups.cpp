//===- PackerGroups.cpp - Rows of memory, transposed ----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/Packer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/VectorUtils.h"

using namespace llvm;
using namespace ferry::compiler;

/// The group that \p I is done with, if there is one and all lanes are active;
/// else null.
const AccessGroup *Packer::groupOf(const Instruction &I) {
  return Masked || Masks[Current] ? nullptr : Groups.of(&I);
}

/// Of rows one after the other, in as many vectors as a row has elements: each
/// vector gets the elements of all rows with one number.
Packer::Parts Packer::transpose(Parts Rows) {
  SmallVector<int, 64> Even, Odd;
  for (unsigned L = 0; L != Lanes; ++L) {
    Even.push_back(2 * L);
    Odd.push_back(2 * L + 1);
  }
  // Each step takes the elements apart by one more bit of their numbers.
  const unsigned Count = Rows.size();
  for (unsigned Step = 1; Step != Count; Step *= 2) {
    Parts Next(Count);
    for (unsigned I = 0; I != Count / 2; ++I) {
      Next[I] = B.CreateShuffleVector(Rows[2 * I], Rows[2 * I + 1], Even);
      Next[I + Count / 2] =
          B.CreateShuffleVector(Rows[2 * I], Rows[2 * I + 1], Odd);
    }
    Rows = std::move(Next);
  }
  return Rows;
}

Packer::Parts Packer::transposeBack(Parts Columns) {
  SmallVector<int, 64> Low, High;
  for (unsigned L = 0; L != Lanes / 2; ++L) {
    Low.append({int(L), int(Lanes + L)});
    High.append({int(Lanes / 2 + L), int(Lanes + Lanes / 2 + L)});
  }
  const unsigned Count = Columns.size();
  for (unsigned Step = 1; Step != Count; Step *= 2) {
    Parts Next(Count);
    for (unsigned I = 0; I != Count / 2; ++I) {
      Value *One = Columns[I], *Other = Columns[I + Count / 2];
      Next[2 * I] = B.CreateShuffleVector(One, Other, Low);
      Next[2 * I + 1] = B.CreateShuffleVector(One, Other, High);
    }
    Columns = std::move(Next);
  }
  return Columns;
}

/// The address of \p Lane's row.
Value *Packer::row(const AccessGroup &G, unsigned Lane, Align &Alignment) {
  int64_t Offset = G.Offset + int64_t(Lane) * G.Stride;
  Alignment = commonAlignment(G.Alignment, std::abs(Lane * G.Stride));
  Value *Base = scalar(getLoadStorePointerOperand(G.At));
  return Offset ? B.CreateGEP(B.getInt8Ty(), Base, B.getInt64(Offset)) : Base;
}

void Packer::load(const AccessGroup &G) {
  SmallVector<Value *, 16> Accesses;
  for (auto &[Access, Number] : G.Members)
    Accesses.push_back(Access);
  auto Load = [&](unsigned Lane, unsigned Elements) {
    Align Alignment;
    Value *Address = row(G, Lane, Alignment);
    auto *Made = B.CreateAlignedLoad(FixedVectorType::get(G.Element, Elements),
                                     Address, Alignment);
    propagateMetadata(Made, Accesses);
    return Made;
  };
  auto Rows = [&] {
    Parts All;
    const unsigned PerVector = Lanes / G.Elements;
    for (unsigned Lane = 0; Lane != Lanes; Lane += PerVector) {
      if (G.isDense()) {
        All.push_back(Load(Lane, Lanes));
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
      G.isTransposed() ? transpose(Rows())
                       : deinterleave(Load(0, Lanes * G.Elements), G.Elements);
  for (auto &[Access, Number] : G.Members) {
    Parts &Made = Wide[Access];
    for (auto [I, Ty] : enumerate(partTypes(Access->getType())))
      Made.push_back(B.CreateBitCast(Columns[Number + I], vectorOf(Ty)));
  }
}

void Packer::store(const AccessGroup &G) {
  SmallVector<Value *, 16> Accesses;
  Parts Columns(G.Elements, PoisonValue::get(vectorOf(G.Element)));
  BitVector There(G.Elements);
  for (auto &[Access, Number] : G.Members) {
    Accesses.push_back(Access);
    for (auto [I, V] : enumerate(wide(Access->getOperand(0)))) {
      Columns[Number + I] = B.CreateBitCast(V, vectorOf(G.Element));
      There.set(Number + I);
    }
  }
  auto Masked = [&](Value *V, Value *Address, Align Alignment) {
    SmallVector<Constant *, 64> Mask;
    const auto *Ty = cast<FixedVectorType>(V->getType());
    for (unsigned I = 0; I != Ty->getNumElements(); ++I)
      Mask.push_back(B.getInt1(There[I % G.Elements]));
    return B.CreateMaskedStore(V, Address, Alignment,
                               ConstantVector::get(Mask));
  };
  auto Store = [&](Value *V, unsigned Lane) {
    Align Alignment;
    Value *Address = row(G, Lane, Alignment);
    Instruction *Made =
        There.all() ? B.CreateAlignedStore(V, Address, Alignment)
                    : static_cast<Instruction *>(Masked(V, Address, Alignment));
    propagateMetadata(Made, Accesses);
  };
  if (!G.isTransposed())
    return Store(interleave(Columns), 0);
  Parts Rows = transposeBack(std::move(Columns));
  const unsigned PerVector = Lanes / G.Elements;
  for (auto [I, V] : enumerate(Rows)) {
    if (G.isDense()) {
      Store(V, I * PerVector);
      continue;
    }
    for (unsigned Piece = 0; Piece != PerVector; ++Piece)
      Store(B.CreateExtractVector(FixedVectorType::get(G.Element, G.Elements),
                                  V, uint64_t(Piece * G.Elements)),
            I * PerVector + Piece);
  }
}
