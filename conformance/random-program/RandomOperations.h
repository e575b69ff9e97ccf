//===- RandomOperations.h - Operators and built-ins -------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The operations of random kernels: what they give, bit for bit, and how
/// OpenCL C writes them. Only those are here that the specification leaves no
/// freedom.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_CONFORMANCE_RANDOMOPERATIONS_H
#define FERRY_CONFORMANCE_RANDOMOPERATIONS_H

#include "RandomValue.h"

#include <set>
#include <vector>

namespace conformance::programs {

enum class Op : uint8_t {
  // Integers and floats.
  Add,
  Sub,
  Mul,
  Div,
  Neg,
  Min,
  Max,
  // Integers of at least 32 bits, where nothing overflows.
  PlainAdd,
  PlainSub,
  PlainMul,
  // Integers. Shifts and rotations count modulo the bits of the type.
  Rem,
  And,
  Or,
  Xor,
  Not,
  Shl,
  Shr,
  Clamp,
  Abs,
  AbsDiff,
  MulHi,
  MadHi,
  Rotate,
  Popcount,
  Clz,
  Ctz,
  AddSat,
  SubSat,
  Hadd,
  Rhadd,
  Bitselect,
  Upsample,
  Any,
  All,
  // Floats. Min and Max of them give +0 instead of -0.
  Fma,
  Sqrt,
  Fabs,
  Floor,
  Ceil,
  Trunc,
  Rint,
  IsNan,
  IsInf,
  // Comparisons: 1 of scalars, all bits of components.
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  Equal,
  NotEqual,
  // Scalars; the interpreter evaluates only what is needed.
  LogicAnd,
  LogicOr,
  LogicNot,
  Choose,      ///< a ? b : c with a scalar a.
  ChooseLanes, ///< a ? b : c with a vector a.
  Select,      ///< select(c, b, a) of operands a, b, c.
  Convert,     ///< Of an integer: modulo. To a float: to nearest even.
  ConvertSat,  ///< Of anything to integers. NaN becomes 0.
  Bits,        ///< as_type, with 0 for NaN.
  Repack,      ///< as_type of integers to integers of another size.
  Construct,   ///< (T)(a, b, ...); one scalar operand fills all components.
  Swizzle,
  Shuffle,
  Shuffle2
};

/// What \p O makes of \p Operands, a value of type \p To. Swizzle takes
/// \p Components.
Value apply(Op O, Type To, const std::vector<Value> &Operands,
            const std::vector<uint64_t> &Components = {});

/// \p O of \p Operands as OpenCL C, in brackets. Functions that it needs are
/// added to \p Prelude.
std::string text(Op O, Type To, const std::vector<Type> &Types,
                 const std::vector<std::string> &Operands,
                 const std::vector<uint64_t> &Components,
                 std::set<std::string> &Prelude);

/// ".s0a"
std::string componentsText(const std::vector<uint64_t> &Components);

} // namespace conformance::programs

#endif // FERRY_CONFORMANCE_RANDOMOPERATIONS_H
