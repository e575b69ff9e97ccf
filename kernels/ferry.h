//===- ferry.h - Shared by every member of the built-ins ------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How built-ins are defined for all their types, and the reserved functions
/// that the compiler replaces. Everything here is generic Clang: the compiler
/// chooses the instruction set after it has linked the library into a kernel.
///
/// A generator is a macro M(S, W, N, ...): S names the scalar type, W is what
/// follows it in the name of the vector type (nothing for the scalar), N is the
/// number of components; the rest are companion scalar types.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_KERNELS_FERRY_H
#define FERRY_KERNELS_FERRY_H

#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

// Those of Clang 19 are minnum and maxnum.
#if !__has_builtin(__builtin_elementwise_minnum)
#define __builtin_elementwise_minnum __builtin_elementwise_min
#define __builtin_elementwise_maxnum __builtin_elementwise_max
#endif

/// A function that programs see. Always inlined, so that the optimiser sees
/// through it.
#define FERRY_BUILTIN __attribute__((overloadable, always_inline))

/// Likewise, where each call is to be inlined though there is much code: it is
/// what the call's arguments make of it that counts. See MarkInlinePass.
#define FERRY_LARGE_BUILTIN __attribute__((overloadable, always_inline, hot))

/// A function of one member.
#define FERRY_HELPER                                                           \
  static inline __attribute__((overloadable, always_inline, unused))

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// The name of a type from its two parts.
#define FERRY_CAT_(A, B) A##B
#define FERRY_CAT(A, B) FERRY_CAT_(A, B)

// A member with -DFERRY_TYPED has only what belongs to the scalar types T of
// its options -DFERRY_TYPE_T, so that a kernel loads less.
#if !defined(FERRY_TYPED) || defined(FERRY_TYPE_char)
#define FERRY_IF_char(...) __VA_ARGS__
#else
#define FERRY_IF_char(...)
#endif
#if !defined(FERRY_TYPED) || defined(FERRY_TYPE_uchar)
#define FERRY_IF_uchar(...) __VA_ARGS__
#else
#define FERRY_IF_uchar(...)
#endif
#if !defined(FERRY_TYPED) || defined(FERRY_TYPE_short)
#define FERRY_IF_short(...) __VA_ARGS__
#else
#define FERRY_IF_short(...)
#endif
#if !defined(FERRY_TYPED) || defined(FERRY_TYPE_ushort)
#define FERRY_IF_ushort(...) __VA_ARGS__
#else
#define FERRY_IF_ushort(...)
#endif
#if !defined(FERRY_TYPED) || defined(FERRY_TYPE_int)
#define FERRY_IF_int(...) __VA_ARGS__
#else
#define FERRY_IF_int(...)
#endif
#if !defined(FERRY_TYPED) || defined(FERRY_TYPE_uint)
#define FERRY_IF_uint(...) __VA_ARGS__
#else
#define FERRY_IF_uint(...)
#endif
#if !defined(FERRY_TYPED) || defined(FERRY_TYPE_long)
#define FERRY_IF_long(...) __VA_ARGS__
#else
#define FERRY_IF_long(...)
#endif
#if !defined(FERRY_TYPED) || defined(FERRY_TYPE_ulong)
#define FERRY_IF_ulong(...) __VA_ARGS__
#else
#define FERRY_IF_ulong(...)
#endif
#if !defined(FERRY_TYPED) || defined(FERRY_TYPE_half)
#define FERRY_IF_half(...) __VA_ARGS__
#else
#define FERRY_IF_half(...)
#endif
#if !defined(FERRY_TYPED) || defined(FERRY_TYPE_float)
#define FERRY_IF_float(...) __VA_ARGS__
#else
#define FERRY_IF_float(...)
#endif
#if !defined(FERRY_TYPED) || defined(FERRY_TYPE_double)
#define FERRY_IF_double(...) __VA_ARGS__
#else
#define FERRY_IF_double(...)
#endif
/// What follows S, if S is in this member.
#define FERRY_IF(S, ...) FERRY_CAT(FERRY_IF_, S)(__VA_ARGS__)

#define FERRY_VECTORS(M, S, ...)                                               \
  FERRY_IF(S, M(S, 2, 2, __VA_ARGS__) M(S, 3, 3, __VA_ARGS__)                  \
                  M(S, 4, 4, __VA_ARGS__) M(S, 8, 8, __VA_ARGS__)              \
                      M(S, 16, 16, __VA_ARGS__))
#define FERRY_WIDTHS(M, S, ...)                                                \
  FERRY_IF(S, M(S, , 1, __VA_ARGS__)) FERRY_VECTORS(M, S, __VA_ARGS__)

/// M(S, W, N, signed S, unsigned S).
#define FERRY_SIGNED(M)                                                        \
  FERRY_WIDTHS(M, char, char, uchar)                                           \
  FERRY_WIDTHS(M, short, short, ushort)                                        \
  FERRY_WIDTHS(M, int, int, uint)                                              \
  FERRY_WIDTHS(M, long, long, ulong)
#define FERRY_UNSIGNED(M)                                                      \
  FERRY_WIDTHS(M, uchar, char, uchar)                                          \
  FERRY_WIDTHS(M, ushort, short, ushort)                                       \
  FERRY_WIDTHS(M, uint, int, uint)                                             \
  FERRY_WIDTHS(M, ulong, long, ulong)
#define FERRY_INTEGERS(M) FERRY_SIGNED(M) FERRY_UNSIGNED(M)

/// M(S, W, N, signed integer and unsigned integer as wide as S).
#define FERRY_FLOATS(M)                                                        \
  FERRY_WIDTHS(M, half, short, ushort)                                         \
  FERRY_WIDTHS(M, float, int, uint)                                            \
  FERRY_WIDTHS(M, double, long, ulong)

/// M(S, W, N, C): C is the type that functions of S compute in. Half computes
/// in float and rounds once.
#define FERRY_MATH(M)                                                          \
  FERRY_WIDTHS(M, half, float)                                                 \
  FERRY_WIDTHS(M, float, float)                                                \
  FERRY_WIDTHS(M, double, double)

/// Integers or floating point, vectors only.
#define FERRY_INTEGER_VECTORS(M)                                               \
  FERRY_VECTORS(M, char, char, uchar)                                          \
  FERRY_VECTORS(M, uchar, char, uchar)                                         \
  FERRY_VECTORS(M, short, short, ushort)                                       \
  FERRY_VECTORS(M, ushort, short, ushort)                                      \
  FERRY_VECTORS(M, int, int, uint)                                             \
  FERRY_VECTORS(M, uint, int, uint)                                            \
  FERRY_VECTORS(M, long, long, ulong)                                          \
  FERRY_VECTORS(M, ulong, long, ulong)
#define FERRY_FLOAT_VECTORS(M)                                                 \
  FERRY_VECTORS(M, half, short, ushort)                                        \
  FERRY_VECTORS(M, float, int, uint)                                           \
  FERRY_VECTORS(M, double, long, ulong)

/// M(SPACE, ...) for every address space that a result can be written to.
#define FERRY_SPACES(M, ...)                                                   \
  M(__private, __VA_ARGS__)                                                    \
  M(__global, __VA_ARGS__)                                                     \
  M(__local, __VA_ARGS__)                                                      \
  M(__generic, __VA_ARGS__)

//===----------------------------------------------------------------------===//
// Conversions and reinterpretation that work on scalars and vectors alike
//===----------------------------------------------------------------------===//

#define FERRY_CONVERT_1(T, X) ((T)(X))
#define FERRY_CONVERT_2(T, X) __builtin_convertvector(X, T)
#define FERRY_CONVERT_3 FERRY_CONVERT_2
#define FERRY_CONVERT_4 FERRY_CONVERT_2
#define FERRY_CONVERT_8 FERRY_CONVERT_2
#define FERRY_CONVERT_16 FERRY_CONVERT_2
/// X, of N components, as type T.
#define FERRY_CONVERT(N, T, X) FERRY_CAT(FERRY_CONVERT_, N)(T, X)

#define FERRY_BITS(T, X) __builtin_astype(X, T)

//===----------------------------------------------------------------------===//
// Component by component, for functions that have no vector form
//===----------------------------------------------------------------------===//

#define FERRY_LANES1_1(T, F, A) F(A)
#define FERRY_LANES1_2(T, F, A) (T)(F(A.s0), F(A.s1))
#define FERRY_LANES1_3(T, F, A) (T)(F(A.s0), F(A.s1), F(A.s2))
#define FERRY_LANES1_4(T, F, A) (T)(F(A.s0), F(A.s1), F(A.s2), F(A.s3))
#define FERRY_LANES1_8(T, F, A)                                                \
  (T)(F(A.s0), F(A.s1), F(A.s2), F(A.s3), F(A.s4), F(A.s5), F(A.s6), F(A.s7))
#define FERRY_LANES1_16(T, F, A)                                               \
  (T)(F(A.s0), F(A.s1), F(A.s2), F(A.s3), F(A.s4), F(A.s5), F(A.s6), F(A.s7),  \
      F(A.s8), F(A.s9), F(A.sa), F(A.sb), F(A.sc), F(A.sd), F(A.se), F(A.sf))
/// F applied to every component of A; the result has type T.
#define FERRY_LANES1(N, T, F, A) FERRY_LANES1_##N(T, F, A)

#define FERRY_LANES2_1(T, F, A, B) F(A, B)
#define FERRY_LANES2_2(T, F, A, B) (T)(F(A.s0, B.s0), F(A.s1, B.s1))
#define FERRY_LANES2_3(T, F, A, B)                                             \
  (T)(F(A.s0, B.s0), F(A.s1, B.s1), F(A.s2, B.s2))
#define FERRY_LANES2_4(T, F, A, B)                                             \
  (T)(F(A.s0, B.s0), F(A.s1, B.s1), F(A.s2, B.s2), F(A.s3, B.s3))
#define FERRY_LANES2_8(T, F, A, B)                                             \
  (T)(F(A.s0, B.s0), F(A.s1, B.s1), F(A.s2, B.s2), F(A.s3, B.s3),              \
      F(A.s4, B.s4), F(A.s5, B.s5), F(A.s6, B.s6), F(A.s7, B.s7))
#define FERRY_LANES2_16(T, F, A, B)                                            \
  (T)(F(A.s0, B.s0), F(A.s1, B.s1), F(A.s2, B.s2), F(A.s3, B.s3),              \
      F(A.s4, B.s4), F(A.s5, B.s5), F(A.s6, B.s6), F(A.s7, B.s7),              \
      F(A.s8, B.s8), F(A.s9, B.s9), F(A.sa, B.sa), F(A.sb, B.sb),              \
      F(A.sc, B.sc), F(A.sd, B.sd), F(A.se, B.se), F(A.sf, B.sf))
#define FERRY_LANES2(N, T, F, A, B) FERRY_LANES2_##N(T, F, A, B)

#define FERRY_LANES3_1(T, F, A, B, C) F(A, B, C)
#define FERRY_LANES3_2(T, F, A, B, C)                                          \
  (T)(F(A.s0, B.s0, C.s0), F(A.s1, B.s1, C.s1))
#define FERRY_LANES3_3(T, F, A, B, C)                                          \
  (T)(F(A.s0, B.s0, C.s0), F(A.s1, B.s1, C.s1), F(A.s2, B.s2, C.s2))
#define FERRY_LANES3_4(T, F, A, B, C)                                          \
  (T)(F(A.s0, B.s0, C.s0), F(A.s1, B.s1, C.s1), F(A.s2, B.s2, C.s2),           \
      F(A.s3, B.s3, C.s3))
#define FERRY_LANES3_8(T, F, A, B, C)                                          \
  (T)(F(A.s0, B.s0, C.s0), F(A.s1, B.s1, C.s1), F(A.s2, B.s2, C.s2),           \
      F(A.s3, B.s3, C.s3), F(A.s4, B.s4, C.s4), F(A.s5, B.s5, C.s5),           \
      F(A.s6, B.s6, C.s6), F(A.s7, B.s7, C.s7))
#define FERRY_LANES3_16(T, F, A, B, C)                                         \
  (T)(F(A.s0, B.s0, C.s0), F(A.s1, B.s1, C.s1), F(A.s2, B.s2, C.s2),           \
      F(A.s3, B.s3, C.s3), F(A.s4, B.s4, C.s4), F(A.s5, B.s5, C.s5),           \
      F(A.s6, B.s6, C.s6), F(A.s7, B.s7, C.s7), F(A.s8, B.s8, C.s8),           \
      F(A.s9, B.s9, C.s9), F(A.sa, B.sa, C.sa), F(A.sb, B.sb, C.sb),           \
      F(A.sc, B.sc, C.sc), F(A.sd, B.sd, C.sd), F(A.se, B.se, C.se),           \
      F(A.sf, B.sf, C.sf))
#define FERRY_LANES3(N, T, F, A, B, C) FERRY_LANES3_##N(T, F, A, B, C)

#endif // FERRY_KERNELS_FERRY_H
