//===- CleanUp.cpp - The code for one work-item before it is split --------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/prepare/Passes.h"

#include "compiler/passes/Diagnostic.h"
#include "compiler/passes/vectorise/LoopCost.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/IndVarSimplify.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

#include <algorithm>
#include <optional>

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace ferry::compiler;

namespace {

/// LLVM unrolls a loop as often as `opencl_unroll_hint(n)` says, however large
/// it becomes. Without a number it makes 16384 instructions at most; so it does
/// with one, then. And it counts how often a loop's header runs, once more than
/// the rest of a loop that is left there: if that runs n times, all of the loop
/// is meant.
class BoundUnrollingPass : public PassInfoMixin<BoundUnrollingPass> {
public:
  PreservedAnalyses run(Loop &L, LoopAnalysisManager &,
                        LoopStandardAnalysisResults &Known, LPMUpdater &) {
    constexpr unsigned MaxInstructions = 16384;
    constexpr char Name[] = "llvm.loop.unroll.count";
    std::optional<int> Asked = getOptionalIntLoopAttribute(&L, Name);
    if (!Asked)
      return PreservedAnalyses::all();
    if (*Asked > 1 && int(Known.SE.getSmallConstantTripCount(&L)) == *Asked + 1)
      addStringMetadataToLoop(&L, Name, unsigned(++*Asked));
    const unsigned Most = std::max(1u, MaxInstructions / sizeOf(L));
    if (unsigned(*Asked) > Most) {
      addStringMetadataToLoop(&L, Name, Most);
      reportLimit(*L.getHeader()->getParent(),
                  "a loop is unrolled " + Twine(Most) + " times, not " +
                      Twine(*Asked) + ": it would have more than " +
                      Twine(MaxInstructions) + " instructions");
    }
    return PreservedAnalyses::all();
  }
};

} // namespace

PreservedAnalyses ForgetUnrollHintsPass::run(Function &F,
                                             FunctionAnalysisManager &) {
  for (BasicBlock &Block : F) {
    Instruction *End = Block.getTerminator();
    if (MDNode *Loop = End->getMetadata(LLVMContext::MD_loop))
      End->setMetadata(LLVMContext::MD_loop,
                       makePostTransformationMetadata(
                           F.getContext(), Loop, {"llvm.loop.unroll."}, {}));
  }
  return PreservedAnalyses::all();
}

FunctionPassManager ferry::compiler::unrollLoops() {
  FunctionPassManager FPM;
  FPM.addPass(SimplifyCFGPass());
  LoopPassManager LPM;
  LPM.addPass(IndVarSimplifyPass());
  LPM.addPass(BoundUnrollingPass());
  LPM.addPass(LoopFullUnrollPass(/*OptLevel=*/2, /*OnlyWhenForced=*/false,
                                 /*ForgetSCEV=*/true));
  FPM.addPass(createFunctionToLoopPassAdaptor(std::move(LPM)));
  // Indices of unrolled loops are not constants yet.
  FPM.addPass(EarlyCSEPass());
  FPM.addPass(SROAPass(SROAOptions::ModifyCFG));
  FPM.addPass(ChosenStoresPass());
  FPM.addPass(EarlyCSEPass());
  FPM.addPass(SimplifyCFGPass());
  return FPM;
}

FunctionPassManager ferry::compiler::cleanUp() {
  FunctionPassManager FPM;
  FPM.addPass(SROAPass(SROAOptions::ModifyCFG));
  FPM.addPass(EarlyCSEPass());
  FPM.addPass(DivideByPowersPass());
  FPM.addPass(ScalarCoordinatesPass());
  FPM.addPass(IndexSumsPass());
  FPM.addPass(InstCombinePass());
  // Loops over event lists and work-group sizes are often constant.
  FPM.addPass(unrollLoops());
  return FPM;
}
