//===- dot-product.cl - Integer dot products (OpenCL C 6.15.4) ------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "ferry.h"

// Bytes that are packed are shifted out of the whole, where the compiler finds
// them again (DotProducts) and from where it loads them at once.
#define BYTE_char(X, N) ((int)((X) << (24 - 8 * (N))) >> 24)
#define BYTE_uchar(X, N) ((int)((X) >> 8 * (N) & 255))
#define PRODUCT(A, B, X, Y, N) BYTE_##A(X, N) * BYTE_##B(Y, N)

/// R is the type of the result, C the letters of the operands' signs and R.
#define DOT(A, B, R, C)                                                        \
  FERRY_BUILTIN R dot(A##4 X, B##4 Y) {                                        \
    return (R)X.x * (R)Y.x + (R)X.y * (R)Y.y + (R)X.z * (R)Y.z +               \
           (R)X.w * (R)Y.w;                                                    \
  }                                                                            \
  FERRY_BUILTIN R dot_acc_sat(A##4 X, B##4 Y, R Sum) {                         \
    return __builtin_elementwise_add_sat(dot(X, Y), Sum);                      \
  }                                                                            \
  FERRY_BUILTIN R dot_4x8packed_##C(uint X, uint Y) {                          \
    return PRODUCT(A, B, X, Y, 0) + PRODUCT(A, B, X, Y, 1) +                   \
           PRODUCT(A, B, X, Y, 2) + PRODUCT(A, B, X, Y, 3);                    \
  }                                                                            \
  FERRY_BUILTIN R dot_acc_sat_4x8packed_##C(uint X, uint Y, R Sum) {           \
    return __builtin_elementwise_add_sat(dot_4x8packed_##C(X, Y), Sum);        \
  }

DOT(uchar, uchar, uint, uu_uint)
DOT(char, char, int, ss_int)
DOT(uchar, char, int, us_int)
DOT(char, uchar, int, su_int)
