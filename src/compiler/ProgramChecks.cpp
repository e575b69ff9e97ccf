//===- ProgramChecks.cpp - What Ferry cannot compile ----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/ProgramChecks.h"

#include "compiler/passes/Diagnostic.h"
#include "compiler/passes/Reserved.h"
#include "ferry/abi.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace ferry;
using namespace ferry::compiler;

static std::string quoted(StringRef Name) {
  return "'" + demangle(Name.str()) + "'";
}

/// An assembler label (`__asm__("name")`) gives any name.
static bool isTaken(StringRef Name) {
  Name.consume_front("\1");
  return Name.starts_with(reserved::Prefix) ||
         Name.starts_with(reserved::KernelPrefix) || Name.starts_with("llvm.");
}

static void checkName(const GlobalValue &G, Findings &Found) {
  if (isTaken(G.getName()) &&
      !(isa<Function>(G) && cast<Function>(G).isIntrinsic()) &&
      !G.hasAppendingLinkage())
    Found.add("the name " + quoted(G.getName()) + " is reserved");
}

/// A binary may hold bitcode that Clang has not written like this.
///
/// \returns true if what passes read of the metadata of \p Kernel has the
///          form that they rely on.
static bool hasGoodMetadata(const Function &Kernel) {
  auto IsText = [](const Metadata *M) { return isa_and_nonnull<MDString>(M); };
  auto IsValue = [](const Metadata *M) {
    return isa_and_nonnull<ValueAsMetadata>(M);
  };
  auto IsNumber = [](const Metadata *M) {
    auto *Number = mdconst::dyn_extract_or_null<ConstantInt>(M);
    return Number && Number->getBitWidth() <= 64;
  };
  auto Has = [&](StringRef Kind, auto... Is) {
    const MDNode *Node = Kernel.getMetadata(Kind);
    unsigned Index = 0;
    return !Node || (Node->getNumOperands() == sizeof...(Is) &&
                     (Is(Node->getOperand(Index++).get()) && ...));
  };
  auto HasTexts = [&](StringRef Kind) {
    const MDNode *Node = Kernel.getMetadata(Kind);
    return !Node || (Node->getNumOperands() == Kernel.arg_size() &&
                     all_of(Node->operands(), [&](const MDOperand &Operand) {
                       return IsText(Operand.get());
                     }));
  };
  return Has("reqd_work_group_size", IsNumber, IsNumber, IsNumber) &&
         Has("work_group_size_hint", IsNumber, IsNumber, IsNumber) &&
         Has("intel_reqd_sub_group_size", IsNumber) &&
         Has("vec_type_hint", IsValue, IsNumber) &&
         HasTexts("kernel_arg_name") && HasTexts("kernel_arg_type") &&
         HasTexts("kernel_arg_type_qual") && HasTexts("kernel_arg_access_qual");
}

Error ferry::compiler::checkMetadata(const Module &M) {
  Findings Found;
  for (const Function &F : M)
    if (isKernel(F) && !hasGoodMetadata(F))
      Found.add("the metadata of " + quoted(reserved::userName(F)) +
                " is damaged");
  return Found.take();
}

static void checkKernel(const Function &Kernel, Findings &Found) {
  const MDNode *Sizes = Kernel.getMetadata("reqd_work_group_size");
  if (!Sizes)
    return;
  for (const MDOperand &Operand : Sizes->operands())
    if (mdconst::extract<ConstantInt>(Operand)->isZero()) {
      Found.add("the required work-group size of " +
                quoted(reserved::userName(Kernel)) + " is 0");
      return;
    }
}

static void checkPrivateVariables(const Function &F, Findings &Found) {
  const DataLayout &DL = F.getDataLayout();
  for (const Instruction &I : instructions(F)) {
    auto *Variable = dyn_cast<AllocaInst>(&I);
    if (!Variable)
      continue;
    if (!isa<ConstantInt>(Variable->getArraySize())) {
      Found.add("the size of a private array of " +
                quoted(reserved::userName(F)) +
                " is not known when the program is built");
      continue;
    }
    const uint64_t Bytes = Variable->getAllocationSize(DL)->getFixedValue();
    if (Bytes > abi::MaxPrivateBytes)
      Found.add("a private variable of " + quoted(reserved::userName(F)) +
                " takes " + Twine(Bytes) + " bytes; " +
                Twine(abi::MaxPrivateBytes) + " are possible");
  }
}

Error ferry::compiler::checkProgram(const Module &M) {
  if (Error E = checkMetadata(M))
    return E;
  Findings Found;
  for (const GlobalVariable &G : M.globals()) {
    checkName(G, Found);
    const uint64_t Bytes = M.getDataLayout().getTypeAllocSize(G.getValueType());
    if (Bytes > abi::MaxProgramBytes)
      Found.add("the variable " + quoted(G.getName()) + " takes " +
                Twine(Bytes) + " bytes; " + Twine(abi::MaxProgramBytes) +
                " are possible");
  }
  for (const Function &F : M) {
    checkName(F, Found);
    if (isKernel(F))
      checkKernel(F, Found);
    checkPrivateVariables(F, Found);
  }
  return Found.take();
}

namespace {

/// What a function and those that it calls have on the stack, the deepest way.
class StackDepth {
public:
  explicit StackDepth(const FrameSizes &Frames) : Frames(Frames) {}

  uint64_t of(const Function &F) {
    auto [Known, IsNew] = Depths.try_emplace(&F, 0);
    if (!IsNew) // Nothing calls itself.
      return Known->second;
    uint64_t Deepest = 0;
    for (const Instruction &I : instructions(F))
      if (const Function *Callee = definedCallee(I))
        Deepest = std::max(Deepest, of(*Callee));
    // What a call itself puts there is far less than a cache line.
    return Depths[&F] = Deepest + Frames.lookup(&F) + 64;
  }

private:
  const FrameSizes &Frames;
  DenseMap<const Function *, uint64_t> Depths;
};

} // namespace

Error ferry::compiler::checkStack(const Module &M, const FrameSizes &Frames) {
  StackDepth Depth(Frames);
  Findings Found;
  for (const Function &F : M)
    if (!F.isDeclaration() && Depth.of(F) > abi::KernelStackBytes)
      Found.add(quoted(reserved::userName(F)) + " needs " + Twine(Depth.of(F)) +
                " bytes of stack; " + Twine(abi::KernelStackBytes) +
                " are possible");
  return Found.take();
}
