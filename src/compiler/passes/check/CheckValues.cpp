//===- CheckValues.cpp - Values that must not be --------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/check/Passes.h"

#include "compiler/passes/Reserved.h"
#include "compiler/passes/check/CheckCalls.h"
#include "compiler/passes/check/UserCode.h"
#include "ferry/check.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

#include <optional>

using namespace llvm;
using namespace ferry;
using namespace ferry::compiler;

static void ask(IRBuilder<> &B, Value *Good, abi::CheckValue What,
                StringRef Name) {
  Module &M = *B.GetInsertBlock()->getModule();
  callFunction(B, reserved::CheckValue, B.getVoidTy(),
               {Good, B.getInt32(uint32_t(What)), textConstant(M, Name)});
}

static void checkDivision(Instruction &I) {
  if (!I.isIntDivRem() || isa<Constant>(I.getOperand(1)))
    return;
  IRBuilder<> B(&I);
  Value *Good = B.CreateIsNotNull(I.getOperand(1));
  if (Good->getType()->isVectorTy())
    Good = B.CreateAndReduce(Good);
  ask(B, Good, abi::CheckValue::Divisor, "");
}

namespace {
/// A function of OpenCL C that is called.
struct Builtin {
  StringRef Name, Parameters; ///< As mangled; "" for other functions.
};
} // namespace

/// A name with its length before it.
static StringRef takeName(StringRef &Mangled) {
  size_t Length;
  if (Mangled.consumeInteger(10, Length))
    return "";
  const StringRef Name = Mangled.take_front(Length);
  Mangled = Mangled.drop_front(Name.size());
  return Name;
}

static Builtin builtinOf(const CallInst &Call) {
  const Function *Callee = Call.getCalledFunction();
  StringRef Name = Callee && Callee->isDeclaration() ? Callee->getName() : "";
  if (!Name.consume_front("_Z"))
    return {};
  const StringRef Its = takeName(Name);
  return {Its, Name};
}

/// Section 6.15.19 of OpenCL C and the blocks of cl_intel_subgroups: the others
/// (ballots, shuffles, what is called non-uniform) are for those that come.
static bool isForWholeSubGroup(StringRef Builtin) {
  if (Builtin.consume_front("intel_sub_group_"))
    return Builtin.starts_with("block_");
  return Builtin.consume_front("sub_group_") &&
         (is_contained({"barrier", "all", "any", "broadcast"}, Builtin) ||
          Builtin.starts_with("reduce_") || Builtin.starts_with("scan_"));
}

static void checkSubGroup(CallInst &I) {
  const StringRef Name = builtinOf(I).Name;
  if (!isForWholeSubGroup(Name))
    return;
  IRBuilder<> B(&I);
  CallInst *Active = callFunction(B, reserved::SubGroupBallot, B.getInt64Ty(),
                                  {B.getInt32(1)});
  Active->addFnAttr(Attribute::NoMerge);
  Function *Callee = Active->getCalledFunction();
  Callee->setDoesNotAccessMemory();
  Callee->setDoesNotThrow();
  Callee->setConvergent();
  Callee->addFnAttr(Attribute::NoMerge);
  Value *Size = reserved::ask(B, reserved::SubGroupSize, B.getInt32Ty());
  ask(B,
      B.CreateICmpEQ(B.CreateUnaryIntrinsic(Intrinsic::ctpop, Active),
                     B.CreateZExt(Size, B.getInt64Ty())),
      abi::CheckValue::SubGroup, Name);
}

static void checkScope(CallInst &I) {
  // In clang's opencl-c-base.h.
  constexpr uint64_t Device = 2, AllSvmDevices = 3;
  const Builtin Its = builtinOf(I);
  if (!Its.Name.starts_with("atomic_") ||
      Its.Name == "atomic_work_item_fence" ||
      !Its.Parameters.ends_with("12memory_scope"))
    return;
  auto *Scope = dyn_cast<ConstantInt>(I.args().end()[-1]);
  if (!Scope || is_contained({Device, AllSvmDevices}, Scope->getZExtValue()))
    return;
  IRBuilder<> B(&I);
  callFunction(B, ScopeFunction, B.getVoidTy(), {B.getInt32(1)});
  B.SetInsertPoint(I.getNextNode());
  callFunction(B, ScopeFunction, B.getVoidTy(), {B.getInt32(0)});
}

/// The bits of \p Sampler, if the text of the program says them.
static std::optional<uint64_t> samplerBits(const Value *Sampler) {
  if (auto *Load = dyn_cast<LoadInst>(Sampler)) {
    const Value *Variable = Load->getPointerOperand();
    if (!isa<AllocaInst>(Variable))
      return std::nullopt;
    Sampler = nullptr;
    for (const User *U : Variable->users())
      if (auto *Store = dyn_cast<StoreInst>(U)) {
        if (Sampler)
          return std::nullopt;
        Sampler = Store->getValueOperand();
      }
  }
  auto *Call = dyn_cast_or_null<CallInst>(Sampler);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  if (!Callee || Callee->getName() != "__translate_sampler_initializer")
    return std::nullopt;
  auto *Bits = dyn_cast<ConstantInt>(Call->getArgOperand(0));
  return Bits ? std::optional(Bits->getZExtValue()) : std::nullopt;
}

namespace {

/// A call of read_image or write_image.
class ImageAccess {
public:
  explicit ImageAccess(CallInst &Call) : Call(Call) {}

  /// Whether it is one that must be inside.
  bool find();
  void ask();

private:
  Value *coordinates(IRBuilder<> &B) const;
  Value *size(IRBuilder<> &B, StringRef Query) const;

  CallInst &Call;
  StringRef Type; ///< "ocl_image2d_array_ro".
  bool HasSampler = false, HasFloats = false;
  unsigned Number = 1; ///< Of coordinates that are passed.
};

} // namespace

bool ImageAccess::find() {
  auto [Name, Rest] = builtinOf(Call);
  if (!Name.starts_with("read_image") && !Name.starts_with("write_image"))
    return false;
  Type = takeName(Rest);
  HasSampler = Rest.consume_front("11ocl_sampler");
  // Further ones are of mip maps.
  const unsigned Parameters = 2 + HasSampler + Name.starts_with("write");
  if (Type.contains("msaa") || Call.arg_size() != Parameters)
    return false;
  if (Rest.consume_front("Dv") &&
      (Rest.consumeInteger(10, Number) || !Rest.consume_front("_")))
    return false;
  HasFloats = Rest.starts_with("f");
  if (!HasSampler)
    return !HasFloats;
  constexpr uint64_t Normalized = 1, AddressingMode = 0xe, Linear = 0x20;
  const std::optional<uint64_t> Bits = samplerBits(Call.getArgOperand(1));
  return Bits && !(*Bits & AddressingMode) &&
         !(HasFloats && *Bits & (Normalized | Linear));
}

/// Integers: what is passed as something else has the same bits.
Value *ImageAccess::coordinates(IRBuilder<> &B) const {
  auto Of = [&](llvm::Type *Each) {
    return Number == 1 ? Each : FixedVectorType::get(Each, Number);
  };
  llvm::Type *Ints = Of(B.getInt32Ty());
  Value *Passed = Call.getArgOperand(HasSampler ? 2 : 1);
  if (!HasFloats)
    return B.CreateBitCast(Passed, Ints);
  Value *Floats = B.CreateBitCast(Passed, Of(B.getFloatTy()));
  return B.CreateIntrinsic(Intrinsic::fptosi_sat, {Ints, Floats->getType()},
                           {B.CreateUnaryIntrinsic(Intrinsic::floor, Floats)});
}

/// \param Query a function of OpenCL C.
Value *ImageAccess::size(IRBuilder<> &B, StringRef Query) const {
  Value *Image = Call.getArgOperand(0);
  llvm::Type *Result =
      Query == "get_image_array_size" ? B.getInt64Ty() : B.getInt32Ty();
  CallInst *Size = callFunction(
      B, ("_Z" + Twine(Query.size()) + Query + Twine(Type.size()) + Type).str(),
      Result, {Image});
  Size->setCallingConv(Call.getCallingConv());
  return B.CreateTrunc(Size, B.getInt32Ty());
}

void ImageAccess::ask() {
  IRBuilder<> B(&Call);
  SmallVector<StringRef, 3> Queries{"get_image_width"};
  if (Type.contains("2d") || Type.contains("3d"))
    Queries.push_back("get_image_height");
  if (Type.contains("3d"))
    Queries.push_back("get_image_depth");
  // Samplers leave none outside.
  if (Type.contains("array") && !HasSampler)
    Queries.push_back("get_image_array_size");
  Value *All = coordinates(B), *Good = B.getTrue();
  for (auto [I, Query] : enumerate(Queries)) {
    Value *Mine = Number == 1 ? All : B.CreateExtractElement(All, I);
    Value *Size = size(B, Query);
    Good = B.CreateAnd(Good, B.CreateICmpULT(Mine, Size));
  }
  StringRef Name;
  if (auto *Load = dyn_cast<LoadInst>(Call.getArgOperand(0))) {
    Name = Load->getPointerOperand()->getName();
    Name.consume_back(".addr");
  }
  ::ask(B, Good, abi::CheckValue::Texel, Name);
}

PreservedAnalyses CheckOperationsPass::run(Function &F,
                                           FunctionAnalysisManager &) {
  for (Instruction &I : instructions(F)) {
    checkDivision(I);
    auto *Call = dyn_cast<CallInst>(&I);
    if (!Call)
      continue;
    checkSubGroup(*Call);
    checkScope(*Call);
    if (ImageAccess Access(*Call); Access.find())
      Access.ask();
  }
  return PreservedAnalyses::none();
}

/// A load that changes a part of a vector, or that nobody looks at, is no use
/// of what was there before.
static bool isUse(const LoadInst &Load) {
  return any_of(Load.users(), [&](const User *U) {
    return !(isa<InsertElementInst>(U) && U->getOperand(0) == &Load) &&
           !isa<ShuffleVectorInst>(U);
  });
}

static void follow(AllocaInst &Variable) {
  SmallVector<LoadInst *, 8> Loads;
  for (User *U : Variable.users())
    if (auto *Load = dyn_cast<LoadInst>(U); Load && isUse(*Load))
      Loads.push_back(Load);
  if (Loads.empty())
    return;
  IRBuilder<> B(Variable.getNextNode());
  AllocaInst *IsSet = B.CreateAlloca(B.getInt1Ty());
  B.CreateStore(B.getFalse(), IsSet);
  for (User *U : make_early_inc_range(Variable.users())) {
    auto *I = cast<Instruction>(U);
    if (isa<StoreInst>(I)) {
      B.SetInsertPoint(I);
      B.CreateStore(B.getTrue(), IsSet);
    } else if (auto *Marker = dyn_cast<LifetimeIntrinsic>(I);
               Marker &&
               Marker->getIntrinsicID() == Intrinsic::lifetime_start) {
      B.SetInsertPoint(I);
      B.CreateStore(B.getFalse(), IsSet);
    }
  }
  for (LoadInst *Load : Loads) {
    B.SetInsertPoint(Load);
    ask(B, B.CreateLoad(B.getInt1Ty(), IsSet), abi::CheckValue::Initialised,
        Variable.getName());
  }
}

PreservedAnalyses CheckVariablesPass::run(Function &F,
                                          FunctionAnalysisManager &) {
  if (!F.getSubprogram())
    return PreservedAnalyses::all();
  SmallVector<AllocaInst *, 16> Variables;
  for (Instruction &I : F.getEntryBlock())
    if (auto *A = dyn_cast<AllocaInst>(&I); A && isAllocaPromotable(A))
      Variables.push_back(A);
  for (AllocaInst *A : Variables)
    follow(*A);
  return PreservedAnalyses::none();
}
