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
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;
using namespace ferry::compiler;

SubGroupCall::SubGroupCall(const Value *V) {
  StringRef Name = reserved::calleeName(V);
  OfWorkGroup = Name.consume_front(reserved::WorkGroupPrefix);
  if (!OfWorkGroup && !Name.consume_front(reserved::SubGroupPrefix))
    return;
  auto [What, Rest] = Name.split('_');
  auto [Operator, Type] = Rest.split('_');
  K = StringSwitch<Kind>(What)
          .Case("max", MaxSize)
          .Case("in", InOrder)
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
  const bool IsFloat = V->getType()->isFloatingPointTy();
  const bool IsUnsigned = Type.starts_with("u");
  Op = StringSwitch<RecurKind>(Operator)
           .Case("mul", IsFloat ? RecurKind::FMul : RecurKind::Mul)
           .Case("min", IsFloat      ? RecurKind::FMin
                        : IsUnsigned ? RecurKind::UMin
                                     : RecurKind::SMin)
           .Case("max", IsFloat      ? RecurKind::FMax
                        : IsUnsigned ? RecurKind::UMax
                                     : RecurKind::SMax)
           .Case("and", RecurKind::And)
           .Case("or", RecurKind::Or)
           .Case("xor", RecurKind::Xor)
           .Default(IsFloat ? RecurKind::FAdd : RecurKind::Add);
}

Value *SubGroupCall::combine(IRBuilder<> &B, Value *X, Value *Y) const {
  if (RecurrenceDescriptor::isMinMaxRecurrenceKind(Op))
    return B.CreateBinaryIntrinsic(getMinMaxReductionIntrinsicOp(Op), X, Y);
  const unsigned Opcode = RecurrenceDescriptor::getOpcode(Op);
  return B.CreateBinOp(Instruction::BinaryOps(Opcode), X, Y);
}

Constant *ferry::compiler::identityOf(RecurKind Op, Type *Ty) {
  if (Op == RecurKind::FMin || Op == RecurKind::FMax)
    return ConstantFP::getInfinity(Ty, /*Negative=*/Op == RecurKind::FMax);
  if (RecurrenceDescriptor::isMinMaxRecurrenceKind(Op))
    return ConstantInt::get(
        Ty, ConstantExpr::getIntrinsicIdentity(
                getMinMaxReductionIntrinsicOp(Op), Ty->getScalarType())
                ->getUniqueInteger());
  return ConstantExpr::getBinOpIdentity(RecurrenceDescriptor::getOpcode(Op), Ty,
                                        /*AllowRHSConstant=*/false,
                                        /*NSZ=*/true);
}

/// True if \p Which holds for a call of \p F that depends on sub-groups.
static bool hasCall(Function &F,
                    function_ref<bool(const SubGroupCall &)> Which) {
  return any_of(bodies(F), [&](Function *Body) {
    return any_of(instructions(Body), [&](Instruction &I) {
      SubGroupCall Call(&I);
      return Call && !Call.isConstant() && Which(Call);
    });
  });
}

bool ferry::compiler::usesSubGroups(Function &F) {
  return hasCall(F, [](const SubGroupCall &) { return true; });
}

bool ferry::compiler::showsSubGroups(Function &F) {
  return F.getMetadata("intel_reqd_sub_group_size") ||
         hasCall(F, [](const SubGroupCall &Call) { return !Call.OfWorkGroup; });
}

bool ferry::compiler::scans(Function &F) {
  return hasCall(F, [](const SubGroupCall &Call) {
    return Call.K == SubGroupCall::Inclusive ||
           Call.K == SubGroupCall::Exclusive;
  });
}

Value *ferry::compiler::linearLocalId(IRBuilder<> &B) {
  using reserved::askIn;
  Value *Row = B.CreateAdd(B.CreateMul(askIn(B, reserved::LocalId, 2),
                                       askIn(B, reserved::LocalSize, 1)),
                           askIn(B, reserved::LocalId, 1));
  return B.CreateAdd(B.CreateMul(Row, askIn(B, reserved::LocalSize, 0)),
                     askIn(B, reserved::LocalId, 0));
}

Value *ferry::compiler::subGroupId(IRBuilder<> &B, unsigned Lanes) {
  return B.CreateTrunc(B.CreateUDiv(linearLocalId(B), B.getInt64(Lanes)),
                       B.getInt32Ty());
}

std::array<Value *, 3> ferry::compiler::localIds(IRBuilder<> &B,
                                                 Value *Linear) {
  // There are vectors of twice as many 32-bit values.
  auto Narrow = [&](Value *V) { return B.CreateTrunc(V, B.getInt32Ty()); };
  auto Wide = [&](Value *V) { return B.CreateZExt(V, B.getInt64Ty()); };
  Value *Id = Narrow(Linear);
  Value *Row = Narrow(reserved::askIn(B, reserved::LocalSize, 0));
  Value *Column = Narrow(reserved::askIn(B, reserved::LocalSize, 1));
  Value *Number = B.CreateUDiv(Id, Row);
  return {Wide(B.CreateURem(Id, Row)), Wide(B.CreateURem(Number, Column)),
          Wide(B.CreateUDiv(Number, Column))};
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
    case SubGroupCall::InOrder:
    case SubGroupCall::Size:
      Answer = ConstantInt::get(I.getType(), 1);
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
      Answer = identityOf(Call.Op, I.getType());
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

/// Has all calls of the kind \p K in \p Kernel return \p Answer.
static void answer(Function &Kernel, SubGroupCall::Kind K, unsigned Answer) {
  for (Function *Body : bodies(Kernel))
    for (Instruction &I : make_early_inc_range(instructions(Body)))
      if (SubGroupCall(&I).K == K) {
        I.replaceAllUsesWith(ConstantInt::get(I.getType(), Answer));
        I.eraseFromParent();
      }
}

void ferry::compiler::setMaxSubGroupSize(Function &Kernel, unsigned Size) {
  answer(Kernel, SubGroupCall::MaxSize, Size);
}

void ferry::compiler::setInOrder(Function &Kernel, bool InOrder) {
  answer(Kernel, SubGroupCall::InOrder, InOrder);
}
