//===- Analyses.cpp - What passes know of a module ------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/Analyses.h"

#include "compiler/passes/MemorySpaces.h"
#include "compiler/passes/Uniformity.h"
#include "compiler/passes/async-copies/CopyWaits.h"
#include "compiler/passes/vectorise/Strides.h"

using namespace llvm;
using namespace ferry::compiler;

/// False for passes whose time grows with the square of what they look at,
/// where that is more than what people write.
static bool mayRun(StringRef Pass, Any Unit) {
  constexpr unsigned MaxBlocks = 4096, MaxInstructions = 20000;
  const auto *Of = any_cast<const Function *>(&Unit);
  if (!Of)
    return true;
  const Function &F = **Of;
  // At each branch it looks for what all others say of the value.
  if (Pass == "InstCombinePass")
    return F.size() <= MaxBlocks;
  // Looks through chains of operations from all of their links.
  if (Pass == "ReassociatePass")
    return F.getInstructionCount() <= MaxInstructions;
  return true;
}

Analyses::Analyses(PassBuilder &PB, bool WorkItems) {
  // The first registered of a kind stays.
  if (WorkItems) {
    Functions.registerPass([] {
      return TargetIRAnalysis(
          [](const Function &F) { return workItemTarget(F); });
    });
    // Not behind: what is read from local memory would go before the loops over
    // work-items, a register for each.
    Functions.registerPass([&] {
      AAManager Aliases = PB.buildDefaultAAPipeline();
      Aliases.registerFunctionAnalysis<MemorySpacesAnalysis>();
      return Aliases;
    });
  }
  Functions.registerPass([] { return MemorySpacesAnalysis(); });
  Functions.registerPass([] { return CopyWaitsAnalysis(); });
  Functions.registerPass([] { return DivergentControlAnalysis(); });
  Functions.registerPass([] { return StridesAnalysis(); });
  Callbacks.registerShouldRunOptionalPassCallback(mayRun);
  Functions.registerPass(
      [&] { return PassInstrumentationAnalysis(&Callbacks); });
  PB.registerModuleAnalyses(Modules);
  PB.registerCGSCCAnalyses(CallGraphs);
  PB.registerFunctionAnalyses(Functions);
  PB.registerLoopAnalyses(Loops);
  PB.crossRegisterProxies(Loops, Functions, CallGraphs, Modules);
}
