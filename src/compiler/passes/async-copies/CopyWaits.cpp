//===- CopyWaits.cpp - Which async copies are waited for ------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/async-copies/CopyWaits.h"

#include "compiler/passes/Reserved.h"
#include "compiler/passes/async-copies/CopyFollower.h"
#include "compiler/passes/async-copies/Passes.h"

#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace ferry;
using namespace ferry::compiler;

CopyWaits::CopyWaits(Function &F, FunctionAnalysisManager &FAM)
    : Kernel(reserved::userName(F)) {
  SmallVector<const CallInst *, 8> Copies;
  for (const Instruction &I : instructions(F))
    if (reserved::calleeName(&I) == reserved::AsyncCopy)
      Copies.push_back(cast<CallInst>(&I));
  if (Copies.empty())
    return;
  ReversePostOrderTraversal<const Function *> Order(&F);
  FunctionAnalyses A{FAM.getResult<DominatorTreeAnalysis>(F),
                     FAM.getResult<LoopAnalysis>(F),
                     FAM.getResult<ScalarEvolutionAnalysis>(F), Order};
  const bool IsReducible =
      !containsIrreducibleCFG<const BasicBlock *>(Order, A.LI);
  unsigned Steps = 0;
  for (const CallInst *Copy : Copies)
    if (!A.DT.isReachableFromEntry(Copy->getParent()))
      Verdicts.push_back({Copy, abi::CopyAsync});
    else if (IsReducible)
      Verdicts.push_back(CopyFollower(Copy, A, Steps).run());
    else
      Verdicts.push_back(
          {Copy, abi::CopyEarly, nullptr, "the kernel jumps into a loop"});
}

static void printPlace(raw_ostream &OS, const Instruction *I) {
  if (I && I->getDebugLoc())
    OS << " (line " << I->getDebugLoc().getLine() << ')';
}

void CopyWaits::print(raw_ostream &OS) const {
  unsigned Number = 0;
  for (const CopyVerdict &V : Verdicts) {
    OS << "; ferry: " << Kernel << ", copy " << Number++;
    printPlace(OS, V.Copy);
    OS << (V.When == abi::CopyAsync ? ": async"
           : V.When == abi::CopyAsyncIfApart
               ? ": async if the arguments do not overlap"
               : ": early: ");
    OS << (V.When == abi::CopyEarly ? V.Reason : "");
    if (V.When == abi::CopyEarly)
      printPlace(OS, V.Before);
    OS << '\n';
    if (V.When == abi::CopyEarly && V.Before && !V.Before->getDebugLoc())
      OS << "; by" << *V.Before << '\n';
  }
}

static constexpr StringLiteral WhenAttr = "ferry-copy";

PreservedAnalyses MarkCopiesPass::run(Function &F,
                                      FunctionAnalysisManager &AM) {
  if (!isKernel(F))
    return PreservedAnalyses::all();
  const CopyWaits &Waits = AM.getResult<CopyWaitsAnalysis>(F);
  if (Report) {
    // At once: other processes may report, too.
    std::string Lines;
    raw_string_ostream OS(Lines);
    Waits.print(OS);
    errs() << OS.str();
  }
  for (const CopyVerdict &V : Waits.Verdicts)
    const_cast<CallInst *>(V.Copy)->addFnAttr(
        Attribute::get(F.getContext(), WhenAttr,
                       V.When == abi::CopyAsync          ? "async"
                       : V.When == abi::CopyAsyncIfApart ? "async-if-apart"
                                                         : "early"));
  return PreservedAnalyses::all();
}

abi::CopyWhen MarkCopiesPass::verdict(const CallInst *Copy) {
  const StringRef When = Copy->getFnAttr(WhenAttr).getValueAsString();
  return When == "async"            ? abi::CopyAsync
         : When == "async-if-apart" ? abi::CopyAsyncIfApart
                                    : abi::CopyEarly;
}
