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
#include "llvm/Analysis/ValueTracking.h"

using namespace llvm;
using namespace ferry::compiler;

namespace {

unsigned spaceOf(const Value *Pointer) {
  return Pointer->getType()->getPointerAddressSpace();
}

/// Of the pointers of address space 0, private ones and what the runtime is
/// given, only parameters and variables are private for certain.
bool isPrivate(const Value *Pointer) {
  const Value *Object = getUnderlyingObject(Pointer);
  return spaceOf(Object) == PrivateMemory && isa<Argument, AllocaInst>(Object);
}

bool isLocal(const Value *Pointer) { return spaceOf(Pointer) == LocalMemory; }

/// Address spaces are disjoint (OpenCL C section 6.7): no byte that a pointer
/// leads to of which \p IsOther says so is in global memory, of which
/// __constant is a part. LLVM asks it beside its own.
template <bool (*IsOther)(const Value *)>
class ApartFromGlobal : public AAResultBase {
public:
  ApartFromGlobal(Function &, FunctionAnalysisManager &) {}

  AliasResult alias(const MemoryLocation &A, const MemoryLocation &B,
                    AAQueryInfo &, const Instruction *) {
    const bool Differ = (isGlobal(A.Ptr) && IsOther(B.Ptr)) ||
                        (isGlobal(B.Ptr) && IsOther(A.Ptr));
    return Differ ? AliasResult::NoAlias : AliasResult::MayAlias;
  }
  /// It depends on nothing.
  bool invalidate(Function &, const PreservedAnalyses &,
                  FunctionAnalysisManager::Invalidator &) {
    return false;
  }

private:
  static bool isGlobal(const Value *Pointer) {
    const unsigned Space = spaceOf(Pointer);
    return Space == GlobalMemory || Space == ConstantMemory;
  }
};

using PrivateAnalysis = AnalysisOf<ApartFromGlobal<isPrivate>>;
using LocalAnalysis = AnalysisOf<ApartFromGlobal<isLocal>>;

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
  }
  Functions.registerPass([&, WorkItems] {
    AAManager Aliases = Builder.buildDefaultAAPipeline();
    Aliases.registerFunctionAnalysis<PrivateAnalysis>();
    // Not behind: what is read from local memory would go before the loops over
    // work-items, a register for each.
    if (WorkItems)
      Aliases.registerFunctionAnalysis<LocalAnalysis>();
    return Aliases;
  });
  Functions.registerPass([] { return PrivateAnalysis(); });
  Functions.registerPass([] { return LocalAnalysis(); });
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
