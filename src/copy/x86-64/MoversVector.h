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

#include "copy/MoversParts.h"

#include <cstddef>
#include <cstdint>
#include <immintrin.h>
#include <utility>

namespace ferry::copy {
namespace {

template <> struct PartOf<16> {
  using Type = __m128i;
};
#if defined(__AVX2__)
template <> struct PartOf<32> {
  using Type = __m256i;
};
#endif
#if defined(__AVX512F__)
template <> struct PartOf<64> {
  using Type = __m512i;
};
#endif

/// The widest vector of the instruction set, at any address; streamed past the
/// caches, to a multiple of its size.
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

/// Of a long run each cache line of the destination that lies in an outer cache
/// would be waited for on Zen 4. On Zen 3, which has no AVX-512, it costs 4 %
/// to prefetch it.
#if defined(__AVX512BW__)
constexpr bool PrefetchesRuns = true;
#else
constexpr bool PrefetchesRuns = false;
#endif

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
