//===- Pipeline.cpp - From Clang's IR to an object ------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Pipeline.h"

#include "compiler-interface/KernelBitcode.h"
#include "compiler/Builtins.h"
#include "compiler/CodeGen.h"
#include "compiler/KernelModule.h"
#include "compiler/LlvmVersions.h"
#include "compiler/MachineTarget.h"
#include "compiler/ProgramChecks.h"
#include "compiler/passes/Analyses.h"
#include "compiler/passes/DebugInfo.h"
#include "compiler/passes/Diagnostic.h"
#include "compiler/passes/Reserved.h"
#include "compiler/passes/async-copies/Passes.h"
#include "compiler/passes/check/Passes.h"
#include "compiler/passes/check/UserCode.h"
#include "compiler/passes/optimise/Passes.h"
#include "compiler/passes/prepare/Passes.h"
#include "compiler/passes/speculation/Passes.h"
#include "compiler/passes/vectorise/Passes.h"
#include "compiler/passes/work-group/KernelDescription.h"
#include "compiler/passes/work-group/Passes.h"
#include "compiler/passes/work-group/Regions.h"
#include "compiler/workarounds/Passes.h"
#include "ferry/config.h"
#include "ferry/isa.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/IPO/Inliner.h"
#include "llvm/Transforms/IPO/StripDeadPrototypes.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/DCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LoopDeletion.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/LowerConstantIntrinsics.h"
#include "llvm/Transforms/Scalar/SCCP.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Mem2Reg.h"
#include "llvm/Transforms/Vectorize/LoopVectorize.h"

#include <functional>

using namespace llvm;
using namespace ferry;
using namespace ferry::compiler;

/// Makes the functions and variables of a program its own, so that they cannot
/// meet those of the built-ins or the runtime. Kernels stay visible, under
/// names that no C function has (reserved::KernelPrefix).
static void internalize(Module &M) {
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

/// All functions are for the processor that user code and built-ins agreed
/// on. Clang also lists what that has; code from SPIR-V has no such list, and
/// only functions with the same one are inlined.
static void dropFeatureLists(Module &M) {
  for (Function &F : M)
    F.removeFnAttr("target-features");
}

/// Tells of the end of a stage; prints \p M under FERRY_DEBUG=compiler;
/// verifies it under FERRY_DEBUG=verify.
static void report(const Module &M, StringRef Stage) {
  M.getContext().diagnose(StageDone(Stage));
  if (config::debug("compiler"))
    errs() << "; ferry: after " << Stage << '\n' << M << '\n';
  if (config::debug("verify") && verifyModule(M, &errs()))
    report_fatal_error("the module is broken after " + Stage);
}

/// Of code that is to be looked for mistakes in: what the source says, with
/// values for the variables that can be, and no more.
static FunctionPassManager cleanUpForChecks() {
  FunctionPassManager FPM;
  FPM.addPass(CheckVariablesPass());
  FPM.addPass(ForgetUnrollHintsPass());
  FPM.addPass(PromotePass());
  return FPM;
}

static VectorTarget vectorTarget() {
  VectorTarget Target = VectorTarget::of(isa());
  if (!MachineTarget::gathersAreFast())
    Target.GatherCost = VectorTarget::SlowGather;
  return Target;
}

namespace {

/// Runs passes over a whole module, and reports.
class Stages {
public:
  explicit Stages(Module &M) : M(M), A(/*WorkItems=*/true) {}

  void run(ModulePassManager MPM, StringRef Stage = "") {
    MPM.run(M, A.Modules);
    if (!Stage.empty())
      report(M, Stage);
  }
  void run(FunctionPassManager FPM, StringRef Stage = "") {
    ModulePassManager MPM;
    MPM.addPass(createModuleToFunctionPassAdaptor(std::move(FPM)));
    run(std::move(MPM), Stage);
  }

private:
  Module &M;
  Analyses A;
};

} // namespace

/// What the work-items of each kernel do between two synchronisation points.
static void formRegions(Module &M) {
  reserved::markDefined(M);
  Stages S(M);
  ModulePassManager Inline;
  // With the library's: what describes an image is constant memory too.
  Inline.addPass(createModuleToFunctionPassAdaptor(InvariantLoadsPass()));
  Inline.addPass(LowerPrintfPass());
  Inline.addPass(MarkInlinePass(config::checks()));
  Inline.addPass(inliner(config::checks() ? cleanUpForChecks() : cleanUp()));
  FunctionPassManager Constants;
  Constants.addPass(LowerConstantIntrinsicsPass());
  Constants.addPass(DCEPass());
  Inline.addPass(createModuleToFunctionPassAdaptor(std::move(Constants)));
  Inline.addPass(GlobalDCEPass());
  if (!config::checks())
    Inline.addPass(createModuleToFunctionPassAdaptor(CombineLoadsPass()));
  Inline.addPass(LiftQueriesPass());
  detachKernels(M);
  S.run(std::move(Inline), "inlining");
  attachKernels(M);
  if (config::checks()) {
    ModulePassManager Check;
    Check.addPass(CheckAccessesPass());
    FunctionPassManager Private;
    Private.addPass(UnrollPrivatePass());
    Private.addPass(SROAPass(SROAOptions::ModifyCFG));
    Private.addPass(EarlyCSEPass());
    Private.addPass(SimplifyCFGPass());
    Check.addPass(createModuleToFunctionPassAdaptor(std::move(Private)));
    S.run(std::move(Check), "asking about accesses");
  } else {
    ModulePassManager Exchange;
    Exchange.addPass(VectorDimensionPass(config::dimension()));
    S.run(std::move(Exchange));
  }
  FunctionPassManager Split;
  Split.addPass(MarkCopiesPass(config::debug("compiler")));
  Split.addPass(GroupStepsPass());
  Split.addPass(ImplicitBarriersPass());
  S.run(std::move(Split));
  ModulePassManager Regions;
  Regions.addPass(SplitSynchronisationPass());
  Regions.addPass(MeasureLocalMemoryPass());
  S.run(std::move(Regions), "splitting at synchronisation points");
}

namespace {

/// Loops within a region whose code has become small.
struct UnrollInRegionsPass : PassInfoMixin<UnrollInRegionsPass> {
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &AM) {
    return isRegion(F) ? unrollLoops().run(F, AM) : PreservedAnalyses::all();
  }
};

} // namespace

/// What the work-items of a kernel do if its arguments are those that
/// \p Constants are of.
static void specialise(Module &M, StringRef Constants) {
  FunctionPassManager FPM;
  FPM.addPass(ConstantArgumentsPass(Constants.str()));
  // The ways that other formats take go.
  FPM.addPass(SCCPPass());
  FPM.addPass(InstCombinePass());
  FPM.addPass(UnrollInRegionsPass());
  Stages(M).run(std::move(FPM), "putting constants in place of arguments");
}

/// Tells kernels that groups have one work-item.
static void requireOneItem(Module &M) {
  LLVMContext &C = M.getContext();
  Metadata *One =
      ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(C), 1));
  for (Function *Kernel : kernels(M))
    Kernel->setMetadata("reqd_work_group_size",
                        MDNode::get(C, {One, One, One}));
}

/// What a work-group does, for launches with rows of the class \p Row.
static void formGroups(Module &M, unsigned Row) {
  Stages S(M);
  ModulePassManager Widen;
  const bool Report = config::debug("compiler");
  if (config::checks())
    Widen.addPass(LowerChecksPass());
  Widen.addPass(WidenRegionsPass({vectorTarget(), config::width(), Row, Report,
                                  Report ? &errs() : nullptr}));
  S.run(std::move(Widen), "widening");
  ModulePassManager Place;
  Place.addPass(createModuleToFunctionPassAdaptor(LowerLocalAtomicsPass()));
  Place.addPass(FormItemLoopsPass());
  Place.addPass(PlaceMemoryPass());
  Place.addPass(createModuleToFunctionPassAdaptor(LikelyLoopsPass()));
  S.run(std::move(Place), "forming loops over work-items");
  FunctionPassManager Copies;
  Copies.addPass(LowerCopiesPass(/*Inline=*/!config::allThroughEngine()));
  S.run(std::move(Copies), "lowering copies");
  ModulePassManager Entries;
  Entries.addPass(BuildEntriesPass());
  Entries.addPass(GlobalDCEPass());
  S.run(std::move(Entries), "building entries");
}

/// Code for the machine, in place of the one that the front end takes for it.
static void setMachine(Module &M, const TargetMachine &TM) {
  M.setTargetTriple(tripleArgument(TM.getTargetTriple()));
  M.setDataLayout(TM.createDataLayout());
}

/// Code for the instruction set in use, in place of the one that user code and
/// built-ins agreed on.
static void setTarget(Module &M, const TargetMachine &TM) {
  static const std::string Host = sys::getHostCPUName().str();
  StringRef Width = registerBits(isa()) == 512 ? "512" : "256";
  for (Function &F : M) {
    for (StringRef Name : {"target-features", "tune-cpu",
                           "min-legal-vector-width", "frame-pointer"})
      F.removeFnAttr(Name);
    if (F.isDeclaration()) {
      F.removeFnAttr("target-cpu");
      continue;
    }
    F.addFnAttr("target-cpu", TM.getTargetCPU());
    F.addFnAttr("tune-cpu", Host);
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
  FPM.addPass(NarrowIndicesPass());
  FPM.addPass(FewMaximaPass());
  FPM.addPass(ApartRowsPass(registerBits(isa())));
  FPM.addPass(LoopVectorizePass());
  FPM.addPass(ApartRowsPass(registerBits(Isa::Sse2)));
  FPM.addPass(MaskedLoadsPass());
  FPM.addPass(OddShufflesPass());
  return FPM;
}

/// \param Simplifies false: code stays what the source says.
static void optimise(Module &M, TargetMachine &TM, bool Simplifies) {
  PipelineTuningOptions Tuning;
  Tuning.LoopVectorization = false; // Already done.
  Tuning.LoopInterleaving = false;
  Tuning.SLPVectorization = true;
  Analyses A(/*WorkItems=*/false, &TM, Tuning);
  PassBuilder &PB = A.Builder;
  PB.registerVectorizerStartEPCallback(
      [](FunctionPassManager &FPM, OptimizationLevel) {
        FPM.addPass(vectoriseLoops());
      });
  ModulePassManager MPM;
  MPM.addPass(createModuleToFunctionPassAdaptor(MaskedLoadsPass()));
  if (!hasHalves(isa()))
    MPM.addPass(createModuleToFunctionPassAdaptor(HalvesAsFloatsPass()));
  if (Simplifies) {
    MPM.addPass(createModuleToFunctionPassAdaptor(
        PB.buildFunctionSimplificationPipeline(OptimizationLevel::O2,
                                               ThinOrFullLTOPhase::None)));
    MPM.addPass(createModuleToFunctionPassAdaptor(VectorOperationsPass()));
    MPM.addPass(PB.buildModuleOptimizationPipeline(OptimizationLevel::O2,
                                                   ThinOrFullLTOPhase::None));
  }
  if (registerBits(isa()) == 512) {
    MPM.addPass(createModuleToFunctionPassAdaptor(EstimatesPass()));
    MPM.addPass(createModuleToFunctionPassAdaptor(MaskedLogicPass()));
  }
  // InstCombine makes operations on halves of some of floats.
  if (!hasHalves(isa()))
    MPM.addPass(createModuleToFunctionPassAdaptor(HalvesAsFloatsPass()));
  MPM.addPass(createModuleToFunctionPassAdaptor(NarrowComparesPass()));
  MPM.addPass(createModuleToFunctionPassAdaptor(DotProductsPass(isa())));
  MPM.addPass(createModuleToFunctionPassAdaptor(AbsDiffPass(isa())));
  MPM.addPass(createModuleToFunctionPassAdaptor(IdempotentAtomicsPass()));
  MPM.addPass(createModuleToFunctionPassAdaptor(GatherAddressesPass()));
  MPM.addPass(createModuleToFunctionPassAdaptor(HideIndicesPass()));
  MPM.addPass(createModuleToFunctionPassAdaptor(IndexedBytesPass()));
  if (registerBits(isa()) == 256)
    MPM.addPass(createModuleToFunctionPassAdaptor(ShortMasksPass()));
  // LLVM takes gathers for fast on every processor with AVX-512. What Ferry has
  // made gathers of stays that.
  if (!MachineTarget::gathersAreFast())
    for (Function &F : M)
      F.addFnAttr("target-features", MachineTarget::NoGathers);
  MPM.run(M, A.Modules);
  dropFeatureLists(M);
  report(M, "optimising");
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

/// Marks the kernels in which generating code may find errors.
static void markDoubtful(Module &M) {
  const bool HasAssembly = any_of(M, [](Function &F) {
    return any_of(instructions(F), [](Instruction &I) {
      auto *Call = dyn_cast<CallBase>(&I);
      return Call && Call->isInlineAsm();
    });
  });
  for (Function &F : M)
    if (isKernel(F) &&
        (HasAssembly || F.getMetadata("intel_reqd_sub_group_size")))
      F.addFnAttr(reserved::NeedsCodeAttr);
}

/// What there will be on the stack at least: the arrays of functions that stay
/// calls. Those of kernels are elsewhere.
static FrameSizes arraysOf(const Module &M) {
  FrameSizes Sizes;
  for (const Function &F : M)
    if (!isKernel(F) && !isRegion(F))
      for (const Instruction &I : instructions(F))
        if (auto *A = dyn_cast<AllocaInst>(&I))
          Sizes[&F] += A->getAllocationSize(M.getDataLayout())->getFixedValue();
  return Sizes;
}

/// The program-scope variables that the code of all kernels shares: those that
/// may be written, and what their initialisers point to.
static SetVector<GlobalValue *> sharedVariables(Module &M) {
  SetVector<GlobalValue *> Shared;
  for (GlobalVariable &G : M.globals())
    if (G.getAddressSpace() == GlobalMemory && !G.isDeclaration())
      Shared.insert(&G);
  SmallPtrSet<const Value *, 16> Seen;
  std::function<void(Value *)> Follow = [&](Value *V) {
    if (auto *G = dyn_cast<GlobalVariable>(V)) {
      if (!G->isDeclaration())
        Shared.insert(G);
    } else if (auto *C = dyn_cast<Constant>(V); C && Seen.insert(C).second) {
      for (Use &U : C->operands())
        Follow(U);
    }
  };
  for (unsigned I = 0; I != Shared.size(); ++I)
    Follow(cast<GlobalVariable>(Shared[I])->getInitializer());
  return Shared;
}

/// Moves the variables that kernels share to a module of their own; \p M keeps
/// declarations.
static std::unique_ptr<Module> takeVariables(Module &M) {
  const SetVector<GlobalValue *> Shared = sharedVariables(M);
  if (Shared.empty()) {
    auto Empty = std::make_unique<Module>("program", M.getContext());
    Empty->setTargetTriple(M.getTargetTriple());
    Empty->setDataLayout(M.getDataLayout());
    return Empty;
  }
  for (GlobalValue *G : Shared) {
    G->setName("variable." + G->getName());
    G->setLinkage(GlobalValue::ExternalLinkage);
    G->setDSOLocal(false);
    cast<GlobalVariable>(G)->setComdat(nullptr);
  }
  ValueToValueMapTy Values;
  std::unique_ptr<Module> Program =
      CloneModule(M, Values, [&](const GlobalValue *G) {
        return Shared.contains(const_cast<GlobalValue *>(G));
      });
  ModuleAnalysisManager None;
  StripDeadPrototypesPass().run(*Program, None);
  for (GlobalValue *G : Shared)
    cast<GlobalVariable>(G)->setInitializer(nullptr);
  return Program;
}

Error ferry::compiler::makeProgram(Module &M, Result &Output) {
  report(M, "the front end");
  if (Error E = checkProgram(M))
    return E;
  ModulePassManager Own;
  Own.addPass(GatherConstructorsPass());
  Own.addPass(NameBlocksPass());
  if (config::checks())
    Own.addPass(createModuleToFunctionPassAdaptor(CheckOperationsPass()));
  Own.addPass(createModuleToFunctionPassAdaptor(GuardDivisionPass()));
  Stages(M).run(std::move(Own));
  internalize(M);
  DenseSet<const Function *> OwnFunctions;
  if (config::checks())
    OwnFunctions = definedFunctions(M);
  if (Error E = linkBuiltins(M))
    return E;
  if (config::checks())
    markLibrary(M, OwnFunctions);
  if (Error E = matchCalls(M))
    return E;
  dropFeatureLists(M);
  internalize(M);
  if (Error E = checkRecursion(M))
    return E;
  if (Error E = checkSynchronisations(M))
    return E;
  markDoubtful(M);
  formRegions(M);
  if (Error E = checkStack(M, arraysOf(M)))
    return E;

  SmallVector<KernelDescription, 8> Kernels;
  for (Function *Kernel : kernels(M))
    Kernels.push_back(describeKernel(*Kernel));
  std::unique_ptr<Module> Program = takeVariables(M);
  for (Function *Kernel : kernels(M))
    appendKernel(Output.kernels, reserved::userName(*Kernel).str(),
                 writeKernel(*Kernel));
  emitProgramInfo(*Program, Kernels);
  TargetMachine &TM = targetMachine();
  setMachine(*Program, TM);
  dropAbsentVariables(*Program);
  Output.image = emitCode(*Program, TM, CodeForm::Object);
  M.getContext().diagnose(StageDone("emitting code"));
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Code of kernels
//===----------------------------------------------------------------------===//

std::string ferry::compiler::generateCode(Module &M, const Request &What) {
  const bool Simplifies =
      none_of(M, [](Function &F) { return isKernel(F) && F.hasOptNone(); });
  if (!What.constants.empty())
    specialise(M, What.constants);
  if (What.row == abi::OneItem)
    requireOneItem(M);
  formGroups(M, What.row);
  TargetMachine &TM = targetMachine();
  setMachine(M, TM);
  setTarget(M, TM);
  optimise(M, TM, Simplifies);
  dropAbsentVariables(M);
  std::string Code = emitCode(M, TM, What.form);
  M.getContext().diagnose(StageDone("emitting code"));
  return Code;
}
