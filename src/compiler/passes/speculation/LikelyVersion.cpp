//===- LikelyVersion.cpp - What most vectors have in common ---------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/speculation/LikelyVersion.h"

#include "compiler/passes/Diagnostic.h"
#include "compiler/passes/Reserved.h"
#include "compiler/passes/SubGroups.h"
#include "ferry/abi.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace ferry::compiler;

static constexpr unsigned MinLanes = 8;

/// A row of a grid whose rows follow one another: where a work-item is in it,
/// or which it is, if lanes differ in that.
static bool isRowOf(const Instruction &I, const Strides &Shapes) {
  if (!I.isIntDivRem() && I.getOpcode() != Instruction::LShr &&
      I.getOpcode() != Instruction::AShr)
    return false;
  const Shape S = Shapes[I.getOperand(0)];
  return S.isStrided() && Shapes[I.getOperand(1)].isUniform();
}

LikelyVersion::LikelyVersion(Function &Lane, FunctionAnalysisManager &FAM,
                             bool Contiguous)
    : FAM(FAM), Contiguous(Contiguous), B(Lane.getContext()) {
  const Strides &OfLane = FAM.getResult<StridesAnalysis>(Lane);
  if (Contiguous && givenStrides(Lane, OfLane).empty() &&
      none_of(instructions(Lane),
              [&](const Instruction &I) { return isRowOf(I, OfLane); }))
    return;
  ValueToValueMapTy Copies;
  Likely = CloneFunction(&Lane, Copies);
  Chooser =
      Function::Create(Lane.getFunctionType(), GlobalValue::InternalLinkage,
                       Lane.getName() + ".likely", Lane.getParent());
  Chooser->copyAttributesFrom(&Lane);
  for (auto [Of, There] : zip(Lane.args(), Chooser->args()))
    There.setName(Of.getName());
  B.SetInsertPoint(BasicBlock::Create(Lane.getContext(), "likely", Chooser));
  Lanes = reserved::ask(B, reserved::VectorLanes, B.getInt64Ty());
  Holds = B.getTrue();
  // What is known of one value may make another one simple.
  constexpr unsigned MaxIterations = 4;
  for (unsigned Iteration = 0; Iteration != MaxIterations; ++Iteration) {
    LI = &FAM.getResult<LoopAnalysis>(*Likely);
    DT = &FAM.getResult<DominatorTreeAnalysis>(*Likely);
    Shapes = &FAM.getResult<StridesAnalysis>(*Likely);
    Firsts.clear();
    for (auto [Of, There] : zip(Likely->args(), Chooser->args()))
      Firsts[&Of] = &There;
    bool More = assumeMore();
    FAM.invalidate(*Likely, PreservedAnalyses::none());
    if (!More)
      break;
  }
  if (Facts == MaxFacts && !Contiguous)
    reportLimit(Lane, "its vectors take no more than " + Twine(MaxFacts) +
                          " facts for granted");
  if (!Facts || (Contiguous && !Layouts))
    dropLane();
}

LikelyVersion::~LikelyVersion() {
  dropLane();
  if (Chooser)
    Chooser->eraseFromParent();
}

void LikelyVersion::dropLane() {
  if (!Likely)
    return;
  FAM.clear(*Likely, Likely->getName());
  Likely->eraseFromParent();
  Likely = nullptr;
}

bool LikelyVersion::assumeMore() {
  unsigned Before = Facts;
  // Not those that are made meanwhile, whose shapes nobody knows.
  SmallVector<Instruction *, 64> Old;
  for (Instruction &I : instructions(*Likely))
    if (I.getType()->isIntegerTy())
      Old.push_back(&I);
  for (Instruction *I : Old)
    if (!I->use_empty() && Facts < MaxFacts && assume(*I))
      ++Facts;
  if (Contiguous)
    assumeUnitStrides();
  // Not before: shapes are those of instructions that are still there.
  eraseReplaced();
  return Facts != Before;
}

/// True if the first lane's value can be computed before anything else is done.
bool LikelyVersion::isKnown(const Value *V, unsigned Depth) const {
  constexpr unsigned MaxDepth = 10;
  if (isa<Constant, Argument>(V))
    return true;
  auto *I = dyn_cast<Instruction>(V);
  if (!I || Depth == MaxDepth || !I->getType()->isIntOrPtrTy())
    return false;
  // What is done in any case, and always gives the same.
  if (isa<LoadInst>(I))
    return I->hasMetadata(LLVMContext::MD_invariant_load) &&
           I->getParent()->isEntryBlock() &&
           isKnown(getLoadStorePointerOperand(I), Depth + 1);
  if (StringRef Name = reserved::calleeName(I); !Name.empty())
    return cast<CallInst>(I)->doesNotAccessMemory() &&
           // What lanes do together, and what is of one lane's value.
           !cast<CallInst>(I)->isConvergent() &&
           all_of(cast<CallInst>(I)->args(),
                  [](const Use &U) { return isa<Constant>(U); }) &&
           !SubGroupCall(I); // The chooser is in none.
  if (!isa<BinaryOperator, CastInst, GetElementPtrInst, SelectInst, ICmpInst,
           MinMaxIntrinsic>(I) ||
      I->isIntDivRem())
    return false;
  return all_of(isa<MinMaxIntrinsic>(I) ? cast<CallInst>(I)->args()
                                        : I->operands(),
                [&](const Use &U) { return isKnown(U, Depth + 1); });
}

/// True if lanes differ in \p V, but the numbers of no vector go around more
/// than once.
bool LikelyVersion::isStrided(const Value *V) const {
  Shape S = (*Shapes)[V];
  if (!S.isStrided() || !V->getType()->isIntegerTy())
    return false;
  unsigned Bits = V->getType()->getIntegerBitWidth();
  return (Bits == 32 || Bits == 64) &&
         std::abs(S.Stride) <= (int64_t(1) << (Bits - 2)) / abi::MaxLanes &&
         isKnown(V);
}

/// What \p I asks for if it is the call of a lane for a value of its vector, in
/// lane 0; else null.
Value *LikelyVersion::vectorValueOf(const Instruction &I) const {
  StringRef Name = reserved::calleeName(&I);
  if (Name == reserved::LaneNumber)
    return ConstantInt::get(I.getType(), 0);
  if (Name.starts_with(reserved::VectorValue))
    return VectorValues[cast<ConstantInt>(I.getOperand(0))->getZExtValue()];
  return nullptr;
}

/// \p V in lane 0, in the chooser.
Value *LikelyVersion::first(Value *V) {
  if (isa<Constant>(V))
    return V;
  if (Value *Known = Firsts.lookup(V))
    return Known;
  auto *I = cast<Instruction>(V);
  if (Value *OfVector = vectorValueOf(*I))
    return OfVector;
  Instruction *Copy = I->clone();
  for (Use &U : Copy->operands())
    U.set(first(U));
  // Lane 0 may not come to it, and its value may be of no meaning there.
  Copy->dropPoisonGeneratingFlags();
  B.Insert(Copy);
  return Firsts[V] = Copy;
}

/// What lies between the first and the last lane.
Value *LikelyVersion::span(Type *Ty, int64_t Stride) {
  return B.CreateMul(
      B.CreateSub(B.CreateZExtOrTrunc(Lanes, Ty), ConstantInt::get(Ty, 1)),
      ConstantInt::getSigned(Ty, Stride));
}

Value *LikelyVersion::last(Value *V) {
  return B.CreateAdd(first(V), span(V->getType(), (*Shapes)[V].Stride));
}

/// i1: whether no lane's \p V wraps around.
Value *LikelyVersion::staysInOrder(Value *V, bool IsSigned) {
  Value *From = first(V), *To = last(V);
  if ((*Shapes)[V].Stride < 0)
    std::swap(From, To);
  return B.CreateICmp(IsSigned ? CmpInst::ICMP_SGT : CmpInst::ICMP_UGT, To,
                      From);
}

void LikelyVersion::require(Value *Fact) { Holds = B.CreateAnd(Holds, Fact); }

/// Numbers from 0 up to \p Bound have no sign.
void LikelyVersion::requireNotNegative(Value *Bound) {
  require(B.CreateICmpSGE(Bound, ConstantInt::get(Bound->getType(), 0)));
}

/// Asks in the likely lane for what the chooser computes.
Value *LikelyVersion::vectorValue(Value *OfVector, Instruction &Before) {
  IRBuilder<> Here(&Before);
  Type *Ty = OfVector->getType();
  VectorValues.push_back(OfVector);
  return reserved::ask(
      Here, (reserved::VectorValue + Twine(Ty->getIntegerBitWidth())).str(), Ty,
      Here.getInt32(VectorValues.size() - 1));
}

void LikelyVersion::replace(Instruction &I, Value *By) {
  Firsts.erase(&I);
  I.replaceAllUsesWith(By);
  Replaced.push_back(&I);
}

void LikelyVersion::eraseReplaced() {
  for (Instruction *I : Replaced)
    I->eraseFromParent();
  Replaced.clear();
}

/// All lanes answer alike.
bool LikelyVersion::assumeCompare(ICmpInst &I) {
  Value *V = I.getOperand(0), *Bound = I.getOperand(1);
  CmpInst::Predicate Predicate = I.getPredicate();
  if (!isStrided(V)) {
    std::swap(V, Bound);
    Predicate = CmpInst::getSwappedPredicate(Predicate);
  }
  if (!isStrided(V) || !(*Shapes)[Bound].isUniform() || !isKnown(Bound))
    return false;
  if (I.isEquality()) {
    // None is equal.
    int64_t Stride = (*Shapes)[V].Stride;
    Value *From = first(V), *To = first(Bound);
    if (Stride < 0)
      std::swap(From, To);
    require(B.CreateICmpUGT(B.CreateSub(To, From),
                            span(V->getType(), std::abs(Stride))));
    replace(I,
            ConstantInt::getBool(I.getType(), Predicate == CmpInst::ICMP_NE));
    return true;
  }
  Value *Answer = B.CreateICmp(Predicate, first(V), first(Bound));
  require(staysInOrder(V, I.isSigned()));
  require(
      B.CreateICmpEQ(Answer, B.CreateICmp(Predicate, last(V), first(Bound))));
  replace(I, vectorValue(Answer, I));
  return true;
}

/// In place of \p I: \p First in lane 0, and \p Stride more in each lane after
/// it. It does not wrap around as a number with or without a sign, as said.
void LikelyVersion::replaceByStrided(Instruction &I, Value *First,
                                     int64_t Stride, bool Signed,
                                     bool Unsigned) {
  IRBuilder<> Here(&I);
  Type *Ty = I.getType();
  Value *Lane = reserved::ask(Here, reserved::LaneNumber, Here.getInt64Ty());
  Lane = Here.CreateZExtOrTrunc(Lane, Ty);
  if (auto *Cast = dyn_cast<TruncInst>(Lane)) {
    Cast->setHasNoUnsignedWrap(true);
    Cast->setHasNoSignedWrap(true);
  }
  Value *Distance = Here.CreateMul(
      Lane, ConstantInt::get(Ty, uint64_t(std::abs(Stride))), "", true, true);
  Value *OfVector = vectorValue(First, I);
  replace(I, Stride < 0
                 ? Here.CreateSub(OfVector, Distance, "", Unsigned, Signed)
                 : Here.CreateAdd(OfVector, Distance, "", Unsigned, Signed));
}

/// No lane's operand wraps around: \p I, which extends or divides it, is
/// \p Stride apart in neighbouring lanes, too.
bool LikelyVersion::assumeExact(Instruction &I, int64_t Stride, bool IsSigned) {
  if ((*Shapes)[&I].K != Shape::Varying || !isStrided(I.getOperand(0)))
    return false;
  require(staysInOrder(I.getOperand(0), IsSigned));
  replaceByStrided(I, first(&I), Stride, IsSigned || isa<ZExtInst>(I),
                   !IsSigned);
  return true;
}

/// True if somebody asks for one of the places in a row that \p I is.
static bool asksForPlace(const Instruction &I) {
  return any_of(I.users(), [](const User *U) {
    auto *Compare = dyn_cast<ICmpInst>(U);
    return Compare && Compare->isEquality();
  });
}

/// Has vectors short enough for most to lie in one of the rows of \p Length
/// numbers each that \p V, which is strided, goes through, as \p I says.
/// \returns false if hardly any would.
bool LikelyVersion::fitsInRow(const Instruction &I, const Value *V,
                              uint64_t Length) {
  uint64_t Fits = (Length - 1) / std::abs((*Shapes)[V].Stride) + 1;
  // Rows begin, or somebody asks for one of their places, inside of vectors.
  ConstantInt *Offset = nullptr;
  if (!isPowerOf2_64(Length) ||
      (match(V, m_c_Add(m_Value(), m_ConstantInt(Offset))) &&
       Offset->getValue().countr_zero() < Log2_64(Length)) ||
      asksForPlace(I))
    Fits = Fits < 2 * MinLanes ? 0 : std::max<uint64_t>(Fits / 4, MinLanes);
  if (Fits < MinLanes)
    return false;
  MostLanes = std::min<uint64_t>(MostLanes, bit_floor(Fits));
  return true;
}

/// All lanes' \p V are in the same 2^n numbers: \p I, which masks their n low
/// bits and maybe others, is the same for all.
bool LikelyVersion::assumeBlock(Instruction &I, Value *V, Value *Mask) {
  auto *Bits = dyn_cast<ConstantInt>(Mask);
  if (!Bits || Bits->isZero())
    return false;
  const unsigned Zeros = Bits->getValue().countr_zero();
  if (computeKnownBits(V, I.getDataLayout()).countMinTrailingZeros() >= Zeros)
    return false;
  const uint64_t Last = APInt::getLowBitsSet(64, Zeros).getZExtValue();
  if (!fitsInRow(I, V, Last + 1))
    return false;
  Value *Block = ConstantInt::getSigned(V->getType(), ~int64_t(Last));
  Value *OfFirst = B.CreateAnd(first(V), Block),
        *OfLast = B.CreateAnd(last(V), Block);
  require(B.CreateICmpEQ(OfFirst, OfLast));
  require(staysInOrder(V, /*IsSigned=*/false));
  replace(I, vectorValue(first(&I), I));
  return true;
}

/// No lane's value is limited, or wraps.
bool LikelyVersion::assumeLimit(Instruction &I) {
  Value *V = I.getOperand(0), *Bound = I.getOperand(1);
  if (!isStrided(V) && I.isCommutative())
    std::swap(V, Bound);
  if (!isStrided(V) || !(*Shapes)[Bound].isUniform() || !isKnown(Bound))
    return false;
  const Shape S = (*Shapes)[V];
  if (auto *Limit = dyn_cast<MinMaxIntrinsic>(&I)) {
    // Of values in order, the one at the end.
    bool IsMax = ICmpInst::isGT(Limit->getPredicate());
    Value *End = (S.Stride > 0) == IsMax ? first(V) : last(V);
    require(staysInOrder(V, Limit->isSigned()));
    require(B.CreateICmp(CmpInst::getNonStrictPredicate(Limit->getPredicate()),
                         End, first(Bound)));
    if (Limit->isSigned() ? S.Signed : S.Unsigned)
      replace(I, V);
    else
      replaceByStrided(I, first(V), S.Stride, Limit->isSigned(),
                       !Limit->isSigned());
    return true;
  }
  if (assumeBlock(I, V, Bound))
    return true;
  // Of rows of unknown length, every second work-item may be at such a place,
  // as in reductions.
  if (!isa<ConstantInt>(Bound) && asksForPlace(I))
    return false;
  // Low bits that are 0 in any case may be missing in the mask.
  Value *Mask = first(Bound);
  if (auto *Low = dyn_cast<ConstantInt>(Bound)) {
    const APInt &Bits = Low->getValue();
    const unsigned Zeros = Bits.countr_zero();
    const APInt All = Bits | APInt::getLowBitsSet(Bits.getBitWidth(), Zeros);
    if (!All.isMask() ||
        computeKnownBits(V, I.getDataLayout()).countMinTrailingZeros() < Zeros)
      return false;
    Mask = ConstantInt::get(I.getType(), All);
    if (!fitsInRow(I, V, All.getLimitedValue(UINT32_MAX) + 1))
      return false;
  }
  // Had they wrapped, the ends would be nearer to each other.
  Value *From = B.CreateAnd(first(V), Mask), *To = B.CreateAnd(last(V), Mask);
  require(
      B.CreateICmpEQ(B.CreateSub(To, From), B.CreateSub(last(V), first(V))));
  require(B.CreateICmpEQ(
      B.CreateAnd(Mask, B.CreateAdd(Mask, ConstantInt::get(I.getType(), 1))),
      ConstantInt::get(I.getType(), 0)));
  requireNotNegative(Mask);
  replaceByStrided(I, From, S.Stride, /*Signed=*/true, /*Unsigned=*/true);
  return true;
}

static bool isSignedDivision(const BinaryOperator &I) {
  return I.getOpcode() == Instruction::SDiv ||
         I.getOpcode() == Instruction::SRem;
}

/// What \p I divides by, which nobody may come to, and which may be 0 then.
Value *LikelyVersion::divisor(BinaryOperator &I) {
  Value *By = first(I.getOperand(1));
  if (isa<ConstantInt>(By))
    return By;
  const bool IsSigned = isSignedDivision(I);
  By = B.CreateFreeze(By);
  Value *Divisor =
      B.CreateBinaryIntrinsic(IsSigned ? Intrinsic::smax : Intrinsic::umax, By,
                              ConstantInt::get(By->getType(), 1));
  require(B.CreateICmpEQ(By, Divisor));
  return Divisor;
}

/// Has a division that is the same for all lanes done once, where others may
/// ask for it. Takes nothing for granted but that it can be done.
void LikelyVersion::divideFirst(BinaryOperator &I) {
  if (!I.isIntDivRem() || !(*Shapes)[&I].isUniform() ||
      !isKnown(I.getOperand(0)) || !isKnown(I.getOperand(1)) ||
      match(I.getOperand(1), m_CombineOr(m_Zero(), m_Negative())))
    return;
  replace(I, vectorValue(B.CreateBinOp(I.getOpcode(), first(I.getOperand(0)),
                                       divisor(I)),
                         I));
}

/// True if \p I divides a column by something and nobody asks for the rest: it
/// is scaled (`x / 2`), not one of a grid's.
bool LikelyVersion::isScaled(const BinaryOperator &I) const {
  const Value *V = I.getOperand(0), *Exact = V;
  while (auto *Cast = dyn_cast<CastInst>(Exact))
    Exact = Cast->getOperand(0);
  auto *Column = dyn_cast<BinaryOperator>(Exact);
  if (!Column || none_of(Column->operands(), [&](const Use &U) {
        auto *Part = dyn_cast<Instruction>(U);
        return Part && vectorValueOf(*Part);
      }))
    return false;
  const bool IsSigned = I.getOpcode() == Instruction::SDiv;
  return (IsSigned || I.getOpcode() == Instruction::UDiv) &&
         none_of(V->users(), [&](const User *U) {
           auto *Rest = dyn_cast<BinaryOperator>(U);
           return Rest && Rest->getOperand(0) == V &&
                  Rest->getOperand(1) == I.getOperand(1) &&
                  Rest->getOpcode() ==
                      (IsSigned ? Instruction::SRem : Instruction::URem);
         });
}

/// All lanes are in one row of a grid, whose rows follow one another.
bool LikelyVersion::assumeOneRow(BinaryOperator &I) {
  Value *V = I.getOperand(0), *Length = I.getOperand(1);
  const bool IsShift = I.isShift();
  if (!Contiguous || !isRowOf(I, *Shapes) || !isStrided(V) ||
      !isKnown(Length) || isScaled(I))
    return false;
  const bool IsSigned =
      isSignedDivision(I) || I.getOpcode() == Instruction::AShr;
  const int64_t Stride = (*Shapes)[V].Stride;
  if (auto *C = dyn_cast<ConstantInt>(Length)) {
    const APInt &By = C->getValue();
    if (!By.isStrictlyPositive() || (IsShift && By.uge(By.getBitWidth() - 1)))
      return false;
    const uint64_t Columns =
        IsShift ? uint64_t(1) << By.getZExtValue() : By.getZExtValue();
    if (!fitsInRow(I, V, Columns))
      return false;
  }
  ++Layouts;
  Value *First = first(V), *Last = last(V);
  require(staysInOrder(V, IsSigned));
  if (IsShift) {
    Value *Row = first(&I);
    require(
        B.CreateICmpEQ(Row, B.CreateBinOp(I.getOpcode(), Last, first(Length))));
    replace(I, vectorValue(Row, I));
    return true;
  }
  Value *Columns = divisor(I);
  if (IsSigned)
    require(B.CreateICmpSGE(Stride < 0 ? Last : First,
                            ConstantInt::get(V->getType(), 0)));
  Value *Row = B.CreateUDiv(First, Columns);
  Value *Start = B.CreateMul(Row, Columns);
  require(B.CreateICmpULT(B.CreateSub(Last, Start), Columns));
  if (I.getOpcode() == Instruction::UDiv || I.getOpcode() == Instruction::SDiv)
    replace(I, vectorValue(Row, I));
  else {
    requireNotNegative(Columns);
    replaceByStrided(I, B.CreateSub(First, Start), Stride, /*Signed=*/true,
                     /*Unsigned=*/true);
  }
  return true;
}

/// What is expected of the whole vector decides for each lane.
bool LikelyVersion::assumeExpected(Instruction &I) {
  Value *V;
  if (!match(&I, m_c_Or(m_Intrinsic<Intrinsic::expect>(m_Value(V), m_One()),
                        m_Value())) ||
      !(*Shapes)[V].isUniform() || !isKnown(V))
    return false;
  require(first(V));
  replace(I, B.getTrue());
  return true;
}

bool LikelyVersion::assume(Instruction &I) {
  if (auto *Compare = dyn_cast<ICmpInst>(&I))
    return assumeCompare(*Compare);
  if (isa<MinMaxIntrinsic>(I) || I.getOpcode() == Instruction::And)
    return assumeLimit(I);
  if (I.getOpcode() == Instruction::Or)
    return I.getType()->isIntegerTy(1) && assumeExpected(I);
  if (isa<SExtInst, ZExtInst>(I))
    return assumeExact(I, (*Shapes)[I.getOperand(0)].Stride,
                       isa<SExtInst>(I)) ||
           assumeBounded(I);
  auto *Binary = dyn_cast<BinaryOperator>(&I);
  if (!Binary || !(I.isIntDivRem() || I.isShift()))
    return false;
  if (uint64_t Shift;
      match(&I, m_AShr(m_Value(), m_ConstantInt(Shift))) && Shift < 64) {
    int64_t Stride = (*Shapes)[I.getOperand(0)].Stride;
    if ((Stride >> Shift) << Shift == Stride &&
        assumeExact(I, Stride >> Shift, true))
      return true;
  }
  if (assumeOneRow(*Binary))
    return true;
  divideFirst(*Binary);
  return false;
}

/// Calls \p Made and returns.
void LikelyVersion::run(Function &Made) {
  SmallVector<Value *, 8> Arguments;
  for (Argument &A : Chooser->args())
    Arguments.push_back(&A);
  CallInst *Call = B.CreateCall(&Made, Arguments);
  B.CreateRetVoid();
  InlineFunctionInfo Info;
  InlineFunction(*Call, Info);
  Made.eraseFromParent();
}

Function *LikelyVersion::choose(Function &Full, Function &Rest, unsigned Lanes,
                                bool AlwaysFull) {
  // It is asked for where the facts start, and the choice is where they end.
  BasicBlock *Decided = B.GetInsertBlock();
  B.SetInsertPoint(this->Lanes);
  Value *IsFull = nullptr;
  if (!AlwaysFull) {
    Value *Items = reserved::ask(B, reserved::VectorItems, B.getInt64Ty());
    IsFull = B.CreateICmpUGE(Items, B.getInt64(Lanes));
  }
  this->Lanes->replaceAllUsesWith(B.getInt64(Lanes));
  this->Lanes->eraseFromParent();
  B.SetInsertPoint(Decided);
  if (IsFull)
    require(IsFull);
  // What lanes may never come to may be undefined.
  Holds = B.CreateFreeze(Holds);
  auto *Then = BasicBlock::Create(B.getContext(), "full", Chooser);
  auto *Else = BasicBlock::Create(B.getContext(), "other", Chooser);
  B.CreateCondBr(Holds, Then, Else,
                 MDBuilder(B.getContext()).createLikelyBranchWeights())
      ->setMetadata(reserved::LikelyVector, MDNode::get(B.getContext(), {}));
  B.SetInsertPoint(Then);
  run(Full);
  B.SetInsertPoint(Else);
  run(Rest);
  for (Instruction &I : instructions(*Chooser))
    if (Value *OfVector = vectorValueOf(I))
      replace(I, OfVector);
  eraseReplaced();
  Function *Made = Chooser;
  Chooser = nullptr;
  return Made;
}
