//===- RandomArithmetic.cpp - What operations give ------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "RandomOperations.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace conformance::programs {

using Wide = __int128;

/// An integer as the number that it means.
static Wide number(Element E, Lane L) {
  return isSigned(E) ? Wide(int64_t(L)) : Wide(L);
}

static Lane saturated(Element E, Wide N) {
  unsigned Bits = 8 * bytesOf(E);
  Wide Least = isSigned(E) ? -(Wide(1) << (Bits - 1)) : 0,
       Greatest = (Wide(1) << (isSigned(E) ? Bits - 1 : Bits)) - 1;
  return wrap(E, uint64_t(std::clamp(N, Least, Greatest)));
}

static Lane saturated(Element E, double D) {
  if (std::isnan(D))
    return 0;
  return saturated(E, Wide(std::clamp(std::trunc(D), -0x1p66, 0x1p66)));
}

/// Of type \p E all operands.
static Lane integerLane(Op O, Element E, Lane A, Lane B, Lane C) {
  unsigned Bits = 8 * bytesOf(E);
  uint64_t Mask = bitsOf(E, ~uint64_t(0)), UA = A & Mask, UB = B & Mask;
  unsigned Count = unsigned(UB % Bits);
  Wide NA = number(E, A), NB = number(E, B);
  switch (O) {
  case Op::Add:
  case Op::PlainAdd:
    return wrap(E, A + B);
  case Op::Sub:
  case Op::PlainSub:
    return wrap(E, A - B);
  case Op::Mul:
  case Op::PlainMul:
    return wrap(E, A * B);
  case Op::Div:
    return wrap(E, NB == 0 ? A : uint64_t(NA / NB));
  case Op::Rem:
    return wrap(E, NB == 0 ? 0 : uint64_t(NA % NB));
  case Op::Neg:
    return wrap(E, 0 - A);
  case Op::Min:
    return NB < NA ? B : A;
  case Op::Max:
    return NA < NB ? B : A;
  case Op::And:
    return wrap(E, A & B);
  case Op::Or:
    return wrap(E, A | B);
  case Op::Xor:
    return wrap(E, A ^ B);
  case Op::Not:
    return wrap(E, ~A);
  case Op::Shl:
    return wrap(E, A << Count);
  case Op::Shr:
    return wrap(E, uint64_t(NA >> Count));
  case Op::Clamp: // Of A between the lesser and the greater of B and C.
    return wrap(E, uint64_t(std::clamp(NA, std::min(NB, number(E, C)),
                                       std::max(NB, number(E, C)))));
  case Op::MulHi:
    return wrap(
        E, uint64_t((isSigned(E) ? NA * NB
                                 : Wide(static_cast<unsigned __int128>(NA) *
                                        static_cast<unsigned __int128>(NB))) >>
                    Bits));
  case Op::MadHi:
    return wrap(E, integerLane(Op::MulHi, E, A, B, 0) + C);
  case Op::Rotate:
    return wrap(E, Count ? UA << Count | UA >> (Bits - Count) : UA);
  case Op::Popcount:
    return wrap(E, uint64_t(std::popcount(UA)));
  case Op::Clz:
    return wrap(E, uint64_t(std::countl_zero(UA)) - (64 - Bits));
  case Op::Ctz:
    return wrap(E, UA ? uint64_t(std::countr_zero(UA)) : Bits);
  case Op::AddSat:
    return saturated(E, NA + NB);
  case Op::SubSat:
    return saturated(E, NA - NB);
  case Op::Hadd:
    return wrap(E, uint64_t((NA + NB) >> 1));
  case Op::Rhadd:
    return wrap(E, uint64_t((NA + NB + 1) >> 1));
  case Op::Bitselect:
    return wrap(E, (A & ~C) | (B & C));
  default:
    throw std::logic_error("no operation of integers");
  }
}

static Lane floatLane(Op O, Element E, double A, double B, double C) {
  // +, -, *, / and the root of two halves or floats in double, rounded again,
  // are what rounding once gives.
  switch (O) {
  case Op::Add:
    return rounded(E, A + B);
  case Op::Sub:
    return rounded(E, A - B);
  case Op::Mul:
    return rounded(E, A * B);
  case Op::Div:
    return rounded(E, A / B);
  case Op::Neg:
    return fromDouble(-A);
  case Op::Min:
    return fromDouble(std::fmin(A, B) + 0.0);
  case Op::Max:
    return fromDouble(std::fmax(A, B) + 0.0);
  case Op::Fma:
    return E == Element::Double
               ? fromDouble(std::fma(A, B, C))
               : fromDouble(std::fma(float(A), float(B), float(C)));
  case Op::Sqrt:
    return rounded(E, std::sqrt(A));
  case Op::Fabs:
    return fromDouble(std::fabs(A));
  case Op::Floor:
    return fromDouble(std::floor(A));
  case Op::Ceil:
    return fromDouble(std::ceil(A));
  case Op::Trunc:
    return fromDouble(std::trunc(A));
  case Op::Rint:
    return fromDouble(std::nearbyint(A));
  default:
    throw std::logic_error("no operation of floats");
  }
}

/// Of two lanes; \p N compares as <=> does, 2 if unordered.
static bool compared(Op O, int N) {
  switch (O) {
  case Op::Less:
    return N == -1;
  case Op::LessEqual:
    return N == -1 || N == 0;
  case Op::Greater:
    return N == 1;
  case Op::GreaterEqual:
    return N == 1 || N == 0;
  case Op::Equal:
    return N == 0;
  default:
    return N != 0;
  }
}

static int order(Element E, Lane A, Lane B) {
  if (isFloat(E)) {
    double X = toDouble(A), Y = toDouble(B);
    return X < Y ? -1 : X > Y ? 1 : X == Y ? 0 : 2;
  }
  Wide X = number(E, A), Y = number(E, B);
  return X < Y ? -1 : X > Y;
}

static Lane converted(Element To, Element From, Lane L, bool Saturated) {
  if (isFloat(From)) {
    if (isFloat(To))
      return rounded(To, toDouble(L));
    return saturated(To, toDouble(L));
  }
  Wide N = number(From, L);
  if (To == Element::Float)
    return fromDouble(double(float(N)));
  // Halves: what double cannot hold is infinite.
  if (isFloat(To))
    return rounded(To, double(N));
  return Saturated ? saturated(To, N) : wrap(To, L);
}

/// Operations that do the same in every lane.
static Lane lane(Op O, Element To, Element From, const Lane *L) {
  if (O >= Op::Less && O <= Op::NotEqual)
    return compared(O, order(From, L[0], L[1]));
  switch (O) {
  case Op::Abs:
    return wrap(To, number(From, L[0]) < 0 ? 0 - L[0] : L[0]);
  case Op::AbsDiff:
    return wrap(To, order(From, L[0], L[1]) < 0 ? L[1] - L[0] : L[0] - L[1]);
  case Op::Upsample:
    return wrap(To, L[0] << (8 * bytesOf(From)) | bitsOf(From, L[1]));
  case Op::IsNan:
    return std::isnan(toDouble(L[0]));
  case Op::IsInf:
    return std::isinf(toDouble(L[0]));
  case Op::Convert:
    return converted(To, From, L[0], false);
  case Op::ConvertSat:
    return converted(To, From, L[0], true);
  case Op::Bits:
    return laneOf(To, bitsOf(From, L[0]));
  default:
    return isFloat(To) ? floatLane(O, To, toDouble(L[0]), toDouble(L[1]),
                                   toDouble(L[2]))
                       : integerLane(O, To, L[0], L[1], L[2]);
  }
}

/// The same bytes in lanes of another size.
static Value repacked(Type To, const Value &From) {
  std::array<uint8_t, 128> Bytes = {};
  unsigned FromBytes = From.type.elementBytes(), ToBytes = To.elementBytes();
  for (unsigned I = 0; I != From.type.width; ++I)
    for (unsigned B = 0; B != FromBytes; ++B)
      Bytes[I * FromBytes + B] = uint8_t(From.lanes[I] >> (8 * B));
  Value To_{To};
  for (unsigned I = 0; I != To.width; ++I) {
    uint64_t Bits = 0;
    for (unsigned B = 0; B != ToBytes; ++B)
      Bits |= uint64_t(Bytes[I * ToBytes + B]) << (8 * B);
    To_.lanes[I] = wrap(To.element, Bits);
  }
  return To_;
}

Value apply(Op O, Type To, const std::vector<Value> &Operands,
            const std::vector<uint64_t> &Components) {
  const Value &First = Operands[0];
  Type From = First.type;
  Value Result{To};
  auto IsNegative = [](const Value &V, unsigned I) {
    return bitsOf(V.type.element, V.lanes[I]) >>
               (8 * V.type.elementBytes() - 1) !=
           0;
  };
  switch (O) {
  case Op::Any:
  case Op::All: {
    unsigned Count = 0;
    for (unsigned I = 0; I != From.width; ++I)
      Count += IsNegative(First, I);
    Result.lanes[0] = O == Op::Any ? Count != 0 : Count == From.width;
    return Result;
  }
  case Op::LogicNot:
    Result.lanes[0] = First.lanes[0] == 0;
    return Result;
  case Op::ChooseLanes:
    for (unsigned I = 0; I != To.width; ++I)
      Result.lanes[I] = Operands[IsNegative(First, I) ? 1 : 2].lanes[I];
    return Result;
  case Op::Select:
    for (unsigned I = 0; I != To.width; ++I) {
      bool Second = To.isVector() ? IsNegative(Operands[2], I)
                                  : Operands[2].lanes[I] != 0;
      Result.lanes[I] = Operands[Second].lanes[I];
    }
    return Result;
  case Op::Repack:
    return repacked(To, First);
  case Op::Construct: {
    unsigned Next = 0;
    for (const Value &V : Operands)
      for (unsigned I = 0; I != V.type.width; ++I)
        Result.lanes[Next++] = V.lanes[I];
    while (Next != To.width)
      Result.lanes[Next++] = First.lanes[0];
    return Result;
  }
  case Op::Swizzle:
    for (unsigned I = 0; I != To.width; ++I)
      Result.lanes[I] = First.lanes[Components[I]];
    return Result;
  case Op::Shuffle:
  case Op::Shuffle2: {
    const Value &Mask = Operands.back();
    unsigned Sources = O == Op::Shuffle ? From.width : 2 * From.width;
    for (unsigned I = 0; I != To.width; ++I) {
      unsigned At = unsigned(Mask.lanes[I] % Sources);
      Result.lanes[I] = Operands[At / From.width].lanes[At % From.width];
    }
    return Result;
  }
  default:
    break;
  }
  bool Mask = To.isVector() && (O == Op::IsNan || O == Op::IsInf ||
                                (O >= Op::Less && O <= Op::NotEqual));
  for (unsigned I = 0; I != To.width; ++I) {
    Lane L[3] = {};
    for (size_t K = 0; K != Operands.size(); ++K)
      L[K] = Operands[K].lanes[I];
    Lane Out = lane(O, To.element, From.element, L);
    Result.lanes[I] = Mask ? 0 - Out : Out;
  }
  return Result;
}

} // namespace conformance::programs
