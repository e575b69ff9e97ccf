//===- FewMaxima.cpp - The greatest of a few numbers ----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/workarounds/Passes.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace ferry::compiler;

/// Iterations from which on the loop vectoriser has a loop for the rest: its
/// option vectorizer-min-trip-count, as LLVM sets it.
static constexpr unsigned Many = 16;

/// True if \p L makes the maximum or the minimum of what its iterations have.
static bool makesMaximum(const Loop &L) {
  const BasicBlock *Latch = L.getLoopLatch();
  return Latch && any_of(L.getHeader()->phis(), [&](PHINode &Phi) {
           Value *Next = Phi.getIncomingValueForBlock(Latch);
           return match(Next, m_CombineOr(m_Intrinsic<Intrinsic::maxnum>(),
                                          m_Intrinsic<Intrinsic::minnum>()));
         });
}

PreservedAnalyses FewMaximaPass::run(Function &F, FunctionAnalysisManager &AM) {
  auto &SE = AM.getResult<ScalarEvolutionAnalysis>(F);
  for (Loop *L : AM.getResult<LoopAnalysis>(F).getLoopsInPreorder()) {
    if (!L->isInnermost() || !makesMaximum(*L))
      continue;
    unsigned Iterations = SE.getSmallConstantMaxTripCount(L);
    if (Iterations && Iterations < Many)
      addStringMetadataToLoop(L, "llvm.loop.vectorize.enable", false);
  }
  return PreservedAnalyses::all();
}
