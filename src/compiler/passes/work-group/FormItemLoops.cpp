//===- FormItemLoops.cpp - Loops over work-items --------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/work-group/FormItemLoops.h"

#include "compiler/passes/DebugInfo.h"
#include "compiler/passes/Reserved.h"
#include "compiler/passes/SubGroups.h"
#include "ferry/abi.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/CodeExtractor.h"

using namespace llvm;
using namespace ferry;
using namespace ferry::compiler;

namespace {

class LoopFormer {
public:
  explicit LoopFormer(Function &F)
      : F(F), M(*F.getParent()), I32(Type::getInt32Ty(F.getContext())),
        I64(Type::getInt64Ty(F.getContext())),
        Agnostic(F.hasFnAttribute(reserved::GroupAgnosticAttr)) {}

  void run();

private:
  void form(CallInst *Begin, CallInst *End);
  Value *ask(IRBuilder<> &B, StringRef Name, unsigned Dimension) {
    return B.CreateCall(reserved::getPure(M, Name, I64, {I32}),
                        {B.getInt32(Dimension)});
  }
  Value *slotBase(IRBuilder<> &B);
  void describe(Instruction *Latch, bool IsVector);

  Function &F;
  Module &M;
  Type *I32, *I64;
  const bool Agnostic;
  bool Outline = false; ///< Each nest becomes a function of its own.
  /// Ids for debuggers, or null.
  AllocaInst *GlobalIds = nullptr, *LocalIds = nullptr, *GroupIds = nullptr;
};

} // namespace

bool ferry::compiler::seesNoGroup(Function &F) {
  if (usesSubGroups(F) || F.hasFnAttribute(reserved::CheckedAttr))
    return false;
  unsigned Regions = 0;
  for (Instruction &I : instructions(F)) {
    StringRef Name = reserved::calleeName(&I);
    Regions += Name == reserved::RegionBegin;
    if (Name == reserved::LocalId || Name == reserved::GroupId ||
        Name == reserved::LocalSize || Name == reserved::EnqueuedLocalSize ||
        Name == reserved::NumGroups || Name == reserved::ItemSlot)
      return false;
    for (Value *Operand : I.operands())
      if (Operand->getType()->isPointerTy() &&
          Operand->getType()->getPointerAddressSpace() == LocalMemory)
        return false;
  }
  return Regions == 1 && !any_of(F.args(), [](Argument &A) {
           return A.getType()->isPointerTy() &&
                  A.getType()->getPointerAddressSpace() == LocalMemory;
         });
}

/// Where the slots of the group's work-items start.
Value *LoopFormer::slotBase(IRBuilder<> &B) {
  Value *State =
      B.CreateCall(reserved::getPure(M, reserved::State, B.getPtrTy(), {}));
  LoadInst *Memory = B.CreateLoad(
      B.getPtrTy(),
      B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), State,
                                   offsetof(abi::ThreadState, privateMemory)));
  Memory->setMetadata(LLVMContext::MD_invariant_load,
                      MDNode::get(F.getContext(), {}));
  return B.CreateConstInBoundsGEP1_64(
      B.getInt8Ty(), Memory, reserved::numberAttr(F, reserved::GroupBytesAttr));
}

/// Tells the optimiser what to do with a loop over work-items in x.
void LoopFormer::describe(Instruction *Latch, bool IsVector) {
  LLVMContext &C = F.getContext();
  auto Fact = [&](StringRef Name, Constant *Value) {
    SmallVector<Metadata *, 2> Operands{MDString::get(C, Name)};
    if (Value)
      Operands.push_back(ConstantAsMetadata::get(Value));
    return MDNode::get(C, Operands);
  };
  SmallVector<Metadata *, 3> Facts{nullptr};
  // The body is a whole kernel: copies of it only make it slower to compile.
  Facts.push_back(Fact("llvm.loop.unroll.disable", nullptr));
  // It is wide already, or there is one work-item only.
  if (IsVector)
    Facts.push_back(
        Fact("llvm.loop.vectorize.enable", ConstantInt::getFalse(C)));
  MDNode *Loop = MDNode::getDistinct(C, Facts);
  Loop->replaceOperandWith(0, Loop);
  Latch->setMetadata(LLVMContext::MD_loop, Loop);
}

void LoopFormer::form(CallInst *Begin, CallInst *End) {
  LLVMContext &C = F.getContext();
  bool IsVector = reserved::calleeName(Begin) == reserved::VectorBegin;
  auto Operand = [&](unsigned I) {
    return cast<ConstantInt>(Begin->getArgOperand(I))->getZExtValue();
  };
  uint64_t Lanes = IsVector ? Operand(1) : 1;
  uint64_t Part = IsVector ? Operand(2) : 0;
  BasicBlock *Before = Begin->getParent();
  BasicBlock *First = Before->splitBasicBlock(Begin, "item");
  BasicBlock *Last = End->getParent();
  BasicBlock *After =
      Last->splitBasicBlock(std::next(End->getIterator()), "items.done");
  Begin->eraseFromParent();
  End->eraseFromParent();
  SmallSetVector<BasicBlock *, 16> Blocks;
  Blocks.insert(First);
  for (unsigned I = 0; I != Blocks.size(); ++I)
    if (Blocks[I] != Last)
      Blocks.insert(succ_begin(Blocks[I]), succ_end(Blocks[I]));

  // What the loops need, before them.
  IRBuilder<> B(Before->getTerminator());
  Value *From[3], *To[3], *Base[3], *GroupId[3] = {};
  const bool AreColumns = F.hasFnAttribute(reserved::ColumnsAttr);
  for (unsigned Level = 0; Level != 3; ++Level) {
    const unsigned D = AreColumns && Level < 2 ? 1 - Level : Level;
    Value *Offset = ask(B, reserved::GlobalOffset, D);
    if (Agnostic) {
      From[Level] = ask(B, reserved::RowBegin, D);
      To[Level] = ask(B, reserved::RowEnd, D);
      Base[Level] = Offset;
    } else {
      From[Level] = B.getInt64(0);
      To[Level] = ask(B, reserved::LocalSize, D);
      GroupId[Level] = ask(B, reserved::GroupId, D);
      Base[Level] = B.CreateAdd(
          Offset,
          B.CreateMul(GroupId[Level], ask(B, reserved::EnqueuedLocalSize, D)));
    }
  }

  Value *RowSize = To[0];
  Value *None = nullptr; // True if no work-item is left for this.
  const uint64_t Class =
      reserved::numberAttr(F, reserved::RowAttr, abi::AnyRow);
  const bool IsCut = Class % Lanes != 0 && Class > Lanes;
  if (IsVector && Part != reserved::Whole && (IsCut || !Class)) {
    Value *FullEnd =
        B.CreateAdd(From[0], B.CreateAnd(B.CreateSub(To[0], From[0]),
                                         B.getInt64(~(Lanes - 1))));
    (Part == reserved::Full ? To : From)[0] = FullEnd;
    None = B.CreateICmpEQ(From[0], To[0]);
  }

  static constexpr const char *Names[] = {"x", "y", "z"};
  BasicBlock *Header[3], *Latch[3];
  PHINode *Index[3];
  for (unsigned D = 3; D-- != 0;) {
    Header[D] = BasicBlock::Create(C, Names[D], &F, First);
    B.SetInsertPoint(Header[D]);
    Index[D] = B.CreatePHI(I64, 2, Twine(Names[D]) + ".index");
    Index[D]->addIncoming(From[D], D == 2 ? Before : Header[D + 1]);
    Latch[D] = BasicBlock::Create(C, Twine(Names[D]) + ".next", &F, After);
  }
  if (None) {
    Instruction *Old = Before->getTerminator();
    IRBuilder<>(Old).CreateCondBr(None, After, Header[2]);
    Old->eraseFromParent();
  } else {
    Before->getTerminator()->setSuccessor(0, Header[2]);
  }
  Last->getTerminator()->setSuccessor(0, Latch[0]);
  IRBuilder<>(Header[2]).CreateBr(Header[1]);
  // The work-item's number in the group, as get_local_linear_id counts.
  IRBuilder<> Row(Header[1]);
  Value *RowItems = nullptr;
  if (!Agnostic)
    RowItems = Row.CreateMul(
        Row.CreateAdd(Row.CreateMul(Index[2], To[1]), Index[1]), RowSize);
  Row.CreateBr(Header[0]);
  IRBuilder<> Item(Header[0]);
  Value *Number =
      Agnostic ? nullptr : Item.CreateAdd(RowItems, Index[0], "item");
  Value *GlobalId[3];
  for (unsigned D = 0; D != 3; ++D)
    GlobalId[D] = Item.CreateAdd(Base[D], Index[D], "", /*HasNUW=*/true);
  if (GlobalIds)
    for (unsigned D = 0; D != 3; ++D)
      for (auto [Ids, Id] :
           {std::pair<Value *, Value *>(GlobalIds, GlobalId[D]),
            {LocalIds, Index[D]},
            {GroupIds, GroupId[D]}})
        Item.CreateStore(Id, Item.CreateConstInBoundsGEP1_64(I64, Ids, D));
  Item.CreateBr(First);
  for (unsigned D = 0; D != 3; ++D) {
    B.SetInsertPoint(Latch[D]);
    Value *Next = B.CreateAdd(Index[D], B.getInt64(D == 0 ? Lanes : 1), "",
                              /*HasNUW=*/true,
                              /*HasNSW=*/true);
    Index[D]->addIncoming(Next, Latch[D]);
    B.CreateCondBr(B.CreateICmpULT(Next, To[D]), Header[D],
                   D == 2 ? After : Latch[D + 1]);
  }

  // What is the same for all of them is asked for once.
  for (BasicBlock *Block : Blocks)
    for (Instruction &I : make_early_inc_range(*Block))
      if (StringRef Name = reserved::calleeName(&I);
          Name == reserved::VectorItems) {
        B.SetInsertPoint(&I);
        I.replaceAllUsesWith(B.CreateSub(To[0], Index[0]));
        I.eraseFromParent();
      } else if (!Name.empty() && !reserved::isPerItem(Name)) {
        I.moveBefore(Before->getTerminator()->getIterator());
        I.setDebugLoc(DebugLoc());
      }

  // What the work-item asks for.
  Value *Slots = nullptr, *Items = nullptr;
  DenseMap<Value *, Value *> SlotArrays; // By offset.
  for (BasicBlock *Block : Blocks)
    for (Instruction &I : make_early_inc_range(*Block)) {
      StringRef Name = reserved::calleeName(&I);
      if (!reserved::isPerItem(Name))
        continue;
      auto *Call = cast<CallInst>(&I);
      Value *Answer;
      if (Name == reserved::ItemSlot) {
        B.SetInsertPoint(Before->getTerminator());
        if (!Slots) {
          Slots = slotBase(B);
          Items =
              B.CreateMul(B.CreateMul(ask(B, reserved::EnqueuedLocalSize, 0),
                                      ask(B, reserved::EnqueuedLocalSize, 1)),
                          ask(B, reserved::EnqueuedLocalSize, 2));
          Items =
              B.CreateAnd(B.CreateAdd(Items, B.getInt64(abi::ItemGranule - 1)),
                          B.getInt64(~(abi::ItemGranule - 1)), "items");
        }
        Value *&Array = SlotArrays[Call->getArgOperand(0)];
        if (!Array)
          Array = B.CreateInBoundsGEP(
              B.getInt8Ty(), Slots, B.CreateMul(Items, Call->getArgOperand(0)));
        B.SetInsertPoint(Call);
        Answer = B.CreateInBoundsGEP(
            B.getInt8Ty(), Array,
            B.CreateMul(Number, Call->getArgOperand(1), "", /*HasNUW=*/true));
      } else {
        auto D = cast<ConstantInt>(Call->getArgOperand(0))->getZExtValue();
        Answer = Name == reserved::GlobalId ? GlobalId[D] : Index[D];
      }
      Call->replaceAllUsesWith(Answer);
      Call->eraseFromParent();
    }
  describe(Latch[0]->getTerminator(), IsVector);
  if (!Outline)
    return;
  SmallVector<BasicBlock *, 32> Nest(std::begin(Header), std::end(Header));
  Nest.append(Blocks.begin(), Blocks.end());
  Nest.append(std::begin(Latch), std::end(Latch));
  std::swap(Nest[0], Nest[2]); // The entry comes first.
  CodeExtractor Extractor(Nest);
  CodeExtractorAnalysisCache Cache(F);
  if (Function *Outlined = Extractor.extractCodeRegion(Cache))
    Outlined->addFnAttr(Attribute::NoInline);
}

void LoopFormer::run() {
  DenseMap<uint64_t, CallInst *> Ends;
  SmallVector<CallInst *, 8> Begins;
  for (Instruction &I : instructions(F)) {
    StringRef Name = reserved::calleeName(&I);
    auto *Call = dyn_cast<CallInst>(&I);
    if (Name == reserved::RegionBegin || Name == reserved::VectorBegin)
      Begins.push_back(Call);
    else if (Name == reserved::RegionEnd)
      Ends[cast<ConstantInt>(Call->getArgOperand(0))->getZExtValue()] = Call;
  }
  // LLVM's loop passes take more than linear time in the loops of a function.
  constexpr unsigned MaxRegionsInline = 48;
  // Variables of the source are seen in the whole kernel.
  Outline = Begins.size() > MaxRegionsInline && !F.hasOptNone();
  // What a debugger calls them cannot be the name of a variable of the source.
  GlobalIds = describeIds(F, "get_global_id");
  LocalIds = describeIds(F, "get_local_id");
  GroupIds = describeIds(F, "get_group_id");
  for (CallInst *Begin : Begins) {
    // A region that never ends has no second mark.
    CallInst *End =
        Ends.lookup(cast<ConstantInt>(Begin->getArgOperand(0))->getZExtValue());
    if (End)
      form(Begin, End);
  }
}

PreservedAnalyses FormItemLoopsPass::run(Function &F,
                                         FunctionAnalysisManager &) {
  if (!isKernel(F))
    return PreservedAnalyses::all();
  LoopFormer(F).run();
  return PreservedAnalyses::none();
}
