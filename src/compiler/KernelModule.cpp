//===- KernelModule.cpp - One kernel and what it needs --------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/KernelModule.h"

#include "compiler/ProgramChecks.h"
#include "compiler/passes/Reserved.h"

#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;
using namespace ferry::compiler;

namespace {

/// Copies what is needed, and what that needs, to another module.
class Copier : public ValueMaterializer {
public:
  explicit Copier(Module &To)
      : To(To), Mapper(Copies, RF_None, nullptr, this) {}

  void copy(const Function &F);
  Value *materialize(Value *V) override;

private:
  Function *declare(const Function &F);
  GlobalVariable *declare(const GlobalVariable &G);
  void define(const Function &F);

  Module &To;
  ValueToValueMapTy Copies;
  ValueMapper Mapper;
  SmallVector<const Function *, 16> Functions;       ///< Not defined yet.
  SmallVector<const GlobalVariable *, 16> Variables; ///< Likewise.
};

} // namespace

Function *Copier::declare(const Function &F) {
  auto *Copy = Function::Create(F.getFunctionType(), F.getLinkage(),
                                F.getAddressSpace(), F.getName(), &To);
  Copy->copyAttributesFrom(&F);
  if (!F.isDeclaration())
    Functions.push_back(&F);
  return Copy;
}

GlobalVariable *Copier::declare(const GlobalVariable &G) {
  auto *Copy = new GlobalVariable(To, G.getValueType(), G.isConstant(),
                                  G.getLinkage(), nullptr, G.getName(), nullptr,
                                  G.getThreadLocalMode(), G.getAddressSpace());
  Copy->copyAttributesFrom(&G);
  if (!G.isDeclaration())
    Variables.push_back(&G);
  return Copy;
}

Value *Copier::materialize(Value *V) {
  if (auto *F = dyn_cast<Function>(V))
    return declare(*F);
  if (auto *G = dyn_cast<GlobalVariable>(V))
    return declare(*G);
  return nullptr;
}

void Copier::define(const Function &F) {
  auto *Copy = cast<Function>(Copies[&F]);
  for (auto [Old, New] : zip(F.args(), Copy->args())) {
    New.setName(Old.getName());
    Copies[&Old] = &New;
  }
  SmallVector<ReturnInst *, 8> Returns;
  CloneFunctionInto(Copy, &F, Copies, CloneFunctionChangeType::DifferentModule,
                    Returns, "", nullptr, nullptr, this);
}

void Copier::copy(const Function &F) {
  Mapper.mapValue(F);
  while (!Functions.empty() || !Variables.empty()) {
    while (!Functions.empty())
      define(*Functions.pop_back_val());
    while (!Variables.empty()) {
      const GlobalVariable *G = Variables.pop_back_val();
      auto *Copy = cast<GlobalVariable>(Copies[G]);
      Copy->setInitializer(Mapper.mapConstant(*G->getInitializer()));
      SmallVector<std::pair<unsigned, MDNode *>, 1> Metadata;
      G->getAllMetadata(Metadata);
      for (auto [Kind, Node] : Metadata)
        Copy->addMetadata(Kind, *Mapper.mapMDNode(*Node));
    }
  }
}

std::string ferry::compiler::writeKernel(const Function &Kernel) {
  const Module &From = *Kernel.getParent();
  Module M("kernel", From.getContext());
  M.setTargetTriple(From.getTargetTriple());
  M.setDataLayout(From.getDataLayout());
  SmallVector<Module::ModuleFlagEntry, 8> Flags;
  From.getModuleFlagsMetadata(Flags);
  for (const Module::ModuleFlagEntry &Flag : Flags)
    M.addModuleFlag(Flag.Behavior, Flag.Key->getString(), Flag.Val);
  Copier(M).copy(Kernel);
  std::string Bitcode;
  raw_string_ostream Stream(Bitcode);
  WriteBitcodeToFile(M, Stream);
  return Bitcode;
}

Expected<std::unique_ptr<Module>>
ferry::compiler::readKernel(LLVMContext &C, StringRef Bitcode, StringRef Name) {
  Expected<std::unique_ptr<Module>> M =
      parseBitcodeFile(MemoryBufferRef(Bitcode, "kernel"), C);
  if (!M)
    return M.takeError();
  // What a binary holds need not be what writeKernel() has written.
  const Function *Kernel =
      (*M)->getFunction((reserved::KernelPrefix + Name).str());
  if (!Kernel || !isKernel(*Kernel))
    return createStringError("error: there is no kernel '" + Name + "'\n");
  if (verifyModule(**M))
    return createStringError("error: the bitcode is damaged\n");
  if (Error E = checkMetadata(**M))
    return E;
  return M;
}
