//===- LowerLocalAtomics.h - Atomics that nobody else sees ------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_WORKGROUP_LOWERLOCALATOMICS_H
#define FERRY_COMPILER_PASSES_WORKGROUP_LOWERLOCALATOMICS_H

#include "llvm/IR/Instruction.h"
#include "llvm/IR/PassManager.h"

namespace ferry::compiler {

/// True if \p I is an atomic access to local memory.
bool isLocalAtomic(const llvm::Instruction &I);

/// Makes ordinary accesses of atomic ones to local memory: a work-group runs on
/// one thread, and nobody else may use its local memory.
///
///   %old = atomicrmw add ptr addrspace(3) %p, i32 1 seq_cst
/// becomes
///   %old = load i32, ptr addrspace(3) %p
///   %new = add i32 %old, 1
///   store i32 %new, ptr addrspace(3) %p
///
/// Runs after the widening, which keeps atomics of lanes apart.
class LowerLocalAtomicsPass
    : public llvm::PassInfoMixin<LowerLocalAtomicsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
  static bool isRequired() { return true; }
};

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_WORKGROUP_LOWERLOCALATOMICS_H
