//===- InterleaveGroups.h - Accesses that make up rows ----------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// Each work-item often reads a record of its own, element by element or vector
// by vector:
//
//   for (int k = 0; k < 16; ++k)
//     w[k] = messages[get_global_id(0) * 16 + k];
//
// Lane by lane these are rows of memory: loaded whole and transposed they cost
// less than a gather for each element.
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_VECTORISE_INTERLEAVEGROUPS_H
#define FERRY_COMPILER_PASSES_VECTORISE_INTERLEAVEGROUPS_H

#include "compiler/passes/vectorise/Strides.h"

#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Instructions.h"

#include <optional>

namespace ferry::compiler {

/// Shorter rows are not worth while.
inline constexpr unsigned MinRowBytes = 16;

/// Loads, or stores, of one block that can be done all at once. Some elements
/// of a row may be in no member: they are loaded in vain, and left out of
/// stores, whose rows lie one after the other then.
struct InterleaveGroup {
  /// The first load or the last store: where all is done.
  llvm::Instruction *At = nullptr;
  llvm::IntegerType *Element = nullptr; ///< Of 1 to 8 bytes.
  /// Of a lane's row, no more than there are lanes; a power of two unless the
  /// rows lie one after the other, or are stored anywhere.
  unsigned Elements = 0;
  /// Bytes from what \c At points to, to the row's start.
  int64_t Offset = 0;
  /// Bytes from a lane's row to that of the next lane; none if each is
  /// wherever the lane's pointer says.
  std::optional<int64_t> Stride;
  llvm::Align Alignment; ///< Of the rows.
  /// With the number of the first element of each.
  llvm::SmallVector<std::pair<llvm::Instruction *, unsigned>, 16> Members;

  uint64_t rowBytes() const { return Elements * Element->getBitWidth() / 8; }
  /// True if the rows lie one after the other.
  bool isDense() const { return Stride == int64_t(rowBytes()); }
  /// True if the rows are transposed in steps, each of which halves them; else
  /// each element of all rows is picked out of their whole.
  bool isTransposed() const {
    return llvm::isPowerOf2_32(Elements) || !isDense();
  }
  /// True if masks can leave lanes' rows out of what is loaded or stored.
  /// \param MaskedBits of an element from which on there are masks.
  bool hasMasks(unsigned MaskedBits) const {
    return isDense() && Element->getBitWidth() >= MaskedBits;
  }
};

/// True if the two loads or stores are of objects that have no byte in common,
/// or one is of what never changes.
bool areApart(llvm::AAResults &AA, llvm::Instruction &One,
              llvm::Instruction &Other);

/// The groups of a function that stands for one work-item.
class InterleaveGroups {
public:
  /// \param VectorBits of a register: rows are no longer.
  /// \param MaskedBits of an element from which on stores can leave some out.
  InterleaveGroups(llvm::Function &Lane, llvm::FunctionAnalysisManager &FAM,
                   unsigned Lanes, unsigned VectorBits, unsigned MaskedBits);

  /// Null if \p Access is in none.
  const InterleaveGroup *of(const llvm::Instruction *Access) const {
    auto It = Numbers.find(Access);
    return It == Numbers.end() ? nullptr : &Groups[It->second];
  }
  /// True if \p Pointer goes on by the same in each iteration of a loop: what a
  /// lane adds to it is known before.
  bool goesAlong(llvm::Value *Pointer) const;

private:
  struct Member;
  struct Candidates;
  void scan(llvm::BasicBlock &Block);
  void close(Candidates &C);
  void makeRows(Candidates &C);
  std::optional<int64_t> strideOf(const llvm::Value *Pointer) const;
  bool canBeMember(const llvm::Value *Pointer, llvm::Type *Ty) const;

  llvm::ScalarEvolution &SE;
  llvm::AAResults &AA;
  const Strides &Shapes;
  unsigned Lanes, VectorBits, MaskedBits;
  const llvm::DataLayout &DL;
  llvm::SmallVector<InterleaveGroup, 4> Groups;
  llvm::DenseMap<const llvm::Instruction *, unsigned> Numbers;
};

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_VECTORISE_INTERLEAVEGROUPS_H
