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

/// What a vector may do if it is like most.
struct Way {
  LikelyVersion *Likely;
  VectorPlanPtr Plan = nullptr; ///< As far as it is made.
};

class Widener {
public:
  Widener(Function &Kernel, const WidenRegionsPass::Options &Options,
          FunctionAnalysisManager &FAM, VectorFunctions &Functions)
      : Kernel(Kernel), M(*Kernel.getParent()), Options(Options), FAM(FAM),
        Functions(Functions), Row(Options.Row & RowMask),
        Column(Options.Row >> abi::ColumnBits) {}

  void run();

private:
  unsigned subGroupSize();
  WidenedRegion widen(CallInst *Call);
  void put(WidenedRegion &R);
  void vectorise(Function &Lane, WidenedRegion &R);
  bool prepare(LikelyVersion &Likely);
  VectorWidth width(Function &Lane, ArrayRef<Way> Ways);
  bool gains(Function &Lane, MutableArrayRef<Way> Ways, VectorWidth &Width);
  VectorPlanPtr plan(Function &Lane, unsigned Lanes, bool Partial);
  Function *emit(const WidenedRegion &R, const VectorPlan &Plan);
  void transpose();
  void describe(ArrayRef<WidenedRegion> Regions);
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
  static constexpr unsigned RowMask = (1 << abi::ColumnBits) - 1;
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
  if (SubGroups || !Likely.lane() || Options.Lanes > Likely.mostLanes())
    return false;
  prepareLane(FAM, *Likely.lane(), SubGroups);
  return FAM.getResult<DivergentControlAnalysis>(*Likely.lane())
      .Problem.empty();
}

/// How many work-items of a region to do at a time.
///
/// \param Ways the first of them counts.
VectorWidth Widener::width(Function &Lane, ArrayRef<Way> Ways) {
  if (SubGroups)
    return {SubGroupSize};
  if (Options.Lanes)
    return {Options.Lanes};
  VectorWidth Width = chooseVectorWidth(
      Lane, Ways.empty() ? Lane : *Ways.front().Likely->lane(), FAM,
      Options.Target, Functions,
      Kernel.hasFnAttribute(reserved::GroupAgnosticAttr), Row);
  if (!Ways.empty() && Width.Lanes > Ways.front().Likely->mostLanes())
    Width = {Ways.front().Likely->mostLanes(), "", Width.ForRow};
  return Width;
}

/// True if the first of \p Ways costs so much less than the next that it is
/// worth code of its own.
bool Widener::gains(Function &Lane, MutableArrayRef<Way> Ways,
                    VectorWidth &Width) {
  const bool IsOfRows = Ways[0].Likely->isOfRows();
  // Vectors that are not full need other code anyway.
  if (Width.Lanes == 1 || (!IsOfRows && Row % Width.Lanes != 0))
    return !IsOfRows;
  auto CostOf = [&](Function &Of, VectorPlanPtr &Plan) {
    if (!Plan)
      Plan = plan(Of, Width.Lanes, /*Partial=*/false);
    return Plan->cost();
  };
  const Cost First = CostOf(*Ways[0].Likely->lane(), Width.Plan);
  // Not all rows are long; and a little code may be there twice.
  constexpr double SmallCode = 200;
  if (!IsOfRows && First.Code < SmallCode)
    return true;
  VectorPlanPtr OfLane;
  const Cost Next = Ways.size() > 1
                        ? CostOf(*Ways[1].Likely->lane(), Ways[1].Plan)
                        : CostOf(Lane, OfLane);
  return First.Work < (IsOfRows ? 0.75 : 0.95) * Next.Work;
}

void Widener::vectorise(Function &Lane, WidenedRegion &R) {
  const DivergentControl &Control =
      FAM.getResult<DivergentControlAnalysis>(Lane);
  R.Problem = Control.Problem;
  // Those of a sub-group need not make progress without each other.
  if (R.Problem.empty() && Control.waitsForOthers() && !usesSubGroups(Lane))
    R.Problem = "its work-items may wait for each other";
  if (!R.Problem.empty())
    return;
  LikelyVersion InOneRow(Lane, FAM, /*InOneRow=*/true),
      Common(Lane, FAM, /*InOneRow=*/false);
  SmallVector<Way, 2> Ways;
  for (LikelyVersion *Likely : {&InOneRow, &Common})
    if (prepare(*Likely))
      Ways.push_back({Likely});
  VectorWidth Width = width(Lane, Ways);
  while (!Ways.empty() && !gains(Lane, Ways, Width)) {
    const bool IsOfRows = Ways.front().Likely->isOfRows();
    Ways.erase(Ways.begin());
    // As wide as without knowing of rows; what is common costs about the same.
    if (IsOfRows)
      Width = width(Lane, Ways);
    else
      Width.Plan = nullptr;
  }
  const unsigned Lanes = Width.Lanes;
  R.ForRow = Width.ForRow;
  if (Lanes == 1) {
    R.Problem = Width.Problem;
    return;
  }
  const bool AlwaysFull = Row % Lanes == 0;
  const bool NeverFull = Row < Lanes;
  if (NeverFull)
    Ways.clear();
  R.Chooses = !Ways.empty();
  auto PlanFull = [&](Function &Of, VectorPlanPtr Made) {
    return Made && Made->lanes() == Lanes ? std::move(Made)
                                          : plan(Of, Lanes, /*Partial=*/false);
  };
  VectorPlanPtr Full, Rest;
  if (!NeverFull && !R.Chooses)
    Full = PlanFull(Lane, std::move(Width.Plan));
  for (Way &W : Ways)
    W.Plan = PlanFull(*W.Likely->lane(),
                      std::move(&W == Ways.begin() ? Width.Plan : W.Plan));
  if (!AlwaysFull || R.Chooses)
    Rest = plan(Lane, Lanes, /*Partial=*/!AlwaysFull);
  auto IsPossible = [](const VectorPlanPtr &Plan) {
    return !Plan || Plan->isPossible();
  };
  if (!IsPossible(Full) || !IsPossible(Rest) ||
      !all_of(Ways, [&](const Way &W) { return IsPossible(W.Plan); })) {
    R.Problem = "it has a value that no vector holds";
    return;
  }
  R.Lanes = Lanes;
  R.ForRow |= NeverFull;
  auto EmitFull = [&](const VectorPlan &Plan) {
    Function *Made = emit(R, Plan);
    unrollLoops(FAM, *Made);
    return Made;
  };
  if (Full)
    R.Full = EmitFull(*Full);
  SmallVector<Function *, 2> Likely;
  for (const Way &W : Ways)
    Likely.push_back(EmitFull(*W.Plan));
  if (Rest) {
    R.Rest = emit(R, *Rest);
    keepLoops(FAM, *R.Rest);
  }
  for (auto [W, Made] : reverse(zip(Ways, Likely)))
    R.Rest = W.Likely->choose(*Made, *R.Rest, Lanes, AlwaysFull);
  if (R.Chooses)
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
    if (Name != reserved::CheckAll && Name != reserved::CheckKept)
      continue;
    I.replaceAllUsesWith(Name == reserved::CheckAll
                             ? I.getOperand(0)
                             : ConstantInt::getTrue(I.getType()));
    I.eraseFromParent();
  }
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
void Widener::describe(ArrayRef<WidenedRegion> Regions) {
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
      if (SubGroups || !Region.hasFnAttribute(reserved::CheckedAttr))
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
    Row = Options.Row & RowMask;
    for (WidenedRegion &R : Regions) {
      R.ForRow = false;
      for (Function *Variant : {R.Full, R.Rest})
        if (Variant)
          Variant->eraseFromParent();
      R.Full = R.Rest = nullptr;
    }
  }
  describe(Regions);
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
