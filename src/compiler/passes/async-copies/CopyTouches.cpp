//===- CopyTouches.cpp - What touches an async copy -----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/async-copies/CopyTouches.h"

#include "compiler/passes/Reserved.h"

#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace ferry::compiler;

/// Clang's number for what may be anything.
static constexpr unsigned GenericMemory = 4;

/// Whether \p V, a pointer, may lead to private memory.
static bool mayBePrivate(const Value *V) {
  const unsigned Space = V->getType()->getPointerAddressSpace();
  return Space == PrivateMemory || Space == GenericMemory;
}

void CopyTouches::begin() {
  auto At = [&](unsigned Operand) {
    return Values.atStart(Copy->getArgOperand(Operand));
  };
  // Operands of __ferry_async_copy: dst, src, line bytes, lines, the steps of
  // their lines, planes, and the steps of those.
  auto Extent = [&](unsigned LineStep, unsigned PlaneStep) -> Expression {
    Expression One = X.constant(1);
    Expression Lines = X.multiply(X.subtract(At(3), One), At(LineStep));
    Expression Planes = X.multiply(X.subtract(At(6), One), At(PlaneStep));
    return Lines && Planes ? X.add(At(2), X.add(Lines, Planes)) : nullptr;
  };
  To = {At(0), Extent(4, 7)};
  From = {At(1), Extent(5, 8)};
}

SmallVector<const Value *, 2> CopyTouches::objectsIn(Expression E) const {
  SmallVector<const Value *, 2> Found;
  for (const auto &[M, Coefficient] : *E)
    for (unsigned Number : M)
      if (const Value *V = X.atom(Number).V;
          V && V->getType()->isPointerTy() && !is_contained(Found, V))
        Found.push_back(V);
  return Found;
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

/// Whether other groups may look at global memory once \p I has been executed.
static bool tellsOthers(const Instruction &I) {
  if (auto *Fence = dyn_cast<FenceInst>(&I))
    return Fence->getOrdering() == AtomicOrdering::SequentiallyConsistent;
  return I.isAtomic() || I.isVolatile();
}

bool CopyTouches::touches(const Instruction &I, const PathState &S) {
  if (auto *Call = dyn_cast<CallBase>(&I))
    return callTouches(*Call, S);
  const std::optional<MemoryLocation> At = MemoryLocation::getOrNone(&I);
  if (tellsOthers(I)) {
    const bool IsToLocal =
        match(Copy->getArgOperand(9), PatternMatch::m_SpecificInt(1));
    const bool IsLocal =
        At && all_of(objectsIn(Values.get(At->Ptr, S)), [](const Value *V) {
          return V->getType()->getPointerAddressSpace() == LocalMemory ||
                 isa<AllocaInst>(V);
        });
    if (!IsToLocal && !IsLocal)
      return true;
  }
  if (isa<FenceInst>(I))
    return false;
  return !At || !At->Size.hasValue() ||
         touchesAt(At->Ptr, X.constant(At->Size.getValue()),
                   I.mayWriteToMemory(), S);
}

bool CopyTouches::callTouches(const CallBase &Call, const PathState &S) {
  if (auto *Memory = dyn_cast<MemIntrinsic>(&Call)) {
    Expression Bytes = Values.get(Memory->getLength(), S);
    if (touchesAt(Memory->getRawDest(), Bytes, /*Writes=*/true, S))
      return true;
    auto *Transfer = dyn_cast<MemTransferInst>(Memory);
    return Transfer &&
           touchesAt(Transfer->getRawSource(), Bytes, /*Writes=*/false, S);
  }
  if (Call.onlyAccessesInaccessibleMemory())
    return false;
  const Function *Callee = Call.getCalledFunction();
  const bool IsPrintf = Callee && Callee->getName() == "ferry_printf";
  if (!Call.onlyAccessesArgMemory() && !IsPrintf)
    return true;
  for (const auto &[Index, U] : enumerate(Call.args()))
    if (U->getType()->isPointerTy() &&
        touchesAt(U, nullptr, !IsPrintf && !Call.onlyReadsMemory(Index), S))
      return true;
  return false;
}

/// \param Bytes null if they are not known.
bool CopyTouches::touchesAt(const Value *Pointer, Expression Bytes, bool Writes,
                            const PathState &S) {
  Expression Begin = Values.get(Pointer, S);
  return overlaps(Begin, Bytes, To, S) ||
         (Writes && overlaps(Begin, Bytes, From, S));
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

bool CopyTouches::areApart(const Value *A, const Value *B) {
  if (isa<AllocaInst>(A) || isa<AllocaInst>(B))
    return A != B;
  auto SpaceOf = [](const Value *V) {
    const unsigned Space = V->getType()->getPointerAddressSpace();
    return Space == ConstantMemory ? GlobalMemory : Space;
  };
  if (mayBePrivate(A) || mayBePrivate(B))
    return false;
  if (SpaceOf(A) != SpaceOf(B))
    return true;
  if (A == B || !isa<Argument, GlobalVariable>(A) ||
      !isa<Argument, GlobalVariable>(B))
    return false;
  NeedsApart |=
      SpaceOf(A) == GlobalMemory && isa<Argument>(A) && isa<Argument>(B);
  return true;
}

bool CopyTouches::overlaps(Expression Begin, Expression Bytes, const Side &Of,
                           const PathState &S) {
  SmallVector<const Value *, 2> Mine = objectsIn(Begin);
  SmallVector<const Value *, 2> Its = objectsIn(Of.Begin);
  // The quick answer.
  if (!Mine.empty() && !Its.empty() && all_of(Mine, [&](const Value *A) {
        return all_of(Its, [&](const Value *B) { return areApart(A, B); });
      }))
    return false;
  Expression Distance = X.subtract(Begin, Of.Begin);
  std::set<unsigned> Turns;
  X.collectResidues(Distance, Turns);
  auto IsApart = [&](const Residues &Case) {
    Expression D = X.substitute(Distance, Case);
    SmallVector<const Value *, 2> Objects = objectsIn(D);
    if (!Objects.empty()) {
      Expression A = X.substitute(Begin, Case);
      Expression B = X.substitute(Of.Begin, Case);
      Mine = objectsIn(A);
      Its = objectsIn(B);
      return Mine.size() == 1 && Its.size() == 1 && areApart(Mine[0], Its[0]);
    }
    PathState Here = S;
    Here.Known = Case;
    if (Of.Bytes && Bytes) {
      Expression CopyBytes = X.substitute(Of.Bytes, Case);
      Expression MyBytes = X.substitute(Bytes, Case);
      if (Values.most(X.subtract(CopyBytes, D), Here) <= 0 ||
          Values.most(X.add(D, MyBytes), Here) <= 0)
        return true;
      if (!Turns.empty() && isBelowPart(D, CopyBytes, Here))
        return true;
    }
    if (Turns.empty() || Mine.size() != 1)
      return false;
    // A copy of a known size would have been told apart above.
    if (Of.Bytes && X.number(Of.Bytes))
      return false;
    return areOtherElements(X.substitute(Begin, Case),
                            X.substitute(Of.Begin, Case), Mine[0]);
  };
  return !X.forEachCase({Distance, Of.Bytes, Bytes}, S.Known, IsApart);
}

/// Whether what is touched begins at least the length of the copy below it, in
/// another part of the same object, at an index of which nothing is known: it
/// is taken to stay in that part.
bool CopyTouches::isBelowPart(Expression Distance, Expression CopyBytes,
                              const PathState &S) {
  Expression Index = X.constant(0);
  for (const auto &[M, Coefficient] : *Distance) {
    if (M.empty() || Coefficient < 0)
      continue;
    Expression E = X.term(M, Coefficient);
    if (X.bounds(E, /*Assume=*/true).Least >= 0)
      Index = X.add(Index, E);
  }
  return Values.most(Index, S) >= Bounds::Far &&
         Values.most(X.add(X.subtract(Distance, Index), CopyBytes), S) <= 0;
}

/// Whether \p A and \p B are in different elements of \p Object, an array of
/// arrays.
bool CopyTouches::areOtherElements(Expression A, Expression B,
                                   const Value *Object) {
  auto *Variable = dyn_cast<GlobalVariable>(Object);
  auto *Outer =
      Variable ? dyn_cast<ArrayType>(Variable->getValueType()) : nullptr;
  if (!Outer || !Outer->getElementType()->isArrayTy())
    return false;
  const int64_t Size = int64_t(Variable->getDataLayout()
                                   .getTypeAllocSize(Outer->getElementType())
                                   .getFixedValue());
  auto ElementOf = [&](Expression E) {
    Expression Element = X.constant(0);
    for (const auto &[M, Coefficient] : *E)
      if (M.empty())
        Element = X.add(Element, X.constant(Coefficient / Size));
      else if (Coefficient % Size == 0)
        Element = X.add(Element, X.term(M, Coefficient / Size));
    return Element;
  };
  std::optional<int64_t> Between =
      X.number(X.subtract(ElementOf(A), ElementOf(B)));
  return Between && *Between != 0;
}

//===----------------------------------------------------------------------===//
// Events in private memory
//===----------------------------------------------------------------------===//

/// The private variable that \p Address is in, and the offset.
static std::pair<const AllocaInst *, Expression>
privatePlace(Expressions &X, Expression Address,
             ArrayRef<const Value *> Objects) {
  auto *Variable =
      Objects.size() == 1 ? dyn_cast<AllocaInst>(Objects[0]) : nullptr;
  if (!Variable)
    return {nullptr, Address};
  return {Variable, X.subtract(Address, X.leaf(Variable, 0, {}))};
}

bool CopyTouches::isDifferent(Expression A, Expression B, const PathState &S) {
  return X.inAllCases(X.subtract(A, B), S.Known, [&](Expression Here) {
    return Values.most(X.add(Here, X.constant(EventBytes)), S) <= 0 ||
           Values.most(X.subtract(X.constant(EventBytes), Here), S) <= 0;
  });
}

void CopyTouches::storeEvents(const Instruction &I, PathState &S,
                              Expression Event) {
  if (!I.mayWriteToMemory())
    return;
  auto Forget = [&](const Value *Pointer, bool IsOneEvent) {
    Expression Address = Values.get(Pointer, S);
    SmallVector<const Value *, 2> Objects = objectsIn(Address);
    auto [Variable, Offset] = privatePlace(X, Address, Objects);
    erase_if(S.Events, [&](auto &Place) {
      if (Variable)
        return Place.first == Variable &&
               !(IsOneEvent && isDifferent(Place.second, Offset, S));
      // What has no name does not point to private memory in OpenCL C, unless
      // it is generic.
      return Objects.empty() || any_of(Objects, mayBePrivate);
    });
    return std::make_pair(Variable, Offset);
  };
  if (auto *Store = dyn_cast<StoreInst>(&I)) {
    const Value *Stored = Store->getValueOperand();
    const bool IsPointer = Stored->getType()->isPointerTy();
    auto [Variable, Offset] = Forget(Store->getPointerOperand(), IsPointer);
    if (Variable && IsPointer && Values.get(Stored, S) == Event)
      S.Events.push_back({Variable, Offset});
    return;
  }
  for (const Use &U : I.operands())
    if (U->getType()->isPointerTy() && !isa<Function>(U))
      Forget(U, /*IsOneEvent=*/false);
}

Expression CopyTouches::loadEvent(const LoadInst &I, const PathState &S,
                                  Expression Event, Expression Unknown) {
  if (!I.getType()->isPointerTy())
    return Unknown;
  Expression Address = Values.get(I.getPointerOperand(), S);
  auto [Variable, Offset] = privatePlace(X, Address, objectsIn(Address));
  auto IsHere = [](Expression Distance) { return Distance->empty(); };
  for (auto &[Place, Index] : S.Events) {
    if (Place != Variable)
      continue;
    Expression D = X.subtract(Index, Offset);
    if (X.inAllCases(D, S.Known, IsHere))
      return Event;
    // One of two places, as a bit says.
    if (auto Bit = X.decidingBit(X.substitute(D, S.Known), IsHere))
      return X.add(Bit->second ? Unknown : Event,
                   X.multiply(X.term({Bit->first}, 1),
                              Bit->second ? X.subtract(Event, Unknown)
                                          : X.subtract(Unknown, Event)));
  }
  return Unknown;
}
