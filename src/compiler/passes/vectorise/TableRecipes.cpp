//===- TableRecipes.cpp - Loads out of small constant tables --------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/vectorise/MemoryRecipes.h"

#include "compiler/LlvmVersions.h"
#include "compiler/passes/vectorise/Permutations.h"

#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace ferry::compiler;

namespace {

/// Where in a constant an address is: Known bytes from its start, and so many
/// for each of some values.
struct Place {
  Constant *Of = nullptr; ///< Null if that is not known.
  APInt Known;
  VariableOffsets Scales;
};

/// A load of what the program says, of which registers hold all.
class TableRecipe final : public AccessRecipe {
public:
  TableRecipe(LoadInst &I, const PlanContext &C, Place At,
              ArrayRef<uint64_t> Elements)
      : AccessRecipe(I, C), At(std::move(At)), Elements(Elements) {}

  Cost cost() const override {
    // Each register of lanes is picked, of one or two registers at a time, and
    // one result is chosen.
    const double Picks =
        divideCeil(Elements.size(), lanesPerRegister() * (hasTwo() ? 2 : 1));
    return A.Count * (C.registers(indexType()) * (3 * Picks - 2) *
                          (isInHalves() ? 3 : 1) +
                      1);
  }
  void print(raw_ostream &OS) const override {
    OS << "of a table of " << Elements.size();
  }
  Parts load(VectorState &S) const override {
    Parts Made;
    for (unsigned Part = 0; Part != A.Count; ++Part)
      Made.push_back(lookUp(S, index(S, Part)));
    return Made;
  }
  void store(VectorState &, Parts) const override {
    llvm_unreachable("constants are not stored to");
  }

private:
  static constexpr unsigned Word = 32;

  /// True if two registers are picked from with one instruction.
  bool hasTwo() const { return C.Target.VectorBits == 512; }
  /// True if long elements are picked as two words.
  bool isInHalves() const { return A.Bytes * 8 > Word && !hasTwo(); }
  /// Of what is picked: a word at least.
  unsigned bits() const {
    return isInHalves() ? Word : std::max<unsigned>(A.Bytes * 8, Word);
  }
  Type *indexType() const { return IntegerType::get(I.getContext(), bits()); }
  unsigned lanesPerRegister() const { return C.Target.VectorBits / bits(); }

  /// The numbers of the lanes' elements.
  Value *index(VectorState &S, unsigned Part) const {
    IRBuilder<> &B = S.B;
    Type *Ty = indexType();
    const int64_t Bytes = A.Bytes;
    Value *Index = B.CreateVectorSplat(
        S.Lanes,
        ConstantInt::getSigned(Ty, At.Known.getSExtValue() / Bytes + Part));
    for (const auto &[V, Scale] : At.Scales) {
      Value *Number = B.CreateSExtOrTrunc(S.wideOne(V), S.vectorOf(Ty));
      Value *Times = B.CreateVectorSplat(
          S.Lanes, ConstantInt::getSigned(Ty, Scale.getSExtValue() / Bytes));
      Index = B.CreateAdd(Index, B.CreateMul(Number, Times));
    }
    // What is poison in other lanes must not spread.
    return S.Mask ? B.CreateFreeze(Index) : Index;
  }

  Value *lookUp(VectorState &S, Value *Index) const {
    IRBuilder<> &B = S.B;
    Type *Element = B.getIntNTy(A.Bytes * 8);
    Value *Picked;
    if (isInHalves()) {
      Value *Halves[] = {pick(S, Index, 0), pick(S, Index, Word)};
      Picked = B.CreateBitCast(S.interleave(Halves), S.vectorOf(Element));
    } else {
      const bool Signed = isSignExtended();
      Picked = B.CreateTrunc(pick(S, Index, 0), S.vectorOf(Element), "",
                             /*IsNUW=*/!Signed, /*IsNSW=*/Signed);
    }
    return B.CreateBitCast(Picked, S.vectorOf(A.Element));
  }

  /// The bits from \p Shift on of the elements with the numbers in \p Index.
  Value *pick(VectorState &S, Value *Index, unsigned Shift) const {
    SmallVector<Value *, 4> Registers;
    for (unsigned N = 0; N < Elements.size(); N += lanesPerRegister())
      Registers.push_back(table(N, Shift));
    return pickElements(S.B, Registers, Index, hasTwo());
  }

  /// A register of the table, from the element \p First on.
  Constant *table(unsigned First, unsigned Shift) const {
    SmallVector<Constant *, 16> Words;
    for (unsigned N = First; N != First + lanesPerRegister(); ++N) {
      APInt Bits(A.Bytes * 8, N < Elements.size() ? Elements[N] : 0);
      Bits.lshrInPlace(Shift);
      Words.push_back(ConstantInt::get(
          indexType(), isSignExtended() ? Bits.sextOrTrunc(bits())
                                        : Bits.zextOrTrunc(bits())));
    }
    return ConstantVector::get(Words);
  }

  bool isSignExtended() const {
    return any_of(I.users(),
                  [](const User *U) { return isa<SExtInst, SIToFPInst>(U); });
  }

  const Place At;
  const SmallVector<uint64_t, 64> Elements; ///< Their bits.
};

} // namespace

/// Where \p Pointer points, in a constant of the program.
static Place placeOf(Value *Pointer, const DataLayout &DL) {
  Place At;
  const unsigned Bits = DL.getIndexTypeSizeInBits(Pointer->getType());
  At.Known = APInt(Bits, 0);
  while (auto *Address = dyn_cast<GEPOperator>(Pointer)) {
    if (!Address->collectOffset(DL, Bits, At.Scales, At.Known))
      return At;
    Pointer = Address->getPointerOperand();
  }
  if (auto *Variable = dyn_cast<GlobalVariable>(Pointer);
      Variable && Variable->isConstant() &&
      Variable->hasDefinitiveInitializer())
    At.Of = Variable->getInitializer();
  return At;
}

AccessRecipePtr ferry::compiler::planTable(LoadInst &I, const PlanContext &C) {
  const Access A(I, C);
  if (C.Target.VectorBits < 256 || A.Bytes > 8 || !isPowerOf2_64(A.Bytes) ||
      A.Element->isPointerTy())
    return nullptr;
  Place At = placeOf(A.Pointer, C.DL);
  const auto IsMultiple = [&](const APInt &Bytes) {
    return Bytes.getSExtValue() % int64_t(A.Bytes) == 0;
  };
  constexpr unsigned MaxElements = 64;
  const uint64_t Bytes = At.Of ? C.DL.getTypeAllocSize(At.Of->getType()) : 0;
  if (!Bytes || Bytes > MaxElements * A.Bytes || !IsMultiple(At.Known) ||
      !all_of(At.Scales,
              [&](const auto &Entry) { return IsMultiple(Entry.second); }))
    return nullptr;
  SmallVector<uint64_t, MaxElements> Elements;
  Type *Ty = IntegerType::get(I.getContext(), A.Bytes * 8);
  for (uint64_t Offset = 0; Offset + A.Bytes <= Bytes; Offset += A.Bytes) {
    Constant *Element =
        ConstantFoldLoadFromConst(At.Of, Ty, APInt(64, Offset), C.DL);
    if (!isa_and_nonnull<ConstantInt, UndefValue>(Element))
      return nullptr;
    auto *Known = dyn_cast<ConstantInt>(Element);
    Elements.push_back(Known ? Known->getZExtValue() : 0);
  }
  return std::make_unique<TableRecipe>(I, C, std::move(At), Elements);
}
