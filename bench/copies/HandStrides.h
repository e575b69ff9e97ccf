//===- HandStrides.h - Strided copies by hand -------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compiled for the processor of this machine. The stride is a constant of the
/// program, which a driver must find out while it runs.
///
//===----------------------------------------------------------------------===//

#ifndef COPIES_HANDSTRIDES_H
#define COPIES_HANDSTRIDES_H

#include "HandMoves.h"

#include <array>
#include <cstdint>
#include <type_traits>

namespace copies {

template <std::size_t Bytes> struct Wide;
template <> struct Wide<16> { __m128i value; };
template <> struct Wide<128> { Line::Vector values[2]; };

/// A value of so many bytes.
template <std::size_t Bytes>
using Element = std::conditional_t<
    Bytes == 1, std::uint8_t,
    std::conditional_t<
        Bytes == 2, std::uint16_t,
        std::conditional_t<
            Bytes == 4, std::uint32_t,
            std::conditional_t<Bytes == 8, std::uint64_t, Wide<Bytes>>>>>;

/// The plain loop, which the compiler vectorises as it likes.
template <std::size_t Bytes, std::size_t ToStride, std::size_t FromStride>
void stridedLoop(char *ToBytes, const char *FromBytes, std::size_t Count) {
  auto *__restrict To = reinterpret_cast<Element<Bytes> *>(ToBytes);
  auto *__restrict From = reinterpret_cast<const Element<Bytes> *>(FromBytes);
  for (std::size_t I = 0; I != Count; ++I)
    To[I * ToStride] = From[I * FromStride];
}

/// The same, an element at a time.
template <std::size_t Bytes, std::size_t ToStride, std::size_t FromStride>
__attribute__((optimize("no-tree-vectorize"))) void
stridedScalar(char *ToBytes, const char *FromBytes, std::size_t Count) {
  auto *__restrict To = reinterpret_cast<Element<Bytes> *>(ToBytes);
  auto *__restrict From = reinterpret_cast<const Element<Bytes> *>(FromBytes);
#pragma GCC unroll 8
  for (std::size_t I = 0; I != Count; ++I)
    To[I * ToStride] = From[I * FromStride];
}

#if defined(__AVX512VBMI__) && defined(__AVX512BW__)

/// The operations of AVX-512 on lanes of so many bytes.
template <std::size_t Bytes> struct Lanes;

template <> struct Lanes<1> {
  using Mask = __mmask64;
  static __m512i permute(__m512i Index, __m512i A) {
    return _mm512_permutexvar_epi8(Index, A);
  }
  static __m512i permute(__m512i A, __m512i Index, __m512i B) {
    return _mm512_permutex2var_epi8(A, Index, B);
  }
  static __m512i blend(Mask M, __m512i A, __m512i B) {
    return _mm512_mask_blend_epi8(M, A, B);
  }
  static void store(void *To, Mask M, __m512i A) {
    _mm512_mask_storeu_epi8(To, M, A);
  }
};

template <> struct Lanes<2> {
  using Mask = __mmask32;
  static __m512i permute(__m512i Index, __m512i A) {
    return _mm512_permutexvar_epi16(Index, A);
  }
  static __m512i permute(__m512i A, __m512i Index, __m512i B) {
    return _mm512_permutex2var_epi16(A, Index, B);
  }
  static __m512i blend(Mask M, __m512i A, __m512i B) {
    return _mm512_mask_blend_epi16(M, A, B);
  }
  static void store(void *To, Mask M, __m512i A) {
    _mm512_mask_storeu_epi16(To, M, A);
  }
};

template <> struct Lanes<4> {
  using Mask = __mmask16;
  static __m512i permute(__m512i Index, __m512i A) {
    return _mm512_permutexvar_epi32(Index, A);
  }
  static __m512i permute(__m512i A, __m512i Index, __m512i B) {
    return _mm512_permutex2var_epi32(A, Index, B);
  }
  static __m512i blend(Mask M, __m512i A, __m512i B) {
    return _mm512_mask_blend_epi32(M, A, B);
  }
  static void store(void *To, Mask M, __m512i A) {
    _mm512_mask_storeu_epi32(To, M, A);
  }
};

template <> struct Lanes<8> {
  using Mask = __mmask8;
  static __m512i permute(__m512i Index, __m512i A) {
    return _mm512_permutexvar_epi64(Index, A);
  }
  static __m512i permute(__m512i A, __m512i Index, __m512i B) {
    return _mm512_permutex2var_epi64(A, Index, B);
  }
  static __m512i blend(Mask M, __m512i A, __m512i B) {
    return _mm512_mask_blend_epi64(M, A, B);
  }
  static void store(void *To, Mask M, __m512i A) {
    _mm512_mask_storeu_epi64(To, M, A);
  }
};

/// An index for every lane, from what \p Of says.
template <std::size_t Bytes, typename Function> __m512i indices(Function &&Of) {
  alignas(64) std::array<Element<Bytes>, 64 / Bytes> Values;
  for (std::size_t I = 0; I != Values.size(); ++I)
    Values[I] = Element<Bytes>(Of(I));
  return _mm512_load_si512(Values.data());
}

/// A bit for every lane of which \p Of is true.
template <std::size_t Bytes, typename Function>
constexpr auto lanesWhere(Function &&Of) {
  std::uint64_t Bits = 0;
  for (std::size_t I = 0; I != 64 / Bytes; ++I)
    Bits |= std::uint64_t(Of(I)) << I;
  return typename Lanes<Bytes>::Mask(Bits);
}

/// Reads everything, the gaps too, two vectors for a permutation.
template <std::size_t Bytes, std::size_t Stride>
void gatherPermutes(char *To, const char *From, std::size_t Count) {
  using L = Lanes<Bytes>;
  constexpr std::size_t N = 64 / Bytes;
  const __m512i Index =
      indices<Bytes>([](std::size_t I) { return I * Stride % (2 * N); });
  for (std::size_t I = 0; I != Count; I += N, To += 64, From += 64 * Stride) {
    __m512i Result = _mm512_setzero_si512();
#pragma GCC unroll 32
    for (std::size_t V = 0; V < Stride; V += 2) {
      __m512i A = _mm512_loadu_si512(From + V * 64);
      __m512i Part =
          V + 1 == Stride
              ? L::permute(Index, A)
              : L::permute(A, Index, _mm512_loadu_si512(From + V * 64 + 64));
      auto Mask = lanesWhere<Bytes>(
          [V](std::size_t Lane) { return Lane * Stride / N / 2 == V / 2; });
      Result = V == 0 ? Part : L::blend(Mask, Result, Part);
    }
    _mm512_storeu_si512(To, Result);
  }
}

/// Writes whole vectors under masks that leave the gaps alone.
template <std::size_t Bytes, std::size_t Stride>
void scatterPermutes(char *To, const char *From, std::size_t Count) {
  using L = Lanes<Bytes>;
  constexpr std::size_t N = 64 / Bytes;
  __m512i Index[Stride];
  for (std::size_t V = 0; V != Stride; ++V)
    Index[V] = indices<Bytes>(
        [V](std::size_t Lane) { return (V * N + Lane) / Stride; });
  for (std::size_t I = 0; I != Count; I += N, To += 64 * Stride, From += 64) {
    __m512i A = _mm512_loadu_si512(From);
#pragma GCC unroll 32
    for (std::size_t V = 0; V < Stride; ++V) {
      auto Mask = lanesWhere<Bytes>(
          [V](std::size_t Lane) { return (V * N + Lane) % Stride == 0; });
      L::store(To + V * 64, Mask, L::permute(Index[V], A));
    }
  }
}

/// The instructions that are made for it; of 4 or 8 bytes only.
template <std::size_t Bytes, std::size_t Stride>
void gatherInstruction(char *To, const char *From, std::size_t Count) {
  constexpr std::size_t N = 64 / Bytes;
  const __m512i Index =
      indices<Bytes>([](std::size_t I) { return I * Stride; });
  for (std::size_t I = 0; I != Count; I += N, To += 64, From += 64 * Stride)
    if constexpr (Bytes == 4)
      _mm512_storeu_si512(To, _mm512_i32gather_epi32(Index, From, 4));
    else
      _mm512_storeu_si512(To, _mm512_i64gather_epi64(Index, From, 8));
}

template <std::size_t Bytes, std::size_t Stride>
void scatterInstruction(char *To, const char *From, std::size_t Count) {
  constexpr std::size_t N = 64 / Bytes;
  const __m512i Index =
      indices<Bytes>([](std::size_t I) { return I * Stride; });
  for (std::size_t I = 0; I != Count; I += N, To += 64 * Stride, From += 64)
    if constexpr (Bytes == 4)
      _mm512_i32scatter_epi32(To, Index, _mm512_loadu_si512(From), 4);
    else
      _mm512_i64scatter_epi64(To, Index, _mm512_loadu_si512(From), 8);
}

#endif // AVX-512

} // namespace copies

#endif // COPIES_HANDSTRIDES_H
