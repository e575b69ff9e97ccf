//===- MemoryRecipes.h - Loads and stores of all lanes ----------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_VECTORISE_MEMORYRECIPES_H
#define FERRY_COMPILER_PASSES_VECTORISE_MEMORYRECIPES_H

#include "compiler/passes/vectorise/VectorState.h"

#include "llvm/ADT/BitVector.h"

namespace ferry::compiler {

/// Where the lanes' elements of an access lie.
struct Access {
  /// \param Packs small elements of a vector are taken for one large one.
  Access(llvm::Instruction &I, const PlanContext &C, bool Packs = true);

  llvm::Value *Pointer;
  llvm::Type *Ty; ///< Of one lane.
  llvm::Type *Element;
  uint64_t Bytes;     ///< Of an element.
  unsigned Count;     ///< Elements of one lane.
  bool IsInterleaved; ///< In a private variable.
  uint64_t PartBytes; ///< From one element of a lane to the next.
  /// All are within one piece of memory: elements per lane in it, and how many
  /// pieces there are; 0 if they are somewhere.
  unsigned PerLane = 0, Pieces = 0;
  bool Reversed = false;
  llvm::Align Alignment;
  /// If not null, Element holds so many of these.
  llvm::Type *Packed = nullptr;
  unsigned PackedCount = 0;

  /// True if the elements are gathered and scattered in pairs of 64 bits.
  bool arePairs() const {
    return Bytes == 4 && Count % 2 == 0 && !Packed && !IsInterleaved;
  }
  /// True if each lane has a vector of many small elements, for each of which
  /// code of its own would be too much.
  bool isLong() const { return Bytes < 4 && Count > 4; }
};

/// A load or store of all lanes at once.
class AccessRecipe : public WideRecipe {
public:
  AccessRecipe(llvm::Instruction &I, const PlanContext &C)
      : WideRecipe(I, C), A(I, C) {}

  Parts emitParts(VectorState &S) const final;
  /// \returns what memory holds: vectors of the access's elements.
  virtual Parts load(VectorState &S) const = 0;
  virtual void store(VectorState &S, Parts Values) const = 0;

protected:
  const Access A;
};

using AccessRecipePtr = std::unique_ptr<AccessRecipe>;

/// For elements that may well lie close together: tests whether they do, and
/// else does what \p Gather, which it takes, would do. Null for others.
AccessRecipePtr planNear(llvm::Instruction &I, const PlanContext &C,
                         bool Masked, AccessRecipePtr &Gather);

/// For vectors that the lanes have anywhere, while all lanes are active: each
/// whole, and transposed. Null for others.
AccessRecipePtr planVectors(llvm::Instruction &I, const PlanContext &C);

/// For loads of elements that the program lists, from anywhere in a few
/// registers' worth of them. Null for others.
AccessRecipePtr planTable(llvm::LoadInst &I, const PlanContext &C);

/// True if more than \p Pointer's own bytes may be read around it, though
/// nothing is done with them: if nobody knows which object it points to, and
/// takes for granted that accesses stay within.
bool isOfUnknownObject(const llvm::Value *Pointer);

/// What optimisers may know of an access still holds of that of all lanes.
void copyFacts(llvm::Instruction *To, const llvm::Instruction &From);
/// A load, or store, under \p Mask, which may be null.
llvm::Instruction *createLoad(llvm::IRBuilderBase &Builder, llvm::Type *Ty,
                              llvm::Value *At, llvm::Align Alignment,
                              llvm::Value *Mask);
llvm::Instruction *createStore(llvm::IRBuilderBase &Builder, llvm::Value *V,
                               llvm::Value *At, llvm::Align Alignment,
                               llvm::Value *Mask);
/// Loads \p Ty, or stores \p V, for \p I under \p Mask, which may be null. What
/// the processor does not load under a mask may read other elements, too.
llvm::Value *loadPiece(VectorState &S, const llvm::Instruction &I,
                       llvm::Type *Ty, llvm::Value *At, llvm::Align Alignment,
                       llvm::Value *Mask);
void storePiece(VectorState &S, const llvm::Instruction &I, llvm::Value *V,
                llvm::Value *At, llvm::Align Alignment, llvm::Value *Mask);

/// Rows that follow one another from \c At on, one of each lane from \c
/// FirstLane on: \c There has a bit for each element of a row, false if it is
/// left out as those of lanes that are not active are.
struct LaneRows {
  llvm::Value *At;
  llvm::Align Alignment;
  llvm::BitVector There;
  unsigned FirstLane = 0;
};
/// \p Ty, a vector of the elements of \p Rows, which \p Load loads, part by
/// part: masks of registers are cheap, and those of other lengths are not. It
/// gets a null mask where nothing is left out.
llvm::Value *loadRows(
    VectorState &S, const LaneRows &Rows, llvm::FixedVectorType *Ty,
    llvm::function_ref<llvm::Value *(llvm::Type *Ty, llvm::Value *At,
                                     llvm::Align Alignment, llvm::Value *Mask)>
        Load);
/// As \c loadRows, of the elements of \p V.
void storeRows(
    VectorState &S, const LaneRows &Rows, llvm::Value *V,
    llvm::function_ref<void(llvm::Value *V, llvm::Value *At,
                            llvm::Align Alignment, llvm::Value *Mask)>
        Store);
/// Rows of \p PerLane elements from \p At on, of which \p I loads, or stores,
/// the first \p Count for each lane, with \c loadPiece or \c storePiece.
llvm::Value *loadRows(VectorState &S, const llvm::Instruction &I,
                      llvm::FixedVectorType *Ty, llvm::Value *At,
                      llvm::Align Alignment, unsigned PerLane, unsigned Count);
void storeRows(VectorState &S, const llvm::Instruction &I, llvm::Value *V,
               llvm::Value *At, llvm::Align Alignment, unsigned PerLane,
               unsigned Count);

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_VECTORISE_MEMORYRECIPES_H
