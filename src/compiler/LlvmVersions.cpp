//===- LlvmVersions.cpp - What differs from LLVM 19 to 22 -----------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/LlvmVersions.h"

#include "compiler/passes/Uniformity.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Scalar.h"
#if !FERRY_PASS_CONFIG_CALLBACKS
#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#if LLVM_VERSION_MAJOR >= 20
#include "llvm/CodeGen/CodeGenTargetMachineImpl.h"
using CodeGenTargetMachine = llvm::CodeGenTargetMachineImpl;
#else
using CodeGenTargetMachine = llvm::LLVMTargetMachine;
#endif
#endif

using namespace llvm;

#if LLVM_VERSION_MAJOR < 20
PreservedAnalyses
ferry::compiler::StructurizeDivergentPass::run(Function &F,
                                               FunctionAnalysisManager &) {
  legacy::FunctionPassManager PM(F.getParent());
  PM.add(new TargetTransformInfoWrapperPass(
      TargetIRAnalysis([](const Function &F) { return workItemTarget(F); })));
  PM.add(createStructurizeCFGPass(/*SkipUniformRegions=*/true));
  return PM.run(F) ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

void ferry::compiler::locateEntries(Module &M) {
  for (Function &F : M)
    if (DISubprogram *Program = F.isDeclaration() ? nullptr : F.getSubprogram())
      for (Instruction &I : F.getEntryBlock())
        if (const DebugLoc &L = I.getDebugLoc(); !L || L.getLine() == 0)
          I.setDebugLoc(DILocation::get(M.getContext(), Program->getScopeLine(),
                                        /*Column=*/0, Program));
}
#endif

#if FERRY_PASS_CONFIG_CALLBACKS
bool ferry::compiler::addPassesToEmitFile(TargetMachine &TM,
                                          legacy::PassManagerBase &PM,
                                          raw_pwrite_stream &OS,
                                          CodeGenFileType Type) {
  return TM.addPassesToEmitFile(PM, OS, nullptr, Type, /*DisableVerify=*/true);
}
#else
using PassConfigCallback = std::function<void(
    TargetMachine &, legacy::PassManagerBase &, TargetPassConfig *)>;

static SmallVectorImpl<PassConfigCallback> &callbacks() {
  static SmallVector<PassConfigCallback, 2> All;
  return All;
}

ferry::compiler::RegisterTargetPassConfigCallback::
    RegisterTargetPassConfigCallback(PassConfigCallback Callback) {
  callbacks().push_back(std::move(Callback));
}

bool ferry::compiler::addPassesToEmitFile(TargetMachine &TM,
                                          legacy::PassManagerBase &PM,
                                          raw_pwrite_stream &OS,
                                          CodeGenFileType Type) {
  auto &Machine = static_cast<CodeGenTargetMachine &>(TM);
  TargetPassConfig *Config = Machine.createPassConfig(PM);
  Config->setDisableVerify(true);
  PM.add(Config);
  auto *Info = new MachineModuleInfoWrapperPass(&Machine);
  PM.add(Info);
  for (const PassConfigCallback &Add : callbacks())
    Add(TM, PM, Config);
  if (Config->addISelPasses())
    return true;
  Config->addMachinePasses();
  Config->setInitialized();
  if (Machine.addAsmPrinter(PM, OS, nullptr, Type, Info->getMMI().getContext()))
    return true;
  PM.add(createFreeMachineFunctionPass());
  return false;
}
#endif
