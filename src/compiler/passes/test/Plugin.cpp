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

#include "compiler/passes/BuildEntries.h"
#include "compiler/passes/FormItemLoops.h"
#include "compiler/passes/GuardDivision.h"
#include "compiler/passes/InlineCalls.h"
#include "compiler/passes/LowerCopies.h"
#include "compiler/passes/LowerPrintf.h"
#include "compiler/passes/PlaceMemory.h"
#include "compiler/passes/SplitSynchronisation.h"
#include "compiler/passes/WidenRegions.h"

#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"

using namespace ferry::compiler;
using namespace llvm;

static void registerPasses(PassBuilder &PB) {
  PB.registerPipelineParsingCallback(
      [](StringRef Name, FunctionPassManager &FPM,
         ArrayRef<PassBuilder::PipelineElement>) {
        if (Name == "ferry-guard-division")
          FPM.addPass(GuardDivisionPass());
        else if (Name == "ferry-split")
          FPM.addPass(SplitSynchronisationPass());
        else if (Name == "ferry-item-loops")
          FPM.addPass(FormItemLoopsPass());
        else if (Name == "ferry-lower-copies")
          FPM.addPass(LowerCopiesPass(/*Inline=*/true));
        else
          return false;
        return true;
      });
  PB.registerPipelineParsingCallback(
      [](StringRef Name, ModulePassManager &MPM,
         ArrayRef<PassBuilder::PipelineElement>) {
        if (Name == "ferry-mark-inline")
          MPM.addPass(MarkInlinePass());
        else if (Name == "ferry-lower-printf")
          MPM.addPass(LowerPrintfPass());
        else if (Name == "ferry-place-memory")
          MPM.addPass(PlaceMemoryPass());
        else if (Name == "ferry-widen")
          MPM.addPass(WidenRegionsPass({{}, 4, false}));
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
