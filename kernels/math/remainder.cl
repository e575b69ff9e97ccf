//===- remainder.cl - remainder, remquo (OpenCL C 6.15.2) ---------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "math/modulus.h"

// fmod to less than 128 divisors is exact and leaves the low bits of the
// quotient; the rest of the division is exact too: an fma of numbers whose
// difference is representable, and a step by one where the rounded quotient is
// on the wrong side of a tie.
#define REMAINDER(S, W, N, C, I)                                               \
  FERRY_HELPER C##W divided(S##W X, S##W Y, int##W *Quotient) {                \
    C##W A = FERRY_CONVERT(N, C##W, X), B = FERRY_CONVERT(N, C##W, Y);         \
    C##W MagB = __builtin_elementwise_abs(B);                                  \
    C##W Low = ferry_fmod(__builtin_elementwise_abs(A), MagB * (C##W)128);     \
    C##W Q = __builtin_elementwise_rint(Low / MagB);                           \
    C##W Rest = __builtin_elementwise_fma(-Q, MagB, Low);                      \
    Rest = Q == (C##W)0 ? Low : Rest;                                          \
    C##W MagRest = __builtin_elementwise_abs(Rest);                            \
    I##W Wrong = MagRest > MagB - MagRest;                                     \
    C##W Step = Rest < (C##W)0 ? (C##W) - 1 : (C##W)1;                         \
    C##W Stepped = Rest < (C##W)0 ? Rest + MagB : Rest - MagB;                 \
    Q = Wrong ? Q + Step : Q;                                                  \
    Rest = Wrong ? Stepped : Rest;                                             \
    /* The difference of equals is +0; the result has the sign of X. */        \
    I##W Sign = FERRY_BITS(I##W, A);                                           \
    I##W SignQ = Sign ^ FERRY_BITS(I##W, B);                                   \
    I##W Top = (I##W)((I)1 << (sizeof(I) * 8 - 1));                            \
    I##W Bits = FERRY_BITS(I##W, Rest) ^ (Sign & Top);                         \
    int##W Low7 =                                                              \
        FERRY_CONVERT(N, int##W, Q == Q ? Q : (C##W)0) & (int##W)127;          \
    int##W Negative = FERRY_CONVERT(N, int##W, SignQ < (I##W)0);               \
    *Quotient = Negative ? -Low7 : Low7;                                       \
    return FERRY_BITS(C##W, Bits);                                             \
  }                                                                            \
  FERRY_BUILTIN S##W remainder(S##W X, S##W Y) {                               \
    int##W Quotient;                                                           \
    return FERRY_CONVERT(N, S##W, divided(X, Y, &Quotient));                   \
  }                                                                            \
  FERRY_SPACES(STORING, S, W, N)
#define STORING(SPACE, S, W, N)                                                \
  FERRY_BUILTIN S##W remquo(S##W X, S##W Y, SPACE int##W *Quotient) {          \
    int##W Low7;                                                               \
    S##W Rest = FERRY_CONVERT(N, S##W, divided(X, Y, &Low7));                  \
    *Quotient = Low7;                                                          \
    return Rest;                                                               \
  }
FERRY_WIDTHS(REMAINDER, half, float, int)
FERRY_WIDTHS(REMAINDER, float, float, int)
FERRY_WIDTHS(REMAINDER, double, double, long)
