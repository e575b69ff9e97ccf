//===- VectorDimension.h - Along which work-items make vectors --*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_VECTORISE_VECTORDIMENSION_H
#define FERRY_COMPILER_PASSES_VECTORISE_VECTORDIMENSION_H

#include "llvm/IR/PassManager.h"

#include <optional>

namespace ferry::compiler {

/// Takes x for \p Dimension, and that for x, in the ids of work-items that \p F
/// asks for.
///
/// \param WithRange in groups, sizes and offsets as well.
void exchangeDimension(llvm::Function &F, unsigned Dimension, bool WithRange);

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
/// Kernels that tell which work-items are in a sub-group, and those for
/// debuggers, stay as they are.
class VectorDimensionPass : public llvm::PassInfoMixin<VectorDimensionPass> {
public:
  /// \param Asked the dimension of all kernels, if it is given.
  explicit VectorDimensionPass(std::optional<unsigned> Asked = std::nullopt)
      : Asked(Asked) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }

private:
  std::optional<unsigned> Asked;
};

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_VECTORISE_VECTORDIMENSION_H
