//===- CheckAccesses.cpp - Asks about what work-items do ------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/check/Passes.h"

#include "compiler/passes/Reserved.h"
#include "compiler/passes/check/CheckCalls.h"
#include "compiler/passes/check/Components.h"
#include "compiler/passes/check/PassedObjects.h"
#include "compiler/passes/check/PrivateChecks.h"
#include "compiler/passes/check/Sites.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstVisitor.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

#include <array>

using namespace llvm;
using namespace ferry;
using namespace ferry::compiler;

namespace {

class Asker : public InstVisitor<Asker> {
public:
  Asker(Module &M, SiteTable &Sites) : M(M), Sites(Sites), Passed(M, Sites) {}

  void run(Function &F);
  /// Says what \p Kernel is; after the last run().
  void describe(Function &Kernel);

  void visitAllocaInst(AllocaInst &Variable);
  void visitLoadInst(LoadInst &Load);
  void visitStoreInst(StoreInst &Store);
  void visitAtomicRMWInst(AtomicRMWInst &Change);
  void visitAtomicCmpXchgInst(AtomicCmpXchgInst &Exchange);
  void visitFenceInst(FenceInst &Fence);
  void visitMemIntrinsic(MemIntrinsic &Block);
  void visitIntrinsicInst(IntrinsicInst &) {}
  void visitCallInst(CallInst &Call);

private:
  using Use = PrivateChecks::Use;
  void askAtomic(Instruction &I, Value *Pointer, Type *Ty, Align A,
                 uint32_t What);
  void askValue(CallInst &Call);
  void arrive(CallInst &Call);
  void askCall(CallInst &Call);
  void access(Instruction &I, Use How, Value *Pointer, Value *Bytes, Align A);
  void readComponents(LoadInst &Load, const SmallBitVector &Which);
  void writeComponents(StoreInst &Store, const SmallBitVector &Which);
  std::array<Value *, 2> baseAndSite(IRBuilder<> &B, Instruction &I,
                                     Value *Pointer,
                                     const CheckedObject &Object);

  void use(const CheckedObject &Object, const Value *Pointer,
           const Instruction &I, uint32_t Uses);

  Module &M;
  SiteTable &Sites;
  const PassedObjects Passed;
  KernelUses Uses;
  PrivateChecks Private;
};

} // namespace

/// Whether \p Bytes at \p Pointer are inside of \p Object for certain.
static bool isInside(const Value *Pointer, const CheckedObject &Object,
                     uint64_t Bytes, const DataLayout &DL) {
  int64_t Offset;
  return Object.Bytes &&
         GetPointerBaseWithConstantOffset(Pointer, Offset, DL) == Object.Base &&
         uint64_t(Offset) <= Object.Bytes && Bytes <= Object.Bytes - Offset;
}

/// Notes what \p I does with \p Object.
void Asker::use(const CheckedObject &Object, const Value *Pointer,
                const Instruction &I, uint32_t What) {
  const unsigned Space = Pointer->getType()->getPointerAddressSpace();
  if (Object.Place == abi::CheckPlace::Argument)
    Uses.Arguments[{I.getFunction(), Object.Argument}] |= What;
  else if (Object.Place == abi::CheckPlace::Unknown && Space != LocalMemory &&
           Space != 0)
    Uses.Any |= What;
}

/// What is asked with about an access of \p I at \p Pointer, which leads into
/// \p Object, or into what the function was passed.
std::array<Value *, 2> Asker::baseAndSite(IRBuilder<> &B, Instruction &I,
                                          Value *Pointer,
                                          const CheckedObject &Object) {
  const PassedObjects::Passed Its = Passed.of(Pointer);
  if (!Its.Site)
    return {startOf(B, Object), B.getInt32(Sites.of(I, Object))};
  // The library's accesses are made for who calls it.
  if (I.getFunction()->getSubprogram())
    callCheck(B, "ferry_check_at", {B.getInt32(Sites.of(I))});
  return {Its.Base, Its.Site};
}

/// Asks about \p Bytes bytes, a number, at \p Pointer.
void Asker::access(Instruction &I, Use How, Value *Pointer, Value *Bytes,
                   Align A) {
  const CheckedObject Object = objectOf(Pointer, *I.getFunction());
  // Nobody writes constants, and no mistake is left to make.
  if (auto *Number = dyn_cast<ConstantInt>(Bytes);
      Number && Object.Place == abi::CheckPlace::Program &&
      cast<GlobalVariable>(Object.Base)->isConstant() &&
      isInside(Pointer, Object, Number->getZExtValue(), M.getDataLayout()))
    return;
  if (Private.follows(Object.Base))
    return Private.access(I, How, Pointer,
                          cast<ConstantInt>(Bytes)->getZExtValue(), A,
                          *cast<AllocaInst>(Object.Base), Sites.of(I, Object));
  const bool Writes = How == Use::Writes;
  use(Object, Pointer, I, Writes ? abi::CheckWrites : abi::CheckReads);
  IRBuilder<> B(&I);
  Value *Size = B.CreateOr(B.CreateZExtOrTrunc(Bytes, B.getInt64Ty()),
                           A.value() << abi::CheckedSizeBits);
  const auto [Base, Site] = baseAndSite(B, I, Pointer, Object);
  SmallVector<Value *, 5> Operands{flat(B, Pointer), Size, Base, Site};
  // LowerChecks says what is written.
  if (Writes)
    Operands.push_back(ConstantPointerNull::get(B.getPtrTy()));
  callCheck(B,
            Writes              ? "ferry_check_write"
            : How == Use::Reads ? "ferry_check_read"
                                : "ferry_check_read_block",
            Operands, B.getPtrTy());
}

/// Calls \p F with the first and the number of components side by side, for all
/// of \p Which.
static void forEachRange(const SmallBitVector &Which,
                         function_ref<void(unsigned First, unsigned Count)> F) {
  for (int First = Which.find_first(); First >= 0;) {
    int End = First;
    while (End < int(Which.size()) && Which.test(End))
      ++End;
    F(unsigned(First), unsigned(End - First));
    First = End < int(Which.size()) ? Which.find_next(End) : -1;
  }
}

/// Asks about components of what \p Load reads, those side by side at once.
void Asker::readComponents(LoadInst &Load, const SmallBitVector &Which) {
  const uint64_t Each =
      M.getDataLayout().getTypeStoreSize(Load.getType()->getScalarType());
  forEachRange(Which, [&](unsigned First, unsigned Count) {
    IRBuilder<> B(&Load);
    access(Load, Use::Reads,
           B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Load.getPointerOperand(),
                                        First * Each),
           B.getInt64(Count * Each),
           commonAlignment(Load.getAlign(), First * Each));
  });
}

/// Writes only the components of \p Store that it changes, and asks about them.
/// What the others are need not be read then.
void Asker::writeComponents(StoreInst &Store, const SmallBitVector &Which) {
  Value *Stored = Store.getValueOperand();
  Type *Ty = Stored->getType()->getScalarType();
  const uint64_t Each = M.getDataLayout().getTypeStoreSize(Ty);
  forEachRange(Which, [&](unsigned First, unsigned Count) {
    IRBuilder<> B(&Store);
    Value *Part = component(B, Stored, First);
    if (Count != 1) {
      Part = B.CreateInsertElement(
          PoisonValue::get(FixedVectorType::get(Ty, Count)), Part, uint64_t(0));
      for (unsigned I = 1; I != Count; ++I)
        Part = B.CreateInsertElement(Part, component(B, Stored, First + I), I);
    }
    Value *Start = B.CreateConstInBoundsGEP1_64(
        B.getInt8Ty(), Store.getPointerOperand(), First * Each);
    const Align A = commonAlignment(Store.getAlign(), First * Each);
    StoreInst *New =
        B.CreateAlignedStore(Part, Start, Align(1), Store.isVolatile());
    access(*New, Use::Writes, Start, B.getInt64(Count * Each), A);
  });
  Store.eraseFromParent();
  RecursivelyDeleteTriviallyDeadInstructions(Stored);
}

/// Volatile accesses to global memory are the atomics of old programs.
static bool isLikeAtomic(const Instruction &I, const Value *Pointer) {
  return I.isAtomic() ||
         (I.isVolatile() &&
          Pointer->getType()->getPointerAddressSpace() == GlobalMemory);
}

/// What an atomic access or a fence orders, in bits of abi::CheckAtomic. (A
/// consuming one acquires here.)
static uint32_t orderOf(AtomicOrdering Order) {
  return (isAcquireOrStronger(Order) ? uint32_t(abi::CheckAtomicAcquires) : 0) |
         (isReleaseOrStronger(Order) ? uint32_t(abi::CheckAtomicReleases) : 0);
}

void Asker::askAtomic(Instruction &I, Value *Pointer, Type *Ty, Align A,
                      uint32_t What) {
  const CheckedObject Object = objectOf(Pointer, *I.getFunction());
  use(Object, Pointer, I,
      abi::CheckReads |
          (What & abi::CheckAtomicWrites ? uint32_t(abi::CheckWrites) : 0));
  IRBuilder<> B(&I);
  const auto [Base, Site] = baseAndSite(B, I, Pointer, Object);
  callCheck(B, "ferry_check_atomic",
            {flat(B, Pointer),
             B.getInt64(M.getDataLayout().getTypeStoreSize(Ty) |
                        A.value() << abi::CheckedSizeBits),
             Base, Site, B.getInt32(What)},
            B.getPtrTy());
}

void Asker::visitAtomicRMWInst(AtomicRMWInst &Change) {
  uint32_t What = abi::CheckAtomicWrites | orderOf(Change.getOrdering());
  if (Change.getOperation() != AtomicRMWInst::Xchg)
    What |= abi::CheckAtomicChanges;
  askAtomic(Change, Change.getPointerOperand(), Change.getType(),
            Change.getAlign(), What);
}

/// One that fails has read, and nothing else.
void Asker::visitAtomicCmpXchgInst(AtomicCmpXchgInst &Exchange) {
  Value *Pointer = Exchange.getPointerOperand();
  Type *Ty = Exchange.getCompareOperand()->getType();
  askAtomic(Exchange, Pointer, Ty, Exchange.getAlign(),
            orderOf(Exchange.getFailureOrdering()));
  Instruction *Next = Exchange.getNextNode();
  Value *Succeeded = IRBuilder<>(Next).CreateExtractValue(&Exchange, 1);
  Instruction *Then = SplitBlockAndInsertIfThen(Succeeded, Next, false);
  Then->setDebugLoc(Exchange.getDebugLoc());
  askAtomic(*Then, Pointer, Ty, Exchange.getAlign(),
            abi::CheckAtomicWrites | orderOf(Exchange.getSuccessOrdering()));
}

void Asker::visitFenceInst(FenceInst &Fence) {
  IRBuilder<> B(&Fence);
  callCheck(B, "ferry_check_fence", {B.getInt32(orderOf(Fence.getOrdering()))});
}

void Asker::visitLoadInst(LoadInst &Load) {
  Value *Pointer = Load.getPointerOperand();
  if (isLikeAtomic(Load, Pointer))
    askAtomic(Load, Pointer, Load.getType(), Load.getAlign(),
              orderOf(Load.getOrdering()));
  else if (SmallBitVector Which = componentsRead(Load); Which.any())
    readComponents(Load, Which);
  // What has been reported does not end the program.
  if (!Load.isAtomic())
    Load.setAlignment(Align(1));
}

void Asker::visitStoreInst(StoreInst &Store) {
  Value *Pointer = Store.getPointerOperand();
  Type *Ty = Store.getValueOperand()->getType();
  if (isLikeAtomic(Store, Pointer))
    askAtomic(Store, Pointer, Ty, Store.getAlign(),
              abi::CheckAtomicWrites | orderOf(Store.getOrdering()));
  else if (const SmallBitVector Which = componentsWritten(Store); !Which.all())
    return writeComponents(Store, Which);
  else
    access(Store, Use::Writes, Pointer,
           ConstantInt::get(Type::getInt64Ty(M.getContext()),
                            M.getDataLayout().getTypeStoreSize(Ty)),
           Store.getAlign());
  if (!Store.isAtomic())
    Store.setAlignment(Align(1));
}

void Asker::visitMemIntrinsic(MemIntrinsic &Block) {
  if (auto *Move = dyn_cast<MemTransferInst>(&Block))
    access(Block, Use::ReadsBlock, Move->getRawSource(), Move->getLength(),
           Move->getSourceAlign().valueOrOne());
  access(Block, Use::Writes, Block.getRawDest(), Block.getLength(),
         Block.getDestAlign().valueOrOne());
}

/// Replaces what CheckValues has left.
void Asker::askValue(CallInst &Call) {
  auto *Good = Call.getArgOperand(0);
  auto *Known = dyn_cast<ConstantInt>(Good);
  if (!Known || Known->isZero()) {
    IRBuilder<> B(&Call);
    auto *Name = cast<GlobalVariable>(Call.getArgOperand(2));
    const StringRef Text =
        cast<ConstantDataArray>(Name->getInitializer())->getAsCString();
    callCheck(B, "ferry_check_value",
              {B.CreateZExt(Good, B.getInt32Ty()), Call.getArgOperand(1),
               B.getInt32(Sites.of(Call, {.Name = Text, .Base = Name}))});
  }
  Call.eraseFromParent();
}

/// The variable, one event, that \p Copy's event is stored to, or "".
static StringRef eventVariable(const CallInst &Copy) {
  for (const User *U : Copy.users())
    if (auto *Store = dyn_cast<StoreInst>(U))
      if (auto *A = dyn_cast<AllocaInst>(Store->getPointerOperand());
          A && A->getAllocatedType() == Copy.getType())
        return sourceName(*A);
  return "";
}

void Asker::arrive(CallInst &Call) {
  IRBuilder<> B(&Call);
  const StringRef Name = reserved::calleeName(&Call);
  auto Operand = [&](unsigned I) { return Call.getArgOperand(I); };
  unsigned Site;
  if (Name == reserved::AsyncCopy) {
    const CheckedObject Dst = objectOf(Operand(0), *Call.getFunction()),
                        Src = objectOf(Operand(1), *Call.getFunction());
    use(Dst, Operand(0), Call, abi::CheckWrites);
    use(Src, Operand(1), Call, abi::CheckReads);
    Site = Sites.append(Call, Dst, eventVariable(Call));
    Sites.append(Call, Src);
    callCheck(B, "ferry_check_arrive_copy",
              {B.getInt32(Site), flat(B, Operand(0)), flat(B, Operand(1)),
               Operand(2), Operand(3), Operand(4), Operand(5), Operand(6),
               Operand(7), Operand(8), asNumber(B, Operand(10)),
               startOf(B, Dst), startOf(B, Src)});
  } else {
    Site = Sites.append(Call, {});
    if (Name == reserved::WaitEvent)
      callCheck(B, "ferry_check_arrive_wait",
                {B.getInt32(Site), asNumber(B, Operand(0))});
    else
      callCheck(B, "ferry_check_arrive", {B.getInt32(Site)});
  }
  Call.setMetadata(
      reserved::CheckSite,
      MDNode::get(M.getContext(), ConstantAsMetadata::get(B.getInt32(Site))));
}

void Asker::askCall(CallInst &Call) {
  if (const Function *Callee = definedCallee(Call)) {
    // What the library does there has no site of its own.
    if (!Callee->getSubprogram() && Call.getDebugLoc()) {
      IRBuilder<> B(&Call);
      callCheck(B, "ferry_check_at", {B.getInt32(Sites.of(Call))});
    }
    return;
  }
  // What has no code here tells nobody what it stores.
  for (Value *Operand : Call.args())
    if (Operand->getType()->isPointerTy()) {
      const CheckedObject Object = objectOf(Operand, *Call.getFunction());
      if (Object.Place == abi::CheckPlace::Private)
        access(Call, Use::Writes, Object.Base,
               ConstantInt::get(Type::getInt64Ty(M.getContext()), Object.Bytes),
               Align(1));
    }
}

/// Says that nothing has been stored to \p Variable, where it begins to live.
void Asker::visitAllocaInst(AllocaInst &Variable) {
  const uint64_t Bytes =
      M.getDataLayout().getTypeAllocSize(Variable.getAllocatedType());
  IRBuilder<> B(M.getContext());
  SmallVector<Instruction *, 4> Starts;
  for (User *U : Variable.users())
    if (auto *Marker = dyn_cast<LifetimeIntrinsic>(U);
        Marker && Marker->getIntrinsicID() == Intrinsic::lifetime_start)
      Starts.push_back(Marker->getNextNode());
  if (Starts.empty())
    Starts.push_back(&*Variable.getFunction()
                           ->getEntryBlock()
                           .getFirstNonPHIOrDbgOrAlloca());
  // What has no name is Clang's.
  if (!Variable.hasName())
    Starts.clear();
  if (Private.follow(Variable, Starts))
    return;
  for (Instruction *Start : Starts) {
    B.SetInsertPoint(Start);
    callCheck(B, "ferry_check_variable",
              {flat(B, &Variable), B.getInt64(Bytes)});
  }
}

void Asker::visitCallInst(CallInst &Call) {
  const StringRef Name = reserved::calleeName(&Call);
  if (Name == reserved::CheckValue)
    askValue(Call);
  else if (Name == ScopeFunction)
    Call.setCalledFunction(
        M.getOrInsertFunction("ferry_check_scope", Call.getFunctionType()));
  else if (reserved::isSynchronisation(&Call))
    arrive(Call);
  else if (Name.empty())
    askCall(Call);
}

void Asker::run(Function &F) {
  SmallVector<Instruction *, 64> All;
  for (Instruction &I : instructions(F))
    All.push_back(&I);
  for (Instruction *I : All)
    if (isa<AllocaInst>(I) || !I->hasMetadata(LLVMContext::MD_nosanitize))
      visit(*I);
}

void Asker::describe(Function &Kernel) {
  Kernel.addFnAttr(reserved::CheckedAttr);
  IRBuilder<> B(&*Kernel.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  callCheck(B, reserved::CheckKernel, {Sites.describe(Kernel, Uses)});
}

PreservedAnalyses CheckAccessesPass::run(Module &M, ModuleAnalysisManager &) {
  SiteTable Sites(M);
  Asker A(M, Sites);
  for (Function &F : M)
    if (!F.isDeclaration())
      A.run(F);
  for (Function *Kernel : kernels(M))
    A.describe(*Kernel);
  return PreservedAnalyses::none();
}
