//===- VectorMath.h - Math functions of many lanes at once ------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_VECTORISE_VECTORMATH_H
#define FERRY_COMPILER_PASSES_VECTORISE_VECTORMATH_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstrTypes.h"

namespace ferry::compiler {

/// Does with vectors of any one length what is there for \p Width elements:
/// calls \p Piece with so many of each of \p Arguments in turn. What is left
/// over repeats the first of a piece, whose cost is paid already.
/// \returns what the calls return, as one vector of the arguments' length.
llvm::Value *inPieces(
    llvm::IRBuilderBase &Builder, llvm::ArrayRef<llvm::Value *> Arguments,
    unsigned Width,
    llvm::function_ref<llvm::Value *(llvm::ArrayRef<llvm::Value *>)> Piece);

/// True if floating point holds elements of \p Divisor exactly, a vector of
/// integers, and LLVM knows nothing better.
bool dividesAsFloats(const llvm::Value *Divisor);

/// \p Dividend by \p Divisor, vectors of integers, which no processor divides.
/// Where \c dividesAsFloats, in place of `%q = udiv <8 x i32> %a, %b`
///
///   %A = uitofp <8 x i32> %a to <8 x double>
///   %B = uitofp <8 x i32> %b to <8 x double>
///   %Q = fdiv <8 x double> %A, %B
///   %q = fptoui <8 x double> %Q to <8 x i32>
///
/// and floats for up to 16 bits. Where all elements have one divisor, `%Q` is a
/// product with its inverse. Else the instruction.
/// \param HasNoSign the sign bits of \p Dividend are known to be 0.
llvm::Value *emitDivision(llvm::IRBuilderBase &Builder,
                          llvm::Instruction::BinaryOps Opcode,
                          llvm::Value *Dividend, llvm::Value *Divisor,
                          bool HasNoSign);

/// True if there is a vector form of \p Call, of a function of libm or an
/// intrinsic, which may be of vectors itself.
bool hasVectorMath(const llvm::CallInst &Call);

/// True if \p Call is of an intrinsic that is an instruction or a few, not a
/// function of libm.
bool isInstruction(const llvm::CallInst &Call);

/// The vector form of a math function, from glibc's libmvec: for those
/// functions that meet OpenCL's limits there (docs/math.md).
///
///   %y = call double @llvm.sin.f64(double %x)
///
/// becomes, for 16 lanes with AVX-512,
///
///   %low = shufflevector <16 x double> %X, ... ; lanes 0 to 7
///   %0 = call <8 x double> @_ZGVeN8v_sin(<8 x double> %low)
///   ... ; the same for lanes 8 to 15
///   %Y = shufflevector <8 x double> %0, <8 x double> %1, ...
///
/// What lanes compute has no effect on others, and no function traps: inactive
/// lanes may hold anything.
///
/// \param Call a call that \c hasVectorMath knows.
/// \param Arguments its operands: vectors of as many elements each.
/// \returns the results as a vector.
llvm::Value *emitVectorMath(llvm::IRBuilderBase &Builder,
                            const llvm::CallInst &Call,
                            llvm::ArrayRef<llvm::Value *> Arguments);

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_VECTORISE_VECTORMATH_H
