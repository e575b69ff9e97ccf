//===- PassedObjects.cpp - What pointers lead into in functions -----------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/check/PassedObjects.h"

#include "compiler/passes/Parameters.h"
#include "compiler/passes/Reserved.h"
#include "compiler/passes/check/Sites.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace ferry::compiler;

/// Whether all that is done with \p F, which has code, is to call it.
static bool isOnlyCalled(const Function &F) {
  return !F.isDeclaration() && !isKernel(F) &&
         all_of(F.uses(), [](const Use &U) {
           auto *Call = dyn_cast<CallBase>(U.getUser());
           return Call && Call->isCallee(&U);
         });
}

/// The parameters of \p F that are pointers to what others have.
static SmallVector<unsigned, 4> pointersOf(const Function &F) {
  SmallVector<unsigned, 4> Numbers;
  for (const Argument &A : F.args())
    if (A.getType()->isPointerTy() && !A.hasByValAttr())
      Numbers.push_back(A.getArgNo());
  return Numbers;
}

PassedObjects::PassedObjects(Module &M, SiteTable &Sites) {
  SmallVector<std::pair<Function *, Function *>, 8> Replaced;
  SmallVector<Function *, 8> Called;
  for (Function &F : M)
    if (isOnlyCalled(F) && !pointersOf(F).empty())
      Called.push_back(&F);
  Type *I32 = Type::getInt32Ty(M.getContext());
  Type *Ptr = PointerType::get(M.getContext(), 0);
  for (Function *F : Called) {
    const SmallVector<unsigned, 4> Pointers = pointersOf(*F);
    SmallVector<Type *, 8> More;
    for (unsigned I = 0; I != Pointers.size(); ++I)
      More.append({I32, Ptr});
    Function *New = withParameters(*F, More);
    Argument *Next = New->getArg(F->arg_size());
    for (unsigned Number : Pointers) {
      const Argument &Pointer = *New->getArg(Number);
      Next[0].setName(Pointer.getName() + ".site");
      Next[1].setName(Pointer.getName() + ".base");
      OfParameters[&Pointer] = {&Next[0], &Next[1]};
      Next += 2;
    }
    Replaced.push_back({F, New});
  }
  for (auto [Old, New] : Replaced) {
    for (User *U : make_early_inc_range(Old->users())) {
      auto *Call = cast<CallBase>(U);
      IRBuilder<> B(Call);
      SmallVector<Value *, 8> More;
      for (unsigned Number : pointersOf(*Old)) {
        Value *Pointer = Call->getArgOperand(Number);
        Passed Its = of(Pointer);
        if (!Its.Site) {
          const CheckedObject Object = objectOf(Pointer, *Call->getFunction());
          Its = {B.getInt32(Sites.of(Object)), startOf(B, Object)};
        }
        More.append({Its.Site, Its.Base});
      }
      callWith(*Call, *New, More);
    }
    Old->eraseFromParent();
  }
}

PassedObjects::Passed PassedObjects::of(const Value *Pointer) const {
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(Pointer, Objects);
  return Objects.size() == 1 ? OfParameters.lookup(Objects[0]) : Passed();
}
