//===- PackShapes.h - How the lanes of a pack differ ------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_PACKSHAPES_H
#define FERRY_COMPILER_PASSES_PACKSHAPES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/Instructions.h"

namespace ferry::compiler {

/// How a value differs between the lanes of a pack, lanes being neighbouring
/// work-items.
struct Shape {
  enum Kind : uint8_t {
    Unknown, ///< Not looked at yet.
    Uniform, ///< The same in all lanes.
    Strided, ///< Lane l has that of lane 0 + l * Stride.
    Varying,
  };
  Kind K = Unknown;
  /// True if no lane's value wraps around, as a signed or an unsigned number:
  /// then the extended value is strided, too.
  bool Signed = false, Unsigned = false;
  /// Bytes for pointers.
  int64_t Stride = 0;
  /// Of a varying value: the stride that it is likely to have, as it is a
  /// strided one between bounds or of which it is not known that it does not
  /// wrap around; 0 if there is none.
  int64_t Likely = 0;

  static Shape uniform() { return {Uniform, true, true}; }
  static Shape varying(int64_t Likely = 0) {
    return {Varying, false, false, 0, Likely};
  }
  static Shape strided(int64_t Stride, bool Signed, bool Unsigned) {
    return {Strided, Signed, Unsigned, Stride};
  }
  /// The same in all lanes, whichever way it was found.
  bool isUniform() const {
    return K == Uniform || (K == Strided && Stride == 0);
  }
  /// The stride that it has or is likely to have.
  int64_t likely() const { return K == Varying ? Likely : Stride; }
  bool hasBase() const { return K == Uniform || K == Strided; }
  bool operator==(const Shape &) const = default;
};

/// Private variables of a region: how the copies of all lanes lie in memory.
struct PackVariable {
  /// Bytes of the elements of which those of all lanes lie side by side; 0 if
  /// each lane's whole variable lies in one piece.
  uint64_t Interleaved = 0;
};

/// Bytes from one lane's copy of a private variable to the next, where each
/// lies in one piece.
uint64_t laneBytes(const llvm::AllocaInst &A, const llvm::DataLayout &DL);

/// Elements between those of neighbouring lanes, up to which all are loaded and
/// picked from.
inline constexpr int64_t MaxStride = 8;

/// The shapes of all values of a function that stands for one work-item.
class PackShapes {
public:
  /// \param Joins blocks in which lanes meet that came different ways.
  PackShapes(llvm::Function &F, const llvm::UniformityInfo &UI,
             const llvm::SmallPtrSetImpl<const llvm::BasicBlock *> &Joins,
             unsigned Lanes);

  Shape operator[](const llvm::Value *V) const;
  /// The private variable that \p Pointer points into, if its elements are
  /// interleaved; else null.
  const llvm::AllocaInst *interleaved(const llvm::Value *Pointer) const {
    return InterleavedPointers.lookup(Pointer);
  }
  uint64_t granule(const llvm::AllocaInst *A) const {
    return Variables.lookup(A).Interleaved;
  }

private:
  void findVariables();
  Shape compute(const llvm::Instruction &I) const;
  Shape ofPhi(const llvm::PHINode &Phi) const;
  Shape ofAddress(const llvm::GetElementPtrInst &GEP) const;
  Shape ofBinary(const llvm::BinaryOperator &I) const;
  Shape ofCast(const llvm::CastInst &I) const;
  Shape ofLimit(const llvm::Instruction &I) const;

  llvm::Function &F;
  const llvm::DataLayout &DL;
  const llvm::UniformityInfo &UI;
  const llvm::SmallPtrSetImpl<const llvm::BasicBlock *> &Joins;
  unsigned Lanes;
  llvm::DenseMap<const llvm::Value *, Shape> Shapes;
  llvm::DenseMap<const llvm::AllocaInst *, PackVariable> Variables;
  llvm::DenseMap<const llvm::Value *, const llvm::AllocaInst *>
      InterleavedPointers;
};

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_PACKSHAPES_H
