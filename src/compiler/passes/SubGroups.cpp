//===- SubGroups.cpp - What sub-groups do ---------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/SubGroups.h"

#include "compiler/passes/Reserved.h"
#include "compiler/passes/work-group/Regions.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;
using namespace ferry::compiler;

SubGroupCall::SubGroupCall(const Value *V) {
  StringRef Name = reserved::calleeName(V);
  if (!Name.consume_front(reserved::SubGroupPrefix))
    return;
  auto [What, Rest] = Name.split('_');
  auto [Operator, Type] = Rest.split('_');
  K = StringSwitch<Kind>(What)
          .Case("max", MaxSize)
          .Case("size", Size)
          .Case("id", Id)
          .Case("local", LocalId)
          .Case("barrier", Barrier)
          .Case("ballot", Ballot)
          .Case("broadcast", Broadcast)
          .Case("shuffle", Shuffle)
          .Case("reduce", Reduce)
          .Case("inclusive", Inclusive)
          .Case("exclusive", Exclusive)
          .Case("cluster", Cluster)
          .Default(None);
  Op = StringSwitch<Operation>(Operator)
           .Case("mul", Mul)
           .Case("min", Min)
           .Case("max", Max)
           .Case("and", And)
           .Case("or", Or)
           .Case("xor", Xor)
           .Default(Add);
  Unsigned = Type.starts_with("u");
}

Value *SubGroupCall::combine(IRBuilder<> &B, Value *X, Value *Y) const {
  bool IsFloat = X->getType()->isFPOrFPVectorTy();
  switch (Op) {
  case Add:
    return IsFloat ? B.CreateFAdd(X, Y) : B.CreateAdd(X, Y);
  case Mul:
    return IsFloat ? B.CreateFMul(X, Y) : B.CreateMul(X, Y);
  case Min:
    return B.CreateBinaryIntrinsic(IsFloat    ? Intrinsic::minnum
                                   : Unsigned ? Intrinsic::umin
                                              : Intrinsic::smin,
                                   X, Y);
  case Max:
    return B.CreateBinaryIntrinsic(IsFloat    ? Intrinsic::maxnum
                                   : Unsigned ? Intrinsic::umax
                                              : Intrinsic::smax,
                                   X, Y);
  case And:
    return B.CreateAnd(X, Y);
  case Or:
    return B.CreateOr(X, Y);
  case Xor:
    return B.CreateXor(X, Y);
  }
  llvm_unreachable("an operation that is not there");
}

Constant *SubGroupCall::identity(Type *Ty) const {
  unsigned Bits = Ty->getScalarSizeInBits();
  bool IsFloat = Ty->isFPOrFPVectorTy();
  switch (Op) {
  case Add:
  case Or:
  case Xor:
    return Constant::getNullValue(Ty);
  case Mul:
    return IsFloat ? ConstantFP::get(Ty, 1.0) : ConstantInt::get(Ty, 1);
  case Min:
    return IsFloat ? ConstantFP::getInfinity(Ty)
                   : ConstantInt::get(Ty, Unsigned
                                              ? APInt::getMaxValue(Bits)
                                              : APInt::getSignedMaxValue(Bits));
  case Max:
    return IsFloat ? ConstantFP::getInfinity(Ty, /*Negative=*/true)
                   : ConstantInt::get(Ty, Unsigned
                                              ? APInt::getMinValue(Bits)
                                              : APInt::getSignedMinValue(Bits));
  case And:
    return Constant::getAllOnesValue(Ty);
  }
  llvm_unreachable("an operation that is not there");
}

bool ferry::compiler::usesSubGroups(Function &F) {
  return any_of(bodies(F), [](Function *Body) {
    return any_of(instructions(Body), [](Instruction &I) {
      SubGroupCall Call(&I);
      return Call && Call.K != SubGroupCall::MaxSize;
    });
  });
}

Value *ferry::compiler::subGroupId(IRBuilder<> &B, unsigned Lanes) {
  Module &M = *B.GetInsertBlock()->getModule();
  auto Ask = [&](StringRef Name, unsigned Dimension) {
    return B.CreateCall(
        reserved::getPure(M, Name, B.getInt64Ty(), {B.getInt32Ty()}),
        {B.getInt32(Dimension)});
  };
  Value *Row = B.CreateAdd(
      B.CreateMul(Ask(reserved::LocalId, 2), Ask(reserved::LocalSize, 1)),
      Ask(reserved::LocalId, 1));
  Value *PerRow = B.CreateUDiv(
      B.CreateAdd(Ask(reserved::LocalSize, 0), B.getInt64(Lanes - 1)),
      B.getInt64(Lanes));
  Value *InRow = B.CreateUDiv(Ask(reserved::LocalId, 0), B.getInt64(Lanes));
  return B.CreateTrunc(B.CreateAdd(B.CreateMul(Row, PerRow), InRow),
                       B.getInt32Ty());
}

static void makeSingle(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    SubGroupCall Call(&I);
    if (!Call)
      continue;
    IRBuilder<> B(&I);
    Value *Answer = nullptr;
    switch (Call.K) {
    case SubGroupCall::MaxSize:
    case SubGroupCall::Size:
      Answer = B.getInt32(1);
      break;
    case SubGroupCall::Id:
      Answer = subGroupId(B, 1);
      break;
    case SubGroupCall::LocalId:
      Answer = B.getInt32(0);
      break;
    case SubGroupCall::Barrier:
      B.CreateFence(AtomicOrdering::AcquireRelease, SyncScope::SingleThread);
      break;
    case SubGroupCall::Ballot:
      Answer = B.CreateZExt(B.CreateIsNotNull(I.getOperand(0)), I.getType());
      break;
    case SubGroupCall::Exclusive:
      Answer = Call.identity(I.getType());
      break;
    default:
      Answer = I.getOperand(0);
    }
    if (Answer)
      I.replaceAllUsesWith(Answer);
    I.eraseFromParent();
  }
}

void ferry::compiler::makeSubGroupsSingle(Function &Kernel) {
  for (Function *Body : bodies(Kernel))
    makeSingle(*Body);
}

void ferry::compiler::setMaxSubGroupSize(Function &Kernel, unsigned Size) {
  for (Function *Body : bodies(Kernel))
    for (Instruction &I : make_early_inc_range(instructions(Body)))
      if (SubGroupCall(&I).K == SubGroupCall::MaxSize) {
        I.replaceAllUsesWith(ConstantInt::get(I.getType(), Size));
        I.eraseFromParent();
      }
}
