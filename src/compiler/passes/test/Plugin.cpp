//===- Plugin.cpp - Ferry's passes for opt --------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Makes the passes known by name, for `opt -load-pass-plugin`, so that each
/// can be tested alone. Built for the tests only.
///
//===----------------------------------------------------------------------===//

#include "compiler/passes/Analyses.h"
#include "compiler/passes/Reserved.h"
#include "compiler/passes/async-copies/CopyWaits.h"
#include "compiler/passes/async-copies/Passes.h"
#include "compiler/passes/check/Passes.h"
#include "compiler/passes/optimise/Passes.h"
#include "compiler/passes/prepare/Passes.h"
#include "compiler/passes/speculation/Passes.h"
#include "compiler/passes/vectorise/LaneShares.h"
#include "compiler/passes/vectorise/Passes.h"
#include "compiler/passes/vectorise/Strides.h"
#include "compiler/passes/work-group/KernelDescription.h"
#include "compiler/passes/work-group/Passes.h"
#include "compiler/workarounds/Passes.h"

#include "llvm/Passes/PassBuilder.h"
#if __has_include("llvm/Plugins/PassPlugin.h")
#include "llvm/Plugins/PassPlugin.h"
#else // Before LLVM 22.
#include "llvm/Passes/PassPlugin.h"
#endif
#include "llvm/Transforms/Utils/Cloning.h"

using namespace ferry::compiler;
using namespace llvm;

/// For llc, which has no other place to call them.
static const bool AreAdded =
    (addDefineIndices(), addLiveMasks(), addSplitAtCuts(), true);

/// Of `ferry-widen<...>`, separated by semicolons: `lanes=N` (what suits the
/// region if it is missing), `avx512` (also if it is missing), `avx2` or
/// `sse2`, `gather-cost=N` after that, `row=N` (any row if it is missing), and
/// `report`. The same after a semicolon in `print<ferry-plan;...>`.
static Expected<WidenRegionsPass::Options> parseWidening(StringRef Text) {
  WidenRegionsPass::Options Options;
  while (!Text.empty()) {
    StringRef Name;
    std::tie(Name, Text) = Text.split(';');
    bool Known = true;
    if (Name.consume_front("lanes="))
      Known = !Name.getAsInteger(10, Options.Lanes);
    else if (Name.consume_front("row="))
      Known = !Name.getAsInteger(10, Options.Row);
    else if (Name.consume_front("gather-cost="))
      Known = !Name.getAsDouble(Options.Target.GatherCost);
    else if (Name == "avx512")
      Options.Target = VectorTarget::of(ferry::Isa::Avx512);
    else if (Name == "avx2")
      Options.Target = VectorTarget::of(ferry::Isa::Avx2);
    else if (Name == "sse2")
      Options.Target = VectorTarget::of(ferry::Isa::Sse2);
    else if (Name == "report")
      Options.Report = true;
    else
      Known = false;
    if (!Known)
      return createStringError("ferry-widen does not know '" + Name + "'");
  }
  return Options;
}

/// For `ferry-constant-arguments`: bytes that count from 0 on.
static std::string countingBytes() {
  std::string Bytes(1024, '\0');
  for (size_t I = 0; I != Bytes.size(); ++I)
    Bytes[I] = char(I);
  return Bytes;
}

/// Describes the kernels as a build does.
struct DescribePass : RequiredPass<DescribePass> {
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    SmallVector<KernelDescription, 8> Kernels;
    for (Function &F : M)
      if (isKernel(F))
        Kernels.push_back(describeKernel(F));
    emitProgramInfo(M, Kernels);
    return PreservedAnalyses::none();
  }
};

/// Runs a pass with the analyses that a build has: it knows of work-items.
template <class PassT> struct InBuild : RequiredPass<InBuild<PassT>> {
  PassT Pass;

  explicit InBuild(PassT Pass) : Pass(std::move(Pass)) {}
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    Analyses A(/*WorkItems=*/true);
    return Pass.run(M, A.Modules);
  }
};

/// Prints the plans that would become code, and leaves everything as it is.
struct PlanPrinterPass : RequiredPass<PlanPrinterPass> {
  WidenRegionsPass::Options Chosen;

  explicit PlanPrinterPass(WidenRegionsPass::Options Chosen) : Chosen(Chosen) {}
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &MAM) {
    std::unique_ptr<Module> Copy = CloneModule(M);
    InBuild(WidenRegionsPass(Chosen)).run(*Copy, MAM);
    return PreservedAnalyses::all();
  }
};

/// Prints what an analysis says of a function, with what is known of
/// work-items.
template <class AnalysisT>
struct PrinterPass : RequiredPass<PrinterPass<AnalysisT>> {
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &) {
    Analyses A(/*WorkItems=*/true);
    outs() << "for function '" << F.getName() << "':\n";
    A.Functions.getResult<AnalysisT>(F).print(outs());
    return PreservedAnalyses::all();
  }
};

static void registerPasses(PassBuilder &PB) {
  PB.registerAnalysisRegistrationCallback([](FunctionAnalysisManager &FAM) {
    FAM.registerPass([] { return CopyWaitsAnalysis(); });
  });
  PB.registerPipelineParsingCallback(
      [](StringRef Name, FunctionPassManager &FPM,
         ArrayRef<PassBuilder::PipelineElement>) {
        if (Name == "ferry-constant-arguments")
          FPM.addPass(ConstantArgumentsPass(countingBytes()));
        else if (Name == "ferry-abs-diff")
          FPM.addPass(AbsDiffPass(ferry::Isa::Sse2));
        else if (Name == "ferry-dot-products")
          FPM.addPass(DotProductsPass(ferry::Isa::Avx2));
        else if (Name == "ferry-dot-products<vnni>")
          FPM.addPass(DotProductsPass(ferry::Isa::Avx512Vnni));
        else if (Name == "ferry-check-operations")
          FPM.addPass(CheckOperationsPass());
        else if (Name == "ferry-check-variables")
          FPM.addPass(CheckVariablesPass());
        else if (Name == "ferry-unroll-private")
          FPM.addPass(UnrollPrivatePass());
        else if (Name == "ferry-apart-rows")
          FPM.addPass(ApartRowsPass(/*LeastBits=*/128));
        else if (Name == "ferry-cut-blocks")
          FPM.addPass(CutBlocksPass(/*MaxAccesses=*/3, /*MaxInstructions=*/14));
        else if (Name == "ferry-gather-addresses")
          FPM.addPass(GatherAddressesPass());
        else if (Name == "ferry-indexed-bytes")
          FPM.addPass(IndexedBytesPass());
        else if (Name == "ferry-forget-unroll-hints")
          FPM.addPass(ForgetUnrollHintsPass());
        else if (Name == "ferry-guard-division")
          FPM.addPass(GuardDivisionPass());
        else if (Name == "ferry-divide-by-powers")
          FPM.addPass(DivideByPowersPass());
        else if (Name == "ferry-masked-logic")
          FPM.addPass(MaskedLogicPass());
        else if (Name == "ferry-short-masks")
          FPM.addPass(ShortMasksPass());
        else if (Name == "ferry-few-maxima")
          FPM.addPass(FewMaximaPass());
        else if (Name == "ferry-odd-shuffles")
          FPM.addPass(OddShufflesPass());
        else if (Name == "ferry-narrow-indices")
          FPM.addPass(NarrowIndicesPass());
        else if (Name == "ferry-hide-indices")
          FPM.addPass(HideIndicesPass());
        else if (Name == "ferry-invariant-loads")
          FPM.addPass(InvariantLoadsPass());
        else if (Name == "ferry-halves-as-floats")
          FPM.addPass(HalvesAsFloatsPass());
        else if (Name == "ferry-estimates")
          FPM.addPass(EstimatesPass());
        else if (Name == "ferry-idempotent-atomics")
          FPM.addPass(IdempotentAtomicsPass());
        else if (Name == "ferry-narrow-compares")
          FPM.addPass(NarrowComparesPass());
        else if (Name == "ferry-vector-operations")
          FPM.addPass(VectorOperationsPass());
        else if (Name == "ferry-likely-loops")
          FPM.addPass(LikelyLoopsPass());
        else if (Name == "ferry-lower-local-atomics")
          FPM.addPass(LowerLocalAtomicsPass());
        else if (Name == "ferry-masked-loads")
          FPM.addPass(MaskedLoadsPass());
        else if (Name == "ferry-index-sums")
          FPM.addPass(IndexSumsPass());
        else if (Name == "ferry-scalar-coordinates")
          FPM.addPass(ScalarCoordinatesPass());
        else if (Name == "ferry-chosen-stores")
          FPM.addPass(ChosenStoresPass());
        else if (Name == "ferry-combine-loads")
          FPM.addPass(CombineLoadsPass());
        else if (Name == "ferry-mark-copies")
          FPM.addPass(MarkCopiesPass(/*Report=*/false));
        else if (Name == "print<ferry-copy-waits>")
          FPM.addPass(PrinterPass<CopyWaitsAnalysis>());
        else if (Name == "print<ferry-divergent-control>")
          FPM.addPass(PrinterPass<DivergentControlAnalysis>());
        else if (Name == "print<ferry-lane-shares>")
          FPM.addPass(PrinterPass<LaneSharesAnalysis>());
        else if (Name == "print<ferry-strides>")
          FPM.addPass(PrinterPass<StridesAnalysis>());
        else if (Name == "ferry-lower-copies")
          FPM.addPass(LowerCopiesPass(/*Inline=*/true));
        else
          return false;
        return true;
      });
  PB.registerPipelineParsingCallback(
      [](StringRef Name, ModulePassManager &MPM,
         ArrayRef<PassBuilder::PipelineElement>) {
        if (Name.consume_front("print<ferry-plan") && Name.consume_back(">")) {
          Name.consume_front(";");
          Expected<WidenRegionsPass::Options> Options = parseWidening(Name);
          if (!Options)
            report_fatal_error(Options.takeError(), /*gen_crash_diag=*/false);
          Options->Plans = &outs();
          MPM.addPass(PlanPrinterPass(*Options));
          return true;
        }
        if (PassBuilder::checkParametrizedPassName(Name, "ferry-widen")) {
          auto Options = PassBuilder::parsePassParameters(parseWidening, Name,
                                                          "ferry-widen");
          if (Options)
            MPM.addPass(InBuild(WidenRegionsPass(*Options)));
          else
            report_fatal_error(Options.takeError(), /*gen_crash_diag=*/false);
          return true;
        }
        if (Name == "ferry-check-accesses") {
          MPM.addPass(CheckAccessesPass());
          return true;
        }
        if (Name == "ferry-clean-up")
          MPM.addPass(InBuild(createModuleToFunctionPassAdaptor(cleanUp())));
        else if (Name == "ferry-group-steps")
          MPM.addPass(
              InBuild(createModuleToFunctionPassAdaptor(GroupStepsPass())));
        else if (Name == "ferry-implicit-barriers")
          MPM.addPass(InBuild(createModuleToFunctionPassAdaptor(
              ImplicitBarriersPass(/*MinCopied=*/5))));
        else if (Name == "ferry-split")
          MPM.addPass(SplitSynchronisationPass());
        else if (Name == "ferry-item-loops")
          MPM.addPass(FormItemLoopsPass());
        else if (Name == "ferry-lower-checks")
          MPM.addPass(LowerChecksPass());
        else if (Name == "ferry-gather-constructors")
          MPM.addPass(GatherConstructorsPass());
        else if (Name == "ferry-name-blocks")
          MPM.addPass(NameBlocksPass());
        else if (Name == "ferry-inline")
          MPM.addPass(InBuild(inliner(cleanUp())));
        else if (Name == "ferry-mark-inline")
          MPM.addPass(MarkInlinePass(/*IsChecked=*/false, /*MaxCopies=*/50));
        else if (Name == "ferry-lift-queries")
          MPM.addPass(LiftQueriesPass());
        else if (Name == "ferry-vector-dimension")
          MPM.addPass(InBuild(VectorDimensionPass()));
        else if (Name == "ferry-lower-printf")
          MPM.addPass(LowerPrintfPass());
        else if (Name == "ferry-describe")
          MPM.addPass(DescribePass());
        else if (Name == "ferry-measure-local-memory")
          MPM.addPass(MeasureLocalMemoryPass());
        else if (Name == "ferry-place-memory")
          MPM.addPass(PlaceMemoryPass());
        else if (Name == "ferry-build-entries")
          MPM.addPass(BuildEntriesPass());
        else
          return false;
        return true;
      });
}

extern "C" __attribute__((visibility("default"))) PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "ferry", "1", registerPasses};
}
