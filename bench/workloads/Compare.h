//===- Compare.h - Results beside what they must be -------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef WORKLOADS_COMPARE_H
#define WORKLOADS_COMPARE_H

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>

namespace workloads {

template <typename Got, typename Want>
std::string mismatch(std::size_t Index, Got Is, Want Wanted) {
  std::ostringstream Text;
  Text.precision(12);
  Text << "element " << Index << " is " << +Is << ", not " << +Wanted;
  return Text.str();
}

/// \param Want what the element of an index must be, exactly.
/// \returns nothing, or where it is not.
template <typename T, typename Function>
std::string compareExactly(const T *Out, std::size_t Count, Function &&Want) {
  for (std::size_t I = 0; I != Count; ++I)
    if (T Wanted = Want(I); Out[I] != Wanted)
      return mismatch(I, Out[I], Wanted);
  return {};
}

/// \param Tolerance the difference that may be, for wanted values up to 1; in
/// proportion for larger ones.
template <typename T, typename Function>
std::string compareNearly(const T *Out, std::size_t Count, double Tolerance,
                          Function &&Want) {
  for (std::size_t I = 0; I != Count; ++I) {
    double Wanted = Want(I);
    double Allowed = Tolerance * std::fmax(1, std::fabs(Wanted));
    // Not a number is not near.
    if (!(std::fabs(double(Out[I]) - Wanted) <= Allowed))
      return mismatch(I, double(Out[I]), Wanted);
  }
  return {};
}

/// Numbers that depend on nothing but their index.
inline std::uint64_t scrambled(std::uint64_t Index) {
  std::uint64_t Value = (Index + 1) * 0x9E3779B97F4A7C15U;
  Value = (Value ^ Value >> 30) * 0xBF58476D1CE4E5B9U;
  Value = (Value ^ Value >> 27) * 0x94D049BB133111EBU;
  return Value ^ Value >> 31;
}

/// The same, evenly spread between two borders.
inline double scattered(std::uint64_t Index, double Low, double High) {
  return Low + (High - Low) * double(scrambled(Index) >> 11) * 0x1p-53;
}

} // namespace workloads

#endif // WORKLOADS_COMPARE_H
