//===- JudgeRanges.cpp - Reads of a loop that are judged together ---------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/check/JudgeRegions.h"

#include "compiler/LlvmVersions.h"
#include "compiler/passes/Reserved.h"
#include "compiler/passes/check/CheckCalls.h"
#include "compiler/passes/check/InlineChecks.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace ferry;
using namespace ferry::compiler;

namespace {

/// A read, and where it starts first and last.
struct Range {
  CallInst *Read;
  const SCEV *First, *Last;
};

/// A loop that only asks about reads.
class ReadingLoop {
public:
  ReadingLoop(Loop &L, ScalarEvolution &SE, InlineChecks &Inline)
      : L(L), SE(SE), Inline(Inline) {}

  /// \returns what says that it need not run, put before it; null if that
  /// cannot be said.
  Value *ask(SCEVExpander &Expander);

private:
  bool findReads();
  bool findRange(CallInst &Read);

  Loop &L;
  ScalarEvolution &SE;
  InlineChecks &Inline;
  SmallVector<Range, 4> Ranges;
  /// Iterations but one, in 64 bits.
  const SCEV *Count = nullptr;
};

} // namespace

/// Addresses are numbers of 64 bits. With fewer iterations, and steps below it,
/// nothing between the first and the last is beyond one of them.
static constexpr unsigned CountBits = 32;
static constexpr uint64_t MaxStep = uint64_t(1) << 30;

bool ReadingLoop::findRange(CallInst &Read) {
  const CheckCall Ask(Read);
  if (!Inline.isGlobalRead(Read))
    return false;
  Value *Pointer = Ask.pointer();
  // To the same bits.
  if (auto *Cast = dyn_cast<AddrSpaceCastInst>(Pointer))
    Pointer = Cast->getPointerOperand();
  const SCEV *Address = SE.getSCEV(Pointer);
  if (SE.isLoopInvariant(Address, &L)) {
    Ranges.push_back({&Read, Address, Address});
    return true;
  }
  auto *Sum = dyn_cast<SCEVAddRecExpr>(Address);
  if (!Sum || Sum->getLoop() != &L || !Sum->isAffine())
    return false;
  auto *Step = dyn_cast<SCEVConstant>(Sum->getStepRecurrence(SE));
  if (!Step || Step->getAPInt().abs().uge(MaxStep) ||
      Step->getAPInt().abs().urem(Ask.alignment()) != 0)
    return false;
  const SCEV *Last = SE.getAddExpr(Sum->getStart(), SE.getMulExpr(Count, Step));
  Ranges.push_back({&Read, Sum->getStart(), Last});
  return true;
}

bool ReadingLoop::findReads() {
  for (BasicBlock *Block : L.blocks())
    for (Instruction &I : *Block) {
      if (!all_of(I.users(),
                  [&](User *U) { return L.contains(cast<Instruction>(U)); }))
        return false;
      if (checkName(&I).empty())
        continue;
      if (checkName(&I) != "ferry_check_read" || !findRange(cast<CallInst>(I)))
        return false;
    }
  return !Ranges.empty();
}

Value *ReadingLoop::ask(SCEVExpander &Expander) {
  BasicBlock *Exit = L.getExitBlock();
  if (!L.isInnermost() || !L.getLoopPreheader() || !Exit ||
      L.getExitingBlock() != L.getLoopLatch() || isa<PHINode>(Exit->front()))
    return nullptr;
  const SCEV *Iterations = SE.getBackedgeTakenCount(&L);
  if (isa<SCEVCouldNotCompute>(Iterations) ||
      SE.getTypeSizeInBits(Iterations->getType()) > 64)
    return nullptr;
  IRBuilder<> B(L.getLoopPreheader()->getTerminator());
  Type *I64 = B.getInt64Ty();
  Count = SE.getNoopOrZeroExtend(Iterations, I64);
  if (!findReads())
    return nullptr;
  Instruction *At = L.getLoopPreheader()->getTerminator();
  if (!Expander.isSafeToExpandAt(Count, At))
    return nullptr;
  for (const Range &R : Ranges)
    if (!Expander.isSafeToExpandAt(R.First, At) ||
        !Expander.isSafeToExpandAt(R.Last, At))
      return nullptr;
  Value *Good = B.getTrue();
  if (SE.getUnsignedRangeMax(Count).getActiveBits() > CountBits)
    Good = B.CreateICmpULT(Expander.expandCodeFor(Count, I64, At),
                           B.getInt64(uint64_t(1) << CountBits));
  for (const Range &R : Ranges) {
    auto Address = [&](const SCEV *S) {
      return B.CreatePointerBitCastOrAddrSpaceCast(
          Expander.expandCodeFor(S, S->getType(), At), B.getPtrTy());
    };
    Value *First = Address(R.First), *Last = Address(R.Last);
    Good =
        B.CreateAnd(Good, callFunction(B, reserved::CheckQuiet, B.getInt1Ty(),
                                       {First, R.Read->getArgOperand(1), Last,
                                        R.Read->getArgOperand(3)}));
  }
  return Good;
}

void ferry::compiler::judgeRanges(Function &Look, InlineChecks &Inline,
                                  FunctionAnalysisManager &FAM) {
  auto &LI = FAM.getResult<LoopAnalysis>(Look);
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(Look);
  Expander Expander(SE, "range");
  SmallVector<std::pair<Loop *, Value *>, 4> Asked;
  for (Loop *L : LI.getLoopsInPreorder())
    if (Value *Good = ReadingLoop(*L, SE, Inline).ask(Expander))
      Asked.push_back({L, Good});
  for (auto [L, Good] : Asked) {
    Instruction *Enter = L->getLoopPreheader()->getTerminator();
    IRBuilder<> B(Enter);
    B.CreateCondBr(Inline.vote(B, Good), L->getExitBlock(), L->getHeader());
    Enter->eraseFromParent();
  }
  FAM.invalidate(Look, PreservedAnalyses::none());
}
