//===- LikelyStrides.cpp - Strides that are arguments ---------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Arrays of any layout come with a stride for each dimension: `x[i * incx]`,
/// `a + i * nb0 + j * nb1`. That of the dimension which work-items lie in is
/// mostly an element.
///
//===----------------------------------------------------------------------===//

#include "compiler/LlvmVersions.h"
#include "compiler/passes/speculation/LikelyVersion.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace ferry::compiler;

namespace {

/// What an address is the sum of.
class AddressTerms {
public:
  /// Of where \p Access loads or stores.
  AddressTerms(const Strides &Shapes, Instruction &Access);

  /// Given values that lanes multiply what they differ in with.
  SmallVector<Value *, 2> Factors;
  /// What the only factor is where neighbouring lanes have neighbouring
  /// elements; 0 if the address is the sum of something else, too: if another
  /// number counts single elements, the factor is a row's length.
  uint64_t Unit = 0;

private:
  void addTerm(Value *V, int64_t Scale);
  void addProduct(Value *Index, Value *By, int64_t Scale);
  /// The same for all lanes, or for those of most vectors.
  bool isUniform(const Value *V) const {
    return Shapes[V].K != Shape::Unknown && Shapes[V].likely() == 0;
  }
  /// Sums of sums of the same would be looked at for ever.
  bool areTooMany() {
    constexpr unsigned MaxTerms = 32;
    const bool Too = ++Terms > MaxTerms;
    IsOther |= Too;
    return Too;
  }

  const Strides &Shapes;
  const uint64_t Bytes;
  bool IsOther = false;
  unsigned Terms = 0;
};

} // namespace

static Value *withoutCasts(Value *V) {
  while (isa<SExtInst, ZExtInst, TruncInst, FreezeInst>(V))
    V = cast<Instruction>(V)->getOperand(0);
  return V;
}

/// True if what calls the kernel says what \p V is.
static bool isGiven(const Value *V) {
  return isa<Argument>(V) ||
         (isa<LoadInst>(V) &&
          cast<LoadInst>(V)->hasMetadata(LLVMContext::MD_invariant_load));
}

/// True if nothing but products is made of \p V: it is no number of elements.
static bool isFactor(const Value &V) {
  return all_of(V.users(), [](const User *U) {
    return isa<CastInst, FreezeInst>(U) ? isFactor(*U)
                                        : match(U, m_Mul(m_Value(), m_Value()));
  });
}

AddressTerms::AddressTerms(const Strides &Shapes, Instruction &Access)
    : Shapes(Shapes), Bytes(Access.getDataLayout().getTypeStoreSize(
                          getLoadStoreType(&Access))) {
  const DataLayout &DL = Access.getDataLayout();
  const Value *Address = getLoadStorePointerOperand(&Access);
  while (auto *GEP = dyn_cast<GEPOperator>(Address)) {
    if (areTooMany())
      break;
    const unsigned Bits = DL.getIndexTypeSizeInBits(GEP->getType());
    VariableOffsets Indices;
    APInt Offset(Bits, 0);
    IsOther |=
        !GEP->collectOffset(DL, Bits, Indices, Offset) || !Offset.isZero();
    for (auto &[Index, Scale] : Indices)
      addTerm(Index, Scale.getSExtValue());
    Address = GEP->getPointerOperand();
  }
  if (IsOther || Factors.size() != 1 || !Shapes[Address].isUniform())
    Unit = 0;
}

void AddressTerms::addProduct(Value *Index, Value *By, int64_t Scale) {
  if (isUniform(Index) && isUniform(By))
    return;
  if (Shapes[Index].isUniform())
    std::swap(Index, By);
  By = withoutCasts(By);
  if (!isGiven(By) || !Shapes[By].isUniform()) {
    IsOther = true;
    return;
  }
  Factors.push_back(By);
  const int64_t Step = Shapes[Index].likely().value_or(0) * Scale;
  if (Step > 0 && Bytes % Step == 0)
    Unit = Bytes / Step;
}

void AddressTerms::addTerm(Value *V, int64_t Scale) {
  if (areTooMany())
    return;
  V = withoutCasts(V);
  Value *Left, *Right;
  uint64_t By;
  if (match(V, m_AddLike(m_Value(Left), m_Value(Right)))) {
    addTerm(Left, Scale);
    addTerm(Right, Scale);
  } else if (match(V, m_Sub(m_Value(Left), m_Value(Right)))) {
    addTerm(Left, Scale);
    addTerm(Right, -Scale);
  } else if (match(V, m_Shl(m_Value(Left), m_ConstantInt(By))) && By < 32) {
    addTerm(Left, Scale << By);
  } else if (match(V, m_Mul(m_Value(Left), m_Value(Right)))) {
    addProduct(Left, Right, Scale);
  } else {
    IsOther |= !isGiven(V) || !Shapes[V].isUniform();
  }
}

/// Strides that are arguments or parts of one, and what they are where the
/// elements of neighbouring lanes are neighbours.
MapVector<Value *, uint64_t>
LikelyVersion::givenStrides(Function &F, const Strides &Shapes) {
  MapVector<Value *, uint64_t> Units;
  SmallPtrSet<Value *, 8> Others;
  for (Instruction &I : instructions(F)) {
    Value *Address = getLoadStorePointerOperand(&I);
    if (!Address || Shapes[Address].K != Shape::Varying)
      continue;
    const AddressTerms Terms(Shapes, I);
    for (Value *Factor : Terms.Factors)
      if (Terms.Unit)
        Units.insert({Factor, Terms.Unit});
      else
        Others.insert(Factor);
  }
  Units.remove_if([&](auto &Of) {
    return Others.contains(Of.first) || !isFactor(*Of.first);
  });
  return Units;
}

/// The elements of neighbouring lanes are neighbours.
void LikelyVersion::assumeUnitStrides() {
  for (auto [Stride, Elements] : givenStrides(*Likely, *Shapes)) {
    if (Facts == MaxFacts || !isKnown(Stride))
      continue;
    ++Facts;
    ++Layouts;
    Constant *Unit = ConstantInt::get(Stride->getType(), Elements);
    require(B.CreateICmpEQ(first(Stride), Unit));
    for (User *U : make_early_inc_range(Stride->users()))
      if (auto *Product = dyn_cast<BinaryOperator>(U);
          Product && Product->getOperand(0) == Stride)
        Product->swapOperands();
    Stride->replaceAllUsesWith(Unit);
  }
}
