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

#include "compiler/passes/speculation/LikelyVersion.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace ferry::compiler;

/// What an address is the sum of.
class LikelyVersion::AddressTerms {
public:
  AddressTerms(const Strides &Shapes, uint64_t Bytes)
      : Shapes(Shapes), Bytes(Bytes) {}

  /// The stride of lanes, as far as it is given: no other number counts single
  /// elements, as the column beside a row's length does.
  std::optional<GivenStride> find(Value *Address);

private:
  bool addTerm(Value *V, int64_t Scale);
  bool addProduct(Value *Index, Value *By, int64_t Scale);
  /// The same for all lanes, or for those of most vectors.
  bool isUniform(const Value *V) const {
    return Shapes[V].isUniform() || Shapes[V].likely() == 0;
  }

  const Strides &Shapes;
  const uint64_t Bytes;
  std::optional<GivenStride> Found;
  unsigned Terms = 0;
};

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

/// \returns false if lanes differ in more than how often they take a stride.
bool LikelyVersion::AddressTerms::addProduct(Value *Index, Value *By,
                                             int64_t Scale) {
  if (isUniform(Index) && isUniform(By))
    return true;
  if (Shapes[Index].isUniform())
    std::swap(Index, By);
  By = withoutCasts(By);
  const int64_t Step = Shapes[Index].likely().value_or(0) * Scale;
  if (Found || Step <= 0 || Bytes % Step != 0 || !isGiven(By) ||
      !Shapes[By].isUniform())
    return false;
  Found = {By, Bytes / Step};
  return true;
}

bool LikelyVersion::AddressTerms::addTerm(Value *V, int64_t Scale) {
  // Sums of sums of the same would be looked at for ever.
  constexpr unsigned MaxTerms = 32;
  if (++Terms > MaxTerms)
    return false;
  V = withoutCasts(V);
  Value *Left, *Right;
  if (match(V, m_AddLike(m_Value(Left), m_Value(Right))))
    return addTerm(Left, Scale) && addTerm(Right, Scale);
  if (match(V, m_Sub(m_Value(Left), m_Value(Right))))
    return addTerm(Left, Scale) && addTerm(Right, -Scale);
  if (uint64_t By; match(V, m_Shl(m_Value(Left), m_ConstantInt(By))) && By < 32)
    return addTerm(Left, Scale << By);
  if (match(V, m_Mul(m_Value(Left), m_Value(Right))))
    return addProduct(Left, Right, Scale);
  return isGiven(V) && Shapes[V].isUniform();
}

std::optional<LikelyVersion::GivenStride>
LikelyVersion::AddressTerms::find(Value *Address) {
  while (auto *GEP = dyn_cast<GEPOperator>(Address)) {
    const DataLayout &DL = cast<Instruction>(Address)->getDataLayout();
    const unsigned Bits = DL.getIndexTypeSizeInBits(GEP->getType());
    SmallMapVector<Value *, APInt, 4> Indices;
    APInt Offset(Bits, 0);
    if (!GEP->collectOffset(DL, Bits, Indices, Offset) || !Offset.isZero())
      return std::nullopt;
    for (auto &[Index, Scale] : Indices)
      if (!addTerm(Index, Scale.getSExtValue()))
        return std::nullopt;
    Address = GEP->getPointerOperand();
  }
  return Shapes[Address].isUniform() ? Found : std::nullopt;
}

/// The stride between the lanes' elements that \p Access is of, if it is an
/// argument.
std::optional<LikelyVersion::GivenStride>
LikelyVersion::givenStride(Instruction &Access, const Strides &Shapes) {
  Value *Address = getLoadStorePointerOperand(&Access);
  if (!Address || Shapes[Address].K != Shape::Varying)
    return std::nullopt;
  return AddressTerms(Shapes, Access.getDataLayout().getTypeStoreSize(
                                  getLoadStoreType(&Access)))
      .find(Address);
}

/// The elements of neighbouring lanes are neighbours.
bool LikelyVersion::assumeUnitStride(Instruction &Access) {
  std::optional<GivenStride> Stride = givenStride(Access, *Shapes);
  if (!Stride || !isKnown(Stride->Of))
    return false;
  Constant *Unit = ConstantInt::get(Stride->Of->getType(), Stride->Unit);
  require(B.CreateICmpEQ(first(Stride->Of), Unit));
  for (User *U : make_early_inc_range(Stride->Of->users()))
    if (auto *Product = dyn_cast<BinaryOperator>(U);
        Product && Product->isCommutative() &&
        Product->getOperand(0) == Stride->Of)
      Product->swapOperands();
  Stride->Of->replaceAllUsesWith(Unit);
  ++Layouts;
  return true;
}
