//===- Permutations.h - Elements picked out of registers --------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_VECTORISE_PERMUTATIONS_H
#define FERRY_COMPILER_PASSES_VECTORISE_PERMUTATIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/IRBuilder.h"

namespace ferry::compiler {

/// True if the processor picks elements of \p Bits out of a register of
/// \p Register bits by the numbers in another one, in an instruction of AVX,
/// AVX2 or AVX-512.
bool hasPermutation(unsigned Bits, unsigned Register);

/// For each number in \p Index, the element that has it, counted through
/// \p Registers, vectors of one type for which there is an instruction. Both
/// are integers of the same bits; \p Index has any length. Numbers past the end
/// give any element.
/// \param OfTwo with AVX-512, whose instructions pick out of two registers.
llvm::Value *pickElements(llvm::IRBuilderBase &Builder,
                          llvm::ArrayRef<llvm::Value *> Registers,
                          llvm::Value *Index, bool OfTwo);

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_VECTORISE_PERMUTATIONS_H
