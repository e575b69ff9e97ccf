//===- MemorySpaces.cpp - Memory that is never the same -------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/MemorySpaces.h"

#include "compiler/passes/Reserved.h"

using namespace llvm;
using namespace ferry::compiler;

AnalysisKey MemorySpacesAnalysis::Key;

AliasResult MemorySpacesResult::alias(const MemoryLocation &A,
                                      const MemoryLocation &B, AAQueryInfo &,
                                      const Instruction *) {
  auto isGlobal = [](unsigned Space) {
    return Space == GlobalMemory || Space == ConstantMemory;
  };
  const unsigned SpaceA = A.Ptr->getType()->getPointerAddressSpace();
  const unsigned SpaceB = B.Ptr->getType()->getPointerAddressSpace();
  const bool Differ = (isGlobal(SpaceA) && SpaceB == LocalMemory) ||
                      (isGlobal(SpaceB) && SpaceA == LocalMemory);
  return Differ ? AliasResult::NoAlias : AliasResult::MayAlias;
}
