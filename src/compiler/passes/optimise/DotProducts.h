//===- DotProducts.h - Sums of products of bytes ----------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_OPTIMISE_DOTPRODUCTS_H
#define FERRY_COMPILER_PASSES_OPTIMISE_DOTPRODUCTS_H

#include "ferry/isa.h"

#include "llvm/IR/PassManager.h"

namespace ferry::compiler {

/// Makes two multiplications of 16-bit elements, whose products are added in
/// pairs (pmaddwd), of the four 32-bit ones of a dot product of vectors of four
/// bytes (OpenCL C 6.15.4), once the work-items are lanes:
///
///   %x0 = ashr (shl %x, 24), 24       %even = pmaddwd (ashr (shl %x', 8), 8),
///   %x1 = ashr (shl %x, 16), 24                       (ashr (shl %y', 8), 8)
///   ...                          =>   %odd = pmaddwd (ashr %x', 8),
///   %r = add (mul %x0, %y0),                         (ashr %y', 8)
///        (mul %x1, %y1), ...          %r = add %even, %odd
///
/// where %x' are the 16-bit halves of %x. Bytes without a sign are masked and
/// shifted instead. Where there is one instruction for all four products
/// (vpdpbusd of bytes without a sign and bytes with one) it is that; of two
/// with signs
///
///   x0 * y0 + ... = ((x0 + 128) * y0 + ...) - (128 * y0 + ...)
///
/// For x86-64.
class DotProductsPass : public llvm::PassInfoMixin<DotProductsPass> {
public:
  explicit DotProductsPass(Isa Level) : Level(Level) {}
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);

private:
  Isa Level;
};

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_OPTIMISE_DOTPRODUCTS_H
