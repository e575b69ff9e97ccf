//===- bit-field.cl - Bit fields and bit_reverse (OpenCL C 6.15.4) --------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "ferry.h"

// Shifts take their counts modulo the width: fields of no bits and of all are
// cases of their own.

/// The lowest \p Count bits.
FERRY_HELPER ulong lowBits(uint Count) {
  return Count < 64 ? (1ul << Count) - 1 : ~0ul;
}

#if __clang_major__ >= 20
#define REVERSE(N, S, X) __builtin_elementwise_bitreverse(X)
#else
// Clang takes small integers for int here.
#define REVERSE_1(S, X)                                                        \
  (sizeof(S) == 8 ? __builtin_elementwise_bitreverse((long)X)                  \
                  : __builtin_elementwise_bitreverse((int)X) >>                \
                        (32 - sizeof(S) * 8) % 32)
#define REVERSE_2(S, X) __builtin_elementwise_bitreverse(X)
#define REVERSE_3 REVERSE_2
#define REVERSE_4 REVERSE_2
#define REVERSE_8 REVERSE_2
#define REVERSE_16 REVERSE_2
#define REVERSE(N, S, X) FERRY_CAT(REVERSE_, N)(S, X)
#endif

#define FIELDS(S, W, N, I, U)                                                  \
  FERRY_BUILTIN S##W bitfield_insert(S##W Base, S##W Insert, uint Offset,      \
                                     uint Count) {                             \
    const U##W Mask = (U##W)(U)(lowBits(Count) << Offset),                     \
               New = (U##W)(FERRY_BITS(U##W, Insert) << (U##W)(U)Offset);      \
    return FERRY_BITS(                                                         \
        S##W, (U##W)((FERRY_BITS(U##W, Base) & ~Mask) | (New & Mask)));        \
  }                                                                            \
  FERRY_BUILTIN U##W bitfield_extract_unsigned(S##W Base, uint Offset,         \
                                               uint Count) {                   \
    return (U##W)((FERRY_BITS(U##W, Base) >> (U##W)(U)Offset) &                \
                  (U##W)(U)lowBits(Count));                                    \
  }                                                                            \
  FERRY_BUILTIN I##W bitfield_extract_signed(S##W Base, uint Offset,           \
                                             uint Count) {                     \
    const I##W Field =                                                         \
        FERRY_BITS(I##W, bitfield_extract_unsigned(Base, Offset, Count));      \
    const I##W Spare = (I##W)(I)(sizeof(S) * 8 - Count);                       \
    return Count ? (I##W)((I##W)(Field << Spare) >> Spare) : (I##W)0;          \
  }                                                                            \
  FERRY_BUILTIN S##W bit_reverse(S##W X) {                                     \
    return REVERSE(N, S, X);                                                   \
  }

FERRY_INTEGERS(FIELDS)
