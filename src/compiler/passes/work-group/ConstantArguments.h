//===- ConstantArguments.h - What a launch knows of arguments ---*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_WORKGROUP_CONSTANTARGUMENTS_H
#define FERRY_COMPILER_PASSES_WORKGROUP_CONSTANTARGUMENTS_H

#include "llvm/IR/PassManager.h"

#include <string>

namespace ferry::compiler {

/// Puts in place of loads from image arguments what depends on the format
/// alone, and in place of sampler arguments their bits; with 2 as the member at
/// byte 32 of the first argument
///
///   %a = ptrtoint ptr addrspace(1) %image to i64
///   %d = inttoptr i64 %a to ptr addrspace(2)
///   %p = getelementptr i8, ptr addrspace(2) %d, i64 32
///   %b = load i32, ptr addrspace(2) %p
///
/// makes 2 of all uses of %b. Kernels that have no use for a constant, and
/// those that debuggers or sub-groups look at, get reserved::AnyConstantsAttr
/// and stay as they are.
class ConstantArgumentsPass
    : public llvm::PassInfoMixin<ConstantArgumentsPass> {
public:
  /// \param Constants as Request::constants; none if it is empty.
  explicit ConstantArgumentsPass(std::string Constants)
      : Constants(std::move(Constants)) {}

  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);

private:
  std::string Constants;
};

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_WORKGROUP_CONSTANTARGUMENTS_H
