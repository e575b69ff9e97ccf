//===- VectorFunctions.h - Functions for all lanes of a vector --*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_VECTORISE_VECTORFUNCTIONS_H
#define FERRY_COMPILER_PASSES_VECTORISE_VECTORFUNCTIONS_H

#include "compiler/passes/vectorise/VectorPlan.h"

namespace ferry::compiler {

/// A function of the program in a form for all lanes of a vector.
struct VectorFunction {
  llvm::Function *Of; ///< For one work-item.
  /// Stands for a lane, in that form; erased at the end.
  llvm::Function *Lane;
  /// How lanes differ in the arguments. After them comes the mask.
  llvm::SmallVector<Shape, 8> Shapes;
  unsigned Lanes;

  VectorPlanPtr Plan = nullptr; ///< Null if there is no such form.
  Cost Price = 0;
  uint64_t StackBytes = 0; ///< Of private variables, with those of callees.
  llvm::Function *Made = nullptr; ///< Null until it is asked for.
};

using VectorFunctionPtr = std::unique_ptr<VectorFunction>;

/// The functions that stay calls in the kernels of a module, in the forms in
/// which vectors of work-items call them: one for each number of lanes and
/// each way in which arguments differ between lanes, with the mask of the lanes
/// that call. As ispc and Karrenberg and Hack ("Whole-Function Vectorization",
/// CGO 2011) do.
class VectorFunctions {
public:
  /// \param Plans where plans are printed that become code; null for nowhere.
  VectorFunctions(llvm::FunctionAnalysisManager &FAM,
                  const VectorTarget &Target, llvm::raw_ostream *Plans)
      : FAM(FAM), Target(Target), Plans(Plans) {}
  ~VectorFunctions();
  VectorFunctions(const VectorFunctions &) = delete;
  VectorFunctions &operator=(const VectorFunctions &) = delete;

  /// What \p Call, in a function that stands for one work-item, calls for all
  /// lanes; null if there is no such form. It stays where it is.
  VectorFunction *find(const llvm::CallInst &Call, const PlanContext &C);
  /// The function itself. Its parameters are those of the function, or for one
  /// in which lanes differ other than by a stride, the vectors of it, and
  /// <Lanes x i1>, the active lanes. Results are vectors: a struct of them if
  /// there are several.

  llvm::Function &make(VectorFunction &Form);

  /// What \p F costs a work-item that calls it alone.
  Cost costOfOneLane(llvm::Function &F);

private:
  VectorFunctionPtr plan(llvm::Function &F, llvm::ArrayRef<Shape> Shapes,
                         unsigned Lanes);
  uint64_t stackOf(const llvm::Function &Lane, unsigned Lanes) const;

  llvm::FunctionAnalysisManager &FAM;
  const VectorTarget Target;
  llvm::raw_ostream *Plans;
  llvm::DenseMap<llvm::Function *, llvm::SmallVector<VectorFunctionPtr, 2>>
      Known;
  llvm::DenseMap<llvm::Function *, Cost> OfLane;
};

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_VECTORISE_VECTORFUNCTIONS_H
