//===- Sites.cpp - Places in the source that reports name -----------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/check/Sites.h"

#include "compiler/passes/Reserved.h"
#include "compiler/passes/check/UserCode.h"
#include "compiler/passes/work-group/KernelDescription.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace ferry;
using namespace ferry::compiler;

/// The name that the source gives a variable: Clang puts that of the function
/// before those of static ones.
static StringRef globalName(const GlobalVariable &G) {
  const auto [Function, Name] = G.getName().rsplit('.');
  return Name.empty() ? G.getName() : Name;
}

StringRef ferry::compiler::sourceName(const AllocaInst &Variable) {
  StringRef Name = Variable.getName();
  for (;;) {
    auto [Before, Suffix] = Name.rsplit('.');
    if (!Suffix.consume_front("i") ||
        !all_of(Suffix, [](char C) { return isDigit(C); }))
      return Name;
    Name = Before;
  }
}

CheckedObject ferry::compiler::objectOf(Value *Pointer, const Function &F) {
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(Pointer, Objects);
  if (Objects.size() != 1)
    return {};
  auto *Object = const_cast<Value *>(Objects[0]);
  const DataLayout &DL = F.getDataLayout();
  CheckedObject Result;
  Result.Base = Object;
  Result.Name = Object->getName();
  if (auto *A = dyn_cast<Argument>(Object);
      A && isKernel(F) && !A->hasByValAttr()) {
    Result.Place = abi::CheckPlace::Argument;
    Result.Argument = A->getArgNo();
    return Result;
  }
  if (auto *Variable = dyn_cast<AllocaInst>(Object)) {
    Result.Place = abi::CheckPlace::Private;
    Result.Name = sourceName(*Variable);
    Result.Bytes = DL.getTypeAllocSize(Variable->getAllocatedType());
    return Result;
  }
  if (auto *Variable = dyn_cast<GlobalVariable>(Object)) {
    Result.Place = Variable->getAddressSpace() == LocalMemory
                       ? abi::CheckPlace::Local
                       : abi::CheckPlace::Program;
    Result.Name = globalName(*Variable);
    Result.Bytes = DL.getTypeAllocSize(Variable->getValueType());
    return Result;
  }
  return {};
}

SiteTable::SiteTable(Module &M)
    : M(M), Table(new GlobalVariable(M, Type::getInt8Ty(M.getContext()), true,
                                     GlobalValue::ExternalLinkage, nullptr,
                                     "ferry.sites")) {
  Sites.push_back(make({}, {}, ""));
}

Constant *SiteTable::make(const DebugLoc &Where, const CheckedObject &Object,
                          StringRef Event) {
  LLVMContext &C = M.getContext();
  Type *I32 = Type::getInt32Ty(C), *I64 = Type::getInt64Ty(C);
  auto Number = [](Type *Ty, uint64_t N) { return ConstantInt::get(Ty, N); };
  SmallString<128> File;
  if (const DIFile *Of = Where ? Where->getScope()->getFile() : nullptr;
      Of && !Of->getFilename().empty()) {
    if (sys::path::is_relative(Of->getFilename()))
      File = Of->getDirectory();
    sys::path::append(File, Of->getFilename());
  }
  // As abi::CheckSite.
  return ConstantStruct::getAnon(
      {textConstant(M, File), Number(I32, Where ? Where.getLine() : 0),
       Number(I32, Where ? Where.getCol() : 0),
       Number(I32, uint64_t(Object.Place)), Number(I32, Object.Argument),
       textConstant(M, Object.Name), Number(I64, Object.Bytes),
       textConstant(M, Event)});
}

unsigned SiteTable::append(const Instruction &I, const CheckedObject &Object,
                           StringRef Event) {
  Sites.push_back(make(I.getDebugLoc(), Object, Event));
  return Sites.size() - 1;
}

unsigned SiteTable::of(const Instruction &I, const CheckedObject &Object) {
  const Key K{I.getDebugLoc().get(), Object.Base, unsigned(Object.Place),
              I.getFunction()};
  unsigned &Number = Known[K];
  if (!Number)
    Number = append(I, Object);
  return Number;
}

Constant *SiteTable::describe(Function &Kernel, const KernelUses &Uses) {
  LLVMContext &C = M.getContext();
  Type *I32 = Type::getInt32Ty(C);
  const KernelDescription Description = describeKernel(Kernel);
  SmallVector<Constant *, 8> Arguments;
  for (auto [Info, A] : zip(Description.Arguments, Kernel.args()))
    // As abi::CheckArgument.
    Arguments.push_back(ConstantStruct::getAnon(
        {textConstant(M, A.getName()),
         ConstantInt::get(I32, uint64_t(Info.Kind)),
         ConstantInt::get(I32, Info.Offset),
         ConstantInt::get(I32,
                          Uses.Arguments.lookup({&Kernel, A.getArgNo()}))}));
  Constant *All = ConstantPointerNull::get(PointerType::get(C, 0));
  if (!Arguments.empty()) {
    Constant *Array = ConstantArray::get(
        ArrayType::get(Arguments[0]->getType(), Arguments.size()), Arguments);
    All = new GlobalVariable(M, Array->getType(), true,
                             GlobalValue::InternalLinkage, Array,
                             "ferry.arguments");
  }
  // As abi::CheckedKernel.
  Constant *Value = ConstantStruct::getAnon(
      {textConstant(M, reserved::userName(Kernel)), Table, All,
       ConstantInt::get(I32, 0), ConstantInt::get(I32, Arguments.size()),
       ConstantInt::get(I32, Uses.Any)});
  Kernels.push_back(new GlobalVariable(M, Value->getType(), true,
                                       GlobalValue::InternalLinkage, Value,
                                       "ferry.checked"));
  return Kernels.back();
}

void SiteTable::finish() {
  Constant *Array = ConstantArray::get(
      ArrayType::get(Sites[0]->getType(), Sites.size()), Sites);
  auto *Whole = new GlobalVariable(M, Array->getType(), true,
                                   GlobalValue::InternalLinkage, Array,
                                   "ferry.sites.table");
  for (GlobalVariable *Kernel : Kernels) {
    auto *Value = cast<ConstantStruct>(Kernel->getInitializer());
    SmallVector<Constant *, 6> Members;
    for (Use &U : Value->operands())
      Members.push_back(cast<Constant>(U));
    Members[3] = ConstantInt::get(Members[3]->getType(), Sites.size());
    Kernel->setInitializer(ConstantStruct::get(Value->getType(), Members));
  }
  Table->replaceAllUsesWith(Whole);
  Table->eraseFromParent();
}
