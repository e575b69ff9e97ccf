//===- PackGroups.cpp - Accesses that make up rows of memory --------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/PackGroups.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DataLayout.h"

using namespace llvm;
using namespace ferry::compiler;

/// Groups that are looked at together, for each of which an address is compared
/// with that of the next access.
static constexpr unsigned MaxOpen = 16;

/// Shorter rows are not worth while.
static constexpr uint64_t MinRowBytes = 16;

struct PackGroups::Member {
  Instruction *Access;
  int64_t Offset; ///< Bytes from what the first one points to.
  uint64_t Count; ///< Elements.
};

/// Accesses whose addresses differ by constants.
struct PackGroups::Candidates {
  bool AreStores;
  unsigned ElementBytes;
  int64_t Stride;
  const SCEV *Address; ///< Of the first one.
  SmallVector<Member, 16> Members;
};

PackGroups::PackGroups(Function &Lane, ScalarEvolution &SE,
                       const PackShapes &Shapes, unsigned Lanes,
                       unsigned VectorBits)
    : SE(SE), Shapes(Shapes), Lanes(Lanes), VectorBits(VectorBits),
      DL(Lane.getDataLayout()) {
  for (BasicBlock &Block : Lane)
    scan(Block);
}

void PackGroups::scan(BasicBlock &Block) {
  // Loads go together until something is written; stores as long as nothing is
  // read, nor written to where they may write, too.
  SmallVector<Candidates, 8> Open;
  auto CloseAll = [&](bool Stores, const Candidates *But) {
    for (Candidates &C : Open)
      if (C.AreStores == Stores && &C != But)
        close(C);
  };
  for (Instruction &I : Block) {
    if (!I.mayReadOrWriteMemory())
      continue;
    erase_if(Open, [](const Candidates &C) { return C.Members.empty(); });
    if (Open.size() == MaxOpen) {
      close(Open.front());
      Open.erase(Open.begin());
    }
    Value *Pointer = getLoadStorePointerOperand(&I);
    const bool IsStore = isa<StoreInst>(I);
    Candidates *Of = nullptr;
    if (Pointer && (IsStore ? cast<StoreInst>(I).isSimple()
                            : cast<LoadInst>(I).isSimple())) {
      Type *Ty = getLoadStoreType(&I);
      Type *Scalar = Ty->getScalarType();
      uint64_t Bytes = DL.getTypeStoreSize(Scalar);
      const Shape S = Shapes[Pointer];
      if ((Scalar->isIntegerTy(32) || Scalar->isIntegerTy(64) ||
           Scalar->isFloatTy() || Scalar->isDoubleTy()) &&
          S.K == Shape::Strided && S.Stride != 0 &&
          !Shapes.interleaved(Pointer)) {
        auto *Vector = dyn_cast<FixedVectorType>(Ty);
        Member M{&I, 0, Vector ? Vector->getNumElements() : 1};
        const SCEV *Address = SE.getSCEV(Pointer);
        for (Candidates &C : Open) {
          if (C.AreStores != IsStore || C.ElementBytes != Bytes ||
              C.Stride != S.Stride || C.Members.empty())
            continue;
          auto Distance = SE.computeConstantDifference(Address, C.Address);
          if (!Distance || Distance->getSignificantBits() > 32 ||
              Distance->getSExtValue() % int64_t(Bytes) != 0)
            continue;
          M.Offset = Distance->getSExtValue();
          C.Members.push_back(M);
          Of = &C;
          break;
        }
        if (!Of) {
          Open.push_back({IsStore, unsigned(Bytes), S.Stride, Address, {M}});
          Of = &Open.back();
        }
      }
    }
    if (I.mayWriteToMemory())
      CloseAll(/*Stores=*/false, nullptr);
    CloseAll(/*Stores=*/true, Of);
  }
  for (Candidates &C : Open)
    close(C);
}

void PackGroups::close(Candidates &C) {
  if (!C.Members.empty())
    makeRows(C);
  C.Members.clear();
}

void PackGroups::makeRows(Candidates &C) {
  const int64_t Bytes = C.ElementBytes;
  stable_sort(C.Members, [](const Member &A, const Member &B) {
    return A.Offset < B.Offset;
  });
  int64_t End = C.Members[0].Offset;
  bool Overlap = false;
  for (const Member &M : C.Members) {
    Overlap |= M.Offset < End;
    End = std::max(End, M.Offset + int64_t(M.Count) * Bytes);
  }
  if (C.AreStores &&
      (Overlap || End - C.Members[0].Offset > std::abs(C.Stride)))
    return;
  // Of rows that follow one another, any size; of others, powers of two.
  SmallVector<unsigned, 8> Sizes;
  const unsigned MaxElements = std::min(Lanes, VectorBits / 8 / C.ElementBytes);
  if (C.Stride > 0 && C.Stride % Bytes == 0 &&
      C.Stride <= MaxElements * Bytes && !isPowerOf2_64(C.Stride / Bytes))
    Sizes.push_back(C.Stride / Bytes);
  for (unsigned Elements = MaxElements;
       Elements * Bytes >= int64_t(MinRowBytes); Elements /= 2)
    Sizes.push_back(Elements);
  // The longest rows first. What lies between two members is of the object
  // that they are of, and can be loaded with them.
  for (unsigned Next = 0; Next < C.Members.size();) {
    const unsigned First = Next++;
    const int64_t Start = C.Members[First].Offset;
    for (unsigned Elements : Sizes) {
      const int64_t RowEnd = Start + Elements * Bytes;
      const bool Dense = C.Stride == RowEnd - Start;
      if (RowEnd > End ||
          (!Dense && C.Stride > 0 && C.Stride <= MaxStride * Bytes))
        continue;
      AccessGroup G;
      G.Elements = Elements;
      G.Stride = C.Stride;
      unsigned Last = First;
      int64_t Used = 0, UsedTo = Start;
      for (; Last != C.Members.size() && C.Members[Last].Offset < RowEnd;
           ++Last) {
        const Member &M = C.Members[Last];
        const int64_t MemberEnd = M.Offset + int64_t(M.Count) * Bytes;
        if (MemberEnd > RowEnd)
          break;
        Used += std::max(MemberEnd, UsedTo) - std::max(M.Offset, UsedTo);
        UsedTo = std::max(MemberEnd, UsedTo);
        G.Members.push_back({M.Access, unsigned((M.Offset - Start) / Bytes)});
      }
      if (C.AreStores ? Used != RowEnd - Start : 2 * Used < RowEnd - Start)
        continue;
      // A vector that takes the whole row has a simple form already.
      if (Dense && G.Members.size() == 1)
        continue;
      Instruction *Row = C.Members[First].Access;
      G.Alignment = getLoadStoreAlignment(Row);
      G.Element = IntegerType::get(Row->getContext(), C.ElementBytes * 8);
      G.At = Row;
      for (auto &[Access, Number] : G.Members)
        if (C.AreStores ? G.At->comesBefore(Access) : Access->comesBefore(G.At))
          G.At = Access;
      for (unsigned I = First; I != Last; ++I)
        if (C.Members[I].Access == G.At)
          G.Offset = Start - C.Members[I].Offset;
      for (auto &[Access, Number] : G.Members)
        Numbers[Access] = Groups.size();
      Groups.push_back(std::move(G));
      Next = Last;
      break;
    }
  }
}
