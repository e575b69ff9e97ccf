//===- CopyShape.cpp - Which bytes an async copy touches ------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "check/CopyShape.h"

#include <algorithm>
#include <vector>

namespace ferry::check {

std::uint64_t CopyShape::extent() const {
  if (isEmpty())
    return 0;
  std::uint64_t Lines, Planes, Bytes;
  if (__builtin_mul_overflow(lines - 1, lineStep, &Lines) ||
      __builtin_mul_overflow(planes - 1, planeStep, &Planes) ||
      __builtin_add_overflow(Lines, Planes, &Bytes) ||
      __builtin_add_overflow(Bytes, lineBytes, &Bytes))
    return UINT64_MAX;
  return Bytes;
}

bool CopyShape::touches(std::uintptr_t At, std::uint64_t Bytes) const {
  if (isEmpty() || !Bytes || At >= start + extent() || At + Bytes <= start)
    return false;
  for (std::uint64_t P = 0; P != planes; ++P) {
    const std::uintptr_t Plane = start + P * planeStep;
    if (At + Bytes <= Plane)
      continue;
    // Lines from the first that ends behind At, to the last that begins before
    // its end.
    std::uint64_t First = 0;
    if (At >= Plane + lineBytes && lineStep)
      First = (At - Plane - lineBytes) / lineStep + 1;
    else if (At >= Plane + lineBytes)
      continue;
    const std::uint64_t Last =
        lineStep ? (At + Bytes - 1 - Plane) / lineStep : lines - 1;
    if (First <= Last && First < lines)
      return true;
  }
  return false;
}

bool CopyShape::touches(const CopyShape &Other) const {
  if (isEmpty() || Other.isEmpty() || start >= Other.start + Other.extent() ||
      Other.start >= start + extent())
    return false;
  bool Found = false;
  Other.forEachLine([&](std::uintptr_t At) {
    Found = Found || touches(At, Other.lineBytes);
  });
  return Found;
}

bool CopyShape::overlapsItself() const {
  if (isEmpty())
    return false;
  if (lines > 1 && lineStep < lineBytes)
    return true;
  if (planes == 1 || planeStep >= (lines - 1) * lineStep + lineBytes)
    return false;
  // Planes may lie between each other's lines.
  std::vector<std::uintptr_t> Starts;
  forEachLine([&](std::uintptr_t At) { Starts.push_back(At); });
  std::sort(Starts.begin(), Starts.end());
  for (std::size_t I = 1; I < Starts.size(); ++I)
    if (Starts[I] - Starts[I - 1] < lineBytes)
      return true;
  return false;
}

} // namespace ferry::check
