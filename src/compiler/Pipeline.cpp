//===- Pipeline.cpp - From Clang's IR to an object ------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Pipeline.h"

#include "compiler/CodeGen.h"
#include "compiler/KernelLibrary.h"
#include "compiler/ProgramChecks.h"
#include "compiler/passes/AbsDiff.h"
#include "compiler/passes/Analyses.h"
#include "compiler/passes/BuildEntries.h"
#include "compiler/passes/CutBlocks.h"
#include "compiler/passes/FormItemLoops.h"
#include "compiler/passes/GatherAddresses.h"
#include "compiler/passes/GuardDivision.h"
#include "compiler/passes/IndexSums.h"
#include "compiler/passes/Inlining.h"
#include "compiler/passes/InvariantLoads.h"
#include "compiler/passes/InverseRoots.h"
#include "compiler/passes/LiftQueries.h"
#include "compiler/passes/LikelyLoops.h"
#include "compiler/passes/LowerCopies.h"
#include "compiler/passes/LowerLocalAtomics.h"
#include "compiler/passes/LowerPrintf.h"
#include "compiler/passes/MaskedLoads.h"
#include "compiler/passes/PlaceMemory.h"
#include "compiler/passes/Reserved.h"
#include "compiler/passes/SplitSynchronisation.h"
#include "compiler/passes/WidenRegions.h"
#include "ferry/config.h"
#include "ferry/isa.h"

#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/IndVarSimplify.h"
#include "llvm/Transforms/Scalar/LoopDeletion.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Vectorize/LoopVectorize.h"

using namespace llvm;
using namespace ferry;
using namespace ferry::compiler;

void ferry::compiler::internalize(Module &M) {
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    if (F.getCallingConv() != CallingConv::SPIR_KERNEL)
      F.setLinkage(GlobalValue::InternalLinkage);
    else if (!F.getName().starts_with(reserved::KernelPrefix))
      F.setName(reserved::KernelPrefix + F.getName());
  }
  for (GlobalVariable &G : M.globals())
    if (!G.isDeclaration() && G.hasExternalLinkage())
      G.setLinkage(GlobalValue::InternalLinkage);
}

/// Prints \p M under FERRY_DEBUG=compiler.
static void report(const Module &M, StringRef Stage) {
  if (config::debug("compiler"))
    errs() << "; ferry: after " << Stage << '\n' << M << '\n';
}

/// What the code for one work-item is made of, before it is split: the shape of
/// the source, without memory for variables that can be values.
static FunctionPassManager cleanUp() {
  FunctionPassManager FPM;
  FPM.addPass(SROAPass(SROAOptions::ModifyCFG));
  FPM.addPass(EarlyCSEPass());
  FPM.addPass(IndexSumsPass());
  FPM.addPass(InstCombinePass());
  FPM.addPass(SimplifyCFGPass());
  // Loops over event lists and work-group sizes are often constant.
  LoopPassManager LPM;
  LPM.addPass(IndVarSimplifyPass());
  LPM.addPass(LoopFullUnrollPass(/*OptLevel=*/2, /*OnlyWhenForced=*/false,
                                 /*ForgetSCEV=*/true));
  FPM.addPass(createFunctionToLoopPassAdaptor(std::move(LPM)));
  // Indices of unrolled loops are not constants yet.
  FPM.addPass(EarlyCSEPass());
  FPM.addPass(SROAPass(SROAOptions::ModifyCFG));
  FPM.addPass(EarlyCSEPass());
  FPM.addPass(SimplifyCFGPass());
  return FPM;
}

static PackTarget packTarget() {
  PackTarget Target = PackTarget::of(isa());
  if (!gathersAreFast())
    Target.GatherCost = 5;
  return Target;
}

/// Whole programs: what a work-item does, in one function per kernel, and then
/// what a group does.
static void formGroups(Module &M) {
  PassBuilder PB;
  Analyses A(PB, /*WorkItems=*/true);
  auto Run = [&](ModulePassManager MPM, StringRef Stage) {
    MPM.run(M, A.Modules);
    report(M, Stage);
  };
  auto RunOnFunctions = [&](FunctionPassManager FPM, StringRef Stage) {
    ModulePassManager MPM;
    MPM.addPass(createModuleToFunctionPassAdaptor(std::move(FPM)));
    Run(std::move(MPM), Stage);
  };

  ModulePassManager Inline;
  Inline.addPass(LowerPrintfPass());
  Inline.addPass(MarkInlinePass());
  Inline.addPass(inliner(cleanUp()));
  Inline.addPass(GlobalDCEPass());
  Inline.addPass(LiftQueriesPass());
  Run(std::move(Inline), "inlining");
  FunctionPassManager Split;
  Split.addPass(SplitSynchronisationPass());
  RunOnFunctions(std::move(Split), "splitting at synchronisation points");
  ModulePassManager Widen;
  Widen.addPass(WidenRegionsPass(
      {packTarget(), config::width(), config::debug("compiler")}));
  Run(std::move(Widen), "widening");
  ModulePassManager Place;
  Place.addPass(createModuleToFunctionPassAdaptor(LowerLocalAtomicsPass()));
  Place.addPass(PlaceMemoryPass());
  Place.addPass(createModuleToFunctionPassAdaptor(FormItemLoopsPass()));
  Place.addPass(createModuleToFunctionPassAdaptor(LikelyLoopsPass()));
  Run(std::move(Place), "forming loops over work-items");
  FunctionPassManager Copies;
  Copies.addPass(
      LowerCopiesPass(/*Inline=*/!config::enabled(config::Variable::Stats)));
  RunOnFunctions(std::move(Copies), "lowering copies");
  ModulePassManager Entries;
  Entries.addPass(BuildEntriesPass());
  Entries.addPass(GlobalDCEPass());
  Run(std::move(Entries), "building entries");
}

/// Code for the instruction set in use, in place of the one that user code and
/// kernel library agreed on.
static void setTarget(Module &M, const TargetMachine &TM) {
  StringRef Width = isa() == Isa::Avx512 ? "512" : "256";
  for (Function &F : M) {
    for (StringRef Name : {"target-features", "tune-cpu",
                           "min-legal-vector-width", "frame-pointer"})
      F.removeFnAttr(Name);
    if (F.isDeclaration()) {
      F.removeFnAttr("target-cpu");
      continue;
    }
    F.addFnAttr("target-cpu", TM.getTargetCPU());
    F.addFnAttr("tune-cpu", sys::getHostCPUName());
    F.addFnAttr("prefer-vector-width", Width);
    // Relaxed divisions keep 2.5 ulp (OpenCL C section 7.4): estimates do not.
    F.addFnAttr("reciprocal-estimates", "none");
    F.addFnAttr(Attribute::NoUnwind);
    F.addFnAttr("warn-stack-size", "0"); // See checkStack().
  }
}

/// Loops of work-items that run alone. What the vectoriser makes of them must
/// meet \c MaskedLoadsPass before InstCombine, which follows at once where the
/// pipeline would run it.
static FunctionPassManager vectoriseLoops() {
  FunctionPassManager FPM;
  LoopPassManager LPM;
  LPM.addPass(LoopRotatePass());
  LPM.addPass(LoopDeletionPass());
  FPM.addPass(createFunctionToLoopPassAdaptor(std::move(LPM)));
  FPM.addPass(CutBlocksPass());
  FPM.addPass(LoopVectorizePass());
  FPM.addPass(MaskedLoadsPass());
  return FPM;
}

static void optimise(Module &M, TargetMachine &TM) {
  PipelineTuningOptions Tuning;
  Tuning.LoopVectorization = false; // Already done.
  Tuning.LoopInterleaving = false;
  Tuning.SLPVectorization = true;
  PassBuilder PB(&TM, Tuning);
  PB.registerVectorizerStartEPCallback(
      [](FunctionPassManager &FPM, OptimizationLevel) {
        FPM.addPass(vectoriseLoops());
      });
  Analyses A(PB, /*WorkItems=*/false);
  ModulePassManager MPM;
  MPM.addPass(createModuleToFunctionPassAdaptor(MaskedLoadsPass()));
  MPM.addPass(
      createModuleToFunctionPassAdaptor(PB.buildFunctionSimplificationPipeline(
          OptimizationLevel::O2, ThinOrFullLTOPhase::None)));
  MPM.addPass(PB.buildModuleOptimizationPipeline(OptimizationLevel::O2,
                                                 ThinOrFullLTOPhase::None));
  if (isa() == Isa::Avx512)
    MPM.addPass(createModuleToFunctionPassAdaptor(InverseRootsPass()));
  MPM.addPass(createModuleToFunctionPassAdaptor(AbsDiffPass(isa())));
  MPM.addPass(createModuleToFunctionPassAdaptor(GatherAddressesPass()));
  MPM.run(M, A.Modules);
  report(M, "optimising");
}

Expected<std::string> ferry::compiler::generateObject(Module &M) {
  report(M, "the front end");
  if (Error E = checkProgram(M))
    return E;
  auto RunOnFunctions = [&M](auto Pass) {
    PassBuilder PB;
    Analyses A(PB, /*WorkItems=*/true);
    ModulePassManager MPM;
    MPM.addPass(createModuleToFunctionPassAdaptor(std::move(Pass)));
    MPM.run(M, A.Modules);
  };
  RunOnFunctions(GuardDivisionPass());
  internalize(M);
  if (Error E = linkKernelLibrary(M))
    return E;
  // With the library's: what describes an image is constant memory too.
  RunOnFunctions(InvariantLoadsPass());
  internalize(M);
  if (Error E = checkRecursion(M))
    return E;
  formGroups(M);

  std::unique_ptr<TargetMachine> TM = createTargetMachine();
  M.setDataLayout(TM->createDataLayout());
  setTarget(M, *TM);
  optimise(M, *TM);
  assert(!verifyModule(M, &errs()) && "a pass broke the module");
  return emitObject(M, *TM);
}
