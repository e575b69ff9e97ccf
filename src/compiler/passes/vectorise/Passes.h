//===- Passes.h - The passes that make vectors ------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_VECTORISE_PASSES_H
#define FERRY_COMPILER_PASSES_VECTORISE_PASSES_H

#include "compiler/passes/Pass.h"
#include "compiler/passes/vectorise/Recipe.h"
#include "ferry/abi.h"

#include <optional>

namespace ferry::compiler {

/// Takes x for \p Dimension, and that for x, in the ids of work-items that \p F
/// asks for.
///
/// \param WithRange in groups, sizes and offsets as well.
void exchangeDimension(llvm::Function &F, unsigned Dimension, bool WithRange);

/// Has the ids in x of \p F be linear local ids, and tells the program the
/// others, which are computed from them.
void makeLinear(llvm::Function &F);

/// Chooses for each kernel the dimension in which neighbours read and write
/// side by side most. If that is not x, the two take each other's place in all
/// that the kernel asks for, and the kernel says so
/// (reserved::VectorDimensionAttr): with
///
///   a[get_global_id(0) * n + get_global_id(1)] = 0;
///
/// vectors would be scattered in x, and lie in y:
///
///   %i = call i64 @__ferry_global_id(i32 1)    ; was 0
///   %j = call i64 @__ferry_global_id(i32 0)    ; was 1
///
/// Kernels that access memory down columns then, as transpositions do either
/// way, say that, too (reserved::ColumnOrderAttr).
///
/// Kernels that tell which work-items are in a sub-group, and those for
/// debuggers, stay as they are.
class VectorDimensionPass : public RequiredPass<VectorDimensionPass> {
public:
  /// \param Asked the dimension of all kernels, if it is given.
  explicit VectorDimensionPass(std::optional<unsigned> Asked = std::nullopt)
      : Asked(Asked) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);

private:
  std::optional<unsigned> Asked;
};

/// Makes, of each region (Regions.h), functions for vectors:
///
///   call void @kernel.k.region0()            ; one work-item
/// becomes
///   call void @kernel.k.region0.vector()     ; 16 neighbours in x at a time
///   call void @kernel.k.region0.rest()       ; the same, under a mask
///
/// with the attributes "ferry-lanes"="16" and "ferry-part"="0" (Part: Full) or
/// "1" (Rest).
///
/// The rest is left out where rows have none. Vectors are for launches whose
/// ids in x have 31 bits. A region that cannot be widened, or gains nothing by
/// it, stays as it is.
class WidenRegionsPass : public RequiredPass<WidenRegionsPass> {
public:
  struct Options {
    VectorTarget Target;
    /// Lanes of a vector: a power of two up to 64, or 0 for what suits the
    /// region. 1 widens nothing.
    unsigned Lanes = 0;
    /// The abi::rowClass of the launches that the code is for.
    unsigned Row = abi::AnyRow;
    /// Reports what becomes of each region on stderr.
    bool Report = false;
    /// Where plans are printed that become code; null for nowhere.
    llvm::raw_ostream *Plans = nullptr;
  };

  explicit WidenRegionsPass(Options Chosen) : Chosen(Chosen) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);

private:
  Options Chosen;
};

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_VECTORISE_PASSES_H
