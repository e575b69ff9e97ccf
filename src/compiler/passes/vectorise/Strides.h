//===- Strides.h - How the lanes of a vector differ -------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_VECTORISE_STRIDES_H
#define FERRY_COMPILER_PASSES_VECTORISE_STRIDES_H

#include "compiler/passes/vectorise/DivergentControl.h"

#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/Instructions.h"

#include <optional>

namespace ferry::compiler {

/// How a value differs between the lanes of a vector, lanes being neighbouring
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
  /// wrap around; 0 for what changes from row to row only, as `i / width`.
  std::optional<int64_t> Likely = {};
  /// What is added to the stride for each lane that a vector has: of pointers
  /// into interleaved variables.
  int64_t PerLane = 0;

  static Shape uniform() { return {Uniform, true, true}; }
  static Shape varying(std::optional<int64_t> Likely = {}) {
    return {Varying, false, false, 0, Likely};
  }
  static Shape strided(int64_t Stride, bool Signed, bool Unsigned) {
    return {Strided, Signed, Unsigned, Stride};
  }
  /// The same in all lanes, whichever way it was found.
  bool isUniform() const {
    return K == Uniform || (K == Strided && Stride == 0);
  }
  /// Not the same in all lanes, by a stride that is known.
  bool isStrided() const { return K == Strided && Stride != 0; }
  /// In vectors of so many lanes.
  int64_t stride(unsigned Lanes) const { return Stride + PerLane * Lanes; }
  /// The stride that it has or is likely to have, if there is one.
  std::optional<int64_t> likely() const {
    return K == Varying ? Likely : Stride;
  }
  /// True if it varies, and neighbours are likely to differ by the same.
  bool isLikelyStrided() const { return K == Varying && Likely.value_or(0); }
  bool hasBase() const { return K == Uniform || K == Strided; }
  bool operator==(const Shape &) const = default;
};

/// Bytes from one lane's copy of a private variable to the next, where each
/// lies in one piece.
uint64_t laneBytes(const llvm::AllocaInst &A, const llvm::DataLayout &DL);

/// Bytes of the scalars of \p Ty in memory, or 0 if vectors of them are laid
/// out otherwise.
uint64_t elementBytes(llvm::Type *Ty, const llvm::DataLayout &DL);

/// Elements between those of neighbouring lanes, up to which all are loaded and
/// picked from.
inline constexpr int64_t MaxStride = 8;

/// Says how lanes differ in what is passed for \p A. Nothing is said of what is
/// the same for all.
void setShape(llvm::Argument &A, const Shape &S);

/// The shapes of all values of a function that stands for one work-item,
/// however many lanes a vector has.
class Strides {
public:
  Strides(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);

  Shape operator[](const llvm::Value *V) const {
    return llvm::isa<llvm::Instruction, llvm::Argument>(V) ? Shapes.lookup(V)
                                                           : Shape::uniform();
  }
  /// The private variable that \p Pointer points into, if the same elements of
  /// all lanes lie side by side; else null, and each lane's whole variable lies
  /// in one piece.
  const llvm::AllocaInst *interleaved(const llvm::Value *Pointer) const {
    return InterleavedPointers.lookup(Pointer);
  }
  /// Bytes from the element of one lane to that of the next in \p A; 0 if it is
  /// not interleaved.
  uint64_t granule(const llvm::AllocaInst *A) const {
    return Granules.lookup(A).Bytes;
  }
  /// How many times the bytes of an element of \p A, which is interleaved, that
  /// is.
  uint64_t spread(const llvm::AllocaInst *A) const {
    return Granules.lookup(A).Spread;
  }

  void print(llvm::raw_ostream &OS) const;

private:
  struct Granule {
    uint64_t Bytes = 0;
    uint64_t Spread = 1;
  };
  Granule granuleOf(const llvm::AllocaInst &A,
                    llvm::SmallVectorImpl<const llvm::Value *> &Pointers) const;
  void findVariables();
  Shape compute(const llvm::Instruction &I) const;
  Shape ofPhi(const llvm::PHINode &Phi) const;
  Shape ofAddress(const llvm::GetElementPtrInst &GEP) const;
  Shape ofBinary(const llvm::BinaryOperator &I) const;
  Shape ofCast(const llvm::CastInst &I) const;

  llvm::Function &F;
  const llvm::DataLayout &DL;
  const llvm::UniformityInfo &UI;
  const DivergentControl &Control;
  llvm::DenseMap<const llvm::Value *, Shape> Shapes;
  llvm::DenseMap<const llvm::AllocaInst *, Granule> Granules;
  llvm::DenseMap<const llvm::Value *, const llvm::AllocaInst *>
      InterleavedPointers;
};

using StridesAnalysis = AnalysisOf<Strides>;

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_VECTORISE_STRIDES_H
