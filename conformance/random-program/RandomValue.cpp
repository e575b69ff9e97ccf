//===- RandomValue.cpp - Values of OpenCL C in C++ ------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "RandomValue.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace conformance::programs {

bool isFloat(Element E) { return E >= Element::Half; }

bool isSigned(Element E) { return !isFloat(E) && unsigned(E) % 2 == 0; }

unsigned bytesOf(Element E) {
  constexpr unsigned Bytes[] = {1, 1, 2, 2, 4, 4, 8, 8, 2, 4, 8};
  return Bytes[unsigned(E)];
}

Element integer(unsigned Bytes, bool Signed) {
  unsigned Log = unsigned(std::countr_zero(Bytes));
  return Element(2 * Log + (Signed ? 0 : 1));
}

std::string Type::name() const {
  constexpr const char *Names[] = {"char", "uchar", "short", "ushort",
                                   "int",  "uint",  "long",  "ulong",
                                   "half", "float", "double"};
  std::string Name = Names[unsigned(element)];
  return isVector() ? Name + std::to_string(width) : Name;
}

Lane wrap(Element E, uint64_t Bits) {
  unsigned Unused = 64 - 8 * bytesOf(E);
  return isSigned(E) ? uint64_t(int64_t(Bits << Unused) >> Unused)
                     : Bits << Unused >> Unused;
}

/// To 11 bits of precision, to nearest even.
static double roundedToHalf(double D) {
  double Magnitude = std::fabs(D);
  if (!(Magnitude > 0) || std::isinf(D))
    return D;
  if (Magnitude >= 65520)
    return std::copysign(HUGE_VAL, D);
  int Exponent = std::max(std::ilogb(Magnitude), -14);
  double Unit = std::ldexp(1.0, Exponent - 10);
  return std::copysign(std::nearbyint(Magnitude / Unit) * Unit, D);
}

Lane rounded(Element E, double D) {
  return fromDouble(E == Element::Half    ? roundedToHalf(D)
                    : E == Element::Float ? double(float(D))
                                          : D);
}

uint64_t bitsOf(Element E, Lane L) {
  if (!isFloat(E))
    return wrap(integer(bytesOf(E), false), L);
  double D = toDouble(L);
  if (std::isnan(D))
    return 0;
  if (E == Element::Double)
    return L;
  if (E == Element::Float)
    return std::bit_cast<uint32_t>(float(D));
  uint64_t Sign = std::signbit(D) ? 0x8000 : 0;
  D = std::fabs(D);
  if (std::isinf(D))
    return Sign | 0x7C00;
  if (D < 0x1p-14)
    return Sign | uint64_t(D * 0x1p24);
  int Exponent = std::ilogb(D);
  return Sign | (uint64_t(std::ldexp(D, 10 - Exponent)) +
                 (uint64_t(Exponent + 14) << 10));
}

Lane laneOf(Element E, uint64_t Bits) {
  if (!isFloat(E))
    return wrap(E, Bits);
  double D;
  if (E == Element::Double) {
    D = toDouble(Bits);
  } else if (E == Element::Float) {
    D = double(std::bit_cast<float>(uint32_t(Bits)));
  } else {
    int Exponent = int(Bits >> 10 & 31);
    double Fraction = double(Bits & 1023);
    D = Exponent == 31  ? (Bits & 1023 ? std::nan("") : HUGE_VAL)
        : Exponent == 0 ? Fraction * 0x1p-24
                        : std::ldexp(1024 + Fraction, Exponent - 25);
    D = Bits & 0x8000 ? -D : D;
  }
  return fromDouble(std::isnan(D) ? 0 : D);
}

bool matches(Element E, Lane L, uint64_t Bits) {
  if (!isFloat(E) || !std::isnan(toDouble(L)))
    return bitsOf(E, L) == Bits;
  uint64_t Infinity = bitsOf(E, fromDouble(HUGE_VAL)),
           Sign = uint64_t(1) << (8 * bytesOf(E) - 1);
  return (Bits & ~Sign) > Infinity;
}

Lane randomLane(std::mt19937_64 &Random, Element E) {
  uint64_t Bits = Random(), Class = Random() % 8;
  if (isFloat(E)) {
    double Small = double(int64_t(Bits % 41) - 20),
           D = Class < 3   ? Small
               : Class < 5 ? Small / 8
               : Class < 7 ? double(int64_t(Bits) >> 40) * 0x1p-12
                           : std::ldexp(Small, int(Random() % 200) - 100);
    Lane L = rounded(E, D);
    return std::isinf(toDouble(L)) ? fromDouble(1) : L;
  }
  return wrap(E, Class < 3   ? Bits % 41 - 20
                 : Class < 4 ? uint64_t(1) << (Bits % 64)
                 : Class < 5 ? (uint64_t(1) << (Bits % 64)) - 1
                             : Bits);
}

std::string literal(Element E, Lane L) {
  Type T{E, 1};
  if (isFloat(E)) {
    double D = toDouble(L);
    if (std::isinf(D) || std::isnan(D))
      return "(" + T.name() + ")" +
             (std::isnan(D) ? "NAN"
              : D < 0       ? "-INFINITY"
                            : "INFINITY");
    char Text[64];
    std::snprintf(Text, sizeof(Text), "%a", D);
    std::string Plain = Text;
    return E == Element::Double  ? Plain
           : E == Element::Float ? Plain + "f"
                                 : "(half)" + Plain + "f";
  }
  int64_t Signed = int64_t(L);
  if (E == Element::Int && std::llabs(Signed) < 10000)
    return std::to_string(Signed);
  if (E == Element::UInt)
    return std::to_string(L) + "u";
  if (E == Element::ULong)
    return std::to_string(L) + "ul";
  if (E == Element::Long && std::llabs(Signed) < 10000)
    return std::to_string(Signed) + "l";
  if (T.elementBytes() < 4)
    return "(" + T.name() + ")" + std::to_string(Signed);
  char Text[64];
  std::snprintf(Text, sizeof(Text), "(%s)0x%llx%s", T.name().c_str(),
                static_cast<unsigned long long>(bitsOf(E, L)),
                E == Element::Long ? "ul" : "u");
  return Text;
}

} // namespace conformance::programs
