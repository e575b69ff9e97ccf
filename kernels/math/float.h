//===- float.h - What the float functions share -------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The functions of float are plain arithmetic for every width, so that the
/// compiler can run them for many work-items at once: selects in place of
/// branches, no tables. Sums of products are fused where the processor can
/// (FP_CONTRACT), and right without; where a product must be exact, they call
/// fma. docs/math.md has the methods and the errors.
///
/// Each function NAME is a helper ferry_NAME. For double it is LLVM's.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_KERNELS_MATH_FLOAT_H
#define FERRY_KERNELS_MATH_FLOAT_H

#include "ferry.h"

#pragma OPENCL FP_CONTRACT ON

/// Added to a number of less than 2^22, this rounds it to an integer and leaves
/// that in the low bits.
#define FERRY_ROUNDER 0x1.8p23f
/// The same for a double of less than 2^51.
#define FERRY_ROUNDER_DOUBLE 0x1.8p52

#define FERRY_ANY_1(X) (X)
#define FERRY_ANY_2(X) (__builtin_reduce_or(X) < 0)
#define FERRY_ANY_3 FERRY_ANY_2
#define FERRY_ANY_4 FERRY_ANY_2
#define FERRY_ANY_8 FERRY_ANY_2
#define FERRY_ANY_16 FERRY_ANY_2
/// If a comparison of N components holds for one of them.
#define FERRY_ANY(N, X) FERRY_CAT(FERRY_ANY_, N)(X)

#define FERRY_ROUNDED(S, W, N, ...)                                            \
  /* The integer that X + FERRY_ROUNDER was rounded to. */                     \
  FERRY_HELPER int##W ferry_rounded(float##W Shifted) {                        \
    return FERRY_BITS(int##W, Shifted) - 0x4b400000;                           \
  }
FERRY_WIDTHS(FERRY_ROUNDED, float, )
#define FERRY_ROUNDED_DOUBLE(S, W, N, ...)                                     \
  FERRY_HELPER int##W ferry_rounded(double##W Shifted) {                       \
    return FERRY_CONVERT(N, int##W, FERRY_BITS(long##W, Shifted));             \
  }
FERRY_WIDTHS(FERRY_ROUNDED_DOUBLE, double, )

/// ferry_NAME of double, of one or two arguments.
#define FERRY_DOUBLE1(S, W, N, NAME)                                           \
  FERRY_HELPER double##W FERRY_CAT(ferry_, NAME)(double##W X) {                \
    return FERRY_CAT(__builtin_elementwise_, NAME)(X);                         \
  }
#define FERRY_DOUBLE2(S, W, N, NAME)                                           \
  FERRY_HELPER double##W FERRY_CAT(ferry_, NAME)(double##W X, double##W Y) {   \
    return FERRY_CAT(__builtin_elementwise_, NAME)(X, Y);                      \
  }
/// The same from libm.
#define FERRY_LIBM_DOUBLE(S, W, N, NAME)                                       \
  FERRY_HELPER double##W FERRY_CAT(ferry_, NAME)(double##W X) {                \
    return FERRY_LANES1(N, double##W, FERRY_CAT(ferry_libm_, NAME), X);        \
  }

#endif // FERRY_KERNELS_MATH_FLOAT_H
