//===- VectorMathTest.cpp - Which vector functions are called -------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/vectorise/VectorMath.h"
#include "exec/ObjectLoader.h"
#include "ferry/isa.h"

#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"

#include <gtest/gtest.h>

using namespace llvm;
using namespace ferry;

namespace {

/// What emitVectorMath makes of one scalar call.
struct Emitted {
  bool any;
  unsigned lanes = 0;             ///< Of the result.
  std::vector<std::string> calls; ///< Names of functions, in order.
};

/// \p Name is a function of libm, or of an intrinsic if \p Id is not zero.
Emitted emit(bool Double, const std::string &Name, Intrinsic::ID Id,
             unsigned Arity, unsigned Lanes) {
  LLVMContext Context;
  Module M("test", Context);
  IRBuilder<> Builder(Context);
  Type *Scalar = Double ? Builder.getDoubleTy() : Builder.getFloatTy();
  Type *Vector = FixedVectorType::get(Scalar, Lanes);
  SmallVector<Type *> Scalars(Arity, Scalar), Vectors(Arity, Vector);
  Function *F =
      Function::Create(FunctionType::get(Builder.getVoidTy(), Vectors, false),
                       Function::ExternalLinkage, "f", M);
  Builder.SetInsertPoint(BasicBlock::Create(Context, "", F));
  const SmallVector<Value *> Poison(Arity, PoisonValue::get(Scalar));
  CallInst *Call =
      Id ? Builder.CreateIntrinsic(Id, {Scalar}, Poison)
         : Builder.CreateCall(
               M.getOrInsertFunction(Name,
                                     FunctionType::get(Scalar, Scalars, false)),
               Poison);
  SmallVector<Value *> Arguments;
  for (Argument &A : F->args())
    Arguments.push_back(&A);
  Value *Result = compiler::hasVectorMath(*Call)
                      ? compiler::emitVectorMath(Builder, *Call, Arguments)
                      : nullptr;
  Call->eraseFromParent();
  Builder.CreateRetVoid();
  EXPECT_FALSE(verifyModule(M, &errs()));
  Emitted E{Result != nullptr, 0, {}};
  if (Result)
    E.lanes = cast<FixedVectorType>(Result->getType())->getNumElements();
  for (Instruction &I : F->getEntryBlock())
    if (auto *Made = dyn_cast<CallInst>(&I))
      E.calls.push_back(Made->getCalledFunction()->getName().str());
  return E;
}

using Names = std::vector<std::string>;

TEST(VectorMath, TakesTheLargestRegistersForManyLanes) {
  Emitted E = emit(true, "", Intrinsic::sin, 1, 16);
  EXPECT_EQ(E.lanes, 16u);
  EXPECT_EQ(E.calls, registerBits(isa()) == 512 ? Names(2, "_ZGVeN8v_sin")
                     : isa() == Isa::Avx2       ? Names(4, "_ZGVdN4v_sin")
                                                : Names(8, "_ZGVbN2v_sin"));
}

TEST(VectorMath, TakesNoLargerRegistersThanNeeded) {
  Emitted E = emit(false, "erff", 0, 1, 4);
  EXPECT_EQ(E.lanes, 4u);
  EXPECT_EQ(E.calls, Names{"_ZGVbN4v_erff"});
}

TEST(VectorMath, FillsUpRegisters) {
  Emitted E = emit(false, "sinf", 0, 1, 2);
  EXPECT_EQ(E.lanes, 2u);
  EXPECT_EQ(E.calls, Names{"_ZGVbN4v_sinf"});
  E = emit(true, "log", 0, 1, 3);
  EXPECT_EQ(E.lanes, 3u);
  EXPECT_EQ(E.calls, isa() == Isa::Sse2 ? Names(2, "_ZGVbN2v_log")
                                        : Names{"_ZGVdN4v_log"});
}

TEST(VectorMath, TakesTwoArguments) {
  Emitted E = emit(true, "hypot", 0, 2, 2);
  EXPECT_EQ(E.calls, Names{"_ZGVbN2vv_hypot"});
}

TEST(VectorMath, LeavesTheRest) {
  EXPECT_FALSE(emit(true, "tgamma", 0, 1, 4).any);
  EXPECT_FALSE(emit(true, "sinf", 0, 1, 4).any); // No double.
  EXPECT_FALSE(emit(false, "sin", 0, 1, 4).any); // No float.
  EXPECT_FALSE(emit(false, "", Intrinsic::sqrt, 1, 4).any);
  EXPECT_FALSE(emit(false, "logf", 0, 1, 4).any); // Not accurate enough.
  EXPECT_TRUE(emit(true, "log", 0, 1, 4).any);
}

/// Everything that may be called is there when the object is loaded.
TEST(VectorMath, CallsWhatTheLoaderBinds) {
  for (bool Double : {false, true})
    for (unsigned Arity : {1, 2})
      for (std::string Name :
           {"sin",  "cos",   "tan",   "asin",  "acos",  "atan",  "atan2",
            "sinh", "cosh",  "tanh",  "asinh", "acosh", "atanh", "exp",
            "exp2", "exp10", "expm1", "log",   "log2",  "log10", "log1p",
            "cbrt", "erf",   "erfc",  "hypot"}) {
        bool Binary = Name == "atan2" || Name == "hypot";
        if (Binary != (Arity == 2))
          continue;
        for (unsigned Lanes : {2, 4, 8, 16})
          for (const std::string &Called :
               emit(Double, Double ? Name : Name + "f", 0, Arity, Lanes).calls)
            EXPECT_NE(exec::runtimeSymbol(Called), nullptr) << Called;
      }
}

} // namespace
