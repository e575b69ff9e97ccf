//===- InterleaveGroups.cpp - Accesses that make up rows ------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/vectorise/InterleaveGroups.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/DataLayout.h"

using namespace llvm;
using namespace ferry::compiler;

/// Groups that are looked at together, for each of which an address is compared
/// with that of the next access.
static constexpr unsigned MaxOpen = 16;

/// Shorter rows anywhere are scattered element by element.
static constexpr unsigned MinStoredBytes = 12;

struct InterleaveGroups::Member {
  Instruction *Access;
  int64_t Offset; ///< Bytes from what the first one points to.
  uint64_t Count; ///< Elements.
};

/// Accesses whose addresses differ by constants.
struct InterleaveGroups::Candidates {
  bool AreStores;
  unsigned ElementBytes;
  std::optional<int64_t> Stride;
  const SCEV *Address; ///< Of the first one.
  SmallVector<Member, 16> Members = {};
  /// Where there was a store since the first one, by the members or, if they
  /// are loads, by others, those before it included that may be done after it:
  /// bytes from that address on, and how many.
  SmallVector<std::pair<int64_t, int64_t>, 16> Stored = {};

  void add(Instruction &Access, int64_t Offset, int64_t Bytes) {
    Members.push_back({&Access, Offset, uint64_t(Bytes / ElementBytes)});
    if (AreStores)
      Stored.push_back({Offset, Bytes});
  }
};

InterleaveGroups::InterleaveGroups(Function &Lane, FunctionAnalysisManager &FAM,
                                   unsigned Lanes, unsigned VectorBits,
                                   unsigned MaskedBits)
    : SE(FAM.getResult<ScalarEvolutionAnalysis>(Lane)),
      AA(FAM.getResult<AAManager>(Lane)),
      Shapes(FAM.getResult<StridesAnalysis>(Lane)), Lanes(Lanes),
      VectorBits(VectorBits), MaskedBits(MaskedBits), DL(Lane.getDataLayout()) {
  for (BasicBlock &Block : Lane)
    scan(Block);
}

/// True if \p Offset, from the candidates' first address, and what follows it
/// in \p Bytes, is apart from all of \p Ranges.
static bool isApart(int64_t Offset, int64_t Bytes,
                    ArrayRef<std::pair<int64_t, int64_t>> Ranges) {
  return all_of(Ranges, [&](std::pair<int64_t, int64_t> R) {
    return Offset + Bytes <= R.first || R.first + R.second <= Offset;
  });
}

void InterleaveGroups::scan(BasicBlock &Block) {
  // Loads go up to the first, and stores down to the last: past what the same
  // work-item does at other places.
  SmallVector<Candidates, 8> Open;
  for (Instruction &I : Block) {
    if (!I.mayReadOrWriteMemory())
      continue;
    const bool IsStore = isa<StoreInst>(I);
    Value *Pointer = getLoadStorePointerOperand(&I);
    if (Pointer && !(IsStore ? cast<StoreInst>(I).isSimple()
                             : cast<LoadInst>(I).isSimple()))
      Pointer = nullptr;
    Type *Ty = Pointer ? getLoadStoreType(&I) : nullptr;
    const int64_t Bytes = Pointer ? DL.getTypeStoreSize(Ty).getFixedValue() : 0;
    const bool Fits = Pointer && canBeMember(Pointer, Ty);
    const SCEV *Address = Pointer ? SE.getSCEV(Pointer) : nullptr;
    Candidates *Of = nullptr;
    for (Candidates &C : Open) {
      if (C.Members.empty() || (!C.AreStores && !I.mayWriteToMemory() && !Fits))
        continue;
      std::optional<int64_t> Offset;
      if (Pointer)
        if (auto Distance = SE.computeConstantDifference(Address, C.Address);
            Distance && Distance->getSignificantBits() <= 32)
          Offset = Distance->getSExtValue();
      if (!Offset && Pointer && areApart(AA, *C.Members[0].Access, I))
        continue;
      const bool Joins =
          Fits && Offset && !Of && C.AreStores == IsStore &&
          C.ElementBytes == DL.getTypeStoreSize(Ty->getScalarType()) &&
          C.Stride == strideOf(Pointer) && *Offset % C.ElementBytes == 0 &&
          (IsStore || isApart(*Offset, Bytes, C.Stored));
      if (Joins) {
        C.add(I, *Offset, Bytes);
        Of = &C;
      } else if (C.AreStores) {
        if (!Offset || !isApart(*Offset, Bytes, C.Stored))
          close(C);
      } else if (I.mayWriteToMemory()) {
        if (Offset)
          C.Stored.push_back({*Offset, Bytes});
        else
          close(C);
      }
    }
    if (!Fits || Of)
      continue;
    erase_if(Open, [](const Candidates &C) { return C.Members.empty(); });
    if (Open.size() == MaxOpen) {
      close(Open.front());
      Open.erase(Open.begin());
    }
    Candidates New = {IsStore,
                      unsigned(DL.getTypeStoreSize(Ty->getScalarType())),
                      strideOf(Pointer), Address};
    New.add(I, 0, Bytes);
    if (!IsStore)
      for (const Candidates &C : Open)
        // Where it is not known, they are apart.
        if (auto Distance = SE.computeConstantDifference(C.Address, Address);
            Distance && C.AreStores)
          for (auto [First, Size] : C.Stored)
            New.Stored.push_back({Distance->getSExtValue() + First, Size});
    Open.push_back(std::move(New));
  }
  for (Candidates &C : Open)
    close(C);
}

bool ferry::compiler::areApart(AAResults &AA, Instruction &One,
                               Instruction &Other) {
  auto NeverChanges = [](const Instruction &I) {
    return I.hasMetadata(LLVMContext::MD_invariant_load);
  };
  if (NeverChanges(One) || NeverChanges(Other))
    return true;
  auto Object = [](Instruction &I) {
    return MemoryLocation::getBeforeOrAfter(getLoadStorePointerOperand(&I),
                                            I.getAAMetadata());
  };
  return AA.isNoAlias(Object(One), Object(Other));
}

bool InterleaveGroups::goesAlong(Value *Pointer) const {
  return isa<SCEVAddRecExpr>(SE.getSCEV(Pointer));
}

std::optional<int64_t> InterleaveGroups::strideOf(const Value *Pointer) const {
  const Shape S = Shapes[Pointer];
  return S.K == Shape::Strided ? std::optional(S.Stride) : std::nullopt;
}

/// Whether the access of a \p Ty at \p Pointer may be part of a row: vectors
/// that follow one another have a simpler form.
bool InterleaveGroups::canBeMember(const Value *Pointer, Type *Ty) const {
  const Shape S = Shapes[Pointer];
  const uint64_t Bytes =
      Ty->getScalarType()->isPointerTy() ? 0 : elementBytes(Ty, DL);
  const bool IsConsecutive =
      Ty->isVectorTy() &&
      S.Stride == int64_t(DL.getTypeStoreSize(Ty).getFixedValue());
  // What is likely to be near each other is loaded so.
  const bool HasRows = S.K == Shape::Strided
                           ? S.Stride != 0
                           : S.K == Shape::Varying && !S.isLikelyStrided();
  return Bytes && Bytes <= 8 && HasRows && !IsConsecutive &&
         !Shapes.interleaved(Pointer);
}

void InterleaveGroups::close(Candidates &C) {
  if (!C.Members.empty())
    makeRows(C);
  C.Members.clear();
}

void InterleaveGroups::makeRows(Candidates &C) {
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
  const int64_t Stride = C.Stride.value_or(0);
  if (C.AreStores && Overlap)
    return;
  // Of rows that follow one another, or are stored anywhere, any size; of
  // others, powers of two. But two or four elements of up to four bytes are
  // shifted out of numbers.
  SmallVector<unsigned, 8> Sizes;
  const unsigned MaxElements = std::min(Lanes, VectorBits / 8 / C.ElementBytes);
  if (Stride > Bytes && Stride % Bytes == 0 && Stride <= MaxElements * Bytes &&
      (C.AreStores || Stride > 4 || !isPowerOf2_64(Stride / Bytes)))
    Sizes.push_back(Stride / Bytes);
  const bool Anywhere = C.AreStores && !C.Stride;
  const int64_t Least = Anywhere ? MinStoredBytes : MinRowBytes;
  for (unsigned Elements = MaxElements; Elements * Bytes >= Least;
       Elements = Anywhere ? Elements - 1 : Elements / 2)
    Sizes.push_back(Elements);
  // The longest rows first. What lies between two members is of the object
  // that they are of, and can be loaded with them; it can be left out where
  // stores have masks.
  for (unsigned Next = 0; Next < C.Members.size();) {
    const unsigned First = Next++;
    const int64_t Start = C.Members[First].Offset;
    for (unsigned Elements : Sizes) {
      const int64_t RowEnd = Start + Elements * Bytes;
      const bool Dense = Stride == RowEnd - Start;
      const bool IsMasked = C.AreStores && Dense && Bytes * 8 >= MaskedBits;
      // Records as short as these are loaded with what lies between.
      const bool OfShort = !Dense && Stride > 0 && Stride <= MaxStride * Bytes;
      if ((RowEnd > End && !IsMasked) || (OfShort && Stride < RowEnd - Start))
        continue;
      InterleaveGroup G;
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
      if ((C.AreStores && !IsMasked) || OfShort ? Used != RowEnd - Start
                                                : 2 * Used < RowEnd - Start)
        continue;
      // One vector in rows that follow one another, or anywhere, has a simpler
      // form, too.
      if ((Dense || !C.Stride) && G.Members.size() == 1)
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
