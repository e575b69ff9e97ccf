//===- VectorMath.cpp - Math functions of many lanes at once --------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/vectorise/VectorMath.h"

#include "compiler/LlvmVersions.h"

#include "ferry/isa.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace ferry::compiler;
using namespace ferry;

namespace {

/// A function of libmvec, by its name for double.
struct VectorFunction {
  StringLiteral Name;
  Intrinsic::ID Id; ///< The intrinsic of the same meaning, or none.
  /// The types of which it is accurate enough, on every instruction set.
  bool Double, Float;
};

} // namespace

// Those functions that kernels call: the others are arithmetic in the
// built-ins. docs/math.md has the errors.
static constexpr VectorFunction Functions[] = {
    {"sin", Intrinsic::sin, true, true},
    {"cos", Intrinsic::cos, true, true},
    {"tan", Intrinsic::tan, true, true},
    {"asin", Intrinsic::asin, true, false},
    {"acos", Intrinsic::acos, true, false},
    {"atan", Intrinsic::atan, true, false},
    {"atan2", Atan2Intrinsic, true, false},
    {"sinh", Intrinsic::sinh, true, false},
    {"cosh", Intrinsic::cosh, true, false},
    {"tanh", Intrinsic::tanh, true, false},
    {"asinh", Intrinsic::not_intrinsic, true, true},
    {"acosh", Intrinsic::not_intrinsic, true, true},
    {"atanh", Intrinsic::not_intrinsic, true, true},
    {"exp2", Intrinsic::exp2, true, false},
    {"exp10", Intrinsic::exp10, true, false},
    {"log", Intrinsic::log, true, false},
    {"log2", Intrinsic::log2, true, false},
    {"log10", Intrinsic::log10, true, false},
    // Too far off alone, but the built-in corrects the result.
    {"cbrt", Intrinsic::not_intrinsic, true, false},
    {"erf", Intrinsic::not_intrinsic, true, true},
    {"erfc", Intrinsic::not_intrinsic, true, true},
    {"hypot", Intrinsic::not_intrinsic, true, false},
};

static const VectorFunction *find(const CallInst &Call) {
  const Function *Callee = Call.getCalledFunction();
  if (!Callee || !Callee->isDeclaration())
    return nullptr;
  Type *T = Call.getType()->getScalarType();
  if (!T->isFloatTy() && !T->isDoubleTy())
    return nullptr;
  StringRef Name = Callee->getName();
  if (!Callee->isIntrinsic() && T->isFloatTy() && !Name.consume_back("f"))
    return nullptr;
  const VectorFunction *Found =
      find_if(Functions, [&](const VectorFunction &F) {
        return Callee->isIntrinsic() ? F.Id == Callee->getIntrinsicID()
                                     : F.Name == Name;
      });
  bool Usable = Found != std::end(Functions) &&
                (T->isDoubleTy() ? Found->Double : Found->Float);
  return Usable ? Found : nullptr;
}

Value *compiler::inPieces(IRBuilderBase &Builder, ArrayRef<Value *> Arguments,
                          unsigned Width,
                          function_ref<Value *(ArrayRef<Value *>)> Piece) {
  const unsigned Lanes =
      cast<FixedVectorType>(Arguments[0]->getType())->getNumElements();
  if (Lanes == Width)
    return Piece(Arguments);
  SmallVector<Value *, 8> Results;
  for (unsigned Begin = 0; Begin < Lanes; Begin += Width) {
    SmallVector<int, 16> Mask;
    for (unsigned Lane = Begin; Lane != Begin + Width; ++Lane)
      Mask.push_back(int(Lane < Lanes ? Lane : Begin));
    SmallVector<Value *, 2> Parts;
    for (Value *Argument : Arguments)
      Parts.push_back(Builder.CreateShuffleVector(Argument, Mask));
    Results.push_back(Piece(Parts));
  }
  Value *Result = concatenateVectors(Builder, Results);
  if (Lanes % Width == 0)
    return Result;
  return Builder.CreateShuffleVector(Result, createSequentialMask(0, Lanes, 0));
}

bool compiler::dividesAsFloats(const Value *Divisor) {
  return Divisor->getType()->getScalarSizeInBits() <= 32 &&
         !isa<Constant>(Divisor);
}

/// \p V, integers, as numbers of type \p Ty.
static Value *toFloat(IRBuilderBase &B, Value *V, Type *Ty, bool Signed) {
  return Signed ? B.CreateSIToFP(V, Ty) : B.CreateUIToFP(V, Ty);
}

/// Numbers of type \p Ty by which products, rounded to zero, are quotients by
/// \p Divisor: a bit more than 1 / \p Divisor, so that no product is below a
/// quotient that is whole. Null if not all elements have the same divisor, or
/// 1, as those have that would trap or are inactive.
static Value *inverses(IRBuilderBase &B, Value *Divisor, Type *Ty,
                       bool Signed) {
  using namespace PatternMatch;
  if (Value *Same = getSplatValue(Divisor)) {
    Type *Element = Ty->getScalarType();
    Value *One = ConstantFP::get(Element, 1);
    Value *Inverse = B.CreateFMul(
        B.CreateFDiv(One, toFloat(B, Same, Element, Signed)),
        ConstantFP::get(Element,
                        Element->isDoubleTy() ? 1 + 0x1p-52 : 1 + 0x1p-23));
    return B.CreateVectorSplat(cast<FixedVectorType>(Ty)->getElementCount(),
                               Inverse);
  }
  Value *Condition, *Chosen;
  const bool OrOne =
      match(Divisor, m_Select(m_Value(Condition), m_Value(Chosen), m_One()));
  if (!OrOne &&
      !match(Divisor, m_Select(m_Value(Condition), m_One(), m_Value(Chosen))))
    return nullptr;
  Value *Inverse = inverses(B, Chosen, Ty, Signed),
        *One = ConstantFP::get(Ty, 1);
  if (!Inverse)
    return nullptr;
  return OrOne ? B.CreateSelect(Condition, Inverse, One)
               : B.CreateSelect(Condition, One, Inverse);
}

Value *compiler::emitDivision(IRBuilderBase &Builder,
                              Instruction::BinaryOps Opcode, Value *Dividend,
                              Value *Divisor, bool HasNoSign) {
  if (!dividesAsFloats(Divisor))
    return Builder.CreateBinOp(Opcode, Dividend, Divisor);
  const bool Signed =
      Opcode == Instruction::SDiv || Opcode == Instruction::SRem;
  const bool Quotient =
      Opcode == Instruction::UDiv || Opcode == Instruction::SDiv;
  auto *Ty = cast<FixedVectorType>(Divisor->getType());
  Type *Float = FixedVectorType::get(Ty->getScalarSizeInBits() > 16
                                         ? Builder.getDoubleTy()
                                         : Builder.getFloatTy(),
                                     Ty->getNumElements());
  Value *By = inverses(Builder, Divisor, Float, Signed);
  const auto Operation = By ? Instruction::FMul : Instruction::FDiv;
  if (!By)
    By = toFloat(Builder, Divisor, Float, Signed);
  // Processors before AVX-512 convert numbers with a sign only.
  const bool AsSigned = Signed || HasNoSign;
  Value *Q = Builder.CreateBinOp(
      Operation, toFloat(Builder, Dividend, Float, AsSigned), By);
  Q = AsSigned ? Builder.CreateFPToSI(Q, Ty) : Builder.CreateFPToUI(Q, Ty);
  return Quotient ? Q
                  : Builder.CreateSub(Dividend, Builder.CreateMul(Q, Divisor));
}

bool compiler::hasVectorMath(const CallInst &Call) {
  // AArch64 has a libmvec since glibc 2.38, whose errors are not known here.
  return isa() != Isa::Neon && find(Call);
}

bool compiler::isInstruction(const CallInst &Call) {
  return isa<IntrinsicInst>(Call) && !find(Call);
}

Value *compiler::emitVectorMath(IRBuilderBase &Builder, const CallInst &Call,
                                ArrayRef<Value *> Arguments) {
  const VectorFunction *F = find(Call);
  assert(F && "asked for after hasVectorMath");
  // The smallest registers that hold all lanes, or the largest there are.
  Type *Element = Call.getType()->getScalarType();
  unsigned Lanes =
      cast<FixedVectorType>(Arguments[0]->getType())->getNumElements();
  unsigned Bits = Element->getPrimitiveSizeInBits();
  unsigned Register = registerBits(isa());
  while (Register > 128 && Register / 2 >= Lanes * Bits)
    Register /= 2;
  unsigned Width = Register / Bits;

  // The names of the vector function ABI for x86-64.
  StringRef Isa = Register == 512 ? "e" : Register == 256 ? "d" : "b";
  std::string Name =
      ("_ZGV" + Isa + "N" + Twine(Width) + StringRef("vv", Arguments.size()) +
       "_" + F->Name + (Element->isFloatTy() ? "f" : ""))
          .str();
  Type *Vector = FixedVectorType::get(Element, Width);
  SmallVector<Type *, 2> Parameters(Arguments.size(), Vector);
  Module &M = *Builder.GetInsertBlock()->getModule();
  FunctionCallee Callee = M.getOrInsertFunction(
      Name, FunctionType::get(Vector, Parameters, /*isVarArg=*/false));
  auto *Declared = cast<Function>(Callee.getCallee());
  Declared->setDoesNotAccessMemory();
  Declared->setDoesNotThrow();
  Declared->setWillReturn();

  return inPieces(Builder, Arguments, Width, [&](ArrayRef<Value *> Parts) {
    return Builder.CreateCall(Callee, Parts);
  });
}
