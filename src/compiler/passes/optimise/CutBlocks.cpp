//===- CutBlocks.cpp - Large blocks in bounded time -----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/optimise/Passes.h"

#include "compiler/LlvmVersions.h"

#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/Pass.h"

using namespace llvm;
using namespace ferry::compiler;

/// How many accesses \p I becomes: no instruction set gathers or scatters
/// elements of less than 32 bits, so that these are one for each.
static unsigned accesses(const Instruction &I) {
  const auto *Call = dyn_cast<IntrinsicInst>(&I);
  const Type *Ty = nullptr;
  if (Call && Call->getIntrinsicID() == Intrinsic::masked_gather)
    Ty = Call->getType();
  if (Call && Call->getIntrinsicID() == Intrinsic::masked_scatter)
    Ty = Call->getArgOperand(0)->getType();
  const auto *Vector = dyn_cast_or_null<FixedVectorType>(Ty);
  if (!Vector || Vector->getScalarSizeInBits() >= 32)
    return I.mayReadOrWriteMemory();
  return Vector->getNumElements();
}

PreservedAnalyses CutBlocksPass::run(Function &F, FunctionAnalysisManager &) {
  Value *Name = MetadataAsValue::get(
      F.getContext(),
      MDNode::get(F.getContext(), MDString::get(F.getContext(), "cut")));
  bool Changed = false;
  for (BasicBlock &Block : F) {
    unsigned Accesses = 0, Instructions = 0;
    for (Instruction &I : make_range(Block.getFirstNonPHIIt(), Block.end())) {
      Accesses += accesses(I);
      if (Accesses <= MaxAccesses && ++Instructions <= MaxInstructions)
        continue;
      IRBuilder<>(&I).CreateIntrinsic(Intrinsic::codeview_annotation, {}, Name);
      Accesses = accesses(I);
      Instructions = 1;
      Changed = true;
    }
  }
  return preservedWithControlFlow(Changed);
}

namespace {

class SplitAtCuts : public FunctionPass {
public:
  static char ID;
  SplitAtCuts() : FunctionPass(ID) {}

  bool runOnFunction(Function &F) override {
    bool Changed = false;
    // What is behind a cut is the next block.
    for (BasicBlock &Block : F)
      for (Instruction &I : drop_begin(Block))
        if (isCut(I)) {
          Block.splitBasicBlock(&I);
          Changed = true;
          break;
        }
    return Changed;
  }

private:
  static bool isCut(const Instruction &I) {
    const auto *Call = dyn_cast<IntrinsicInst>(&I);
    return Call && Call->getIntrinsicID() == Intrinsic::codeview_annotation;
  }
};

char SplitAtCuts::ID = 0;

} // namespace

void ferry::compiler::addSplitAtCuts() {
  static const RegisterPass<SplitAtCuts> Registered("ferry-split-at-cuts",
                                                    "Split blocks at cuts");
  static const RegisterTargetPassConfigCallback Added(
      [](TargetMachine &, PassManagerBase &PM, TargetPassConfig *Config) {
        PM.add(new SplitAtCuts());
        // It joins what it can.
        static const void *const Preparing =
            std::unique_ptr<Pass>(createCodeGenPrepareLegacyPass())
                ->getPassID();
        Config->insertPass(Preparing, &SplitAtCuts::ID);
      });
}
