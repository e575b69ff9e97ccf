//===- MoversContiguous.h - Runs of bytes -----------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Part of MoversImpl.h, whose rules hold here.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_COPY_MOVERSCONTIGUOUS_H
#define FERRY_COPY_MOVERSCONTIGUOUS_H

#include "copy/MoversVector.h"

namespace ferry::copy {
namespace {

/// \p Size bytes as one value.
template <std::size_t Size>
inline void moveFixed(std::byte *Dst, const std::byte *Src) {
  __builtin_memcpy(Dst, Src, Size);
}

/// Fewer bytes than a vector has.
inline void moveTail(std::byte *Dst, const std::byte *Src, std::size_t Bytes) {
  if (Bytes >= 32) {
    moveFixed<32>(Dst, Src);
    moveFixed<32>(Dst + Bytes - 32, Src + Bytes - 32);
  } else if (Bytes >= 16) {
    moveFixed<16>(Dst, Src);
    moveFixed<16>(Dst + Bytes - 16, Src + Bytes - 16);
  } else if (Bytes >= 8) {
    moveFixed<8>(Dst, Src);
    moveFixed<8>(Dst + Bytes - 8, Src + Bytes - 8);
  } else if (Bytes >= 4) {
    moveFixed<4>(Dst, Src);
    moveFixed<4>(Dst + Bytes - 4, Src + Bytes - 4);
  } else {
    for (std::size_t I = 0; I != Bytes; ++I)
      Dst[I] = Src[I];
  }
}

constexpr std::size_t LineBytes = 64;

void moveContiguous(std::byte *Dst, const std::byte *Src, std::size_t Bytes) {
  constexpr std::size_t V = Vector::Bytes;
  if (Bytes < V) {
    moveTail(Dst, Src, Bytes);
    return;
  }
  // The first and the last vector may overlap what is between them, so that
  // the stores between are aligned.
  Vector::Type First = Vector::load(Src);
  Vector::Type Last = Vector::load(Src + Bytes - V);
  std::byte *End = Dst + Bytes - V;
  std::size_t Skip = V - reinterpret_cast<std::uintptr_t>(Dst) % V;
  Vector::store(Dst, First);
  Dst += Skip;
  Src += Skip;
  for (; Dst + 4 * V <= End + V; Dst += 4 * V, Src += 4 * V) {
    Vector::Type A = Vector::load(Src), B = Vector::load(Src + V);
    Vector::Type C = Vector::load(Src + 2 * V), D = Vector::load(Src + 3 * V);
    Vector::store(Dst, A);
    Vector::store(Dst + V, B);
    Vector::store(Dst + 2 * V, C);
    Vector::store(Dst + 3 * V, D);
  }
  for (; Dst < End; Dst += V, Src += V)
    Vector::store(Dst, Vector::load(Src));
  Vector::store(End, Last);
}

void moveStreaming(std::byte *Dst, const std::byte *Src, std::size_t Bytes) {
  constexpr std::size_t V = Vector::Bytes;
  std::size_t Head = -reinterpret_cast<std::uintptr_t>(Dst) % LineBytes;
  if (Bytes < 4 * LineBytes + Head) {
    moveContiguous(Dst, Src, Bytes);
    return;
  }
  moveContiguous(Dst, Src, Head);
  Dst += Head;
  Src += Head;
  Bytes -= Head;
  for (; Bytes >= 4 * V; Bytes -= 4 * V, Dst += 4 * V, Src += 4 * V) {
    Vector::Type A = Vector::load(Src), B = Vector::load(Src + V);
    Vector::Type C = Vector::load(Src + 2 * V), D = Vector::load(Src + 3 * V);
    Vector::stream(Dst, A);
    Vector::stream(Dst + V, B);
    Vector::stream(Dst + 2 * V, C);
    Vector::stream(Dst + 3 * V, D);
  }
  // Streamed stores are not ordered with what tells others of them.
  _mm_sfence();
  moveContiguous(Dst, Src, Bytes);
}

} // namespace
} // namespace ferry::copy

#endif // FERRY_COPY_MOVERSCONTIGUOUS_H
