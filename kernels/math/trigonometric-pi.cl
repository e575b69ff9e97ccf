//===- trigonometric-pi.cl - sinpi, cospi, tanpi (OpenCL C 6.15.2) ------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "ferry.h"

#define float_INTEGER_AT 0x1.8p23f
#define float_PI 0x1.921fb6p1f
#define float_PI_LOW -0x1.777a5cp-24f
#define double_INTEGER_AT 0x1.8p52
#define double_PI 0x1.921fb54442d18p1
#define double_PI_LOW 0x1.1a62633145c07p-53

// Minimax polynomials in z = r^2, |r| <= 1/4:
//   sin(pi r) = r (pi + z S(z)), to 0.06 ULP for float, 2e-5 ULP for double
//   cos(pi r) = 1 + z C(z),      to 0.001 and 3e-4 ULP
#define float_S(Z, T)                                                          \
  ((T)(-5.1677091451950050973f) +                                              \
   Z * ((T)2.5498105298644313274f + Z * (T)(-0.58947965946758119218f)))
#define float_C(Z, T)                                                          \
  ((T)(-4.9348021734139510858f) +                                              \
   Z * ((T)4.0587079044807830878f +                                            \
        Z * ((T)(-1.3350584645701472272f) + Z * (T)0.23142954804056865321f)))
#define double_S(Z, T)                                                         \
  ((T)(-5.1677127800499700214) +                                               \
   Z * ((T)2.5501640398773422291 +                                             \
        Z * ((T)(-0.59926452932034795511) +                                    \
             Z * ((T)0.082145886582038054784 +                                 \
                  Z * ((T)(-0.0073704299265594744079) +                        \
                       Z * ((T)0.00046628317855115274381 +                     \
                            Z * (T)(-0.00002171932614195486985)))))))
#define double_C(Z, T)                                                         \
  ((T)(-4.9348022005446792669) +                                               \
   Z * ((T)4.0587121264167508376 +                                             \
        Z * ((T)(-1.3352627688521883056) +                                     \
             Z * ((T)0.23533063020160789438 +                                  \
                  Z * ((T)(-0.025806885879320859982) +                         \
                       Z * ((T)0.0019294681732791884046 +                      \
                            Z * (T)(-0.00010357788544586690821)))))))

#pragma OPENCL FP_CONTRACT ON

#define PI_FUNCTIONS(S, W, N, I)                                               \
  /* |X| = 2 k + Quarter / 2 + R, and the sine and the cosine of pi R. */      \
  /* Exact, however large X is; an infinity becomes a NaN. */                  \
  FERRY_HELPER I##W reduced(S##W X, S##W *R, S##W *Sine, S##W *Cosine) {       \
    S##W Magnitude = __builtin_elementwise_abs(X);                             \
    S##W Turns = __builtin_elementwise_floor(Magnitude * (S##W)0.5);           \
    S##W Angle = Magnitude - (S##W)2 * Turns;                                  \
    S##W Shifted = Angle * (S##W)2 + (S##W)S##_INTEGER_AT;                     \
    S##W Nearest = (Shifted - (S##W)S##_INTEGER_AT) * (S##W)0.5;               \
    S##W Rest = Angle - Nearest;                                               \
    S##W Z = Rest * Rest;                                                      \
    S##W Tail = (S##W)S##_PI_LOW + Z * S##_S(Z, S##W);                         \
    *R = Rest;                                                                 \
    *Sine = Rest * (S##W)S##_PI + Rest * Tail;                                 \
    *Cosine = (S##W)1 + Z * S##_C(Z, S##W);                                    \
    return FERRY_BITS(I##W, Shifted) & (I##W)3;                                \
  }                                                                            \
  FERRY_HELPER S##W signedAs(S##W X, I##W Sign) {                              \
    I##W Top = (I##W)((I)1 << (sizeof(I) * 8 - 1));                            \
    I##W Bits = FERRY_BITS(I##W, X) ^ (Sign & Top);                            \
    return FERRY_BITS(S##W, Bits);                                             \
  }                                                                            \
  FERRY_BUILTIN S##W sinpi(S##W X) {                                           \
    S##W R, Sine, Cosine;                                                      \
    I##W Quarter = reduced(X, &R, &Sine, &Cosine);                             \
    S##W Value = (Quarter & (I##W)1) != (I##W)0 ? Cosine : Sine;               \
    /* Subtracted, since the sine of a whole number has the sign of X. */      \
    Value = (Quarter & (I##W)2) != (I##W)0 ? (S##W)0 - Value : Value;          \
    return signedAs(Value, FERRY_BITS(I##W, X));                               \
  }                                                                            \
  FERRY_BUILTIN S##W cospi(S##W X) {                                           \
    S##W R, Sine, Cosine;                                                      \
    I##W Quarter = reduced(X, &R, &Sine, &Cosine);                             \
    S##W Value = (Quarter & (I##W)1) != (I##W)0 ? Sine : Cosine;               \
    I##W Negative = (Quarter + (I##W)1) & (I##W)2;                             \
    return Negative != (I##W)0 ? (S##W)0 - Value : Value;                      \
  }                                                                            \
  FERRY_BUILTIN S##W tanpi(S##W X) {                                           \
    S##W R, Sine, Cosine;                                                      \
    I##W Quarter = reduced(X, &R, &Sine, &Cosine);                             \
    I##W Odd = (Quarter & (I##W)1) != (I##W)0;                                 \
    S##W Value = (Odd ? Cosine : Sine) / (Odd ? Sine : Cosine);                \
    /* At zeros and poles the sign alternates from one to the next (7.5.1). */ \
    I##W Negative = R == (S##W)0 ? Quarter >> (I##W)1 : Quarter & (I##W)1;     \
    Value = Negative != (I##W)0 ? -Value : Value;                              \
    return signedAs(Value, FERRY_BITS(I##W, X));                               \
  }

FERRY_WIDTHS(PI_FUNCTIONS, float, int)
FERRY_WIDTHS(PI_FUNCTIONS, double, long)

#define PI_HALF(S, W, N, NAME)                                                 \
  FERRY_BUILTIN half##W NAME(half##W X) {                                      \
    return FERRY_CONVERT(N, half##W, NAME(FERRY_CONVERT(N, float##W, X)));     \
  }
FERRY_WIDTHS(PI_HALF, half, sinpi)
FERRY_WIDTHS(PI_HALF, half, cospi)
FERRY_WIDTHS(PI_HALF, half, tanpi)
