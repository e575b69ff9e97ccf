//===- spirv-dot-product.cl - Integer dot products of SPIR-V --------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// The translator has no functions of OpenCL C for OpSDot and its like: it calls
// them by their own names; its vectors and numbers are all signed.
//
//===----------------------------------------------------------------------===//

#include "ferry.h"

/// A and B are the elements of the operands, R the type of the result, C the
/// letters of the packed functions of OpenCL C; the last operand of the packed
/// form is PackedVectorFormat4x8Bit.
#define DOT(OP, A, B, R, C)                                                    \
  FERRY_BUILTIN R __spirv_##OP##KHR_R##R(char4 X, char4 Y) {                   \
    return dot(FERRY_BITS(A##4, X), FERRY_BITS(B##4, Y));                      \
  }                                                                            \
  FERRY_BUILTIN R __spirv_##OP##KHR_R##R(int X, int Y, int Format) {           \
    (void)Format;                                                              \
    return dot_4x8packed_##C((uint)X, (uint)Y);                                \
  }                                                                            \
  FERRY_BUILTIN R __spirv_##OP##AccSatKHR_R##R(char4 X, char4 Y, int Sum) {    \
    return dot_acc_sat(FERRY_BITS(A##4, X), FERRY_BITS(B##4, Y), (R)Sum);      \
  }                                                                            \
  FERRY_BUILTIN R __spirv_##OP##AccSatKHR_R##R(int X, int Y, int Sum,          \
                                               int Format) {                   \
    (void)Format;                                                              \
    return dot_acc_sat_4x8packed_##C((uint)X, (uint)Y, (R)Sum);                \
  }

DOT(UDot, uchar, uchar, uint, uu_uint)
DOT(SDot, char, char, int, ss_int)
DOT(SUDot, char, uchar, int, su_int)
