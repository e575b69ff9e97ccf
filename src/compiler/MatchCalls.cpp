//===- MatchCalls.cpp - Calls as their functions are ----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Builtins.h"

#include "compiler/passes/Diagnostic.h"
#include "compiler/passes/Reserved.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace ferry::compiler;

namespace {

/// One call of a function that has another type.
class Match {
public:
  Match(CallInst &Call, Function &Callee)
      : Call(Call), Callee(Callee), B(&Call), DL(Call.getDataLayout()) {}

  /// \returns false, and leaves the call alone, if it cannot be made to fit.
  bool run() {
    FunctionType *Type = Callee.getFunctionType();
    if (Type->isVarArg() || !placeResult())
      return false;
    for (Argument &Parameter :
         drop_begin(Callee.args(), Callee.hasStructRetAttr()))
      if (!addArgument(Parameter))
        return false;
    if (Next != Call.arg_size())
      return false;
    CallInst *New = B.CreateCall(&Callee, Arguments);
    New->setCallingConv(Callee.getCallingConv());
    New->setAttributes(
        Callee.getAttributes().removeFnAttributes(Call.getContext()));
    New->setDebugLoc(Call.getDebugLoc());
    finish(New);
    Call.eraseFromParent();
    return true;
  }

private:
  bool placeResult() {
    if (Call.hasStructRetAttr())
      ++Next; // Where the caller wants the result.
    if (Callee.hasStructRetAttr()) {
      Type *Result = Callee.getParamStructRetType(0);
      if (!Call.hasStructRetAttr() && !areAlike(Result, Call.getType()))
        return false;
      Returned = place(Result);
      Arguments.push_back(Returned);
      return true;
    }
    if (Call.hasStructRetAttr())
      return areAlike(Callee.getReturnType(), Call.getParamStructRetType(0));
    return areAlike(Callee.getReturnType(), Call.getType());
  }

  bool addArgument(Argument &Parameter) {
    if (Next == Call.arg_size())
      return false;
    const unsigned Index = Next++;
    Value *V = Call.getArgOperand(Index);
    if (Call.isByValArgument(Index) && !Parameter.hasByValAttr())
      V = B.CreateLoad(Call.getParamByValType(Index), V);
    else if (Parameter.hasByValAttr() && !Call.isByValArgument(Index)) {
      if (!areAlike(V->getType(), Parameter.getParamByValType()))
        return false;
      AllocaInst *Copy = place(Parameter.getParamByValType());
      B.CreateStore(V, Copy);
      V = Copy;
    }
    if (!areAlike(V->getType(), Parameter.getType()))
      return false;
    Arguments.push_back(convert(V, Parameter.getType()));
    return true;
  }

  void finish(CallInst *New) {
    Value *Result = New;
    if (Returned)
      Result = B.CreateLoad(Returned->getAllocatedType(), Returned);
    if (Call.hasStructRetAttr())
      B.CreateStore(Result, Call.getArgOperand(0));
    else if (!Call.getType()->isVoidTy())
      Call.replaceAllUsesWith(convert(Result, Call.getType()));
  }

  /// Whether one may stand for the other, byte by byte.
  bool areAlike(Type *A, Type *B) const {
    if (A == B)
      return true;
    if (!A->isSized() || !B->isSized())
      return false;
    if (A->isPtrOrPtrVectorTy() || B->isPtrOrPtrVectorTy())
      return A->isPointerTy() && B->isPointerTy();
    return DL.getTypeAllocSize(A) == DL.getTypeAllocSize(B);
  }

  Value *convert(Value *V, Type *To) {
    if (V->getType() == To)
      return V;
    if (To->isPointerTy())
      return B.CreateAddrSpaceCast(V, To);
    if (CastInst::castIsValid(Instruction::BitCast, V, To))
      return B.CreateBitCast(V, To);
    // Of 3 components, with a fourth.
    AllocaInst *Place = place(To);
    B.CreateStore(V, Place);
    return B.CreateLoad(To, Place);
  }

  AllocaInst *place(Type *Ty) {
    BasicBlock &Entry = Call.getFunction()->getEntryBlock();
    return IRBuilder<>(&Entry, Entry.begin()).CreateAlloca(Ty);
  }

  CallInst &Call;
  Function &Callee;
  IRBuilder<> B;
  const DataLayout &DL;
  unsigned Next = 0; ///< Argument of the call.
  SmallVector<Value *, 8> Arguments;
  AllocaInst *Returned = nullptr;
};

} // namespace

/// How wide an argument becomes in its register: the caller's business.
static void extendArguments(CallBase &Call, const Function &Callee) {
  for (const Argument &Parameter : Callee.args())
    for (Attribute::AttrKind Kind : {Attribute::SExt, Attribute::ZExt})
      if (Parameter.hasAttribute(Kind))
        Call.addParamAttr(Parameter.getArgNo(), Kind);
}

Error ferry::compiler::matchCalls(Module &M) {
  Findings Found;
  auto Fail = [&](const Function &Caller, const Twine &What) {
    Found.add("'" + reserved::userName(Caller) + "' calls " + What);
  };
  for (Function &F : M)
    for (Instruction &I : make_early_inc_range(instructions(F))) {
      auto *Call = dyn_cast<CallBase>(&I);
      if (!Call || Call->isInlineAsm())
        continue;
      auto *Callee =
          dyn_cast<Function>(Call->getCalledOperand()->stripPointerCasts());
      if (!Callee) {
        Fail(F, "through a pointer, which is not supported");
        continue;
      }
      if (Callee->isIntrinsic() || Callee->isVarArg())
        continue;
      if (Callee->getFunctionType() == Call->getFunctionType())
        extendArguments(*Call, *Callee);
      else if (!isa<CallInst>(Call) ||
               !Match(*cast<CallInst>(Call), *Callee).run())
        Fail(F, "'" + demangle(Callee->getName()) +
                    "' with arguments that it does not have");
    }
  return Found.take();
}
