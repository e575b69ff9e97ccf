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
  // At each branch it looks for what all others say of the value.
  if (Pass == "InstCombinePass")
    return any_cast<const Function *>(Unit)->size() <= 4096;
  // Looks at the conditions of all branches before the loop.
  if (Pass == "IndVarSimplifyPass")
    return any_cast<const Loop *>(Unit)->getHeader()->getParent()->size() <=
           2048;
  // Looks through chains of operations from all of their links.
  if (Pass == "ReassociatePass")
    return any_cast<const Function *>(Unit)->getInstructionCount() <= 20000;
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
  auto Instrumentation = [&] {
    return PassInstrumentationAnalysis(&Callbacks);
  };
  Functions.registerPass(Instrumentation);
  Loops.registerPass(Instrumentation);
  PB.registerModuleAnalyses(Modules);
  PB.registerCGSCCAnalyses(CallGraphs);
  PB.registerFunctionAnalyses(Functions);
  PB.registerLoopAnalyses(Loops);
  PB.crossRegisterProxies(Loops, Functions, CallGraphs, Modules);
}
