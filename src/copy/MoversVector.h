//===- MoversVector.h - The widest vector of a set --------------*- C++ -*-===//
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

#ifndef FERRY_COPY_MOVERSVECTOR_H
#define FERRY_COPY_MOVERSVECTOR_H

#include <cstddef>
#include <cstdint>
#include <immintrin.h>
#include <utility>

namespace ferry::copy {
namespace {

/// The widest vector of the instruction set, at any address.
struct Vector {
#if defined(__AVX512BW__)
  using Type = __m512i;
  static Type load(const void *P) { return _mm512_loadu_si512(P); }
  static void store(void *P, Type V) { _mm512_storeu_si512(P, V); }
#elif defined(__AVX2__)
  using Type = __m256i;
  static Type load(const void *P) {
    return _mm256_loadu_si256(static_cast<const Type *>(P));
  }
  static void store(void *P, Type V) {
    _mm256_storeu_si256(static_cast<Type *>(P), V);
  }
#else
  using Type = __m128i;
  static Type load(const void *P) {
    return _mm_loadu_si128(static_cast<const Type *>(P));
  }
  static void store(void *P, Type V) {
    _mm_storeu_si128(static_cast<Type *>(P), V);
  }
#endif
  static constexpr std::size_t Bytes = sizeof(Type);
};

/// To be called between the use of vectors and a call in tail position, where
/// the compiler forgets it. The caller's SSE code would run at half its speed.
inline void clearUpperHalves() {
#if defined(__AVX2__)
  _mm256_zeroupper();
#endif
}

} // namespace
} // namespace ferry::copy

#endif // FERRY_COPY_MOVERSVECTOR_H
