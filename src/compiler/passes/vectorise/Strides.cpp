//===- Strides.cpp - How the lanes of a vector differ ---------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/vectorise/Strides.h"

#include "compiler/passes/Reserved.h"
#include "compiler/passes/SubGroups.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace ferry::compiler;

uint64_t ferry::compiler::elementBytes(Type *Ty, const DataLayout &DL) {
  Type *Scalar = Ty->getScalarType();
  if (!Scalar->isIntegerTy() && !Scalar->isFloatingPointTy() &&
      !Scalar->isPointerTy())
    return 0;
  uint64_t Bits = DL.getTypeSizeInBits(Scalar);
  return Bits % 8 == 0 && isPowerOf2_64(Bits) ? Bits / 8 : 0;
}

void ferry::compiler::setShape(Argument &A, const Shape &S) {
  if (S.isUniform())
    return;
  std::string Text = "varying";
  if (S.K == Shape::Strided)
    Text = (Twine(S.Stride) + (S.Signed ? " nsw" : "") +
            (S.Unsigned ? " nuw" : ""))
               .str();
  A.addAttr(Attribute::get(A.getContext(), reserved::ShapeAttr, Text));
}

static Shape shapeOf(const Argument &A) {
  StringRef Text = A.getParent()
                       ->getAttributes()
                       .getParamAttr(A.getArgNo(), reserved::ShapeAttr)
                       .getValueAsString();
  if (Text.empty())
    return Shape::uniform();
  int64_t Stride;
  if (Text.consumeInteger(10, Stride))
    return Shape::varying();
  return Shape::strided(Stride, Text.contains("nsw"), Text.contains("nuw"));
}

uint64_t ferry::compiler::laneBytes(const AllocaInst &A, const DataLayout &DL) {
  return alignTo(DL.getTypeAllocSize(A.getAllocatedType()), A.getAlign());
}

/// How a variable is interleaved: if it is accessed in elements of one size
/// only, through addresses that can be followed, which are put into \p
/// Pointers.
Strides::Granule
Strides::granuleOf(const AllocaInst &A,
                   SmallVectorImpl<const Value *> &Pointers) const {
  // Bytes of a variable whose elements are given words.
  constexpr uint64_t Word = 4, MaxInWords = 256;
  Granule G;
  SmallPtrSet<const Value *, 8> Divergent;
  bool Scatters = false;
  Pointers.push_back(&A);
  for (unsigned At = 0; At != Pointers.size(); ++At)
    for (const Use &U : Pointers[At]->uses()) {
      auto *User = cast<Instruction>(U.getUser());
      if (isa<LifetimeIntrinsic>(User))
        continue;
      if (isa<GetElementPtrInst>(User) && U.getOperandNo() == 0 &&
          !User->getType()->isVectorTy()) {
        Pointers.push_back(User);
        if (Divergent.contains(Pointers[At]) ||
            any_of(drop_begin(User->operands()),
                   [&](const Use &Index) { return UI.isDivergentUse(Index); }))
          Divergent.insert(User);
        continue;
      }
      const bool IsAccess =
          isa<LoadInst>(User) ||
          (isa<StoreInst>(User) &&
           U.getOperandNo() == StoreInst::getPointerOperandIndex());
      // The elements of a vector would lie apart, which is no help to an access
      // of one lane.
      uint64_t Bytes = 0;
      if (IsAccess && !User->isAtomic() && !User->isVolatile() &&
          !getLoadStoreType(User)->isVectorTy())
        Bytes = elementBytes(getLoadStoreType(User), DL);
      if (!Bytes || (G.Bytes && G.Bytes != Bytes) ||
          getLoadStoreAlignment(User).value() < Bytes)
        return {};
      G.Bytes = Bytes;
      Scatters |= isa<StoreInst>(User) && Divergent.contains(Pointers[At]);
    }
  const uint64_t All = DL.getTypeAllocSize(A.getAllocatedType());
  if (!G.Bytes || All % G.Bytes)
    return {};
  // No processor scatters less than words. Lanes one by one are slow, and what
  // they store is not there yet for loads of several.
  if (Scatters && G.Bytes < Word && All <= MaxInWords)
    G = {Word, Word / G.Bytes};
  return G;
}

void Strides::findVariables() {
  for (Instruction &I : F.getEntryBlock()) {
    auto *A = dyn_cast<AllocaInst>(&I);
    if (!A)
      continue;
    SmallVector<const Value *, 8> Pointers;
    const Granule G = granuleOf(*A, Pointers);
    if (!G.Bytes)
      continue;
    Granules[A] = G;
    for (const Value *Pointer : Pointers)
      InterleavedPointers[Pointer] = A;
  }
}

Strides::Strides(Function &F, FunctionAnalysisManager &FAM)
    : F(F), DL(F.getDataLayout()), UI(FAM.getResult<UniformityInfoAnalysis>(F)),
      Control(FAM.getResult<DivergentControlAnalysis>(F)) {
  findVariables();
  for (const Argument &A : F.args())
    Shapes[&A] = shapeOf(A);
  ReversePostOrderTraversal<Function *> Order(&F);
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (BasicBlock *Block : Order)
      for (Instruction &I : *Block) {
        Shape &Known = Shapes[&I];
        if (Known.K == Shape::Varying)
          continue;
        Shape Now = compute(I);
        if (Now == Known)
          continue;
        // Only ever less is known: a second stride, or a lost fact, goes down.
        if (Known.K != Shape::Unknown) {
          if (Now.K != Shape::Varying &&
              (Now.K != Known.K || Now.Stride != Known.Stride ||
               Now.PerLane != Known.PerLane))
            Now = Shape::varying();
          Now.Signed &= Known.Signed;
          Now.Unsigned &= Known.Unsigned;
          if (Now == Known)
            continue;
        }
        Shapes[&I] = Now;
        Changed = true;
      }
  }
}

Shape Strides::ofPhi(const PHINode &Phi) const {
  // Lanes that came another way see something else, unless that is nothing.
  // After a loop, lanes that left it in another iteration do, whatever it is.
  if (Control.Joins.contains(Phi.getParent()) &&
      (Phi.getNumIncomingValues() == 1 || !Phi.hasConstantOrUndefValue()))
    return Shape::varying();
  Shape Result;
  // Of what nothing is known, the others say nothing.
  std::optional<int64_t> Likely = 0;
  for (const Value *In : Phi.incoming_values())
    if (Shape Incoming = (*this)[In]; Incoming.K != Shape::Unknown) {
      if (!Incoming.likely()) {
        Likely.reset();
        break;
      }
      if (*Likely == 0)
        Likely = Incoming.likely();
    }
  for (const Value *In : Phi.incoming_values()) {
    if (isa<UndefValue>(In))
      continue;
    Shape Incoming = (*this)[In];
    if (Incoming.K == Shape::Unknown)
      continue;
    if (!Incoming.hasBase())
      return Shape::varying(Likely);
    if (Result.K == Shape::Unknown) {
      Result = Incoming;
      continue;
    }
    if (Incoming.Stride != Result.Stride)
      return Shape::varying();
    if (Incoming.K == Shape::Strided)
      Result.K = Shape::Strided;
    Result.Signed &= Incoming.Signed;
    Result.Unsigned &= Incoming.Unsigned;
  }
  // A uniform phi that the analysis of control flow calls divergent.
  if (Result.K == Shape::Uniform)
    Result.K = Shape::Strided;
  return Result;
}

Shape Strides::ofAddress(const GetElementPtrInst &GEP) const {
  if (GEP.getType()->isVectorTy())
    return Shape::varying();
  Shape Base = (*this)[GEP.getPointerOperand()];
  int64_t Stride = Base.likely().value_or(0);
  bool Unknown = Base.K == Shape::Unknown, Varies = Base.K == Shape::Varying;
  bool IsLikely = Base.likely().has_value();
  // The elements of one lane are as far apart as those of all lanes are long.
  const AllocaInst *Interleaved = interleaved(&GEP);
  const uint64_t Spread = Interleaved ? spread(Interleaved) : 1;
  int64_t PerLane = Base.PerLane;
  for (auto It = gep_type_begin(GEP), End = gep_type_end(GEP); It != End;
       ++It) {
    const Value *Index = It.getOperand();
    Shape At = (*this)[Index];
    Unknown |= At.K == Shape::Unknown;
    if (At.isUniform())
      continue;
    // A narrow index is extended.
    bool Narrow = Index->getType()->getScalarSizeInBits() <
                  DL.getIndexTypeSizeInBits(GEP.getType());
    Varies |= At.K == Shape::Varying || It.isStruct() || (Narrow && !At.Signed);
    IsLikely &= !It.isStruct() && At.likely();
    if (!It.isStruct())
      (Interleaved ? PerLane : Stride) +=
          At.likely().value_or(0) *
          int64_t(Spread * It.getSequentialElementStride(DL).getFixedValue());
  }
  if (Unknown)
    return {};
  if (Varies)
    return IsLikely && !Interleaved ? Shape::varying(Stride) : Shape::varying();
  Shape Result = Shape::strided(Stride, true, true);
  Result.PerLane = PerLane;
  return Result;
}

/// What keeps a value between bounds that are the same for all lanes, or goes
/// iteration: most vectors do not see it. \p A and \p B are the operands of \p
/// I.
static Shape ofLimit(const Instruction &I, Shape A, Shape B) {
  if (A.K == Shape::Unknown || B.K == Shape::Unknown)
    return {};
  if (B.likely() == 0)
    return Shape::varying(A.likely());
  if (A.likely() == 0 && I.isCommutative())
    return Shape::varying(B.likely());
  return Shape::varying();
}

/// Of `i & mask`, and of the place in a grid that a number stands for, `i %
/// width` and `i / width`: most vectors lie in one row.
static Shape ofDivision(const BinaryOperator &I, Shape A, Shape B) {
  switch (I.getOpcode()) {
  case Instruction::And:
  case Instruction::URem:
  case Instruction::SRem:
    return ofLimit(I, A, B);
  case Instruction::UDiv:
  case Instruction::SDiv:
    return A.likely() && std::abs(*A.likely()) <= 1 && B.isUniform() &&
                   !isa<Constant>(I.getOperand(1))
               ? Shape::varying(0)
               : Shape::varying();
  default:
    return Shape::varying();
  }
}

/// Of which at least one operand varies.
static Shape ofVarying(const BinaryOperator &I, Shape A, Shape B) {
  // What is likely adds up.
  if (A.likely() && B.likely()) {
    if (I.getOpcode() == Instruction::Add)
      return Shape::varying(*A.likely() + *B.likely());
    if (I.getOpcode() == Instruction::Sub)
      return Shape::varying(*A.likely() - *B.likely());
  }
  if (A.likely() == 0 && B.likely() == 0)
    return Shape::varying(0);
  if (auto *By = dyn_cast<ConstantInt>(I.getOperand(1));
      By && A.likely() && By->getValue().isStrictlyPositive() &&
      By->getLimitedValue() < 31) {
    if (I.getOpcode() == Instruction::Shl)
      return Shape::varying(*A.likely() << By->getZExtValue());
    if (I.getOpcode() == Instruction::Mul)
      return Shape::varying(*A.likely() * By->getSExtValue());
  }
  return ofDivision(I, A, B);
}

Shape Strides::ofBinary(const BinaryOperator &I) const {
  Shape A = (*this)[I.getOperand(0)], B = (*this)[I.getOperand(1)];
  if (!I.getType()->isIntegerTy())
    return Shape::varying();
  if (A.K == Shape::Unknown || B.K == Shape::Unknown)
    return {};
  if (A.K == Shape::Varying || B.K == Shape::Varying)
    return ofVarying(I, A, B);
  bool Signed = A.Signed && B.Signed, Unsigned = A.Unsigned && B.Unsigned;
  if (isa<OverflowingBinaryOperator>(I)) {
    Signed &= I.hasNoSignedWrap();
    Unsigned &= I.hasNoUnsignedWrap();
  }
  // Numbers that go around more than once in a vector are of no use.
  auto Scaled = [&](Shape By, uint64_t Factor, bool Positive) {
    const uint64_t Limit =
        uint64_t(1) << (I.getType()->getScalarSizeInBits() > 32 ? 56 : 30);
    if (Factor > Limit || uint64_t(std::abs(By.Stride)) > Limit / Factor)
      return Shape::varying();
    return Shape::strided(By.Stride * int64_t(Factor), Signed,
                          Unsigned && Positive);
  };
  switch (I.getOpcode()) {
  case Instruction::Add:
    return Shape::strided(A.Stride + B.Stride, Signed, Unsigned);
  case Instruction::Sub:
    return Shape::strided(A.Stride - B.Stride, Signed, Unsigned);
  case Instruction::Or:
    if (cast<PossiblyDisjointInst>(I).isDisjoint())
      return Shape::strided(A.Stride + B.Stride, Signed, Unsigned);
    break;
  case Instruction::Mul:
    if (auto *By = dyn_cast<ConstantInt>(I.getOperand(1));
        By && By->getValue().isStrictlyPositive())
      return Scaled(A, By->getLimitedValue(), true);
    break;
  case Instruction::Shl:
    if (auto *By = dyn_cast<ConstantInt>(I.getOperand(1));
        By && By->getLimitedValue() < 56)
      return Scaled(A, uint64_t(1) << By->getZExtValue(), true);
    break;
  case Instruction::AShr:
  case Instruction::LShr:
    if (auto *By = dyn_cast<ConstantInt>(I.getOperand(1));
        By && By->getLimitedValue() < 56 &&
        A.Stride % (int64_t(1) << By->getZExtValue()) == 0) {
      const int64_t Stride = A.Stride >> By->getZExtValue();
      if (I.getOpcode() == Instruction::LShr && Unsigned)
        return Shape::strided(Stride, !By->isZero(), true);
      if (I.getOpcode() == Instruction::AShr)
        return Signed ? Shape::strided(Stride, true, false)
                      : Shape::varying(Stride);
    }
    break;
  default:
    break;
  }
  return A.Stride == 0 && B.Stride == 0 && A.hasBase() && B.hasBase() &&
                 !I.isIntDivRem()
             ? Shape::strided(0, false, false)
             : ofDivision(I, A, B);
}

Shape Strides::ofCast(const CastInst &I) const {
  Shape From = (*this)[I.getOperand(0)];
  if (From.K == Shape::Varying)
    return isa<SExtInst, ZExtInst, TruncInst, AddrSpaceCastInst>(I)
               ? From
               : Shape::varying();
  if (From.K != Shape::Strided)
    return From;
  switch (I.getOpcode()) {
  case Instruction::SExt:
    if (From.Signed || From.Stride == 0)
      return Shape::strided(From.Stride, true, From.Unsigned);
    break;
  case Instruction::ZExt:
    if (From.Unsigned || From.Stride == 0 || (I.hasNonNeg() && From.Signed))
      return Shape::strided(From.Stride, true, true);
    break;
  case Instruction::Trunc: {
    const auto &Trunc = cast<TruncInst>(I);
    int64_t Limit = I.getType()->getIntegerBitWidth() < 16 ? 0 : 1 << 14;
    if (std::abs(From.Stride) >= Limit)
      break;
    unsigned Lost = Trunc.getSrcTy()->getIntegerBitWidth() -
                    I.getType()->getIntegerBitWidth();
    bool Fits =
        computeKnownBits(I.getOperand(0), DL).countMinLeadingZeros() > Lost;
    return Shape::strided(From.Stride,
                          From.Signed && (Fits || Trunc.hasNoSignedWrap()),
                          From.Unsigned && (Fits || Trunc.hasNoUnsignedWrap()));
  }
  case Instruction::AddrSpaceCast:
    return From;
  case Instruction::PtrToInt:
    if (From.PerLane == 0 && I.getType()->isIntegerTy(64))
      return From;
    break;
  default:
    return Shape::varying();
  }
  return Shape::varying(From.Stride);
}

Shape Strides::compute(const Instruction &I) const {
  if (!UI.isDivergent(&I))
    return Shape::uniform();
  if (auto *Phi = dyn_cast<PHINode>(&I))
    return ofPhi(*Phi);
  if (auto *A = dyn_cast<AllocaInst>(&I)) {
    uint64_t Granule = granule(A);
    return Shape::strided(Granule ? Granule : laneBytes(*A, DL), true, true);
  }
  if (StringRef Name = reserved::calleeName(&I); !Name.empty()) {
    const auto &Call = cast<CallInst>(I);
    if ((reserved::properties(Name) & reserved::ItemId) ||
        Name == reserved::LaneNumber ||
        SubGroupCall(&I).K == SubGroupCall::LocalId)
      return Shape::strided(1, true, true);
    if (Name == reserved::Near) {
      const Shape S = (*this)[Call.getArgOperand(0)];
      return S.K != Shape::Varying || S.Likely ? S : Shape::varying(1);
    }
    if (Name == reserved::ItemSlot)
      return Shape::strided(
          cast<ConstantInt>(Call.getArgOperand(1))->getSExtValue(), true, true);
    return Shape::varying();
  }
  if (auto *GEP = dyn_cast<GetElementPtrInst>(&I))
    return ofAddress(*GEP);
  if (auto *Binary = dyn_cast<BinaryOperator>(&I))
    return ofBinary(*Binary);
  if (auto *Cast = dyn_cast<CastInst>(&I))
    return ofCast(*Cast);
  if (auto *Load = dyn_cast<LoadInst>(&I)) {
    Shape Pointer = (*this)[Load->getPointerOperand()];
    if (Pointer.K == Shape::Unknown)
      return {};
    return Load->isSimple() && Pointer.isUniform()
               ? Shape::strided(0, false, false)
               : Shape::varying();
  }
  if (auto *Select = dyn_cast<SelectInst>(&I)) {
    Shape If = (*this)[Select->getCondition()];
    Shape A = (*this)[Select->getTrueValue()];
    Shape B = (*this)[Select->getFalseValue()];
    if (If.K == Shape::Unknown || A.K == Shape::Unknown ||
        B.K == Shape::Unknown)
      return {};
    if (!If.isUniform() || !A.hasBase() || !B.hasBase() ||
        A.Stride != B.Stride || I.getType()->isVectorTy())
      return Shape::varying(A.likely().value_or(0) ? A.likely() : B.likely());
    return Shape::strided(A.Stride, A.Signed && B.Signed,
                          A.Unsigned && B.Unsigned);
  }
  if (isa<FreezeInst>(I)) {
    const Shape S = (*this)[I.getOperand(0)];
    return S.K == Shape::Unknown ? S : Shape::varying(S.likely());
  }
  if (isa<MinMaxIntrinsic>(I) && I.getType()->isIntegerTy())
    return ofLimit(I, (*this)[I.getOperand(0)], (*this)[I.getOperand(1)]);
  return Shape::varying();
}

void Strides::print(raw_ostream &OS) const {
  for (const Instruction &I : instructions(F)) {
    if (I.getType()->isVoidTy())
      continue;
    const Shape S = (*this)[&I];
    if (S.isUniform())
      OS << "uniform";
    else if (S.K == Shape::Strided)
      OS << "stride " << S.Stride;
    else
      OS << "varying";
    if (S.PerLane)
      OS << " + " << S.PerLane << " for each lane";
    if (S.Likely)
      OS << ", likely stride " << *S.Likely;
    OS << ':' << I << '\n';
  }
}
