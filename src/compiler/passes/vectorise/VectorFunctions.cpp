//===- VectorFunctions.cpp - Functions for all lanes of a vector ----------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/vectorise/VectorFunctions.h"

#include "compiler/passes/Diagnostic.h"
#include "compiler/passes/Reserved.h"
#include "compiler/passes/vectorise/LaneForm.h"
#include "compiler/passes/vectorise/VectorState.h"
#include "compiler/passes/vectorise/VectorWidth.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace ferry::compiler;

/// Puts variables in place of what the caller passes a copy of.
///
/// \returns true if there was something.
static bool ownCopies(Function &F, BasicBlock &Entry) {
  IRBuilder<> B(&Entry, Entry.getFirstInsertionPt());
  bool Any = false;
  for (Argument &A : F.args()) {
    if (!A.hasByValAttr())
      continue;
    Type *Ty = A.getParamByValType();
    AllocaInst *Variable = B.CreateAlloca(Ty);
    Align Alignment = A.getParamAlign().valueOrOne();
    Variable->setAlignment(std::max(Alignment, Variable->getAlign()));
    A.replaceAllUsesWith(Variable);
    B.CreateMemCpy(Variable, Variable->getAlign(), &A, Alignment,
                   F.getDataLayout().getTypeAllocSize(Ty).getFixedValue());
    Any = true;
  }
  return Any;
}

/// What \p F does for one work-item, if it is active: with one return.
static Function *makeLane(Function &F, ArrayRef<Shape> Shapes,
                          FunctionAnalysisManager &FAM) {
  LLVMContext &C = F.getContext();
  SmallVector<Type *, 8> Types(F.getFunctionType()->params());
  Types.push_back(Type::getInt1Ty(C));
  auto *Lane = Function::Create(
      FunctionType::get(F.getReturnType(), Types, /*isVarArg=*/false),
      GlobalValue::InternalLinkage, F.getName() + ".lane", F.getParent());
  ValueToValueMapTy Values;
  for (auto [From, To] : zip(F.args(), Lane->args())) {
    To.setName(From.getName());
    Values[&From] = &To;
  }
  SmallVector<ReturnInst *, 4> Returns;
  CloneFunctionInto(Lane, &F, Values, CloneFunctionChangeType::LocalChangesOnly,
                    Returns);
  Lane->addFnAttr(reserved::LaneAttr);

  BasicBlock *Body = &Lane->getEntryBlock();
  BasicBlock *Exit = BasicBlock::Create(C, "exit", Lane);
  IRBuilder<> B(Exit);
  PHINode *Result = nullptr;
  if (!F.getReturnType()->isVoidTy()) {
    Result = B.CreatePHI(F.getReturnType(), 2);
    B.CreateRet(Result);
  } else {
    B.CreateRetVoid();
  }
  auto Leave = [&](BasicBlock *From, Value *With) {
    if (Result)
      Result->addIncoming(With ? With : PoisonValue::get(Result->getType()),
                          From);
  };
  for (BasicBlock &Block : *Lane) {
    Instruction *End = Block.getTerminator();
    auto *Return = dyn_cast<ReturnInst>(End);
    if (&Block == Exit || (!Return && !isa<UnreachableInst>(End)))
      continue;
    Leave(&Block, Return ? Return->getReturnValue() : nullptr);
    B.SetInsertPoint(End);
    B.CreateBr(Exit);
    End->eraseFromParent();
  }
  const bool HasCopies = ownCopies(*Lane, *Body);
  Argument &Active = *Lane->getArg(F.arg_size());
  Active.setName("active");
  BasicBlock *Entry = BasicBlock::Create(C, "entry", Lane, Body);
  B.SetInsertPoint(Entry);
  B.CreateCondBr(&Active, Body, Exit);
  Leave(Entry, nullptr);
  for (Instruction &I : make_early_inc_range(*Body))
    if (isa<AllocaInst>(I))
      I.moveBefore(*Entry, Entry->begin());

  // What holds for a work-item need not hold for lanes that are not active.
  AttributeList Kept = AttributeList().addFnAttributes(
      C, AttrBuilder(C, Lane->getAttributes().getFnAttrs()));
  Lane->setAttributes(Kept);
  for (auto [A, S] : zip(Lane->args(), Shapes))
    setShape(A, S);
  setShape(Active, Shape::varying());
  if (HasCopies)
    SROAPass(SROAOptions::ModifyCFG).run(*Lane, FAM);
  FAM.invalidate(*Lane, PreservedAnalyses::none());
  return Lane;
}

VectorFunctions::~VectorFunctions() {
  for (auto &[F, Forms] : Known)
    for (auto &Form : Forms)
      Form->Plan.reset();
  for (auto &[F, Forms] : Known)
    for (auto &Form : Forms) {
      FAM.clear(*Form->Lane, Form->Lane->getName());
      Form->Lane->eraseFromParent();
    }
}

Cost VectorFunctions::costOfOneLane(Function &F) {
  if (auto It = OfLane.find(&F); It != OfLane.end())
    return It->second;
  const Cost Price = ferry::compiler::costOfOneLane(F, FAM, Target, *this);
  return OfLane[&F] = Price;
}

/// Bytes of the private variables of \p Lane for all lanes, with those of what
/// it calls, the deepest way.
uint64_t VectorFunctions::stackOf(const Function &Lane, unsigned Lanes) const {
  uint64_t Own = 0, Deepest = 0;
  for (const Instruction &I : instructions(Lane)) {
    if (auto *A = dyn_cast<AllocaInst>(&I))
      Own += laneBytes(*A, Lane.getDataLayout()) * Lanes;
    if (auto It = Known.find(definedCallee(I)); It != Known.end())
      for (const auto &Form : It->second)
        Deepest = std::max(Deepest, Form->StackBytes);
  }
  return Own + Deepest;
}

VectorFunctionPtr VectorFunctions::plan(Function &F, ArrayRef<Shape> Shapes,
                                        unsigned Lanes) {
  auto Form = std::make_unique<VectorFunction>();
  Form->Of = &F;
  Form->Shapes.assign(Shapes.begin(), Shapes.end());
  Form->Lanes = Lanes;
  Form->Lane = makeLane(F, Shapes, FAM);
  prepareLane(FAM, *Form->Lane, /*SubGroups=*/false);
  const DivergentControl &Control =
      FAM.getResult<DivergentControlAnalysis>(*Form->Lane);
  auto Refuse = [&](const Twine &Why) {
    reportLimit(F, "is called for one work-item after the other instead of " +
                       Twine(Lanes) + ": " + Why);
    return std::move(Form);
  };
  if (!Control.Problem.empty())
    return Refuse(Control.Problem);
  if (Control.WaitsForOthers)
    return Refuse("its work-items may wait for each other");
  auto Plan = std::make_unique<VectorPlan>(*Form->Lane, FAM, Target, Lanes,
                                           /*Partial=*/false, *this);
  if (!Plan->isPossible())
    return Refuse("it has a value that no vector holds");
  constexpr uint64_t MaxStackBytes = 1 << 20;
  Form->Price = Plan->cost();
  Form->StackBytes = stackOf(*Form->Lane, Lanes);
  if (Form->StackBytes > MaxStackBytes)
    return Refuse("its variables would take " + Twine(Form->StackBytes) +
                  " bytes of stack, more than " + Twine(MaxStackBytes));
  if (isTooMuchCode(Form->Price, costOfOneLane(F)))
    return Refuse("its code would be too large");
  Form->Plan = std::move(Plan);
  return Form;
}

VectorFunction *VectorFunctions::find(const CallInst &Call,
                                      const PlanContext &C) {
  Function *F = definedCallee(Call);
  if (!F || F->isVarArg() || F->hasOptNone())
    return nullptr;
  SmallVector<Shape, 8> Shapes;
  for (const Use &Passed : Call.args()) {
    const Shape S = C.Shapes[Passed];
    Shapes.push_back(S.isUniform()                         ? Shape::uniform()
                     : S.K == Shape::Strided && !S.PerLane ? S
                                                           : Shape::varying());
  }
  unsigned Count = 0;
  auto Find = [&]() -> VectorFunction * {
    Count = 0;
    for (const VectorFunctionPtr &Form : Known[F]) {
      if (Form->Lanes != C.Lanes)
        continue;
      ++Count;
      if (Form->Shapes == Shapes)
        return Form.get();
    }
    return nullptr;
  };
  VectorFunction *Form = Find();
  // More would be too much code: the last one is for whatever comes.
  constexpr unsigned MaxForms = 4;
  if (!Form && Count >= MaxForms) {
    reportLimit(*F, "is called in more than " + Twine(MaxForms) + " ways by " +
                        Twine(C.Lanes) +
                        " work-items: the others share a form for any "
                        "arguments");
    Shapes.assign(Shapes.size(), Shape::varying());
    Form = Find();
  }
  if (!Form) {
    VectorFunctionPtr New = plan(*F, Shapes, C.Lanes);
    Form = Known[F].emplace_back(std::move(New)).get();
  }
  return Form->Plan ? Form : nullptr;
}

Function &VectorFunctions::make(VectorFunction &Form) {
  if (Form.Made)
    return *Form.Made;
  if (Plans) {
    *Plans << "; ferry: function " << reserved::userName(*Form.Of) << ": ";
    Form.Plan->print(*Plans);
  }
  Function &Made =
      *Form.Plan->emit(Form.Of->getName() + ".x" + Twine(Form.Lanes));
  Form.Made = &Made;
  unrollLoops(FAM, Made);
  Made.removeFnAttr(reserved::LaneAttr);
  // What addresses point to is not what scalar pointers do.
  if (!Made.onlyReadsMemory())
    Made.setMemoryEffects(MemoryEffects::unknown());
  else if (!Made.doesNotAccessMemory())
    Made.setOnlyReadsMemory();
  if (DISubprogram *Program = Form.Lane->getSubprogram()) {
    Form.Lane->setSubprogram(nullptr);
    Made.setSubprogram(Program);
  }
  return Made;
}
