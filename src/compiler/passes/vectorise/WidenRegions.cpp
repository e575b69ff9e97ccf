//===- WidenRegions.cpp - Regions for vectors of work-items ---------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/vectorise/Passes.h"

#include "compiler/passes/Reserved.h"
#include "compiler/passes/SubGroups.h"
#include "compiler/passes/Uniformity.h"
#include "compiler/passes/speculation/LikelyVersion.h"
#include "compiler/passes/vectorise/LaneForm.h"
#include "compiler/passes/vectorise/VectorFunctions.h"
#include "compiler/passes/vectorise/VectorWidth.h"
#include "compiler/passes/work-group/Regions.h"
#include "ferry/abi.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace ferry;
using namespace ferry::compiler;

namespace {

/// A region, and the forms that are to take its place.
struct WidenedRegion {
  CallInst *Call;
  Function *Item;
  /// For vectors that are full, and for others; null if there are none, both if
  /// it stays scalar.
  Function *Full = nullptr, *Rest = nullptr;
  bool Chooses = false; ///< Full does for all vectors.
  bool ForRow = false;  ///< Rows of another class may want something else.
  unsigned Lanes = 1;
  std::string Problem;

  bool isWide() const { return Full || Rest; }
  /// As the source counts them.
  uint64_t number() const {
    return reserved::numberAttr(*Item, reserved::RegionAttr);
  }
};

/// What the lanes of a vector may be.
struct Way {
  Function *Lane; ///< Null if they are done one after the other.
  LikelyVersion *Likely = nullptr; ///< Null if nothing is taken for granted.
};

class Widener {
public:
  Widener(Function &Kernel, const WidenRegionsPass::Options &Options,
          FunctionAnalysisManager &FAM, VectorFunctions &Functions)
      : Kernel(Kernel), M(*Kernel.getParent()), Options(Options), FAM(FAM),
        Functions(Functions), Row(Options.Row & abi::RowMask),
        Column(Options.Row >> abi::ColumnBits & abi::RowMask) {}

  void run();

private:
  unsigned subGroupSize();
  WidenedRegion widen(CallInst *Call);
  void put(WidenedRegion &R);
  void vectorise(Function &Lane, WidenedRegion &R);
  bool prepare(LikelyVersion &Likely);
  VectorWidth width(Function &Lane, Way Most);
  double workOfItem(Function &Lane, VectorWidth &Width);
  bool isWorthCode(Function &Common, Function &Lane, VectorWidth &Width);
  SmallVector<Way, 3> ways(Function &Lane, LikelyVersion &Contiguous,
                           LikelyVersion &Common, VectorWidth &Width);
  VectorPlanPtr plan(Function &Lane, unsigned Lanes, bool Partial);
  Function *emit(const WidenedRegion &R, const VectorPlan &Plan);
  void takeTurns();
  void transpose();
  void describe(ArrayRef<WidenedRegion> Regions, bool MayTakeTurns);
  void report(const WidenedRegion &R, const Twine &What);
  void fail(const Twine &Why);

  Function &Kernel;
  Module &M;
  const WidenRegionsPass::Options &Options;
  FunctionAnalysisManager &FAM;
  VectorFunctions &Functions;
  /// Vectors are sub-groups, of so many work-items.
  bool SubGroups = false;
  unsigned SubGroupSize = 1;
  unsigned Row;    ///< An abi::rowClass.
  unsigned Column; ///< Likewise, of what lies in y; 0 if it does not matter.
};

} // namespace

void Widener::report(const WidenedRegion &R, const Twine &What) {
  if (Options.Report)
    errs() << ("; ferry: " + reserved::userName(Kernel) + ", region " +
               Twine(R.number()) + ": " + What + "\n")
                  .str();
}

void Widener::fail(const Twine &Why) {
  Kernel.getContext().emitError("kernel '" + reserved::userName(Kernel) +
                                "': " + Why);
}

VectorPlanPtr Widener::plan(Function &Lane, unsigned Lanes, bool Partial) {
  return std::make_unique<VectorPlan>(Lane, FAM, Options.Target, Lanes, Partial,
                                      Functions);
}

Function *Widener::emit(const WidenedRegion &R, const VectorPlan &Plan) {
  if (Options.Plans) {
    *Options.Plans << "; ferry: " << reserved::userName(Kernel) << ", region "
                   << R.number() << ": ";
    Plan.print(*Options.Plans);
  }
  return Plan.emit("lanes");
}

/// Makes the lane of \p Likely ready for vectors.
/// \returns false if it has none, or none that will do.
bool Widener::prepare(LikelyVersion &Likely) {
  const unsigned Given = SubGroups ? SubGroupSize : Options.Lanes;
  if (!Likely.lane() || Given > Likely.mostLanes())
    return false;
  prepareLane(FAM, *Likely.lane(), SubGroups);
  return FAM.getResult<DivergentControlAnalysis>(*Likely.lane())
      .Problem.empty();
}

/// How many work-items of a region to do at a time.
///
/// \param Most what they are in most vectors.
VectorWidth Widener::width(Function &Lane, Way Most) {
  if (SubGroups)
    return {SubGroupSize};
  if (Options.Lanes)
    return {Options.Lanes};
  VectorWidth Width = chooseVectorWidth(
      Lane, *Most.Lane, FAM, Options.Target, Functions,
      Kernel.hasFnAttribute(reserved::GroupAgnosticAttr), Row);
  if (Most.Likely && Width.Lanes > Most.Likely->mostLanes())
    Width = {Most.Likely->mostLanes(), "", Width.ForRow};
  return Width;
}

/// What \p Lane costs each of the work-items that are done at a time.
double Widener::workOfItem(Function &Lane, VectorWidth &Width) {
  if (Width.Lanes == 1)
    return costOfOneLane(Lane, FAM, Options.Target, Functions).Work;
  if (!Width.Plan)
    Width.Plan = plan(Lane, Width.Lanes, /*Partial=*/false);
  return Width.Plan->cost().Work / Width.Lanes;
}

/// True if \p Common, which most vectors are, is worth code of its own beside
/// \p Lane.
bool Widener::isWorthCode(Function &Common, Function &Lane,
                          VectorWidth &Width) {
  // Vectors that are not full need other code anyway, and a little may be there
  // twice.
  constexpr double SmallCode = 200, Enough = 0.95;
  if (Width.Lanes == 1 || Row % Width.Lanes != 0)
    return true;
  const double Work = workOfItem(Common, Width);
  VectorWidth OfLane{Width.Lanes};
  return Width.Plan->cost().Code < SmallCode ||
         Work < Enough * workOfItem(Lane, OfLane);
}

/// Chooses what a vector may be, from what is taken for granted of few to
/// nothing.
SmallVector<Way, 3> Widener::ways(Function &Lane, LikelyVersion &Contiguous,
                                  LikelyVersion &Common, VectorWidth &Width) {
  SmallVector<Way, 3> Ways;
  if (prepare(Contiguous))
    Ways.push_back({Contiguous.lane(), &Contiguous});
  if (prepare(Common))
    Ways.push_back({Common.lane(), &Common});
  Ways.push_back({&Lane});
  Width = width(Lane, Ways[0]);
  if (Ways[0].Likely == &Contiguous) {
    // Not all rows are long.
    constexpr double Enough = 0.75;
    VectorWidth Without = width(Lane, Ways[1]);
    if (Width.Lanes == 1 || (Without.Lanes == 1 && Row < Width.Lanes) ||
        workOfItem(*Ways[0].Lane, Width) >=
            Enough * workOfItem(*Ways[1].Lane, Without)) {
      Ways.erase(Ways.begin());
      Width = std::move(Without);
    } else if (Without.Lanes == 1) {
      Ways = {Ways[0], {nullptr}};
    }
  }
  if (Ways[0].Likely == &Common && !isWorthCode(*Ways[0].Lane, Lane, Width)) {
    Ways.erase(Ways.begin());
    Width.Plan = nullptr;
  }
  return Ways;
}

void Widener::vectorise(Function &Lane, WidenedRegion &R) {
  const DivergentControl &Control =
      FAM.getResult<DivergentControlAnalysis>(Lane);
  R.Problem = Control.Problem;
  // Those of a sub-group need not make progress without each other.
  if (R.Problem.empty() && Control.WaitsForOthers && !usesSubGroups(Lane))
    R.Problem = "its work-items may wait for each other";
  if (!R.Problem.empty())
    return;
  LikelyVersion Contiguous(Lane, FAM, /*Contiguous=*/true),
      Common(Lane, FAM, /*Contiguous=*/false);
  VectorWidth Width{1};
  SmallVector<Way, 3> Ways = ways(Lane, Contiguous, Common, Width);
  const unsigned Lanes = Width.Lanes;
  R.ForRow = Width.ForRow;
  if (Lanes == 1) {
    R.Problem = Width.Problem;
    return;
  }
  const bool AlwaysFull = Row % Lanes == 0;
  const bool NeverFull = Row < Lanes;
  R.Chooses = Ways.size() > 1 && !NeverFull;
  // For full vectors, and last for those that are not or like no other.
  SmallVector<VectorPlanPtr, 3> Plans;
  if (!NeverFull)
    Plans.push_back(Width.Plan && Width.Plan->lanes() == Lanes
                        ? std::move(Width.Plan)
                        : plan(*Ways[0].Lane, Lanes, /*Partial=*/false));
  if (R.Chooses && Ways.size() == 3)
    Plans.push_back(plan(*Ways[1].Lane, Lanes, /*Partial=*/false));
  const bool HasRest = !AlwaysFull || R.Chooses;
  const bool InTurn = !Ways.back().Lane;
  if (HasRest && !InTurn)
    Plans.push_back(plan(Lane, Lanes, /*Partial=*/!AlwaysFull));
  if (!all_of(Plans, [](auto &Plan) { return Plan->isPossible(); })) {
    R.Problem = "it has a value that no vector holds";
    return;
  }
  R.Lanes = Lanes;
  R.ForRow |= NeverFull;
  SmallVector<Function *, 3> Made;
  for (const VectorPlanPtr &Plan : Plans) {
    Made.push_back(emit(R, *Plan));
    if (HasRest && !InTurn && Plan == Plans.back())
      keepLoops(FAM, *Made.back());
    else
      unrollLoops(FAM, *Made.back());
  }
  if (HasRest)
    R.Rest = InTurn ? makeInTurn(*R.Item, Lanes) : Made.pop_back_val();
  if (!R.Chooses) {
    R.Full = Made.empty() ? nullptr : Made[0];
    return;
  }
  for (unsigned Way = Made.size(); Way--;)
    R.Rest = Ways[Way].Likely->choose(*Made[Way], *R.Rest, Lanes, AlwaysFull);
  std::swap(R.Full, R.Rest);
}

/// Makes the forms that are to take the place of the region that \p Call calls.
WidenedRegion Widener::widen(CallInst *Call) {
  WidenedRegion R;
  R.Call = Call;
  R.Item = Call->getCalledFunction();
  ValueToValueMapTy Copies;
  Function *Lane = CloneFunction(R.Item, Copies);
  Lane->addFnAttr(reserved::LaneAttr);
  prepareLane(FAM, *Lane, SubGroups);
  vectorise(*Lane, R);
  FAM.clear(*Lane, Lane->getName());
  Lane->eraseFromParent();
  return R;
}

/// Puts what \c widen has made in place of the region.
void Widener::put(WidenedRegion &R) {
  if (!R.isWide()) {
    report(R, "stays scalar: " + R.Problem);
    keepLoops(FAM, *R.Item);
    return;
  }
  report(R, Twine(R.Lanes) + " work-items at a time");
  IRBuilder<> B(R.Call);
  auto Call = [&](Function *Variant, reserved::Part Part) {
    if (!Variant)
      return;
    Variant->setName(R.Item->getName() +
                     (Part == reserved::Rest ? ".rest" : ".vector"));
    Variant->removeFnAttr(reserved::LaneAttr);
    Variant->addFnAttr(reserved::RegionAttr, std::to_string(R.number()));
    Variant->addFnAttr(reserved::LanesAttr, std::to_string(R.Lanes));
    Variant->addFnAttr(reserved::PartAttr, std::to_string(Part));
    B.CreateCall(Variant, SmallVector<Value *, 8>(R.Call->args()));
  };
  Call(R.Full, R.Chooses ? reserved::Both : reserved::Full);
  Call(R.Rest, reserved::Rest);
  R.Call->eraseFromParent();
  R.Item->eraseFromParent();
}

/// Work-items of a sub-group: what the source says, or as many words as a
/// vector has.
unsigned Widener::subGroupSize() {
  if (MDNode *Node = Kernel.getMetadata("intel_reqd_sub_group_size")) {
    uint64_t Size =
        mdconst::extract<ConstantInt>(Node->getOperand(0))->getZExtValue();
    if (is_contained(abi::SubGroupSizes, Size))
      return Size;
    fail("sub-groups of " + Twine(Size) + " work-items are not supported");
  }
  return Options.Lanes ? Options.Lanes : Options.Target.VectorBits / 32;
}

/// Has what a single work-item looks at decide.
static void voteAlone(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    const StringRef Name = reserved::calleeName(&I);
    if (Name != reserved::AllLanes && Name != reserved::CheckKept)
      continue;
    I.replaceAllUsesWith(Name == reserved::AllLanes
                             ? I.getOperand(0)
                             : ConstantInt::getTrue(I.getType()));
    I.eraseFromParent();
  }
}

/// Has work-items do one after the other what functions of the whole group do
/// for a sub-group at once: few of a short row would be in one.
void Widener::takeTurns() {
  for (CallInst *Call : regionCalls(Kernel))
    if (Function &Region = *Call->getCalledFunction(); usesSubGroups(Region))
      Region.addFnAttr(reserved::InTurnAttr);
  setMaxSubGroupSize(Kernel, SubGroupSize);
  makeSubGroupsSingle(Kernel);
  SubGroups = false;
}

/// Takes columns for rows if they are longer.
void Widener::transpose() {
  if (Column <= Row)
    return;
  Row = Column;
  Kernel.addFnAttr(reserved::ColumnsAttr);
  for (Function *Body : bodies(Kernel))
    exchangeDimension(*Body, 1, /*WithRange=*/false);
}

/// Says for which rows the code is.
///
/// \param MayTakeTurns sub-groups are for rows that are no shorter.
void Widener::describe(ArrayRef<WidenedRegion> Regions, bool MayTakeTurns) {
  unsigned Multiple = 1, Least = 0, Most = UINT32_MAX;
  // Where regions follow each other, one work-item has loops for nothing.
  if (regionCalls(Kernel).size() > 1)
    Least = 2;
  for (const WidenedRegion &R : Regions) {
    if (!R.isWide())
      continue;
    const bool AnyRow = Row % R.Lanes != 0;
    if (!AnyRow)
      Multiple = std::max(Multiple, R.Lanes);
    // Short rows may want something else.
    if (!SubGroups)
      Least = std::max(Least, AnyRow ? abi::MaxLanes : 1);
    else if (!AnyRow)
      Least = std::max(Least, 1u);
  }
  if (SubGroups && MayTakeTurns)
    Least = std::max(Least, SubGroupSize);
  const bool ForRow =
      Row == 1 || Column ||
      any_of(Regions, [](const WidenedRegion &R) { return R.ForRow; });
  if (Options.Row == abi::OneItem ||
      (!SubGroups && Options.Lanes != 1 && ForRow)) {
    Least = 1;
    Most = 0;
  }
  auto Say = [&](StringRef Name, unsigned Number) {
    Kernel.addFnAttr(Name, std::to_string(Number));
  };
  Say(reserved::RowAttr, Row);
  Say(reserved::RowMultipleAttr, Multiple);
  Say(reserved::LeastRowAttr, Least);
  Say(reserved::MostRowAttr, Most);
}

void Widener::run() {
  SubGroupSize = subGroupSize();
  SubGroups = SubGroupSize > 1 && usesSubGroups(Kernel);
  // Code for long rows says that short ones want other.
  const bool MayTakeTurns = SubGroups && !showsSubGroups(Kernel);
  // One by one, work-items come in the order of their numbers.
  if (scans(Kernel) && Row != 1)
    Column = 0;
  if (MayTakeTurns && Row < SubGroupSize)
    takeTurns();
  const bool IsLinear =
      SubGroups && Options.Row & abi::SeveralRows && Row % SubGroupSize != 0;
  setInOrder(Kernel, IsLinear || !SubGroups);
  if (IsLinear) {
    Kernel.addFnAttr(reserved::LinearItemsAttr);
    for (Function *Body : bodies(Kernel))
      makeLinear(*Body);
  }
  if (SubGroups) {
    Kernel.addFnAttr(reserved::SubGroupsAttr);
    // Sub-groups have a size, however few work-items there are.
    if (Row < SubGroupSize)
      Row = abi::AnyRow;
    Column = 0;
  }
  // A debugger's ids are those of the source.
  if (Kernel.hasOptNone())
    Column = 0;
  if (Column)
    transpose();
  SmallVector<WidenedRegion, 8> Regions;
  if (SubGroups || (Options.Lanes != 1 && Row != 1))
    for (CallInst *Call : regionCalls(Kernel)) {
      const Function &Region = *Call->getCalledFunction();
      // Mistakes are those of one work-item at a time.
      if (SubGroups || (!Region.hasFnAttribute(reserved::CheckedAttr) &&
                        !Region.hasFnAttribute(reserved::InTurnAttr)))
        Regions.push_back(widen(Call));
    }
  const WidenedRegion *Scalar = find_if(Regions, [](const WidenedRegion &R) {
    return !R.isWide() && usesSubGroups(*R.Item);
  });
  if (SubGroups && Scalar != Regions.end()) {
    if (Kernel.getMetadata("intel_reqd_sub_group_size"))
      fail("it cannot have the required sub-group size: a part of it stays "
           "scalar, as " +
           Scalar->Problem);
    SubGroupSize = 1;
    SubGroups = false;
    Kernel.removeFnAttr(reserved::SubGroupsAttr);
    Row = Options.Row & abi::RowMask;
    for (WidenedRegion &R : Regions) {
      R.ForRow = false;
      for (Function *Variant : {R.Full, R.Rest})
        if (Variant)
          Variant->eraseFromParent();
      R.Full = R.Rest = nullptr;
    }
  }
  describe(Regions, MayTakeTurns);
  for (WidenedRegion &R : Regions)
    put(R);
  if (!SubGroups && usesSubGroups(Kernel))
    makeSubGroupsSingle(Kernel);
  for (Function *Body : bodies(Kernel))
    voteAlone(*Body);
  setMaxSubGroupSize(Kernel, SubGroupSize);
  Kernel.addFnAttr(reserved::SubGroupSizeAttr, std::to_string(SubGroupSize));
}

PreservedAnalyses WidenRegionsPass::run(Module &M, ModuleAnalysisManager &MAM) {
  FunctionAnalysisManager &FAM =
      MAM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  Options OneByOne = Chosen;
  OneByOne.Lanes = 1;
  VectorFunctions Functions(FAM, Chosen.Target, Chosen.Plans);
  for (Function *Kernel : kernels(M))
    Widener(*Kernel, Kernel->hasOptNone() ? OneByOne : Chosen, FAM, Functions)
        .run();
  return PreservedAnalyses::none();
}
