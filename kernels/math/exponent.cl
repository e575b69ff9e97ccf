//===- exponent.cl - frexp, ldexp, ilogb, logb (OpenCL C 6.15.2) --------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "ferry.h"

// Lift brings every subnormal among the normal numbers.
#define float_MANTISSA_BITS 23
#define float_BIAS 127
#define float_LIFT 24
#define float_LIFT_FACTOR 0x1p24f
#define double_MANTISSA_BITS 52
#define double_BIAS 1023L
#define double_LIFT 54
#define double_LIFT_FACTOR 0x1p54

// The nearest of -Most + 1 to Most - 1.
#define WITHIN(X, MOST, I)                                                     \
  __builtin_elementwise_max(                                                   \
      __builtin_elementwise_min(X, (I)((int)(MOST) - 1)),                      \
      (I)(1 - (int)(MOST)))

#define EXPONENT(S, W, N, I)                                                   \
  /* X with its exponent field as it would be with an unlimited range. */      \
  FERRY_HELPER I##W lifted(S##W X, I##W *Exponent) {                           \
    I##W Magnitude = FERRY_BITS(I##W, __builtin_elementwise_abs(X));           \
    I##W Normal = (I##W)((I)1 << S##_MANTISSA_BITS);                           \
    S##W Lifted = Magnitude < Normal ? X * S##_LIFT_FACTOR : X;                \
    I##W Bits = FERRY_BITS(I##W, Lifted);                                      \
    I##W Field = (Bits >> (I##W)S##_MANTISSA_BITS) & (I##W)(2 * S##_BIAS + 1); \
    *Exponent = Field - (Magnitude < Normal ? (I##W)S##_LIFT : (I##W)0);       \
    return Bits;                                                               \
  }                                                                            \
  FERRY_HELPER S##W withExponent(I##W Bits, I##W Field) {                      \
    I##W Others = Bits & ~(I##W)((I)(2 * S##_BIAS + 1) << S##_MANTISSA_BITS);  \
    I##W Together = Others | (Field << (I##W)S##_MANTISSA_BITS);               \
    return FERRY_BITS(S##W, Together);                                         \
  }                                                                            \
  /* Neither zero nor infinity nor NaN. */                                     \
  FERRY_HELPER I##W ordinary(S##W X) {                                         \
    S##W Magnitude = __builtin_elementwise_abs(X);                             \
    return (Magnitude > (S##W)0) & (Magnitude < (S##W)INFINITY);               \
  }                                                                            \
  FERRY_HELPER S##W split(S##W X, int##W *Power) {                             \
    I##W Exponent;                                                             \
    I##W Bits = lifted(X, &Exponent);                                          \
    I##W Split = ordinary(X);                                                  \
    S##W Mantissa = withExponent(Bits, (I##W)(S##_BIAS - 1));                  \
    I##W Unbiased = Exponent - (I##W)(S##_BIAS - 1);                           \
    *Power = FERRY_CONVERT(N, int##W, Split ? Unbiased : (I##W)0);             \
    return Split ? Mantissa : X;                                               \
  }                                                                            \
  FERRY_BUILTIN int##W ilogb(S##W X) {                                         \
    I##W Exponent;                                                             \
    lifted(X, &Exponent);                                                      \
    I##W Special = X == (S##W)0 ? (I##W)FP_ILOGB0 : (I##W)FP_ILOGBNAN;         \
    return FERRY_CONVERT(N, int##W,                                            \
                         ordinary(X) ? Exponent - (I##W)S##_BIAS : Special);   \
  }                                                                            \
  FERRY_BUILTIN S##W logb(S##W X) {                                            \
    I##W Exponent;                                                             \
    lifted(X, &Exponent);                                                      \
    S##W Special = X == (S##W)0 ? (S##W) - INFINITY : X * X;                   \
    return ordinary(X) ? FERRY_CONVERT(N, S##W, Exponent - (I##W)S##_BIAS)     \
                       : Special;                                              \
  }                                                                            \
  /* X 2^Power, where 2^Power is a normal number. */                           \
  FERRY_HELPER S##W scaled(S##W X, int##W Power) {                             \
    I##W Bits = FERRY_CONVERT(N, I##W, Power + (int)S##_BIAS);                 \
    Bits <<= (I##W)S##_MANTISSA_BITS;                                          \
    return X * FERRY_BITS(S##W, Bits);                                         \
  }                                                                            \
  /* The largest step last: where one before it rounds, the result is 0. */    \
  FERRY_BUILTIN S##W ldexp(S##W X, int##W Power) {                             \
    int##W Rest = WITHIN(Power, 3 * S##_BIAS - 2, int##W);                     \
    int##W Last = WITHIN(Rest, S##_BIAS, int##W);                              \
    Rest -= Last;                                                              \
    int##W Second = WITHIN(Rest, S##_BIAS, int##W);                            \
    return scaled(scaled(scaled(X, Rest - Second), Second), Last);             \
  }                                                                            \
  FERRY_SPACES(STORING, S, W, N)
#define STORING(SPACE, S, W, N)                                                \
  FERRY_BUILTIN S##W frexp(S##W X, SPACE int##W *Power) {                      \
    int##W Exponent;                                                           \
    S##W Mantissa = split(X, &Exponent);                                       \
    *Power = Exponent;                                                         \
    return Mantissa;                                                           \
  }

FERRY_WIDTHS(EXPONENT, float, int)
FERRY_WIDTHS(EXPONENT, double, long)

// In float no half is subnormal; clamped powers keep the product exact there.
#define EXPONENT_HALF(S, W, N, ...)                                            \
  FERRY_BUILTIN int##W ilogb(half##W X) {                                      \
    return ilogb(FERRY_CONVERT(N, float##W, X));                               \
  }                                                                            \
  FERRY_BUILTIN half##W logb(half##W X) {                                      \
    return FERRY_CONVERT(N, half##W, logb(FERRY_CONVERT(N, float##W, X)));     \
  }                                                                            \
  FERRY_BUILTIN half##W ldexp(half##W X, int##W Power) {                       \
    int##W Clamped = __builtin_elementwise_max(                                \
        __builtin_elementwise_min(Power, (int##W)60), (int##W) - 60);          \
    int##W Bits = (Clamped + (int##W)float_BIAS) << (int##W)23;                \
    return FERRY_CONVERT(N, half##W,                                           \
                         FERRY_CONVERT(N, float##W, X) *                       \
                             FERRY_BITS(float##W, Bits));                      \
  }                                                                            \
  FERRY_SPACES(STORING_HALF, W, N)
#define STORING_HALF(SPACE, W, N)                                              \
  FERRY_BUILTIN half##W frexp(half##W X, SPACE int##W *Power) {                \
    int##W Exponent;                                                           \
    float##W Mantissa = split(FERRY_CONVERT(N, float##W, X), &Exponent);       \
    *Power = Exponent;                                                         \
    return FERRY_CONVERT(N, half##W, Mantissa);                                \
  }
FERRY_WIDTHS(EXPONENT_HALF, half, )

#define LDEXP_SCALAR(S, W, N, ...)                                             \
  FERRY_BUILTIN S##W ldexp(S##W X, int Power) {                                \
    return ldexp(X, (int##W)Power);                                            \
  }
FERRY_FLOAT_VECTORS(LDEXP_SCALAR)
