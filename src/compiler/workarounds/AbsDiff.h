//===- AbsDiff.h - Differences of unsigned vectors --------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_WORKAROUNDS_ABSDIFF_H
#define FERRY_COMPILER_WORKAROUNDS_ABSDIFF_H

#include "ferry/isa.h"

#include "llvm/IR/PassManager.h"

namespace ferry::compiler {

/// Spells out the absolute difference of unsigned vectors, as abs_diff makes it
/// (OpenCL C 6.15.3), where the instruction set has neither their maximum nor
/// their saturated difference:
///
///   %max = umax(%a, %b)               %less = sext(icmp ult %a, %b)
///   %min = umin(%a, %b)         =>    %d = sub %a, %b
///   %r = sub %max, %min               %r = sub (xor %d, %less), %less
///
/// and the same of a select between the two differences. It is what LLVM's code
/// generation does there, too, unless it knows which is greater. Then LLVM 22
/// takes the absolute value of a difference that fills all bits
/// (TargetLowering::expandABD), and half of the results are wrong. InstCombine
/// knows most such cases before, but not parts of vectors that are cut in two:
/// where %a is extended from 32 bits and %b is -3, %max - %min has bit 63 set,
/// and code makes its absolute value. To be removed when test/abs-diff.ll fails.
class AbsDiffPass : public llvm::PassInfoMixin<AbsDiffPass> {
public:
  explicit AbsDiffPass(Isa Level) : Level(Level) {}
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);

private:
  Isa Level;
};

} // namespace ferry::compiler

#endif // FERRY_COMPILER_WORKAROUNDS_ABSDIFF_H
