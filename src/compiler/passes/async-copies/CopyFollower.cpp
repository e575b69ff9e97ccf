//===- CopyFollower.cpp - The ways from an async copy ---------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/async-copies/CopyFollower.h"

#include "compiler/passes/Reserved.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace ferry;
using namespace ferry::compiler;

/// Iterations of the loops around a copy that are told apart, of the innermost
/// first.
static constexpr unsigned MaxIterations[] = {4, 4, 2};
/// Instructions that are looked at for the copies of a kernel, in all.
static constexpr unsigned MaxSteps = 400'000;

static const Value *eventOf(const CallBase &Copy) {
  return Copy.getArgOperand(Copy.arg_size() - 1);
}

unsigned CopyFollower::nodeOf(const BasicBlock *Block,
                              const Iteration &At) const {
  unsigned Number = 0;
  for (auto [Count, Limit] : zip(At, Limits))
    Number = Number * (Limit + 1) + Count;
  return Number * unsigned(Blocks.size()) + Numbers.lookup(Block);
}

CopyFollower::Iteration CopyFollower::iterationOf(unsigned Node) const {
  Iteration At(Limits.size());
  unsigned Number = Node / unsigned(Blocks.size());
  for (unsigned I = unsigned(Limits.size()); I-- != 0;) {
    At[I] = Number % (Limits[I] + 1);
    Number /= Limits[I] + 1;
  }
  return At;
}

/// What the loop counters at the copy are less than: where a loop ends when one
/// is equal to a number, it has come there by steps of one.
void CopyFollower::limitCounters(PathState &S) {
  for (const Loop *L : Around)
    for (PHINode &Phi : L->getHeader()->phis()) {
      auto *Counter = A.SE.isSCEVable(Phi.getType())
                          ? dyn_cast<SCEVAddRecExpr>(A.SE.getSCEV(&Phi))
                          : nullptr;
      auto *Branch = dyn_cast<BranchInst>(L->getHeader()->getTerminator());
      if (!Counter || Counter->getLoop() != L || !Branch ||
          !Branch->isConditional() || Copy->getParent() == L->getHeader() ||
          !Counter->getStepRecurrence(A.SE)->isOne() ||
          !L->isLoopExiting(L->getHeader()))
        continue;
      auto *Test = dyn_cast<ICmpInst>(Branch->getCondition());
      if (!Test || !Test->isEquality() || Test->getOperand(0) != &Phi ||
          !L->isLoopInvariant(Test->getOperand(1)))
        continue;
      S.NotPositive.push_back(X.add(
          X.subtract(Values.atStart(&Phi), Values.atStart(Test->getOperand(1))),
          X.constant(1)));
    }
}

CopyVerdict CopyFollower::run() {
  for (const Loop *L = A.LI.getLoopFor(Copy->getParent()); L;
       L = L->getParentLoop()) {
    const size_t Depth = Around.size();
    Around.push_back(L);
    Limits.push_back(Depth < std::size(MaxIterations) ? MaxIterations[Depth]
                                                      : 0);
  }
  std::reverse(Around.begin(), Around.end());
  std::reverse(Limits.begin(), Limits.end());
  for (const BasicBlock *Block : A.Order) {
    Numbers[Block] = unsigned(Blocks.size());
    Blocks.push_back(Block);
  }
  Verdict.Copy = Copy;
  Verdict.When = abi::CopyEarly;
  Event = X.leaf(Copy, ~0u, {});
  PathState S;
  // What brought the kernel here.
  const BasicBlock *Here = Copy->getParent();
  for (DomTreeNode *N = A.DT.getNode(Here)->getIDom(); N; N = N->getIDom())
    if (auto *Branch = dyn_cast<BranchInst>(N->getBlock()->getTerminator());
        Branch && Branch->isConditional() &&
        Branch->getSuccessor(0) != Branch->getSuccessor(1))
      for (unsigned I = 0; I != 2; ++I)
        if (A.DT.dominates(
                BasicBlockEdge(N->getBlock(), Branch->getSuccessor(I)), Here))
          if (!Values.assume(S, Values.atStart(Branch->getCondition()), I == 0))
            break;
  limitCounters(S);
  Touches.begin();
  S.Values[Copy] = Event;
  if (!follow(std::move(S), std::next(Copy->getIterator()),
              nodeOf(Here, Iteration(Limits.size()))))
    return Verdict;
  while (!Queue.empty()) {
    const unsigned Number = *Queue.begin();
    Queue.erase(Queue.begin());
    const BasicBlock *Block = blockOf(Number);
    if (!follow(States[Number], Block->getFirstNonPHIIt(), Number))
      return Verdict;
  }
  Verdict.When = Touches.needsApart() ? abi::CopyAsyncIfApart : abi::CopyAsync;
  return Verdict;
}

/// Follows the rest of a block. \returns false if the copy is early.
bool CopyFollower::follow(PathState S, BasicBlock::const_iterator From,
                          unsigned Node) {
  const BasicBlock *Block = blockOf(Node);
  const unsigned Time = timeOf(Node);
  for (const Instruction &I : make_range(From, Block->end())) {
    Verdict.Before = &I;
    if (++Steps > MaxSteps) {
      Verdict.Before = nullptr;
      Verdict.Reason = "the kernel is too large to be followed";
      return false;
    }
    if (isa<DbgInfoIntrinsic, LifetimeIntrinsic, AssumeInst>(I) ||
        I.isTerminator())
      continue;
    if (reserved::isSynchronisation(&I)) {
      if (passSynchronisation(I, S, Time))
        return true;
      continue;
    }
    if (I.mayReadOrWriteMemory()) {
      if (Touches.touches(I, S)) {
        Verdict.Reason = "touched before its wait";
        return false;
      }
      Touches.storeEvents(I, S, Event);
    }
    if (auto *Load = dyn_cast<LoadInst>(&I))
      S.Values[&I] =
          Touches.loadEvent(*Load, S, Event, Values.unknown(&I, Time));
    else if (!I.getType()->isVoidTy())
      S.Values[&I] = Values.compute(I, S, Time);
  }
  leave(Block, std::move(S), iterationOf(Node));
  return true;
}

/// \returns true if the kernel has waited for the copy.
bool CopyFollower::passSynchronisation(const Instruction &I, PathState &S,
                                       unsigned Time) {
  const StringRef Name = reserved::calleeName(&I);
  if (Name == reserved::WaitEvent)
    return passWait(S, Values.get(I.getOperand(0), S));
  if (Name == reserved::CopyFence) {
    S.Fenced = true;
  } else if (Name == reserved::AsyncCopy) {
    const bool IsSame =
        S.Fenced || Values.get(eventOf(cast<CallBase>(I)), S) == Event;
    S.Values[&I] = IsSame ? Event : Values.unknown(&I, Time);
  }
  return false;
}

/// Likewise. If bits say whether it has, it goes on with their other values
/// only.
bool CopyFollower::passWait(PathState &S, Expression Waited) {
  Waited = X.substitute(Waited, S.Known);
  if (Waited == Event)
    return true;
  const auto Bit =
      X.decidingBit(Waited, [&](Expression Here) { return Here == Event; });
  if (!Bit)
    return false;
  S.Known[Bit->first] = 1 - Bit->second;
  return passWait(S, Waited);
}

void CopyFollower::leave(const BasicBlock *Block, PathState S,
                         const Iteration &At) {
  const Instruction *End = Block->getTerminator();
  auto *Branch = dyn_cast<BranchInst>(End);
  auto *Switch = dyn_cast<SwitchInst>(End);
  SmallPtrSet<const BasicBlock *, 4> Seen;
  for (const BasicBlock *Next : successors(Block)) {
    if (!Seen.insert(Next).second)
      continue;
    PathState Then = S;
    if (Branch && Branch->isConditional() &&
        Branch->getSuccessor(0) != Branch->getSuccessor(1) &&
        !Values.assume(Then, Values.get(Branch->getCondition(), S),
                       Next == Branch->getSuccessor(0)))
      continue;
    if (const ConstantInt *Case =
            Switch ? const_cast<SwitchInst *>(Switch)->findCaseDest(
                         const_cast<BasicBlock *>(Next))
                   : nullptr;
        Case && Next != Switch->getDefaultDest() &&
        !Values.assume(Then,
                       Values.compare(CmpInst::ICMP_EQ,
                                      Values.get(Switch->getCondition(), S),
                                      Values.atStart(Case)),
                       true))
      continue;
    if (waitsForAll(Block, Next, Then))
      continue;
    enter(Block, Next, std::move(Then), At);
  }
}

void CopyFollower::enter(const BasicBlock *From, const BasicBlock *To,
                         PathState S, Iteration At) {
  const Loop *L = A.LI.getLoopFor(To);
  const bool IsBack = L && L->getHeader() == To && L->contains(From);
  bool IsSame = IsBack;
  for (auto [Index, Each] : enumerate(Around)) {
    if (!Each->contains(To)) {
      At[Index] = 0;
    } else if (IsBack && Each == L) {
      IsSame = At[Index] == Limits[Index];
      At[Index] = std::min(At[Index] + 1, Limits[Index]);
      std::fill(At.begin() + Index + 1, At.end(), 0);
    }
  }
  const unsigned Number = nodeOf(To, At);
  SmallVector<std::pair<const PHINode *, Expression>, 8> Phis;
  for (const PHINode &Phi : To->phis())
    Phis.push_back({&Phi, Values.get(Phi.getIncomingValueForBlock(From), S)});
  for (auto [Phi, Value] : Phis)
    S.Values[Phi] = Value;
  if (IsSame)
    forgetLoop(S, L, At);
  auto [Known, IsNew] = States.try_emplace(Number, std::move(S));
  if (IsNew || merge(Known->second, S, Number, IsBack))
    Queue.insert(Number);
}

/// What \p L computes will be computed again, in the same iterations of those
/// loops that are told apart.
void CopyFollower::forgetLoop(PathState &S, const Loop *L,
                              const Iteration &At) {
  const BasicBlock *Header = L->getHeader();
  // The iterations of loops in this one do not matter.
  size_t Depth = 0;
  while (Depth != Around.size() && Around[Depth]->contains(Header))
    ++Depth;
  auto IsStale = [&](const Atom &Leaf) {
    auto *I = dyn_cast<Instruction>(Leaf.V);
    if (!I || !L->contains(I) || Leaf.Time == 0 || Leaf.Time == ~0u)
      return false;
    const Iteration Its = iterationOf(Leaf.Time - 1);
    return std::equal(At.begin(), At.begin() + Depth, Its.begin());
  };
  for (auto &[V, E] : make_early_inc_range(S.Values)) {
    auto *I = cast<Instruction>(V);
    // What phis hold is merged with what they held before.
    if (L->contains(I) && !(isa<PHINode>(I) && I->getParent() == Header))
      S.Values.erase(V);
  }
  erase_if(S.Events,
           [&](auto &Place) { return X.mentions(Place.second, IsStale); });
  erase_if(S.NotPositive, [&](Expression E) { return X.mentions(E, IsStale); });
  std::erase_if(S.Known,
                [&](auto &Bit) { return X.mentions(Bit.first, IsStale); });
}

/// Whether \p V is a phi of the loop that begins with \p Header which grows.
bool CopyFollower::countsUp(const Value *V, const BasicBlock *Header) const {
  auto *Phi = dyn_cast<PHINode>(V);
  if (!Phi || Phi->getParent() != Header || !Phi->getType()->isIntegerTy())
    return false;
  auto *Counter =
      dyn_cast<SCEVAddRecExpr>(A.SE.getSCEV(const_cast<PHINode *>(Phi)));
  return Counter && Counter->isAffine() && Counter->hasNoSignedWrap() &&
         A.SE.isKnownNonNegative(Counter->getStepRecurrence(A.SE));
}

/// \returns true if \p Into has changed.
bool CopyFollower::merge(PathState &Into, const PathState &From, unsigned Node,
                         bool IsBack) {
  bool Changed = false;
  // Null for what is not known there.
  auto In = [&](const PathState &S, const Value *V) -> Expression {
    if (auto It = S.Values.find(V); It != S.Values.end())
      return It->second;
    return A.DT.dominates(cast<Instruction>(V), Copy) ? Values.atStart(V)
                                                      : nullptr;
  };
  auto Unite = [&](const Value *V, Expression Mine, Expression Other) {
    if (Mine == Other)
      return Mine;
    Expression Unknown = Values.unknown(V, timeOf(Node));
    // A counter never comes below where it began.
    if (IsBack && countsUp(V, blockOf(Node))) {
      Expression Turns = Values.offsetOf(V, timeOf(Node), {0, Bounds::Far});
      return Mine->count(Turns->begin()->first) ? Mine : X.add(Mine, Turns);
    }
    if (V->getType()->isPointerTy()) {
      // Somewhere in the same object.
      Expression Offset = Values.offsetOf(V, timeOf(Node));
      Expression Between = X.subtract(Other, Mine);
      if (Touches.objectsIn(Between).empty() && Mine != Event &&
          !Touches.objectsIn(Mine).empty()) {
        // It was made so before.
        if (Mine->count(Offset->begin()->first))
          return Mine;
        return X.add(Mine, Offset);
      }
    }
    return Unknown;
  };
  SmallVector<const Value *, 64> All(make_first_range(Into.Values));
  for (const Value *V : make_first_range(From.Values))
    if (!Into.Values.contains(V))
      All.push_back(V);
  for (const Value *V : All) {
    Expression Mine = In(Into, V), Other = In(From, V);
    Expression Both = Mine && Other ? Unite(V, Mine, Other) : nullptr;
    if (Both == Mine)
      continue;
    Changed = true;
    if (Both)
      Into.Values[V] = Both;
    else
      Into.Values.erase(V);
  }
  const size_t Before =
      Into.Events.size() + Into.NotPositive.size() + Into.Known.size();
  erase_if(Into.Events,
           [&](auto &Place) { return !is_contained(From.Events, Place); });
  erase_if(Into.NotPositive,
           [&](Expression E) { return !is_contained(From.NotPositive, E); });
  std::erase_if(Into.Known, [&](auto &Bit) {
    auto It = From.Known.find(Bit.first);
    return It == From.Known.end() || It->second != Bit.second;
  });
  Changed |= Before !=
             Into.Events.size() + Into.NotPositive.size() + Into.Known.size();
  Changed |= Into.Fenced && !From.Fenced;
  Into.Fenced &= From.Fenced;
  return Changed;
}

/// Whether the way from \p From to \p To is that out of a loop that has waited
/// for all events in a part of an array, that of the copy among them, as
/// wait_group_events does.
bool CopyFollower::waitsForAll(const BasicBlock *From, const BasicBlock *To,
                               const PathState &S) {
  const Loop *L = A.LI.getLoopFor(From);
  const BasicBlock *Latch = L ? L->getLoopLatch() : nullptr;
  if (!Latch || L->contains(To) || L->contains(Copy->getParent()) ||
      S.Events.empty())
    return false;
  const SCEV *Turns = A.SE.getExitCount(L, From);
  if (isa<SCEVCouldNotCompute>(Turns))
    return false;
  for (const BasicBlock *Block : L->blocks())
    for (const Instruction &I : *Block) {
      auto *Load = reserved::calleeName(&I) == reserved::WaitEvent
                       ? dyn_cast<LoadInst>(I.getOperand(0))
                       : nullptr;
      if (!Load || !A.DT.dominates(Block, Latch))
        continue;
      auto *Place =
          dyn_cast<SCEVAddRecExpr>(A.SE.getSCEV(Load->getPointerOperand()));
      auto *Step = Place && Place->getLoop() == L
                       ? dyn_cast<SCEVConstant>(Place->getStepRecurrence(A.SE))
                       : nullptr;
      Expression First = Step ? Values.atLeast(Place->getStart(), S) : nullptr;
      Expression Count = Values.atLeast(Turns, S);
      if (!First || !Count || Step->getAPInt() != EventBytes)
        continue;
      if (A.DT.dominates(Block, From))
        Count = X.add(Count, X.constant(1));
      if (any_of(S.Events, [&](auto &Event) {
            Expression D = X.subtract(
                X.add(X.leaf(Event.first, 0, {}), Event.second), First);
            return X.inAllCases(D, S.Known, [&](Expression Here) {
              Expression Behind = X.add(Here, X.constant(EventBytes));
              return Values.most(X.subtract(X.constant(0), Here), S) <= 0 &&
                     Values.most(X.add(Behind, Count, -EventBytes), S) <= 0;
            });
          }))
        return true;
    }
  return false;
}
