//===- Recipe.h - How one instruction is done for all lanes -----*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A plan (VectorPlan.h) has a recipe for every instruction of a function that
/// stands for one work-item. It is chosen once, by the functions at the end of
/// this file; what it costs, how it is printed and what it emits belong
/// together.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_VECTORISE_RECIPE_H
#define FERRY_COMPILER_PASSES_VECTORISE_RECIPE_H

#include "compiler/passes/vectorise/InterleaveGroups.h"
#include "compiler/passes/vectorise/Strides.h"
#include "compiler/passes/vectorise/WholeVectors.h"
#include "ferry/isa.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/ErrorHandling.h"

#include <memory>

namespace ferry::compiler {

class VectorFunctions;
class VectorState;
struct SubGroupCall;

/// What the processor has instructions for.
struct VectorTarget {
  /// Of the widest vector registers.
  unsigned VectorBits = 512;
  /// Of the smallest elements that it moves under a mask.
  unsigned MaskedBits = 8;
  bool Gathers = true;
  bool Scatters = true;
  /// Of a lane, in simple instructions.
  static constexpr double FastGather = 2.5, SlowGather = 5;
  double GatherCost = FastGather;

  /// It costs little more than the loads of its elements would.
  bool gathersAreFast() const { return Gathers && GatherCost < SlowGather; }

  static VectorTarget of(Isa Level) {
    switch (Level) {
    case Isa::Avx512:
    case Isa::Avx512Vnni:
    case Isa::Avx512Fp16:
      return {};
    case Isa::Avx2:
      return {/*VectorBits=*/256, /*MaskedBits=*/32, /*Gathers=*/true,
              /*Scatters=*/false};
    case Isa::Sse2:
    case Isa::Neon:
      return {/*VectorBits=*/128, /*MaskedBits=*/~0u, /*Gathers=*/false,
              /*Scatters=*/false};
    }
    llvm_unreachable("a level that is not there");
  }
};

/// Lines that a level 1 cache holds of those that share a place in it, as lines
/// a page apart do: the least that processors in use have.
inline constexpr unsigned CacheWays = 8;

/// Of a page of memory, or of a part of a larger one.
inline constexpr uint64_t PageBytes = 4096;

/// Vectors of a value: one, or one for each element of a vector or struct.
using Parts = llvm::SmallVector<llvm::Value *, 1>;

/// In simple instructions.
struct Cost {
  Cost(double Both = 0) : Work(Both), Code(Both) {}
  Cost(double Work, double Code) : Work(Work), Code(Code) {}

  double Work; ///< What it takes to do it for all lanes.
  double Code; ///< How much code that is.
};

/// What recipes are chosen by.
struct PlanContext {
  const Strides &Shapes;
  const InterleaveGroups &Groups;
  const VectorTarget &Target;
  unsigned Lanes;
  const llvm::DataLayout &DL;
  VectorFunctions &Functions;
  const WholeVectors &Whole;

  llvm::FixedVectorType *vectorOf(llvm::Type *Ty, unsigned Factor = 1) const {
    return llvm::FixedVectorType::get(Ty, Lanes * Factor);
  }
  /// Registers that the lanes' elements of \p Ty take.
  double registers(llvm::Type *Ty) const;
  /// Those that they take if they are whole.
  double wholeRegisters(llvm::Type *Ty) const;
};

class Recipe {
public:
  Recipe(llvm::Instruction &I, const PlanContext &C) : I(I), C(C) {}
  Recipe(const Recipe &) = delete;
  Recipe &operator=(const Recipe &) = delete;
  virtual ~Recipe() = default;

  virtual Cost cost() const = 0;
  virtual void print(llvm::raw_ostream &OS) const = 0;
  virtual void emit(VectorState &S) const = 0;
  /// True if the result is a scalar: that of all lanes, or, if the value is
  /// strided, of lane 0.
  virtual bool isScalar() const { return false; }
  /// True if each lane does it, or finds its elements, for itself.
  virtual bool gathers() const { return false; }
  /// True if it takes as much as there are lanes that are active.
  virtual bool isForEach() const { return false; }

  llvm::Instruction &I;

protected:
  const PlanContext &C;
};

/// A recipe for a varying value, or for what has none.
class WideRecipe : public Recipe {
public:
  using Recipe::Recipe;
  void emit(VectorState &S) const final;
  /// \returns the vectors of the result, if there is one; one if it is whole.
  virtual Parts emitParts(VectorState &S) const = 0;
};

using RecipePtr = std::unique_ptr<Recipe>;
using WideRecipePtr = std::unique_ptr<WideRecipe>;

/// True if \p I loads or stores in no way that others could tell from another
/// one: `volatile` is of no meaning in local memory, which one thread uses.
bool isPlainAccess(const llvm::Instruction &I);

/// What \p I costs a single work-item, in simple instructions.
double scalarCost(const llvm::Instruction &I);

/// Elements of a vector type; 1 of others.
unsigned elementsOf(const llvm::Type *Ty);

/// The types of a value's parts.
llvm::SmallVector<llvm::Type *, 1> partTypes(llvm::Type *Ty);

/// One instruction, of the scalars of its operands; null if they are others.
RecipePtr makeScalar(llvm::Instruction &I, const PlanContext &C);

/// One active lane after the other.
WideRecipePtr makeLaneByLane(llvm::Instruction &I, const PlanContext &C);

/// A recipe that is no more than its name, its cost and \p Emit.
WideRecipePtr makeSimple(llvm::StringRef Name, llvm::Instruction &I,
                         const PlanContext &C, Cost Price,
                         Parts (*Emit)(llvm::Instruction &I, VectorState &S));

/// Which lanes are active.
enum class Active {
  All,
  AllAtFirst, ///< Until some have left the loop.
  Some,
};

/// The recipe for \p I, neither a phi nor a terminator; null if there is none.
RecipePtr planInstruction(llvm::Instruction &I, const PlanContext &C,
                          Active Lanes);

// Those that it asks.
RecipePtr planAccess(llvm::Instruction &I, const PlanContext &C, Active Lanes);
RecipePtr planCall(llvm::CallInst &I, const PlanContext &C);
/// Of reserved::AllLanes or reserved::CheckKept; null for others.
RecipePtr planVote(llvm::CallInst &I, const PlanContext &C);
/// Each lane has what the operation of \p Call makes of those before it in
/// \p V, and of itself if the call is an inclusive one.
llvm::Value *scanLanes(VectorState &S, llvm::Value *V,
                       const SubGroupCall &Call);
RecipePtr planSubGroup(llvm::CallInst &I, const PlanContext &C);
/// Null if the lanes' operations cannot be one.
WideRecipePtr planAtomic(llvm::AtomicRMWInst &I, const PlanContext &C);
/// A member of \p G, all of which the one at \c G.At loads or stores.
/// \param Masked not all lanes are active, but one is; only for loads of rows
///        that are transposed.
RecipePtr makeInterleaved(llvm::Instruction &I, const PlanContext &C,
                          const InterleaveGroup &G, bool Masked);

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_VECTORISE_RECIPE_H
