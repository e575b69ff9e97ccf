//===- LaneForm.cpp - The function of one work-item -----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/vectorise/LaneForm.h"

#include "compiler/LlvmVersions.h"
#include "compiler/passes/Reserved.h"
#include "compiler/passes/Uniformity.h"
#include "compiler/passes/vectorise/DivergentControl.h"
#include "compiler/passes/vectorise/LoopCost.h"
#include "ferry/abi.h"

#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopDeletion.h"
#include "llvm/Transforms/Scalar/LoopIdiomRecognize.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Scalar/StructurizeCFG.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/FixIrreducible.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/LowerSwitch.h"
#include "llvm/Transforms/Utils/UnifyLoopExits.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace ferry;
using namespace ferry::compiler;

/// Asks at the start, and once, for what is asked of ids, sizes and values of
/// the vector: calls in two blocks that become one must not ask for what the
/// block before says.
static void askFirst(Function &Lane) {
  Instruction *Next = &*Lane.getEntryBlock().getFirstInsertionPt();
  DenseMap<std::pair<Value *, Value *>, CallInst *> Asked;
  for (Instruction &I : make_early_inc_range(instructions(Lane))) {
    auto *Call = dyn_cast<CallInst>(&I);
    if (!Call || reserved::calleeName(Call).empty() || Call->isConvergent() ||
        !Call->doesNotAccessMemory() || Call->arg_size() > 1 ||
        !all_of(Call->args(), [](Use &U) { return isa<ConstantInt>(U); }))
      continue;
    Value *Operand = Call->arg_empty() ? nullptr : Call->getArgOperand(0);
    CallInst *&First = Asked[{Call->getCalledOperand(), Operand}];
    if (Call == Next)
      Next = Call->getNextNode();
    if (First) {
      Call->replaceAllUsesWith(First);
      Call->eraseFromParent();
    } else {
      Call->moveBefore(*Next->getParent(), Next->getIterator());
      // Nor when both have been sunk to where they are used.
      Call->addFnAttr(Attribute::NoMerge);
      First = Call;
    }
  }
}

/// The fills and copies of all of \p Variable or parts of it, if they are whole
/// elements, of \p Bytes, and elements are all that is accessed otherwise.
static SmallVector<MemIntrinsic *, 4> fillsOf(AllocaInst &Variable,
                                              uint64_t &Bytes) {
  // Elements that are stored one by one.
  constexpr uint64_t MaxElements = 64;
  const DataLayout &DL = Variable.getDataLayout();
  SmallVector<MemIntrinsic *, 4> Fills;
  SmallVector<Value *, 8> Pointers{&Variable};
  Bytes = 0;
  for (unsigned At = 0; At != Pointers.size(); ++At)
    for (Use &U : Pointers[At]->uses()) {
      auto *User = cast<Instruction>(U.getUser());
      if (User->isLifetimeStartOrEnd())
        continue;
      if (isa<GetElementPtrInst>(User)) {
        Pointers.push_back(User);
      } else if (auto *Fill = dyn_cast<MemIntrinsic>(User);
                 Fill && isa<MemSetInst, MemCpyInst>(Fill) &&
                 U.getOperandNo() == 0 && !Fill->isVolatile() &&
                 isa<ConstantInt>(Fill->getLength())) {
        Fills.push_back(Fill);
      } else if (U.get() == getLoadStorePointerOperand(User) &&
                 !getLoadStoreType(User)->isVectorTy()) {
        const uint64_t Size = DL.getTypeStoreSize(getLoadStoreType(User));
        if (Bytes && Bytes != Size)
          return {};
        Bytes = Size;
      } else {
        return {};
      }
    }
  const bool AreElements =
      Bytes && Bytes <= 8 && isPowerOf2_64(Bytes) &&
      all_of(Fills, [&](MemIntrinsic *Fill) {
        const uint64_t All =
            cast<ConstantInt>(Fill->getLength())->getLimitedValue();
        return All % Bytes == 0 && All / Bytes <= MaxElements &&
               Fill->getDestAlign().valueOrOne().value() >= Bytes;
      });
  return AreElements ? Fills : SmallVector<MemIntrinsic *, 4>();
}

/// Fills arrays element by element, as they are accessed: those of all lanes
/// can lie side by side then.
static void fillByElements(Function &Lane) {
  for (Instruction &I : Lane.getEntryBlock()) {
    auto *Variable = dyn_cast<AllocaInst>(&I);
    if (!Variable)
      continue;
    uint64_t Bytes;
    for (MemIntrinsic *Fill : fillsOf(*Variable, Bytes)) {
      IRBuilder<> B(Fill);
      Type *Ty = B.getIntNTy(Bytes * 8);
      auto *Copy = dyn_cast<MemCpyInst>(Fill);
      const uint64_t All =
          cast<ConstantInt>(Fill->getLength())->getLimitedValue();
      Value *Each = nullptr;
      if (!Copy)
        Each = B.CreateMul(
            B.CreateZExt(cast<MemSetInst>(Fill)->getValue(), Ty),
            ConstantInt::get(Ty, APInt::getSplat(Bytes * 8, APInt(8, 1))));
      for (uint64_t At = 0; At != All; At += Bytes) {
        auto There = [&](Value *Pointer) {
          return B.CreatePtrAdd(Pointer, B.getInt64(At));
        };
        Value *V =
            Copy ? B.CreateAlignedLoad(
                       Ty, There(Copy->getSource()),
                       commonAlignment(Copy->getSourceAlign().valueOrOne(), At))
                 : Each;
        B.CreateAlignedStore(V, There(Fill->getDest()), Align(Bytes));
      }
      Fill->eraseFromParent();
    }
  }
}

/// Computes before \p To what all of \p Ways do: the same arithmetic on the
/// same values. \returns null if they do not, or those are of a loop before:
/// lanes leave it in different iterations.
static Value *computeOnce(ArrayRef<Value *> Ways, Instruction *To,
                          const DominatorTree &DT, const LoopInfo &LI,
                          unsigned Depth = 0) {
  constexpr unsigned MaxDepth = 6;
  auto *First = dyn_cast<Instruction>(Ways[0]);
  if (all_equal(Ways)) {
    const Loop *Around = First ? LI.getLoopFor(First->getParent()) : nullptr;
    const bool IsThere =
        !First || (DT.dominates(First, To) &&
                   (!Around || Around->contains(To->getParent())));
    return IsThere ? Ways[0] : nullptr;
  }
  if (!First || Depth == MaxDepth ||
      !isa<BinaryOperator, CastInst, GetElementPtrInst>(First) ||
      !isSafeToSpeculativelyExecute(First) ||
      !all_of(drop_begin(Ways), [&](Value *Way) {
        auto *Other = dyn_cast<Instruction>(Way);
        return Other && First->isSameOperationAs(Other);
      }))
    return nullptr;
  SmallVector<Value *, 4> Operands;
  for (unsigned I = 0; I != First->getNumOperands(); ++I) {
    SmallVector<Value *, 4> Each;
    for (Value *Way : Ways)
      Each.push_back(cast<Instruction>(Way)->getOperand(I));
    Operands.push_back(computeOnce(Each, To, DT, LI, Depth + 1));
    if (!Operands.back())
      return nullptr;
  }
  Instruction *Once = First->clone();
  for (Value *Way : drop_begin(Ways))
    Once->andIRFlags(Way);
  for (auto [I, Operand] : enumerate(Operands))
    Once->setOperand(I, Operand);
  Once->insertBefore(To->getIterator());
  return Once;
}

/// Computes anew, where ways meet, what is the same whichever a work-item came:
/// as the index is in `if (x == 0) { out[x] = in[x]; return; } ... out[x] =
/// sum;` with one store for both. Lanes that came different ways would seem to
/// differ in it.
static void computeAtMeetings(FunctionAnalysisManager &FAM, Function &Lane) {
  const auto &DT = FAM.getResult<DominatorTreeAnalysis>(Lane);
  const auto &LI = FAM.getResult<LoopAnalysis>(Lane);
  for (BasicBlock &Block : Lane)
    for (PHINode &Phi : make_early_inc_range(Block.phis()))
      if (Value *Once =
              computeOnce(SmallVector<Value *, 4>(Phi.incoming_values()),
                          &*Block.getFirstInsertionPt(), DT, LI)) {
        Phi.replaceAllUsesWith(Once);
        Phi.eraseFromParent();
      }
}

namespace {

/// Loops that count bits, as `while (x) { x &= x - 1; ++n; }`, become an
/// instruction: lanes would wait for the one that has most.
struct CountBitsPass : PassInfoMixin<CountBitsPass> {
  PreservedAnalyses run(Loop &L, LoopAnalysisManager &AM,
                        LoopStandardAnalysisResults &AR, LPMUpdater &U) {
    // What else is recognised are fills, copies, searches and checksums.
    const bool Counts = !AR.SE.hasLoopInvariantBackedgeTakenCount(&L) &&
                        all_of(L.blocks(), [](const BasicBlock *Block) {
                          return none_of(*Block, [](const Instruction &I) {
                            return I.mayReadOrWriteMemory();
                          });
                        });
    return Counts ? LoopIdiomRecognizePass().run(L, AM, AR, U)
                  : PreservedAnalyses::all();
  }
};

} // namespace

/// Brings the control flow of \p Lane into the form that can be vectorised.
static void structure(FunctionAnalysisManager &FAM, Function &Lane,
                      bool SubGroups) {
  FunctionPassManager Simplify;
  Simplify.addPass(InstCombinePass());
  Simplify.addPass(SimplifyCFGPass(SimplifyCFGOptions()
                                       .hoistCommonInsts(true)
                                       .sinkCommonInsts(true)
                                       .speculateBlocks(true)));
  Simplify.addPass(LoopSimplifyPass());
  Simplify.addPass(LCSSAPass());
  Simplify.run(Lane, FAM);
  FAM.invalidate(Lane, PreservedAnalyses::none());
  computeAtMeetings(FAM, Lane);
  makeExitsUniform(FAM, Lane);
  unrollAlongRows(FAM, Lane);
  // There are no sub-groups but in vectors.
  auto IsDone = [&] {
    const auto &Control = FAM.getResult<DivergentControlAnalysis>(Lane);
    return Control.Problem.empty() || (Control.IsTooLarge && !SubGroups);
  };
  if (IsDone())
    return;
  // Loops that are left at their start, as most are written.
  FunctionPassManager Rotate;
  LoopPassManager OfLoops;
  OfLoops.addPass(LoopRotatePass());
  OfLoops.addPass(CountBitsPass());
  OfLoops.addPass(LoopDeletionPass());
  Rotate.addPass(createFunctionToLoopPassAdaptor(std::move(OfLoops)));
  Rotate.addPass(LoopSimplifyPass());
  Rotate.addPass(LCSSAPass());
  Rotate.run(Lane, FAM);
  FAM.invalidate(Lane, PreservedAnalyses::none());
  if (IsDone())
    return;
  FunctionPassManager Structure;
  Structure.addPass(LowerSwitchPass());
  Structure.addPass(FixIrreduciblePass());
  Structure.addPass(UnifyLoopExitsPass());
  Structure.addPass(StructurizeDivergentPass());
  Structure.addPass(LoopSimplifyPass());
  Structure.addPass(LCSSAPass());
  Structure.run(Lane, FAM);
  FAM.invalidate(Lane, PreservedAnalyses::none());
}

/// Keeps in registers what a work-item accumulates in memory, and reads what is
/// there once. LLVM does that for vectors only where they are not transposed,
/// or go lane by lane.
static void keepInRegisters(FunctionAnalysisManager &FAM, Function &Lane) {
  FunctionPassManager FPM;
  FPM.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  FPM.addPass(createFunctionToLoopPassAdaptor(LICMPass(LICMOptions()),
                                              /*UseMemorySSA=*/true));
  FPM.run(Lane, FAM);
  FAM.invalidate(Lane, PreservedAnalyses::none());
}

void ferry::compiler::prepareLane(FunctionAnalysisManager &FAM, Function &Lane,
                                  bool SubGroups) {
  // Vectors are for launches whose ids have 31 bits, if there is a way without.
  MDBuilder MDB(Lane.getContext());
  MDNode *Range = MDB.createRange(APInt(64, 0), APInt(64, uint64_t(1) << 31));
  MDNode *GroupRange =
      MDB.createRange(APInt(64, 0), APInt(64, abi::MaxWorkGroupSize + 1));
  SmallVector<Instruction *, 4> Ends;
  for (Instruction &I : instructions(Lane)) {
    const unsigned Asked = reserved::properties(reserved::calleeName(&I));
    if (Asked & reserved::WithinGroup)
      I.setMetadata(LLVMContext::MD_range, GroupRange);
    else if (!SubGroups && (Asked & (reserved::ItemId | reserved::OfRange)))
      if (cast<ConstantInt>(cast<CallInst>(I).getArgOperand(0))->isZero())
        I.setMetadata(LLVMContext::MD_range, Range);
    if (isa<UnreachableInst>(I))
      Ends.push_back(&I);
  }
  askFirst(Lane);
  fillByElements(Lane);
  for (Instruction *I : Ends)
    ReplaceInstWithInst(I, ReturnInst::Create(Lane.getContext()));
  structure(FAM, Lane, SubGroups);
  keepInRegisters(FAM, Lane);
}

Function *ferry::compiler::makeInTurn(Function &Item, unsigned Lanes) {
  ValueToValueMapTy Copies;
  Function *F = CloneFunction(&Item, Copies);
  BasicBlock *First = &F->getEntryBlock();
  auto *Entry = BasicBlock::Create(F->getContext(), "vector", F, First);
  auto *Next = BasicBlock::Create(F->getContext(), "next", F);
  auto *End = BasicBlock::Create(F->getContext(), "end", F);
  IRBuilder<> B(Entry);
  Value *Items = B.CreateBinaryIntrinsic(
      Intrinsic::umin, reserved::ask(B, reserved::VectorItems, B.getInt64Ty()),
      B.getInt64(Lanes));
  Instruction *Start = B.CreateBr(First);
  B.SetInsertPoint(First, First->begin());
  PHINode *Lane = B.CreatePHI(B.getInt64Ty(), 2, "lane");
  for (Instruction &I : make_early_inc_range(instructions(*F))) {
    const StringRef Name = reserved::calleeName(&I);
    if (isa<AllocaInst>(I)) {
      I.moveBefore(*Entry, Start->getIterator());
    } else if (isa<ReturnInst>(I)) {
      IRBuilder<>(&I).CreateBr(Next);
      I.eraseFromParent();
    } else if (Name == reserved::ItemSlot ||
               ((reserved::properties(Name) & reserved::ItemId) &&
                match(I.getOperand(0), m_Zero()))) {
      // As the vector asks, of its first one.
      B.SetInsertPoint(I.getNextNode());
      Value *OfLane =
          Name == reserved::ItemSlot
              ? B.CreateInBoundsGEP(B.getInt8Ty(), &I,
                                    B.CreateNUWMul(Lane, I.getOperand(1)))
              : B.CreateNUWAdd(&I, Lane);
      I.replaceUsesWithIf(OfLane,
                          [&](Use &U) { return U.getUser() != OfLane; });
    }
  }
  B.SetInsertPoint(Next);
  Value *Following = B.CreateNUWAdd(Lane, B.getInt64(1));
  auto *Latch = B.CreateCondBr(B.CreateICmpULT(Following, Items), First, End);
  Lane->addIncoming(B.getInt64(0), Entry);
  Lane->addIncoming(Following, Next);
  ReturnInst::Create(F->getContext(), End);
  // There are few, and the body may be a whole kernel.
  LLVMContext &C = F->getContext();
  Latch->setMetadata(
      LLVMContext::MD_loop,
      makePostTransformationMetadata(
          C, nullptr, {},
          {MDNode::get(C, MDString::get(C, "llvm.loop.unroll.disable")),
           MDNode::get(C, {MDString::get(C, "llvm.loop.vectorize.enable"),
                           ConstantAsMetadata::get(B.getFalse())})}));
  return F;
}

void ferry::compiler::keepLoops(FunctionAnalysisManager &FAM, Function &F) {
  for (Loop *L : FAM.getResult<LoopAnalysis>(F).getLoopsInPreorder())
    if (!L->getLoopID())
      addStringMetadataToLoop(L, "llvm.loop.unroll.runtime.disable");
  FAM.clear(F, F.getName());
}

void ferry::compiler::unrollLoops(FunctionAnalysisManager &FAM,
                                  Function &Made) {
  // Of what LLVM would unroll in part it makes 150 at most, but asks what each
  // instruction costs, several times, before it says so.
  constexpr unsigned MaxSize = 600, MaxPart = 150;
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(Made);
  auto &LI = FAM.getResult<LoopAnalysis>(Made);
  for (Loop *L : LI.getLoopsInPreorder()) {
    if (L->getLoopID())
      continue;
    const unsigned Size = sizeOf(*L);
    const uint64_t Iterations = SE.getSmallConstantTripCount(L);
    if (L->isInnermost() && Iterations && Iterations * Size <= MaxSize)
      addStringMetadataToLoop(L, "llvm.loop.unroll.full");
    else if (2 * Size > MaxPart)
      addStringMetadataToLoop(L, "llvm.loop.unroll.disable", true);
  }
  FAM.clear(Made, Made.getName());
}
