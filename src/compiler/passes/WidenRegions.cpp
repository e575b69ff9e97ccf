//===- WidenRegions.cpp - Regions for packs of work-items -----------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/WidenRegions.h"

#include "compiler/passes/FormItemLoops.h"
#include "compiler/passes/PackWidth.h"
#include "compiler/passes/Packer.h"
#include "compiler/passes/Reserved.h"
#include "compiler/passes/Uniformity.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Scalar/StructurizeCFG.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/CodeExtractor.h"
#include "llvm/Transforms/Utils/FixIrreducible.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LowerSwitch.h"
#include "llvm/Transforms/Utils/UnifyLoopExits.h"

using namespace llvm;
using namespace ferry::compiler;

namespace {

/// The analyses of the functions that stand for a lane.
struct LaneAnalyses {
  LoopAnalysisManager Loops;
  FunctionAnalysisManager Functions;
  CGSCCAnalysisManager CallGraphs;
  ModuleAnalysisManager Modules;

  LaneAnalyses() {
    PassBuilder PB;
    Functions.registerPass([] {
      return TargetIRAnalysis(
          [](const Function &F) { return workItemTarget(F); });
    });
    PB.registerModuleAnalyses(Modules);
    PB.registerCGSCCAnalyses(CallGraphs);
    PB.registerFunctionAnalyses(Functions);
    PB.registerLoopAnalyses(Loops);
    PB.crossRegisterProxies(Loops, Functions, CallGraphs, Modules);
  }
};

class Widener {
public:
  Widener(Function &Kernel, const WidenRegionsPass::Options &Options,
          LaneAnalyses &A)
      : Kernel(Kernel), M(*Kernel.getParent()), Options(Options), A(A) {}

  void run();

private:
  void widen(CallInst *Begin, CallInst *End);
  Function *extract(CallInst *Begin, CallInst *End);
  void prepare(Function &Lane);
  bool pack(Function &Lane, Function *&Full, Function *&Rest);
  std::optional<uint64_t> requiredSize() const;
  void mark(IRBuilder<> &B, Function *Variant, ArrayRef<Value *> Arguments,
            unsigned Lanes, reserved::Part Part);
  void report(const Twine &What);

  Function &Kernel;
  Module &M;
  const WidenRegionsPass::Options &Options;
  LaneAnalyses &A;
  unsigned Region = 0;     ///< As the source counts them.
  unsigned NextNumber = 0; ///< Of the marks that are made.
  unsigned Lanes = 0;
  std::string Problem;
  bool HasLoops = false; ///< The region, as far as \c pack got.
  /// Rows are those of a launch, not of a group.
  bool LongRows = false;
};

} // namespace

void Widener::report(const Twine &What) {
  if (Options.Report)
    errs() << "; ferry: " << reserved::userName(Kernel) << ", region " << Region
           << ": " << What << '\n';
}

/// Makes a function of a region. Private variables that are used nowhere else
/// go with it.
Function *Widener::extract(CallInst *Begin, CallInst *End) {
  BasicBlock *Start =
      Begin->getParent()->splitBasicBlock(std::next(Begin->getIterator()));
  BasicBlock *Last = End->getParent();
  Last->splitBasicBlock(End);
  SmallSetVector<BasicBlock *, 16> Blocks;
  Blocks.insert(Start);
  for (unsigned I = 0; I != Blocks.size(); ++I)
    if (Blocks[I] != Last)
      Blocks.insert(succ_begin(Blocks[I]), succ_end(Blocks[I]));
  for (Instruction &I : make_early_inc_range(Kernel.getEntryBlock()))
    if (isa<AllocaInst>(I) && !I.use_empty() && all_of(I.users(), [&](User *U) {
          return Blocks.contains(cast<Instruction>(U)->getParent());
        }))
      I.moveBefore(*Start, Start->getFirstInsertionPt());
  CodeExtractor Extractor(Blocks.getArrayRef(), nullptr, false, nullptr,
                          nullptr, nullptr, false, /*AllowAlloca=*/true);
  CodeExtractorAnalysisCache Cache(Kernel);
  Function *Item = Extractor.extractCodeRegion(Cache);
  if (!Item)
    return nullptr;
  Item->setLinkage(GlobalValue::InternalLinkage);
  // All static, in the entry block.
  BasicBlock &Entry = Item->getEntryBlock();
  for (Instruction &I : make_early_inc_range(instructions(*Item)))
    if (isa<AllocaInst>(I))
      I.moveBefore(Entry, Entry.begin());
  return Item;
}

/// Brings the function of a lane into the form that can be packed.
void Widener::prepare(Function &Lane) {
  // Packs are for launches whose ids have 31 bits.
  MDBuilder MDB(M.getContext());
  MDNode *Range = MDB.createRange(APInt(64, 0), APInt(64, uint64_t(1) << 31));
  SmallVector<Instruction *, 4> Ends;
  for (Instruction &I : instructions(Lane)) {
    StringRef Name = reserved::calleeName(&I);
    if (Name == reserved::GlobalId || Name == reserved::LocalId ||
        Name == reserved::GroupId || Name == reserved::LocalSize ||
        Name == reserved::GlobalSize || Name == reserved::NumGroups ||
        Name == reserved::GlobalOffset)
      if (cast<ConstantInt>(cast<CallInst>(I).getArgOperand(0))->isZero())
        I.setMetadata(LLVMContext::MD_range, Range);
    if (isa<UnreachableInst>(I))
      Ends.push_back(&I);
  }
  for (Instruction *I : Ends)
    ReplaceInstWithInst(I, ReturnInst::Create(M.getContext()));
  FunctionPassManager Simplify;
  Simplify.addPass(InstCombinePass());
  Simplify.addPass(SimplifyCFGPass(SimplifyCFGOptions()
                                       .hoistCommonInsts(true)
                                       .sinkCommonInsts(true)
                                       .speculateBlocks(true)));
  Simplify.addPass(LoopSimplifyPass());
  Simplify.addPass(LCSSAPass());
  Simplify.run(Lane, A.Functions);
  auto &FAM = A.Functions;
  FAM.invalidate(Lane, PreservedAnalyses::none());
  PackControl Control(Lane, FAM.getResult<PostDominatorTreeAnalysis>(Lane),
                      FAM.getResult<LoopAnalysis>(Lane),
                      FAM.getResult<UniformityInfoAnalysis>(Lane));
  if (Control.Problem.empty())
    return;
  FunctionPassManager Structure;
  Structure.addPass(LowerSwitchPass());
  Structure.addPass(FixIrreduciblePass());
  Structure.addPass(UnifyLoopExitsPass());
  Structure.addPass(StructurizeCFGPass(/*SkipUniformRegions=*/true));
  Structure.addPass(LoopSimplifyPass());
  Structure.addPass(LCSSAPass());
  Structure.run(Lane, FAM);
  FAM.invalidate(Lane, PreservedAnalyses::none());
}

/// True if work-items go on from what the one before them left in memory of the
/// group's.
static bool isReduction(const CallInst &Call) {
  return any_of(Call.getCalledFunction()->args(), [&](Argument &Passed) {
    return isa<AllocaInst>(Call.getArgOperand(Passed.getArgNo())) &&
           any_of(Passed.users(), [](User *U) { return isa<LoadInst>(U); }) &&
           any_of(Passed.users(), [&](User *U) {
             auto *Store = dyn_cast<StoreInst>(U);
             return Store && Store->getPointerOperand() == &Passed;
           });
  });
}

/// True if lanes may leave a loop when others have done something after it: one
/// work-item after the other comes to an end, together they would not.
static bool waitsForOthers(const PackControl &Control) {
  return any_of(Control.LoopOfHeader, [](const auto &Entry) {
    return any_of(Entry.second->blocks(), [](const BasicBlock *Block) {
      return any_of(*Block, [](const Instruction &I) {
        return (I.isAtomic() || I.isVolatile()) && !I.use_empty();
      });
    });
  });
}

bool Widener::pack(Function &Lane, Function *&Full, Function *&Rest) {
  auto &FAM = A.Functions;
  auto &DT = FAM.getResult<DominatorTreeAnalysis>(Lane);
  auto &LI = FAM.getResult<LoopAnalysis>(Lane);
  auto &UI = FAM.getResult<UniformityInfoAnalysis>(Lane);
  PackControl Control(Lane, FAM.getResult<PostDominatorTreeAnalysis>(Lane), LI,
                      UI);
  Problem = Control.Problem;
  if (Problem.empty() && waitsForOthers(Control))
    Problem = "its work-items may wait for each other";
  if (!Problem.empty())
    return false;
  Lanes = Options.Lanes;
  if (!Lanes)
    Lanes = choosePackWidth(Lane, LI, UI, Control, Options.Target, LongRows);
  if (Lanes == 1) {
    Problem = "it would gain nothing";
    return false;
  }
  HasLoops = !LI.empty();
  PackShapes Shapes(Lane, UI, Control.Joins, Lanes);
  Full = Packer(Lane, DT, LI, Control, Shapes, Options.Target, Lanes)
             .run(/*Partial=*/false, Lane.getName() + ".pack");
  std::optional<uint64_t> Size = requiredSize();
  if (Full && !(Size && *Size % Lanes == 0)) {
    Rest = Packer(Lane, DT, LI, Control, Shapes, Options.Target, Lanes)
               .run(/*Partial=*/true, Lane.getName() + ".rest");
  }
  if (!Full)
    Problem = "it has a value that no vector holds";
  return Full;
}

/// Work-items in x of every group, where the source says it.
std::optional<uint64_t> Widener::requiredSize() const {
  if (Kernel.hasFnAttribute(reserved::NonUniformAttr))
    return std::nullopt;
  if (MDNode *Sizes = Kernel.getMetadata("reqd_work_group_size"))
    return mdconst::extract<ConstantInt>(Sizes->getOperand(0))->getZExtValue();
  return std::nullopt;
}

void Widener::mark(IRBuilder<> &B, Function *Variant,
                   ArrayRef<Value *> Arguments, unsigned Lanes,
                   reserved::Part Part) {
  Type *I32 = B.getInt32Ty();
  FunctionCallee PackBegin = M.getOrInsertFunction(
      reserved::PackBegin, B.getVoidTy(), I32, I32, I32, B.getInt1Ty());
  FunctionCallee RegionEnd =
      M.getOrInsertFunction(reserved::RegionEnd, B.getVoidTy(), I32);
  cast<Function>(PackBegin.getCallee())->setConvergent();
  Value *Number = B.getInt32(NextNumber++);
  B.CreateCall(PackBegin, {Number, B.getInt32(Lanes), B.getInt32(Part),
                           B.getInt1(HasLoops)});
  CallInst *Call = B.CreateCall(Variant, Arguments);
  B.CreateCall(RegionEnd, {Number});
  InlineFunctionInfo Info;
  InlineResult Result = InlineFunction(*Call, Info);
  assert(Result.isSuccess() && "a function of ours can be inlined");
  (void)Result;
}

void Widener::widen(CallInst *Begin, CallInst *End) {
  Function *Item = extract(Begin, End);
  if (!Item) {
    report("stays scalar: it cannot be taken out");
    return;
  }
  auto *Call = cast<CallInst>(*Item->user_begin());
  Function *Full = nullptr, *Rest = nullptr;
  Problem.clear();
  if (isReduction(*Call)) {
    Problem = "its work-items depend on each other";
  } else {
    ValueToValueMapTy Copies;
    Function *Lane = CloneFunction(Item, Copies);
    Lane->addFnAttr(reserved::LaneAttr);
    prepare(*Lane);
    pack(*Lane, Full, Rest);
    A.Functions.clear(*Lane, Lane->getName());
    Lane->eraseFromParent();
  }
  SmallVector<Value *, 8> Arguments(Call->args());
  InlineFunctionInfo Info;
  if (!Full) {
    report("stays scalar: " + Problem);
    InlineFunction(*Call, Info);
    Item->eraseFromParent();
    return;
  }
  report(Twine(Lanes) + " work-items at a time");
  // In place of the old marks and what is between them.
  SmallVector<std::pair<Function *, reserved::Part>, 3> Variants;
  Variants.push_back({Full, reserved::Full});
  if (Rest)
    Variants.push_back({Rest, reserved::Rest});
  Variants.push_back({Item, reserved::Single});
  for (auto [Variant, Part] : Variants) {
    // Nothing in one block is shared by what may be skipped.
    Call->getParent()->splitBasicBlock(Call, "part");
    IRBuilder<> B(Call);
    mark(B, Variant, Arguments, Part == reserved::Single ? 1 : Lanes, Part);
  }
  Call->eraseFromParent();
  for (auto [Variant, Part] : Variants)
    Variant->eraseFromParent();
  Begin->eraseFromParent();
  End->eraseFromParent();
}

void Widener::run() {
  LongRows = seesNoGroup(Kernel);
  DenseMap<uint64_t, CallInst *> Ends;
  SmallVector<CallInst *, 8> Begins;
  auto Number = [](CallInst *Mark) {
    return cast<ConstantInt>(Mark->getArgOperand(0))->getZExtValue();
  };
  for (Instruction &I : instructions(Kernel)) {
    StringRef Name = reserved::calleeName(&I);
    if (Name == reserved::RegionBegin)
      Begins.push_back(cast<CallInst>(&I));
    else if (Name == reserved::RegionEnd)
      Ends[Number(cast<CallInst>(&I))] = cast<CallInst>(&I);
  }
  for (CallInst *Begin : Begins)
    NextNumber = std::max<unsigned>(NextNumber, Number(Begin) + 1);
  for (CallInst *Begin : Begins) {
    Region = Number(Begin);
    // A region that never ends has no second mark.
    if (CallInst *End = Ends.lookup(Region))
      widen(Begin, End);
  }
}

PreservedAnalyses WidenRegionsPass::run(Module &M, ModuleAnalysisManager &) {
  if (Chosen.Lanes == 1)
    return PreservedAnalyses::all();
  SmallVector<Function *, 8> Kernels;
  for (Function &F : M)
    if (!F.isDeclaration() && F.getCallingConv() == CallingConv::SPIR_KERNEL)
      Kernels.push_back(&F);
  LaneAnalyses A;
  for (Function *Kernel : Kernels)
    Widener(*Kernel, Chosen, A).run();
  return PreservedAnalyses::none();
}
