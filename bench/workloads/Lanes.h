//===- Lanes.h - Vectors of the hand-written kernels ------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef WORKLOADS_LANES_H
#define WORKLOADS_LANES_H

#include <cmath>
#include <cstring>

#ifdef __AVX__
#include <immintrin.h>
#endif

namespace workloads::hand {

#ifdef __AVX512F__
constexpr std::size_t Lanes = 16;
#else
constexpr std::size_t Lanes = 8;
#endif

/// GCC's vectors: operators work lane by lane, comparisons give 0 or -1, and
/// a mask ? a : b chooses.
using Floats [[gnu::vector_size(4 * Lanes)]] = float;
using Ints [[gnu::vector_size(4 * Lanes)]] = int;

inline Floats load(const float *From) {
  Floats Result;
  std::memcpy(&Result, From, sizeof Result);
  return Result;
}

inline void store(float *To, Floats Value) {
  std::memcpy(To, &Value, sizeof Value);
}

inline Floats all(float Value) { return Value - Floats{}; }

inline bool any(Ints Mask) {
#ifdef __AVX512F__
  return _mm512_test_epi32_mask(__m512i(Mask), __m512i(Mask)) != 0;
#elif defined(__AVX__)
  return !_mm256_testz_si256(__m256i(Mask), __m256i(Mask));
#else
  int Result = 0;
  for (std::size_t I = 0; I != Lanes; ++I)
    Result |= Mask[I];
  return Result != 0;
#endif
}

inline Floats maximum(Floats A, Floats B) {
#ifdef __AVX512F__
  return _mm512_max_ps(A, B);
#elif defined(__AVX__)
  return _mm256_max_ps(A, B);
#else
  return A > B ? A : B;
#endif
}

inline Floats squareRoot(Floats X) {
#ifdef __AVX512F__
  return _mm512_sqrt_ps(X);
#elif defined(__AVX__)
  return _mm256_sqrt_ps(X);
#else
  for (std::size_t I = 0; I != Lanes; ++I)
    X[I] = std::sqrt(X[I]);
  return X;
#endif
}

/// 1 / sqrt(X), to 11 bits at least.
inline Floats roughInverseRoot(Floats X) {
#ifdef __AVX512F__
  return _mm512_rsqrt14_ps(X);
#elif defined(__AVX__)
  return _mm256_rsqrt_ps(X);
#else
  return 1 / squareRoot(X);
#endif
}

inline Floats magnitude(Floats X) { return Floats(Ints(X) & 0x7fffffff); }

/// To two units in the last place; what is below 2^-126 may become that.
inline Floats exponential(Floats X) {
  // X = Whole * log(2) + R, with log(2) in two parts.
#ifdef __AVX512F__
  Floats Whole = _mm512_roundscale_ps(
      X * 1.44269504f, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
#else
  // The sum is so large that its last bits count whole numbers.
  constexpr float Magic = 0x1.8p23f;
  X = maximum(X, all(-87.3f));
  Floats Sum = X * 1.44269504f + Magic;
  Floats Whole = Sum - Magic;
#endif
  Floats R = X - Whole * 0.693359375f + Whole * 2.12194440e-4f;
  Floats P = R * 0.0013814613f + 0.0083687099f;
  P = P * R + 0.0416683874f;
  P = P * R + 0.1666652069f;
  P = P * R + 0.4999999346f;
  P = P * R + 1;
  P = P * R + 1;
#ifdef __AVX512F__
  return _mm512_scalef_ps(P, Whole);
#else
  return Floats(Ints(P) + (Ints(Sum) << 23));
#endif
}

/// Of positive normal numbers, to two units in the last place.
inline Floats logarithm(Floats X) {
  // X = (1 + F) * 2^E with F around 0.
  Ints E = (Ints(X) - 0x3f3504f3) >> 23;
  Floats F = Floats(Ints(X) - (E << 23)) - 1;
  Floats Exponent = __builtin_convertvector(E, Floats);
  Floats Square = F * F;
  Floats P = F * 0.0870043888f - 0.1426749177f;
  P = P * F + 0.1491476897f;
  P = P * F - 0.1657758417f;
  P = P * F + 0.1996306366f;
  P = P * F - 0.2500133705f;
  P = P * F + 0.3333391074f;
  P = P * (F * Square) - Exponent * 2.12194440e-4f - 0.5f * Square;
  return Exponent * 0.693359375f + (F + P);
}

} // namespace workloads::hand

#endif // WORKLOADS_LANES_H
