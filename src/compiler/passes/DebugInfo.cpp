//===- DebugInfo.cpp - What debuggers learn of kernels --------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/DebugInfo.h"

#include "compiler/passes/Reserved.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace ferry::compiler;

/// The DISubprogram of the function that \p L was written in before anything
/// was inlined; null if there is no location.
static DISubprogram *outermost(const DILocation *L) {
  while (L && L->getInlinedAt())
    L = L->getInlinedAt();
  return L ? L->getScope()->getSubprogram() : nullptr;
}

void ferry::compiler::detachKernels(Module &M) {
  for (Function &F : M) {
    if (!isKernel(F) || !F.getSubprogram())
      continue;
    F.setSubprogram(nullptr);
    for (Instruction &I : instructions(F)) {
      I.setDebugLoc(DebugLoc());
      I.dropDbgRecords();
    }
  }
}

/// Moves \p I, and the loop that it closes, to where \p New says that their
/// locations are. What it says of variables belongs to the old ones.
static void relocate(Instruction &I,
                     function_ref<DebugLoc(const DebugLoc &)> New) {
  I.dropDbgRecords();
  if (const DebugLoc &L = I.getDebugLoc())
    I.setDebugLoc(New(L));
  updateLoopMetadataDebugLocations(I, [&](Metadata *M) -> Metadata * {
    auto *L = dyn_cast_or_null<DILocation>(M);
    return L ? New(L).get() : M;
  });
}

/// Makes \p Program what the locations of \p F are in, in place of another.
static void setScope(Function &F, DISubprogram &Program) {
  LLVMContext &C = F.getContext();
  DenseMap<const MDNode *, MDNode *> Cache;
  for (Instruction &I : instructions(F))
    relocate(I, [&](const DebugLoc &L) {
      return DebugLoc::replaceInlinedAtSubprogram(L, Program, C, Cache);
    });
}

void ferry::compiler::attachKernels(Module &M) {
  SmallPtrSet<DISubprogram *, 8> InUse;
  for (Function &F : M)
    if (DISubprogram *Program = F.getSubprogram())
      InUse.insert(Program);
  for (Function &F : M) {
    if (!isKernel(F) || F.getSubprogram())
      continue;
    DISubprogram *Program = nullptr;
    for (Instruction &I : instructions(F))
      if ((Program = outermost(I.getDebugLoc())))
        break;
    // There is none if the call has not been inlined.
    if (!Program)
      continue;
    // Another kernel may call what has been inlined here, and this one several
    // functions: constructors, one of each program that was linked.
    const bool IsShared = !InUse.insert(Program).second;
    const bool HasOthers = any_of(instructions(F), [&](const Instruction &I) {
      const DISubprogram *Its = outermost(I.getDebugLoc());
      return Its && Its != Program;
    });
    if (IsShared || HasOthers) {
      Program = MDNode::replaceWithDistinct(Program->clone());
      setScope(F, *Program);
    }
    F.setSubprogram(Program);
    Program->replaceRawLinkageName(nullptr);
  }
}

void ferry::compiler::giveSubprogram(Function &Part, Function &Whole) {
  DISubprogram *Of = Whole.getSubprogram();
  if (!Of)
    return;
  DISubprogram *Program = MDNode::replaceWithDistinct(Of->clone());
  setScope(Part, *Program);
  Part.setSubprogram(Program);
  for (User *U : Part.users())
    cast<CallInst>(U)->setDebugLoc(
        DILocation::get(Part.getContext(), 0, 0, Of));
}

void ferry::compiler::locateCalls(Function &F) {
  DISubprogram *Program = F.getSubprogram();
  if (!Program)
    return;
  for (Instruction &I : instructions(F))
    if (Function *Callee = definedCallee(I);
        Callee && Callee->getSubprogram() && !I.getDebugLoc())
      I.setDebugLoc(DILocation::get(F.getContext(), 0, 0, Program));
}

bool ferry::compiler::isDescribed(const AllocaInst &A) {
  return !findDVRDeclares(const_cast<AllocaInst *>(&A)).empty();
}

SmallVector<DbgVariableRecord *, 16>
ferry::compiler::describedVariables(Function &F) {
  SmallVector<DbgVariableRecord *, 16> Variables;
  for (Instruction &I : instructions(F))
    for (DbgVariableRecord &Record : filterDbgVars(I.getDbgRecordRange()))
      if (Record.isDbgDeclare())
        Variables.push_back(&Record);
  return Variables;
}

namespace {

/// The scopes of a function in a lexical block that stands for the whole of it.
class ScopeCopies {
public:
  DILocalScope *scope(DILocalScope *S) {
    DILocalScope *&Copy = Scopes[S];
    if (Copy)
      return Copy;
    // The references into the map do not last.
    DILocalScope *Outer = S;
    unsigned Line = 0, Column = 0;
    if (auto *Block = dyn_cast<DILexicalBlockBase>(S))
      Outer = scope(Block->getScope());
    if (auto *Block = dyn_cast<DILexicalBlock>(S)) {
      Line = Block->getLine();
      Column = Block->getColumn();
    }
    return Scopes[S] = DILexicalBlock::getDistinct(S->getContext(), Outer,
                                                   S->getFile(), Line, Column);
  }

  DILocation *location(DILocation *L) {
    if (DILocation *Copy = Locations.lookup(L))
      return Copy;
    // What is inlined has scopes of its own.
    DILocation *At = L->getInlinedAt();
    DILocalScope *Scope = At ? L->getScope() : scope(L->getScope());
    if (At)
      At = location(At);
    LLVMContext &C = L->getContext();
    return Locations[L] = L->isDistinct()
                              ? DILocation::getDistinct(
                                    C, L->getLine(), L->getColumn(), Scope, At)
                              : DILocation::get(C, L->getLine(), L->getColumn(),
                                                Scope, At);
  }

  DILocalVariable *variable(DILocalVariable *V, const DILocation *L) {
    if (L->getInlinedAt())
      return V;
    return DILocalVariable::get(V->getContext(), scope(V->getScope()),
                                V->getName(), V->getFile(), V->getLine(),
                                V->getType(), /*Arg=*/0, V->getFlags(),
                                V->getAlignInBits(), V->getAnnotations());
  }

private:
  DenseMap<DILocalScope *, DILocalScope *> Scopes;
  DenseMap<DILocation *, DILocation *> Locations;
};

} // namespace

void ferry::compiler::describeCopies(ArrayRef<BasicBlock *> Copies,
                                     ArrayRef<DbgVariableRecord *> Variables,
                                     Instruction *Begin) {
  ScopeCopies In;
  for (BasicBlock *Block : Copies)
    for (Instruction &I : *Block)
      relocate(I, [&](const DebugLoc &L) { return In.location(L); });
  for (DbgVariableRecord *Of : Variables) {
    DbgVariableRecord *Copy = Of->clone();
    DILocalVariable *V = Of->getVariable();
    const DebugLoc &L = Of->getDebugLoc();
    // Arguments are those of the function.
    if (!V->getArg() || L->getInlinedAt()) {
      Copy->setVariable(In.variable(V, L));
      Copy->setDebugLoc(In.location(L));
    }
    Begin->getParent()->insertDbgRecordBefore(Copy, Begin->getIterator());
  }
}

/// A variable with the address \p Place. Code generation keeps track of such a
/// variable, whatever becomes of the register that has the address.
static AllocaInst *keepAddress(Value *Place, Instruction *Before) {
  BasicBlock &Entry = Before->getFunction()->getEntryBlock();
  auto *Address = new AllocaInst(Place->getType(), 0, "address", Entry.begin());
  new StoreInst(Place, Address, Before->getIterator());
  return Address;
}

void ferry::compiler::describePlace(AllocaInst &A, Value *Place,
                                    Instruction *Before) {
  AllocaInst *Address = nullptr;
  for (DbgVariableRecord *Record : findDVRDeclares(&A)) {
    if (!Address)
      Address = keepAddress(Place, Before);
    Record->replaceVariableLocationOp(&A, Address);
    Record->setExpression(DIExpression::prepend(Record->getExpression(),
                                                DIExpression::DerefBefore));
  }
}

void ferry::compiler::describePlace(GlobalVariable &G, Value *Place,
                                    Instruction *Before) {
  Function &F = *Before->getFunction();
  SmallVector<DIGlobalVariableExpression *, 1> Descriptions;
  G.getDebugInfo(Descriptions);
  if (Descriptions.empty() || !F.getSubprogram())
    return;
  const DIGlobalVariable *Global = Descriptions.front()->getVariable();
  // In the scope of a function that was inlined, it is only seen there.
  auto *Scope = dyn_cast_or_null<DILocalScope>(Global->getScope());
  if (!Scope || Scope->getSubprogram() != F.getSubprogram())
    Scope = F.getSubprogram();
  DIBuilder D(*F.getParent(), /*AllowUnresolved=*/false,
              F.getSubprogram()->getUnit());
  DILocalVariable *Variable = D.createAutoVariable(
      Scope, Global->getName(), Global->getFile(), Global->getLine(),
      Global->getType(), /*AlwaysPreserve=*/true);
  D.insertDeclare(keepAddress(Place, Before), Variable,
                  D.createExpression({dwarf::DW_OP_deref}),
                  DILocation::get(F.getContext(), Global->getLine(), 0, Scope),
                  Before->getParent());
  D.finalize();
}

AllocaInst *ferry::compiler::describeIds(Function &F, StringRef Name) {
  DISubprogram *Program = F.getSubprogram();
  DIBuilder D(*F.getParent(), /*AllowUnresolved=*/false, Program->getUnit());
  DIType *Element = D.createBasicType("ulong", 64, dwarf::DW_ATE_unsigned);
  DIType *Array = D.createArrayType(
      3 * 64, 64, Element, D.getOrCreateArray({D.getOrCreateSubrange(0, 3)}));
  DILocalVariable *Variable =
      D.createAutoVariable(Program, Name, Program->getFile(),
                           Program->getLine(), Array, /*AlwaysPreserve=*/true);
  BasicBlock &Entry = F.getEntryBlock();
  auto *Ids =
      new AllocaInst(ArrayType::get(Type::getInt64Ty(F.getContext()), 3), 0,
                     Name, Entry.begin());
  D.insertDeclare(
      Ids, Variable, D.createExpression(),
      DILocation::get(F.getContext(), Program->getLine(), 0, Program), &Entry);
  D.finalize();
  return Ids;
}

void ferry::compiler::dropAbsentVariables(Module &M) {
  SmallPtrSet<Metadata *, 16> Present;
  for (GlobalVariable &G : M.globals()) {
    SmallVector<DIGlobalVariableExpression *, 1> Descriptions;
    if (!G.isDeclaration())
      G.getDebugInfo(Descriptions);
    Present.insert(Descriptions.begin(), Descriptions.end());
  }
  for (DICompileUnit *Unit : M.debug_compile_units()) {
    SmallVector<Metadata *, 16> Kept;
    for (DIGlobalVariableExpression *E : Unit->getGlobalVariables())
      if (Present.contains(E))
        Kept.push_back(E);
    Unit->replaceGlobalVariables(MDTuple::get(M.getContext(), Kept));
  }
}
