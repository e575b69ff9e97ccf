//===- MoversImpl.h - The movers, for one instruction set -------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Included by one source file for each instruction set, which is compiled for
/// that set. Nothing from here, and no inline function of a library, may have
/// a name that another file could be linked against: the linker would keep one
/// of them for all processors.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_COPY_MOVERSIMPL_H
#define FERRY_COPY_MOVERSIMPL_H

#include "copy/Movers.h"

#include <immintrin.h>

namespace ferry::copy {
namespace {

/// The widest vector of the instruction set, at any address.
struct Vector {
#if defined(__AVX512BW__)
  using Type = __m512i;
  static Type load(const void *P) { return _mm512_loadu_si512(P); }
  static void store(void *P, Type V) { _mm512_storeu_si512(P, V); }
  static void stream(void *P, Type V) {
    _mm512_stream_si512(static_cast<Type *>(P), V);
  }
#elif defined(__AVX2__)
  using Type = __m256i;
  static Type load(const void *P) {
    return _mm256_loadu_si256(static_cast<const Type *>(P));
  }
  static void store(void *P, Type V) {
    _mm256_storeu_si256(static_cast<Type *>(P), V);
  }
  static void stream(void *P, Type V) {
    _mm256_stream_si256(static_cast<Type *>(P), V);
  }
#else
  using Type = __m128i;
  static Type load(const void *P) {
    return _mm_loadu_si128(static_cast<const Type *>(P));
  }
  static void store(void *P, Type V) {
    _mm_storeu_si128(static_cast<Type *>(P), V);
  }
  static void stream(void *P, Type V) {
    _mm_stream_si128(static_cast<Type *>(P), V);
  }
#endif
  static constexpr std::size_t Bytes = sizeof(Type);
};

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

template <std::size_t Size>
void moveStrided(std::byte *Dst, const std::byte *Src, std::size_t Count,
                 std::size_t DstStep, std::size_t SrcStep) {
  // All loads of a turn come before its stores, which the compiler could not
  // arrange itself: it must suppose that they overlap.
  struct Element {
    std::byte bytes[Size];
  };
  for (; Count >= 4; Count -= 4, Dst += 4 * DstStep, Src += 4 * SrcStep) {
    Element A, B, C, D;
    __builtin_memcpy(&A, Src, Size);
    __builtin_memcpy(&B, Src + SrcStep, Size);
    __builtin_memcpy(&C, Src + 2 * SrcStep, Size);
    __builtin_memcpy(&D, Src + 3 * SrcStep, Size);
    __builtin_memcpy(Dst, &A, Size);
    __builtin_memcpy(Dst + DstStep, &B, Size);
    __builtin_memcpy(Dst + 2 * DstStep, &C, Size);
    __builtin_memcpy(Dst + 3 * DstStep, &D, Size);
  }
  for (; Count; --Count, Dst += DstStep, Src += SrcStep)
    moveFixed<Size>(Dst, Src);
}

constexpr Movers Table = {moveContiguous,
                          moveStreaming,
                          {moveStrided<1>, moveStrided<2>, moveStrided<4>,
                           moveStrided<8>, moveStrided<16>, moveStrided<32>,
                           moveStrided<64>, moveStrided<128>}};

} // namespace
} // namespace ferry::copy

#endif // FERRY_COPY_MOVERSIMPL_H
