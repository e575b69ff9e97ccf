//===- FormItemLoops.cpp - Loops over work-items --------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/work-group/Passes.h"

#include "compiler/passes/DebugInfo.h"
#include "compiler/passes/Diagnostic.h"
#include "compiler/passes/Reserved.h"
#include "compiler/passes/SubGroups.h"
#include "compiler/passes/work-group/KernelDescription.h"
#include "compiler/passes/work-group/Regions.h"
#include "ferry/abi.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace ferry;
using namespace ferry::compiler;

namespace {

/// The loops over the work-items of a group in the function of a region.
class ItemLoops {
public:
  /// \param Region is called for one work-item, or for a vector of them.
  ItemLoops(Function &Kernel, Function &Region);

  /// Has a call be for all of them.
  void form();

private:
  void findBounds();
  Value *cutRow();
  void nest(Value *IsEmpty);
  void beginItem();
  void leaveIds(IRBuilder<> &B);
  void askOnce();
  void answer();
  Value *slotsEach(IRBuilder<> &B);
  Value *slot(CallInst &Call);
  void describe(Instruction *Latch);

  Function &Kernel, &Region;
  LLVMContext &C;
  Type *I64;
  const bool Agnostic; ///< The loops are for a row of groups.
  const bool IsVector;
  const uint64_t Lanes;

  BasicBlock *Before;                  ///< The loops.
  BasicBlock *First;                   ///< What each work-item does.
  SmallVector<BasicBlock *, 16> Items; ///< All of that.
  SmallVector<ReturnInst *, 2> Returns;
  BasicBlock *After;
  // From here on the loop in x, or in what takes its place, is number 0.
  Value *From[3], *To[3];
  Value *Base[3]; ///< The global id of the first.
  Value *GroupId[3] = {};
  Value *RowSize = nullptr;
  unsigned Order[3] = {0, 1, 2}; ///< Of the loops, the innermost first.
  BasicBlock *Header[3], *Latch[3];
  PHINode *Index[3];
  Value *GlobalId[3];
  Value *Number = nullptr; ///< Of the work-item in the group.
  Value *Slots = nullptr, *SlotsEach = nullptr;
  DenseMap<Value *, Value *> SlotArrays; ///< By offset.
};

} // namespace

/// Debuggers are to find the ids of the work-item that runs.
static bool isDebugged(const Function &Kernel) {
  return Kernel.hasOptNone() && Kernel.getSubprogram();
}

ItemLoops::ItemLoops(Function &Kernel, Function &Region)
    : Kernel(Kernel), Region(Region), C(Kernel.getContext()),
      I64(Type::getInt64Ty(C)),
      Agnostic(Kernel.hasFnAttribute(reserved::GroupAgnosticAttr)),
      IsVector(Region.hasFnAttribute(reserved::LanesAttr)),
      Lanes(reserved::numberAttr(Region, reserved::LanesAttr, 1)),
      Before(&Region.getEntryBlock()),
      First(Before->splitBasicBlock(Before->getFirstNonPHIOrDbg(), "item")) {
  for (BasicBlock &Block : drop_begin(Region)) {
    Items.push_back(&Block);
    // Private variables are the same ones for all.
    for (Instruction &I : make_early_inc_range(Block))
      if (isa<AllocaInst>(I))
        I.moveBefore(*Before, Before->getTerminator()->getIterator());
    if (auto *Return = dyn_cast<ReturnInst>(Block.getTerminator()))
      Returns.push_back(Return);
  }
  if (Agnostic && Kernel.hasFnAttribute(reserved::ColumnOrderAttr))
    std::swap(Order[0], Order[1]);
  After = BasicBlock::Create(C, "items.done", &Region);
  ReturnInst::Create(C, After);
}

bool ferry::compiler::seesNoGroup(Function &Kernel) {
  if (usesSubGroups(Kernel) || Kernel.hasFnAttribute(reserved::CheckedAttr) ||
      regionCalls(Kernel).size() != 1)
    return false;
  for (Function *Body : bodies(Kernel))
    for (Instruction &I : instructions(Body)) {
      if (reserved::callsOne(&I, reserved::TellsGroup))
        return false;
      for (Value *Operand : I.operands())
        if (Operand->getType()->isPointerTy() &&
            Operand->getType()->getPointerAddressSpace() == LocalMemory)
          return false;
    }
  return !any_of(Kernel.args(), [](Argument &A) {
    return A.getType()->isPointerTy() &&
           A.getType()->getPointerAddressSpace() == LocalMemory;
  });
}

/// Tells the optimiser what to do with a loop over work-items.
void ItemLoops::describe(Instruction *Latch) {
  // The body is a whole kernel: copies of it only make it slower to compile.
  SmallVector<MDNode *, 2> Facts{
      MDNode::get(C, MDString::get(C, "llvm.loop.unroll.disable"))};
  // It is wide already, or there is one work-item only.
  if (IsVector)
    Facts.push_back(
        MDNode::get(C, {MDString::get(C, "llvm.loop.vectorize.enable"),
                        ConstantAsMetadata::get(ConstantInt::getFalse(C))}));
  Latch->setMetadata(
      LLVMContext::MD_loop,
      makePostTransformationMetadata(C, /*OrigLoopID=*/nullptr, {}, Facts));
}

/// Finds what the loops need, before them.
void ItemLoops::findBounds() {
  IRBuilder<> B(Before->getTerminator());
  const bool AreColumns = Kernel.hasFnAttribute(reserved::ColumnsAttr);
  for (unsigned Level = 0; Level != 3; ++Level) {
    const unsigned D = AreColumns && Level < 2 ? 1 - Level : Level;
    Value *Offset = reserved::askIn(B, reserved::GlobalOffset, D);
    if (Agnostic) {
      From[Level] = reserved::askIn(B, reserved::RowBegin, D);
      To[Level] = reserved::askIn(B, reserved::RowEnd, D);
      Base[Level] = Offset;
    } else {
      From[Level] = B.getInt64(0);
      To[Level] = reserved::askIn(B, reserved::LocalSize, D);
      GroupId[Level] = reserved::askIn(B, reserved::GroupId, D);
      Base[Level] = B.CreateAdd(
          Offset,
          B.CreateMul(GroupId[Level],
                      reserved::askIn(B, reserved::EnqueuedLocalSize, D)));
    }
  }
  if (Kernel.hasFnAttribute(reserved::LinearItemsAttr)) {
    To[0] = B.CreateMul(B.CreateMul(To[0], To[1]), To[2]);
    To[1] = To[2] = B.getInt64(1);
  }
  RowSize = To[0];
}

/// Leaves to the loop in x the part of a row that the region is for.
/// \returns whether nothing is left; null if that cannot be.
Value *ItemLoops::cutRow() {
  const uint64_t Part =
      reserved::numberAttr(Region, reserved::PartAttr, reserved::Both);
  const uint64_t Class =
      reserved::numberAttr(Kernel, reserved::RowAttr, abi::AnyRow);
  const bool IsCut = Class % Lanes != 0 && Class > Lanes;
  if (!IsVector || Part == reserved::Both || !IsCut)
    return nullptr;
  IRBuilder<> B(Before->getTerminator());
  Value *FullEnd = B.CreateAdd(From[0], B.CreateAnd(B.CreateSub(To[0], From[0]),
                                                    B.getInt64(~(Lanes - 1))));
  (Part == reserved::Full ? To : From)[0] = FullEnd;
  return B.CreateICmpEQ(From[0], To[0]);
}

/// Puts the loops around what a work-item does.
void ItemLoops::nest(Value *IsEmpty) {
  static constexpr const char *Names[] = {"x", "y", "z"};
  IRBuilder<> B(C);
  for (unsigned Around = 3; Around-- != 0;) {
    const unsigned D = Order[Around];
    Header[D] = BasicBlock::Create(C, Names[D], &Region, First);
    B.SetInsertPoint(Header[D]);
    Index[D] = B.CreatePHI(I64, 2, Twine(Names[D]) + ".index");
    Index[D]->addIncoming(From[D],
                          Around == 2 ? Before : Header[Order[Around + 1]]);
    Latch[D] = BasicBlock::Create(C, Twine(Names[D]) + ".next", &Region, After);
  }
  BasicBlock *Outermost = Header[Order[2]];
  if (IsEmpty)
    ReplaceInstWithInst(Before->getTerminator(),
                        BranchInst::Create(After, Outermost, IsEmpty));
  else
    Before->getTerminator()->setSuccessor(0, Outermost);
  for (ReturnInst *Return : Returns)
    ReplaceInstWithInst(Return, BranchInst::Create(Latch[Order[0]]));
  beginItem();
  for (unsigned Around = 0; Around != 3; ++Around) {
    const unsigned D = Order[Around];
    B.SetInsertPoint(Latch[D]);
    Value *Next = B.CreateAdd(Index[D], B.getInt64(D == 0 ? Lanes : 1), "",
                              /*HasNUW=*/true,
                              /*HasNSW=*/true);
    Index[D]->addIncoming(Next, Latch[D]);
    B.CreateCondBr(B.CreateICmpULT(Next, To[D]), Header[D],
                   Around == 2 ? After : Latch[Order[Around + 1]]);
    describe(Latch[D]->getTerminator());
  }
}

/// Finds the ids of the work-item, and its number in the group, as
/// get_local_linear_id counts.
void ItemLoops::beginItem() {
  IRBuilder<>(Header[Order[2]]).CreateBr(Header[Order[1]]);
  IRBuilder<> Row(Header[Order[1]]);
  Value *RowItems = nullptr;
  if (!Agnostic)
    RowItems = Row.CreateMul(
        Row.CreateAdd(Row.CreateMul(Index[2], To[1]), Index[1]), RowSize);
  Row.CreateBr(Header[Order[0]]);
  IRBuilder<> Item(Header[Order[0]]);
  if (!Agnostic)
    Number = Item.CreateAdd(RowItems, Index[0], "item");
  for (unsigned D = 0; D != 3; ++D)
    GlobalId[D] = Item.CreateAdd(Base[D], Index[D], "", /*HasNUW=*/true);
  if (isDebugged(Kernel))
    leaveIds(Item);
  Item.CreateBr(First);
}

void ItemLoops::leaveIds(IRBuilder<> &B) {
  const bool IsLinear = Kernel.hasFnAttribute(reserved::LinearItemsAttr);
  std::array<Value *, 3> Local = {Index[0], Index[1], Index[2]};
  if (IsLinear)
    Local = localIds(B, Number);
  for (unsigned D = 0; D != 3; ++D) {
    Value *Global = IsLinear ? B.CreateAdd(Base[D], Local[D]) : GlobalId[D];
    Value *const OfItem[] = {Global, Local[D], GroupId[D]};
    for (auto [Which, Id] : enumerate(OfItem)) {
      Value *Ids =
          reserved::ask(B, reserved::DebugIds, B.getPtrTy(), B.getInt32(Which));
      B.CreateStore(Id, B.CreateConstInBoundsGEP1_64(I64, Ids, D));
    }
  }
}

/// What is the same for all work-items is asked for once.
void ItemLoops::askOnce() {
  for (BasicBlock *Block : Items)
    for (Instruction &I : make_early_inc_range(*Block)) {
      const StringRef Name = reserved::calleeName(&I);
      if (Name == reserved::VectorItems) {
        I.replaceAllUsesWith(IRBuilder<>(&I).CreateSub(To[0], Index[0]));
        I.eraseFromParent();
      } else if (!Name.empty() &&
                 !(reserved::properties(Name) & reserved::PerItem)) {
        I.moveBefore(*Before, Before->getTerminator()->getIterator());
        I.setDebugLoc(DebugLoc());
      }
    }
}

/// What a work-item asks for.
void ItemLoops::answer() {
  for (BasicBlock *Block : Items)
    for (Instruction &I : make_early_inc_range(*Block)) {
      const StringRef Name = reserved::calleeName(&I);
      if (!(reserved::properties(Name) & reserved::PerItem))
        continue;
      auto &Call = cast<CallInst>(I);
      Value *Answer;
      if (Name == reserved::ItemSlot) {
        Answer = slot(Call);
      } else {
        auto D = cast<ConstantInt>(Call.getArgOperand(0))->getZExtValue();
        Answer = Name == reserved::GlobalId ? GlobalId[D] : Index[D];
      }
      Call.replaceAllUsesWith(Answer);
      Call.eraseFromParent();
    }
}

/// Work-items that each array of slots has room for.
Value *ItemLoops::slotsEach(IRBuilder<> &B) {
  if (hasOneItem(Kernel))
    return B.getInt64(1);
  Value *All = B.CreateMul(
      B.CreateMul(reserved::askIn(B, reserved::EnqueuedLocalSize, 0),
                  reserved::askIn(B, reserved::EnqueuedLocalSize, 1)),
      reserved::askIn(B, reserved::EnqueuedLocalSize, 2));
  return B.CreateAnd(B.CreateAdd(All, B.getInt64(abi::ItemGranule - 1)),
                     B.getInt64(~(abi::ItemGranule - 1)), "items");
}

/// The address of the slot that \p Call asks for.
Value *ItemLoops::slot(CallInst &Call) {
  IRBuilder<> B(Before->getTerminator());
  if (!Slots) {
    Slots = reserved::ask(B, reserved::Slots, B.getPtrTy());
    SlotsEach = slotsEach(B);
  }
  Value *&Array = SlotArrays[Call.getArgOperand(0)];
  if (!Array)
    Array = B.CreateInBoundsGEP(B.getInt8Ty(), Slots,
                                B.CreateMul(SlotsEach, Call.getArgOperand(0)));
  B.SetInsertPoint(&Call);
  return B.CreateInBoundsGEP(
      B.getInt8Ty(), Array,
      B.CreateMul(Number, Call.getArgOperand(1), "", /*HasNUW=*/true));
}

void ItemLoops::form() {
  findBounds();
  Value *IsEmpty = cutRow();
  nest(IsEmpty);
  askOnce();
  answer();
}

/// Gives debuggers the ids of the work-item that runs.
static void placeIds(Function &Kernel) {
  // What they call them cannot be the name of a variable of the source.
  AllocaInst *Ids[] = {describeIds(Kernel, "get_global_id"),
                       describeIds(Kernel, "get_local_id"),
                       describeIds(Kernel, "get_group_id")};
  for (Instruction &I : make_early_inc_range(instructions(Kernel)))
    if (reserved::calleeName(&I) == reserved::DebugIds) {
      auto *Which = cast<ConstantInt>(cast<CallInst>(I).getArgOperand(0));
      I.replaceAllUsesWith(Ids[Which->getZExtValue()]);
      I.eraseFromParent();
    }
}

static void formLoops(Function &Kernel) {
  SmallVector<CallInst *, 8> Calls = regionCalls(Kernel);
  // LLVM's loop passes take more than linear time in the loops of a function.
  constexpr unsigned MaxRegionsInline = 48;
  // Variables of the source are seen in the whole kernel.
  const bool Inlined = Calls.size() <= MaxRegionsInline || Kernel.hasOptNone();
  if (!Inlined)
    reportLimit(Kernel, "its " + Twine(Calls.size()) +
                            " regions stay functions, as there are more than " +
                            Twine(MaxRegionsInline));
  for (CallInst *Call : Calls) {
    Function &Region = *Call->getCalledFunction();
    ItemLoops(Kernel, Region).form();
    if (!Inlined) {
      Region.addFnAttr(Attribute::NoInline);
      giveSubprogram(Region, Kernel);
      continue;
    }
    InlineFunctionInfo Info;
    [[maybe_unused]] InlineResult Result = InlineFunction(*Call, Info);
    assert(Result.isSuccess() && "a function of ours can be inlined");
    Region.eraseFromParent();
  }
  if (isDebugged(Kernel))
    placeIds(Kernel);
}

PreservedAnalyses FormItemLoopsPass::run(Module &M, ModuleAnalysisManager &) {
  for (Function *Kernel : kernels(M)) {
    formLoops(*Kernel);
    locateCalls(*Kernel);
  }
  return PreservedAnalyses::none();
}
