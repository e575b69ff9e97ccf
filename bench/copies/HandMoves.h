//===- HandMoves.h - Copies as one writes them by hand ----------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compiled for the processor of this machine, as are kernels.
///
//===----------------------------------------------------------------------===//

#ifndef COPIES_HANDMOVES_H
#define COPIES_HANDMOVES_H

#include <cstddef>
#include <cstring>
#include <immintrin.h>

namespace copies {

/// A line of the cache as one value.
struct Line {
  using Vector = char __attribute__((vector_size(64), aligned(1), may_alias));

  static Vector load(const char *From) {
    return *reinterpret_cast<const Vector *>(From);
  }
  static void store(char *To, Vector Value) {
    *reinterpret_cast<Vector *>(To) = Value;
  }
  /// Past the caches. \p To is aligned to 64 bytes.
  static void stream(char *To, const char *From) {
#if defined(__AVX512F__)
    _mm512_stream_si512(reinterpret_cast<__m512i *>(To),
                        _mm512_loadu_si512(From));
#else
    for (int I = 0; I != 64; I += 16)
      _mm_stream_si128(
          reinterpret_cast<__m128i *>(To + I),
          _mm_loadu_si128(reinterpret_cast<const __m128i *>(From + I)));
#endif
  }
};

// All take multiples of 64 bytes.

inline void moveLibrary(char *To, const char *From, std::size_t Bytes) {
  std::memcpy(To, From, Bytes);
}

inline void moveVectors(char *To, const char *From, std::size_t Bytes) {
  std::size_t I = 0;
  for (; I + 256 <= Bytes; I += 256) {
    Line::Vector A = Line::load(From + I), B = Line::load(From + I + 64);
    Line::Vector C = Line::load(From + I + 128), D = Line::load(From + I + 192);
    Line::store(To + I, A);
    Line::store(To + I + 64, B);
    Line::store(To + I + 128, C);
    Line::store(To + I + 192, D);
  }
  for (; I != Bytes; I += 64)
    Line::store(To + I, Line::load(From + I));
}

inline void moveString(char *To, const char *From, std::size_t Bytes) {
  asm volatile("rep movsb" : "+D"(To), "+S"(From), "+c"(Bytes) : : "memory");
}

inline void moveStreaming(char *To, const char *From, std::size_t Bytes) {
  for (std::size_t I = 0; I != Bytes; I += 64)
    Line::stream(To + I, From + I);
}

} // namespace copies

#endif // COPIES_HANDMOVES_H
