//===- Analyses.cpp - What passes know of a module ------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/Analyses.h"

#include "compiler/passes/Diagnostic.h"
#include "compiler/passes/Reserved.h"
#include "compiler/passes/Uniformity.h"
#include "compiler/passes/async-copies/CopyWaits.h"
#include "compiler/passes/vectorise/LaneShares.h"
#include "compiler/passes/vectorise/Strides.h"

#include "llvm/Analysis/AliasAnalysis.h"

using namespace llvm;
using namespace ferry::compiler;

namespace {

/// Address spaces are disjoint (OpenCL C section 6.7): no byte is in both local
/// and global memory, of which __constant is a part. Of the pointers of address
/// space 0, private ones and what the runtime is given, nothing is said.
class MemorySpaces : public AAResultBase {
public:
  MemorySpaces(Function &, FunctionAnalysisManager &) {}

  AliasResult alias(const MemoryLocation &A, const MemoryLocation &B,
                    AAQueryInfo &, const Instruction *) {
    auto IsGlobal = [](unsigned Space) {
      return Space == GlobalMemory || Space == ConstantMemory;
    };
    const unsigned SpaceA = A.Ptr->getType()->getPointerAddressSpace();
    const unsigned SpaceB = B.Ptr->getType()->getPointerAddressSpace();
    const bool Differ = (IsGlobal(SpaceA) && SpaceB == LocalMemory) ||
                        (IsGlobal(SpaceB) && SpaceA == LocalMemory);
    return Differ ? AliasResult::NoAlias : AliasResult::MayAlias;
  }
  /// It depends on nothing.
  bool invalidate(Function &, const PreservedAnalyses &,
                  FunctionAnalysisManager::Invalidator &) {
    return false;
  }
};

/// LLVM asks it beside its own.
using MemorySpacesAnalysis = AnalysisOf<MemorySpaces>;

} // namespace

/// False for passes whose time grows with the square of what they look at,
/// where that is more than what people write.
static bool mayRun(StringRef Pass, Any Unit) {
  auto Within = [&](const Function &F, size_t Size, StringRef Of,
                    size_t Limit) {
    if (Size <= Limit)
      return true;
    reportLimit(F, "is done without " + Pass + ", as it has " + Twine(Size) +
                       " " + Of + ", more than " + Twine(Limit));
    return false;
  };
  // At each branch it looks for what all others say of the value.
  if (Pass == "InstCombinePass") {
    const Function &F = *any_cast<const Function *>(Unit);
    return Within(F, F.size(), "blocks", 4096);
  }
  // Looks at the conditions of all branches before the loop.
  if (Pass == "IndVarSimplifyPass") {
    const Function &F = *any_cast<const Loop *>(Unit)->getHeader()->getParent();
    return Within(F, F.size(), "blocks", 2048);
  }
  // Compares each access of a loop with each other.
  if (Pass == "LoopLoadEliminationPass") {
    const Function &F = *any_cast<const Function *>(Unit);
    size_t Most = 0;
    for (const BasicBlock &Block : F)
      Most = std::max<size_t>(Most, count_if(Block, [](const Instruction &I) {
                                return isa<LoadInst, StoreInst>(I);
                              }));
    return Within(F, Most, "accesses of a block", 64);
  }
  // Looks through chains of operations from all of their links.
  if (Pass == "ReassociatePass") {
    const Function &F = *any_cast<const Function *>(Unit);
    return Within(F, F.getInstructionCount(), "instructions", 20000);
  }
  return true;
}

Analyses::Analyses(bool WorkItems, TargetMachine *TM,
                   PipelineTuningOptions Tuning)
    : Builder(TM, Tuning) {
  // The first registered of a kind stays.
  if (WorkItems) {
    Functions.registerPass([] {
      return TargetIRAnalysis(
          [](const Function &F) { return workItemTarget(F); });
    });
    // Not behind: what is read from local memory would go before the loops over
    // work-items, a register for each.
    Functions.registerPass([&] {
      AAManager Aliases = Builder.buildDefaultAAPipeline();
      Aliases.registerFunctionAnalysis<MemorySpacesAnalysis>();
      return Aliases;
    });
  }
  Functions.registerPass([] { return MemorySpacesAnalysis(); });
  Functions.registerPass([] { return CopyWaitsAnalysis(); });
  Functions.registerPass([] { return DivergentControlAnalysis(); });
  Functions.registerPass([] { return StridesAnalysis(); });
  Functions.registerPass([] { return LaneSharesAnalysis(); });
  Callbacks.registerShouldRunOptionalPassCallback(mayRun);
  auto Instrumentation = [&] {
    return PassInstrumentationAnalysis(&Callbacks);
  };
  Functions.registerPass(Instrumentation);
  Loops.registerPass(Instrumentation);
  Builder.registerModuleAnalyses(Modules);
  Builder.registerCGSCCAnalyses(CallGraphs);
  Builder.registerFunctionAnalyses(Functions);
  Builder.registerLoopAnalyses(Loops);
  Builder.crossRegisterProxies(Loops, Functions, CallGraphs, Modules);
}
