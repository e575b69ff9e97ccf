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
#include "llvm/IR/IRBuilder.h"
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
  if (auto *A = dyn_cast<Argument>(Object);
      A && isKernel(F) && !A->hasByValAttr())
    return {.Place = abi::CheckPlace::Argument,
            .Argument = A->getArgNo(),
            .Name = A->getName(),
            .Base = A};
  if (auto *Variable = dyn_cast<AllocaInst>(Object))
    return {.Place = abi::CheckPlace::Private,
            .Name = sourceName(*Variable),
            .Bytes = DL.getTypeAllocSize(Variable->getAllocatedType()),
            .Base = Variable};
  if (auto *Variable = dyn_cast<GlobalVariable>(Object))
    return {.Place = Variable->getAddressSpace() == LocalMemory
                         ? abi::CheckPlace::Local
                         : abi::CheckPlace::Program,
            .Name = globalName(*Variable),
            .Bytes = DL.getTypeAllocSize(Variable->getValueType()),
            .Base = Variable};
  return {};
}

Value *ferry::compiler::flat(IRBuilderBase &B, Value *Pointer) {
  return B.CreatePointerBitCastOrAddrSpaceCast(Pointer, B.getPtrTy());
}

Value *ferry::compiler::startOf(IRBuilderBase &B, const CheckedObject &Object) {
  return Object.Base && Object.Place != abi::CheckPlace::Argument
             ? flat(B, Object.Base)
             : ConstantPointerNull::get(B.getPtrTy());
}

SiteTable::SiteTable(Module &M) : M(M) { Sites.push_back(make({}, {}, "")); }

/// A constant of \p M with \p Value.
static GlobalVariable *constantOf(Module &M, Constant *Value, StringRef Name) {
  return new GlobalVariable(M, Value->getType(), /*isConstant=*/true,
                            GlobalValue::InternalLinkage, Value, Name);
}

/// Likewise with \p Values, one type's; null if there are none.
static Constant *arrayOf(Module &M, ArrayRef<Constant *> Values,
                         StringRef Name) {
  if (Values.empty())
    return ConstantPointerNull::get(PointerType::get(M.getContext(), 0));
  auto *Ty = ArrayType::get(Values[0]->getType(), Values.size());
  return constantOf(M, ConstantArray::get(Ty, Values), Name);
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

unsigned SiteTable::of(const CheckedObject &Object) {
  if (Object.Place == abi::CheckPlace::Unknown)
    return 0;
  unsigned &Number =
      Known[Key(nullptr, Object.Base, unsigned(Object.Place), nullptr)];
  if (!Number) {
    Number = Sites.size();
    Sites.push_back(make({}, Object, ""));
  }
  return Number;
}

Constant *SiteTable::describe(Function &Kernel, const KernelUses &Uses) {
  if (!Table)
    Table = arrayOf(M, Sites, "ferry.sites.table");
  Type *I32 = Type::getInt32Ty(M.getContext());
  auto Number = [&](uint64_t N) { return ConstantInt::get(I32, N); };
  const KernelDescription Description = describeKernel(Kernel);
  SmallVector<Constant *, 8> Arguments;
  for (auto [Info, A] : zip(Description.Arguments, Kernel.args()))
    // As abi::CheckArgument.
    Arguments.push_back(ConstantStruct::getAnon(
        {textConstant(M, A.getName()), Number(uint64_t(Info.Kind)),
         Number(Info.Offset),
         Number(Uses.Arguments.lookup({&Kernel, A.getArgNo()}))}));
  // As abi::CheckedKernel.
  Constant *Value = ConstantStruct::getAnon(
      {textConstant(M, reserved::userName(Kernel)), Table,
       arrayOf(M, Arguments, "ferry.arguments"), Number(Sites.size()),
       Number(Arguments.size()), Number(Uses.Any)});
  return constantOf(M, Value, "ferry.checked");
}
