//===- RandomValue.h - Values of OpenCL C in C++ ----------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The scalar and vector types of OpenCL C, and values of them.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_CONFORMANCE_RANDOMVALUE_H
#define FERRY_CONFORMANCE_RANDOMVALUE_H

#include <array>
#include <bit>
#include <cstdint>
#include <random>
#include <string>

namespace conformance::programs {

enum class Element : uint8_t {
  Char,
  UChar,
  Short,
  UShort,
  Int,
  UInt,
  Long,
  ULong,
  Half,
  Float,
  Double
};

bool isFloat(Element E);
/// True for char, short, int and long.
bool isSigned(Element E);
unsigned bytesOf(Element E);
/// The integer of \p Bytes bytes.
Element integer(unsigned Bytes, bool Signed);

struct Type {
  Element element = Element::Int;
  unsigned width = 1; ///< 1 is a scalar; else 2, 3, 4, 8 or 16.

  bool operator==(const Type &) const = default;
  bool isFloat() const { return programs::isFloat(element); }
  bool isSigned() const { return programs::isSigned(element); }
  bool isVector() const { return width > 1; }
  unsigned elementBytes() const { return bytesOf(element); }
  /// In memory, where three components take the place of four.
  unsigned bytes() const { return elementBytes() * (width == 3 ? 4 : width); }
  Type with(unsigned Width) const { return {element, Width}; }
  Type with(Element E) const { return {E, width}; }
  /// The same with integers of the same size.
  Type integer(bool Signed) const {
    return with(programs::integer(elementBytes(), Signed));
  }
  /// Of a comparison of two such values.
  Type compared() const { return isVector() ? integer(true) : Type{}; }
  std::string name() const;
};

/// One component: an integer extended to 64 bits according to its type, or the
/// bits of the double that equals a half, float or double.
using Lane = uint64_t;

inline double toDouble(Lane L) { return std::bit_cast<double>(L); }
inline Lane fromDouble(double D) { return std::bit_cast<Lane>(D); }

struct Value {
  Type type;
  std::array<Lane, 16> lanes = {};
};

/// \p Bits as an integer of type \p E, without those that it has no place for.
Lane wrap(Element E, uint64_t Bits);
/// \p D rounded to type \p E.
Lane rounded(Element E, double D);
/// As it is in memory. Every NaN is written as 0.
uint64_t bitsOf(Element E, Lane L);
/// Back again; a NaN becomes 0.
Lane laneOf(Element E, uint64_t Bits);
/// True if \p Bits mean \p L; any NaN is as good as another.
bool matches(Element E, Lane L, uint64_t Bits);
/// Mostly what is near a border. Never NaN or infinite.
Lane randomLane(std::mt19937_64 &Random, Element E);
/// As a literal of OpenCL C.
std::string literal(Element E, Lane L);

} // namespace conformance::programs

#endif // FERRY_CONFORMANCE_RANDOMVALUE_H
