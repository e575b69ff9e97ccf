//===- SpirvFrontend.cpp - SPIR-V to LLVM IR ------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Frontend.h"

#include "compiler-interface/CompilerLibrary.h"
#include "compiler-interface/SpirvModule.h"
#include "compiler-interface/SpirvTranslator.h"
#include "compiler/CodeGen.h"
#include "compiler/LlvmVersions.h"
#include "compiler/passes/Reserved.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

#include <dlfcn.h>
#include <mutex>

using namespace llvm;
using namespace ferry::compiler;

/// Null, and why in \p Error, if there is none.
static TranslateFunction loadTranslator(std::string &Error) {
  // It stays, as an LLVM does not survive being unloaded.
  void *Library = dlopen(spirvTranslatorPath().c_str(), RTLD_LAZY | RTLD_LOCAL);
  void *Entry = Library ? dlsym(Library, TranslatorSymbol) : nullptr;
  if (!Entry)
    Error +=
        std::string("error: SPIR-V cannot be translated: ") + dlerror() + "\n";
  return reinterpret_cast<TranslateFunction>(Entry);
}

static bool translate(std::string_view Module, bool DebugInfo,
                      std::string &Bitcode, std::string &Log) {
  // Clients of an LLVM that is not ours may share state.
  static std::mutex Mutex;
  std::lock_guard Lock(Mutex);
  static TranslateFunction Known = nullptr;
  if (!Known)
    Known = loadTranslator(Log);
  return Known && Known(Module, DebugInfo, Bitcode, Log);
}

//===----------------------------------------------------------------------===//
// What Clang would have written
//===----------------------------------------------------------------------===//

/// The target of OpenCL C, and nothing that says otherwise. Calls are made to
/// fit when everything is linked (matchCalls).
static void setTarget(Module &M) {
  M.setTargetTriple(tripleArgument(Triple("x86_64-unknown-linux-gnu")));
  M.setDataLayout(targetMachine().createDataLayout());
  for (NamedMDNode &Node : make_early_inc_range(M.named_metadata()))
    if (Node.getName() != "llvm.module.flags" &&
        Node.getName() != "llvm.dbg.cu")
      Node.eraseFromParent();
  for (Function &F : M) {
    if (F.isIntrinsic())
      continue;
    if (F.getCallingConv() == CallingConv::SPIR_FUNC)
      F.setCallingConv(CallingConv::C);
    F.addFnAttr("target-cpu", "x86-64-v4");
    // Any function may synchronise.
    F.addFnAttr(Attribute::Convergent);
    F.addFnAttr(Attribute::NoUnwind);
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I))
        if (Call->getCallingConv() == CallingConv::SPIR_FUNC)
          Call->setCallingConv(CallingConv::C);
  }
}

/// A phi of LLVM has a value for each way from a block that branches here by
/// several, OpPhi one for the block. The translator leaves it at that.
static void completePhis(BasicBlock &BB) {
  if (BB.phis().empty())
    return;
  SmallDenseMap<BasicBlock *, unsigned> Ways;
  for (BasicBlock *Before : predecessors(&BB))
    ++Ways[Before];
  for (PHINode &Phi : BB.phis())
    for (auto [Before, Count] : Ways)
      if (const int Index = Phi.getBasicBlockIndex(Before); Index >= 0)
        for (auto I = llvm::count(Phi.blocks(), Before); I < Count; ++I)
          Phi.addIncoming(Phi.getIncomingValue(unsigned(Index)), Before);
}

static bool isCallee(const Use &U) {
  auto *Call = dyn_cast<CallBase>(U.getUser());
  return Call && Call->isCallee(&U);
}

static Function *makeKernelOf(Function &Body) {
  const Twine Name =
      Body.hasName() ? Body.getName() + "_kernel" : Twine("block_kernel");
  auto *Kernel =
      Function::Create(Body.getFunctionType(), GlobalValue::InternalLinkage,
                       Name, Body.getParent());
  Kernel->setCallingConv(CallingConv::SPIR_KERNEL);
  IRBuilder<> Builder(BasicBlock::Create(Body.getContext(), "entry", Kernel));
  SmallVector<Value *, 4> Arguments(make_pointer_range(Kernel->args()));
  Builder.CreateCall(&Body, Arguments)->setCallingConv(Body.getCallingConv());
  Builder.CreateRetVoid();
  return Kernel;
}

/// What is enqueued is a kernel, as Clang makes one of each block. In SPIR-V it
/// may be any function: each one whose address is taken gets a kernel that
/// calls it. Nothing else takes addresses of functions, as function pointers
/// are refused.
/// \code
///   call i32 @__enqueue_kernel_basic(..., ptr @body, ...)
/// =>
///   define internal spir_kernel void @body_kernel(ptr addrspace(4) %0) {
///     call void @body(ptr addrspace(4) %0)
///     ret void
///   }
///   call i32 @__enqueue_kernel_basic(..., ptr @body_kernel, ...)
/// \endcode
static void makeBlockKernels(Module &M) {
  for (Function &F : make_early_inc_range(M)) {
    if (F.isDeclaration() || isKernel(F) || all_of(F.uses(), isCallee))
      continue;
    Function *Kernel = makeKernelOf(F);
    F.replaceUsesWithIf(Kernel, [](Use &U) { return !isCallee(U); });
  }
}

/// Without the execution mode ContractionOff, a * b + c may be one operation
/// (SPIR-V specification, section 3.6).
static void allowContraction(Module &M) {
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (isa<FPMathOperator>(I) && (I.getOpcode() == Instruction::FMul ||
                                     I.getOpcode() == Instruction::FAdd ||
                                     I.getOpcode() == Instruction::FSub))
        I.setHasAllowContract(true);
}

std::unique_ptr<Module> ferry::compiler::parseSpirv(LLVMContext &Context,
                                                    const Request &What,
                                                    const Options &Opts,
                                                    Result &Output) {
  Output.status = Status::Failure;
  if (!SpirvModule::read(What.inputs.front())) {
    Output.log = "error: SPIR-V: damaged\n";
    return nullptr;
  }
  std::string Bitcode;
  if (!translate(What.inputs.front(), Opts.debugInfo, Bitcode, Output.log))
    return nullptr;
  Expected<std::unique_ptr<Module>> Read =
      parseBitcodeFile(MemoryBufferRef(Bitcode, "program"), Context);
  if (!Read) {
    Output.log += "error: " + toString(Read.takeError()) + "\n";
    return nullptr;
  }
  std::unique_ptr<Module> M = std::move(*Read);
  if (M->getDataLayout().getPointerSize() != sizeof(void *)) {
    Output.log += "error: SPIR-V: the addresses are not of 64 bits\n";
    return nullptr;
  }
  for (Function &F : *M)
    for (BasicBlock &BB : F)
      completePhis(BB);
  if (M->getNamedMetadata("opencl.enable.FP_CONTRACT"))
    allowContraction(*M);
  makeBlockKernels(*M);
  setTarget(*M);
  if (!Opts.debugInfo)
    StripDebugInfo(*M);
  raw_string_ostream Log(Output.log);
  if (verifyModule(*M, &Log)) {
    Output.log += "error: SPIR-V: the translation is not valid\n";
    return nullptr;
  }
  Output.status = Status::Success;
  return M;
}
