//===- length.cl - length, distance, normalize (OpenCL C 6.15.5) --------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "ferry.h"

//===----------------------------------------------------------------------===//
// Half works in float and float in double: no square overflows or underflows.
//===----------------------------------------------------------------------===//

#define SUM_OF_SQUARES_1(V) (V * V)
#define SUM_OF_SQUARES_2(V) (V.x * V.x + V.y * V.y)
#define SUM_OF_SQUARES_3(V) (V.x * V.x + V.y * V.y + V.z * V.z)
#define SUM_OF_SQUARES_4(V) ((V.x * V.x + V.y * V.y) + (V.z * V.z + V.w * V.w))
#define MAX_OF_1(V) (V)
#define MAX_OF_2(V) __builtin_elementwise_max(V.x, V.y)
#define MAX_OF_3(V) __builtin_elementwise_max(MAX_OF_2(V), V.z)
#define MAX_OF_4(V)                                                            \
  __builtin_elementwise_max(MAX_OF_2(V), __builtin_elementwise_max(V.z, V.w))

#define EACH_GEOMETRIC(M, ...)                                                 \
  M(, 1, __VA_ARGS__)                                                          \
  M(2, 2, __VA_ARGS__)                                                         \
  M(3, 3, __VA_ARGS__)                                                         \
  M(4, 4, __VA_ARGS__)

// normalize: an infinite component counts as 1 and makes the finite ones 0, a
// NaN makes everything NaN (OpenCL C 7.5.1).
#define LENGTH(W, N, S, WIDE, I)                                               \
  FERRY_BUILTIN S length(S##W P) {                                             \
    WIDE##W X = FERRY_CONVERT(N, WIDE##W, P);                                  \
    return (S)__builtin_elementwise_sqrt(SUM_OF_SQUARES_##N(X));               \
  }                                                                            \
  FERRY_BUILTIN S distance(S##W A, S##W B) {                                   \
    WIDE##W X = FERRY_CONVERT(N, WIDE##W, A) - FERRY_CONVERT(N, WIDE##W, B);   \
    return (S)__builtin_elementwise_sqrt(SUM_OF_SQUARES_##N(X));               \
  }                                                                            \
  FERRY_BUILTIN S##W normalize(S##W P) {                                       \
    WIDE##W X = FERRY_CONVERT(N, WIDE##W, P);                                  \
    WIDE Squares = SUM_OF_SQUARES_##N(X);                                      \
    WIDE##W Ones = __builtin_elementwise_copysign((WIDE##W)1, X);              \
    WIDE##W Infinite = (WIDE##W)INFINITY;                                      \
    WIDE##W Units =                                                            \
        __builtin_elementwise_abs(X) == Infinite ? Ones : X * (WIDE##W)0;      \
    X = Squares == (WIDE)INFINITY ? Units : X;                                 \
    Squares = SUM_OF_SQUARES_##N(X);                                           \
    WIDE Length = __builtin_elementwise_sqrt(Squares);                         \
    Length = Length == (WIDE)0 ? (WIDE)1 : Length;                             \
    return FERRY_CONVERT(N, S##W, X / Length);                                 \
  }

EACH_GEOMETRIC(LENGTH, half, float, short)
EACH_GEOMETRIC(LENGTH, float, double, int)

//===----------------------------------------------------------------------===//
// Double is scaled by a power of two, so that the largest component is near 1.
//===----------------------------------------------------------------------===//

// The power of two that brings a magnitude near 1, as far as a normal number
// can; 1 for 0, infinities and NaNs.
FERRY_HELPER double scaleFor(double Magnitude) {
  // 2^e has the biased exponent e + 1023; its reciprocal 2046 less it.
  long Exponent = (FERRY_BITS(long, Magnitude) >> 52) & 0x7ff;
  long Inverse = 2046 - Exponent;
  Inverse = Inverse > 2045 ? 2045 : Inverse < 1 ? 1 : Inverse;
  double Scale = FERRY_BITS(double, Inverse << 52);
  return Magnitude > 0.0 && Magnitude < (double)INFINITY ? Scale : 1.0;
}

#define LENGTH_DOUBLE(W, N, ...)                                               \
  FERRY_BUILTIN double length(double##W P) {                                   \
    double##W Magnitudes = __builtin_elementwise_abs(P);                       \
    double Scale = scaleFor(MAX_OF_##N(Magnitudes));                           \
    double##W X = P * Scale;                                                   \
    /* The largest component is now from 2^-52 up to 2. */                     \
    return __builtin_elementwise_sqrt(SUM_OF_SQUARES_##N(X)) / Scale;          \
  }                                                                            \
  FERRY_BUILTIN double distance(double##W A, double##W B) {                    \
    return length(A - B);                                                      \
  }                                                                            \
  FERRY_BUILTIN double##W normalize(double##W P) {                             \
    double##W Magnitudes = __builtin_elementwise_abs(P);                       \
    double Largest = MAX_OF_##N(Magnitudes);                                   \
    double##W Ones = __builtin_elementwise_copysign((double##W)1, P);          \
    double##W Infinite = (double##W)INFINITY;                                  \
    double##W Units = Magnitudes == Infinite ? Ones : P * (double##W)0;        \
    double##W X = Largest == (double)INFINITY ? Units : P * scaleFor(Largest); \
    double Length = __builtin_elementwise_sqrt(SUM_OF_SQUARES_##N(X));         \
    Length = Length == 0.0 ? 1.0 : Length;                                     \
    return X / Length;                                                         \
  }

EACH_GEOMETRIC(LENGTH_DOUBLE, )
