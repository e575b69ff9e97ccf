//===- Inlining.cpp - Which calls are inlined -----------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/prepare/Passes.h"

#include "compiler/passes/Diagnostic.h"
#include "compiler/passes/Reserved.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/Analysis/InlineCost.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/IPO/FunctionAttrs.h"
#include "llvm/Transforms/IPO/Inliner.h"

using namespace llvm;
using namespace ferry::compiler;

Error ferry::compiler::checkRecursion(Module &M) {
  CallGraph CG(M);
  Findings Found;
  for (auto It = scc_begin(&CG); !It.isAtEnd(); ++It) {
    if (!It.hasCycle())
      continue;
    SetVector<StringRef> Names;
    for (CallGraphNode *Node : *It)
      if (Function *F = Node->getFunction(); F && !F->isDeclaration())
        Names.insert(reserved::userName(*F));
    if (Names.empty())
      continue;
    std::string Cycle;
    for (StringRef Name : Names)
      Cycle += " '" + demangle(Name) + "'";
    Found.add("recursion is not allowed in OpenCL C:" + Twine(Cycle));
  }
  return Found.take();
}

/// \returns how many synchronisation points \p F has when all that it calls is
/// inlined; \p Counts holds what is known already.
static uint64_t
countSynchronisations(const Function &F,
                      DenseMap<const Function *, uint64_t> &Counts) {
  if (auto Known = Counts.find(&F); Known != Counts.end())
    return Known->second;
  uint64_t Count = 0;
  for (const Instruction &I : instructions(F)) {
    if (reserved::isSynchronisation(&I))
      Count = SaturatingAdd(Count, uint64_t(1));
    else if (const Function *Callee = definedCallee(I))
      Count = SaturatingAdd(Count, countSynchronisations(*Callee, Counts));
  }
  return Counts[&F] = Count;
}

/// The functions that have work-items synchronise, or are about sub-groups, and
/// what calls them: passes want these in kernels.
static SetVector<Function *> synchronising(Module &M) {
  SetVector<Function *> Result;
  auto AddCallersOf = [&](Function &F) {
    for (User *U : F.users())
      if (auto *Call = dyn_cast<CallBase>(U))
        Result.insert(Call->getFunction());
  };
  for (Function &F : M)
    if (reserved::isReserved(F) &&
        ((reserved::properties(F.getName()) & reserved::Synchronises) ||
         F.getName().starts_with(reserved::SubGroupPrefix) ||
         F.getName().starts_with(reserved::WorkGroupPrefix)))
      AddCallersOf(F);
  for (unsigned I = 0; I != Result.size(); ++I)
    AddCallersOf(*Result[I]);
  return Result;
}

Error ferry::compiler::checkSynchronisations(Module &M) {
  // Each takes some 15 ms to compile.
  constexpr uint64_t Most = 5000;
  DenseMap<const Function *, uint64_t> Counts;
  Findings Found;
  for (const Function &F : M)
    if (F.getCallingConv() == CallingConv::SPIR_KERNEL)
      if (const uint64_t Count = countSynchronisations(F, Counts); Count > Most)
        Found.add("'" + reserved::userName(F) + "' has " + Twine(Count) +
                  " synchronisation points with those of the functions that "
                  "it calls; the most is " +
                  Twine(Most));
  for (Function *F : synchronising(M))
    if (F->getCallingConv() != CallingConv::SPIR_KERNEL)
      if (const InlineResult Inlines = isInlineViable(*F); !Inlines.isSuccess())
        Found.add("'" + demangle(reserved::userName(*F).str()) +
                  "' synchronises work-items or is about sub-groups, but "
                  "cannot be inlined: " +
                  Inlines.getFailureReason());
  return Found.take();
}

/// Instructions beyond which time to compile is worth more than what inlining
/// gains.
static constexpr uint64_t MaxInstructions = 50000;

/// Functions outside kernels that cannot stay calls.
static SetVector<Function *> mustInline(Module &M, bool IsChecked) {
  SetVector<Function *> Result = synchronising(M);
  // What only its kernel calls is the kernel. Without optimisation, and where
  // mistakes are looked for, variables lie where they do in the kernel itself.
  for (Function &F : M) {
    if (!F.getName().starts_with(reserved::BodyPrefix))
      continue;
    const uint64_t Size = F.getInstructionCount();
    if (F.hasOptNone() || IsChecked ||
        (F.hasOneUse() && Size <= MaxInstructions))
      Result.insert(&F);
    else if (F.hasOneUse() && !Result.contains(&F))
      reportLimit(F, "is called by its kernel, as it has " + Twine(Size) +
                         " instructions, more than " + Twine(MaxInstructions));
  }
  return Result;
}

namespace {

/// The functions that the built-ins mark as hot, and those that call
/// them: what is made of them in vectors is worth a copy for each call. Where
/// mistakes are looked for, all of the program: only in a kernel it is known
/// what memory most pointers lead to.
class HotFunctions {
public:
  HotFunctions(Module &M, bool IsChecked) : IsChecked(IsChecked) {
    for (Function &F : M)
      if (F.getCallingConv() == CallingConv::SPIR_KERNEL)
        Growth = SaturatingAdd(Growth, sizeOf(F) - F.getInstructionCount());
  }

  /// Empty if the kernels grew too much.
  ArrayRef<Function *> toInline() const {
    if (Growth <= MaxInstructions)
      return Functions.getArrayRef();
    for (const Function *F : Functions)
      reportLimit(*F, "may stay a call: kernels would grow by " +
                          Twine(Growth) + " instructions, more than " +
                          Twine(MaxInstructions) +
                          ", if all functions that are hot were inlined");
    return {};
  }

private:
  /// Instructions of \p F with those of all hot functions that it calls.
  /// Nothing calls itself, but the number of calls may be exponential.
  uint64_t sizeOf(Function &F) {
    if (auto Known = Sizes.find(&F); Known != Sizes.end())
      return Known->second;
    uint64_t Size = F.getInstructionCount();
    bool IsHot = (F.hasFnAttribute(Attribute::Hot) &&
                  F.hasFnAttribute(Attribute::AlwaysInline)) ||
                 (IsChecked && F.getSubprogram());
    for (Instruction &I : instructions(F)) {
      Function *Callee = definedCallee(I);
      if (!Callee || Callee->getCallingConv() == CallingConv::SPIR_KERNEL)
        continue;
      const uint64_t OfCallee = sizeOf(*Callee);
      if (!Functions.contains(Callee))
        continue;
      Size = SaturatingAdd(Size, OfCallee);
      IsHot = true;
    }
    // The user's wish holds.
    if (IsHot && F.getCallingConv() != CallingConv::SPIR_KERNEL &&
        !F.hasFnAttribute(Attribute::NoInline))
      Functions.insert(&F);
    return Sizes[&F] = Size;
  }

  bool IsChecked;
  DenseMap<const Function *, uint64_t> Sizes;
  SmallSetVector<Function *, 16> Functions;
  /// Of all kernels.
  uint64_t Growth = 0;
};

} // namespace

/// Instructions of \p F without what goes when its variables become values.
static uint64_t sizeWithoutVariables(const Function &F) {
  auto IsVariable = [](const Value *V) {
    return isa_and_present<AllocaInst>(V);
  };
  return count_if(instructions(F), [&](const Instruction &I) {
    return !IsVariable(&I) && !IsVariable(getLoadStorePointerOperand(&I));
  });
}

/// Keeps calls of what one function calls so often that all copies of it would
/// have more than \p MaxCopies instructions, unless each is hardly more than a
/// call.
static void keepFrequentCalls(Module &M, unsigned MaxCopies) {
  constexpr uint64_t SmallFunction = 20; // Instructions.
  for (Function &F : M) {
    MapVector<Function *, SmallVector<CallBase *, 4>> Calls;
    for (Instruction &I : instructions(F))
      if (Function *Callee = definedCallee(I);
          Callee && !Callee->hasFnAttribute(Attribute::AlwaysInline))
        Calls[Callee].push_back(cast<CallBase>(&I));
    for (auto &[Callee, Of] : Calls)
      if (const uint64_t Size = sizeWithoutVariables(*Callee);
          Size > SmallFunction && Size * Of.size() > MaxCopies) {
        for (CallBase *Call : Of)
          Call->setIsNoInline();
        reportLimit(*Callee,
                    "stays a call, " + Twine(Of.size()) + " times, in " +
                        demangle(reserved::userName(F)) +
                        ": copies would have " + Twine(Size * Of.size()) +
                        " instructions, more than " + Twine(MaxCopies));
      }
  }
}

PreservedAnalyses MarkInlinePass::run(Module &M, ModuleAnalysisManager &) {
  SetVector<Function *> Must = mustInline(M, IsChecked);
  const HotFunctions Hot(M, IsChecked);
  const ArrayRef<Function *> Called = Hot.toInline();
  Must.insert(Called.begin(), Called.end());
  for (Function &F : M) {
    if (F.isDeclaration() || F.getCallingConv() == CallingConv::SPIR_KERNEL)
      continue;
    if (!Must.contains(&F)) {
      if (F.hasFnAttribute(Attribute::AlwaysInline)) {
        F.removeFnAttr(Attribute::AlwaysInline);
        F.addFnAttr(Attribute::InlineHint);
      }
      continue;
    }
    F.removeFnAttr(Attribute::NoInline);
    F.removeFnAttr(Attribute::OptimizeNone);
    F.addFnAttr(Attribute::AlwaysInline);
    // A call may say noinline, too.
    for (User *U : F.users())
      if (auto *Call = dyn_cast<CallBase>(U))
        Call->removeFnAttr(Attribute::NoInline);
  }
  keepFrequentCalls(M, MaxCopies);
  return PreservedAnalyses::none();
}

namespace {

/// Simplifies functions that may be optimised.
class SimplifyPass : public PassInfoMixin<SimplifyPass> {
public:
  explicit SimplifyPass(FunctionPassManager Simplify)
      : Simplify(std::move(Simplify)) {}
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &AM) {
    // What is inlined in any case is no `optnone`, but may be for debuggers.
    const DISubprogram *Program = F.getSubprogram();
    if (F.hasOptNone() || (Program && !Program->isOptimized()))
      return PreservedAnalyses::all();
    return Simplify.run(F, AM);
  }

private:
  FunctionPassManager Simplify;
};

} // namespace

ModuleInlinerWrapperPass
ferry::compiler::inliner(FunctionPassManager Simplify) {
  // LLVM's own is 225, for code that gains nothing but the call.
  constexpr int Threshold = 1000;
  InlineParams Params = getInlineParams(Threshold);
  Params.HintThreshold = Threshold;
  ModuleInlinerWrapperPass Inliner(Params);
  CGSCCPassManager &PM = Inliner.getPM();
  PM.addPass(
      createCGSCCToFunctionPassAdaptor(SimplifyPass(std::move(Simplify))));
  PM.addPass(PostOrderFunctionAttrsPass());
  return Inliner;
}
