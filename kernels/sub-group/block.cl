//===- block.cl - What a sub-group reads and writes in a row --------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// SPV_INTEL_subgroups, with the names of cl_intel_subgroups: a component is a
// block of as many elements as a sub-group may have work-items, and the next
// component the next block; of an image, a part of a row, and the next row.
//
// -DFERRY_TYPE_T: T is the type of elements.
//
//===----------------------------------------------------------------------===//

#include "image/address.h"
#include "sub-group/sub-group.h"

/// The element of the work-item in block \p Block.
FERRY_HELPER size_t ferry_element(uint Block) {
  return (size_t)Block * __ferry_sub_group_max_size() +
         __ferry_sub_group_local_id();
}

//===----------------------------------------------------------------------===//
// Buffers and local memory
//===----------------------------------------------------------------------===//

#define READ_1(T, P) P[ferry_element(0)]
#define READ_2(T, P) (T##2)(READ_1(T, P), P[ferry_element(1)])
#define READ_4(T, P)                                                           \
  (T##4)(READ_2(T, P), P[ferry_element(2)], P[ferry_element(3)])
#define READ_8(T, P)                                                           \
  (T##8)(READ_4(T, P), P[ferry_element(4)], P[ferry_element(5)],               \
         P[ferry_element(6)], P[ferry_element(7)])
#define READ_16(T, P)                                                          \
  (T##16)(READ_8(T, P), P[ferry_element(8)], P[ferry_element(9)],              \
          P[ferry_element(10)], P[ferry_element(11)], P[ferry_element(12)],    \
          P[ferry_element(13)], P[ferry_element(14)], P[ferry_element(15)])

#define WRITE_1(T, P, V) P[ferry_element(0)] = V
#define WRITE_2(T, P, V)                                                       \
  (P[ferry_element(0)] = V.s0, P[ferry_element(1)] = V.s1)
#define WRITE_4(T, P, V)                                                       \
  (WRITE_2(T, P, V), P[ferry_element(2)] = V.s2, P[ferry_element(3)] = V.s3)
#define WRITE_8(T, P, V)                                                       \
  (WRITE_4(T, P, V), P[ferry_element(4)] = V.s4, P[ferry_element(5)] = V.s5,   \
   P[ferry_element(6)] = V.s6, P[ferry_element(7)] = V.s7)
#define WRITE_16(T, P, V)                                                      \
  (WRITE_8(T, P, V), P[ferry_element(8)] = V.s8, P[ferry_element(9)] = V.s9,   \
   P[ferry_element(10)] = V.sa, P[ferry_element(11)] = V.sb,                   \
   P[ferry_element(12)] = V.sc, P[ferry_element(13)] = V.sd,                   \
   P[ferry_element(14)] = V.se, P[ferry_element(15)] = V.sf)

#define MEMORY(SPACE, T, W, N, NAME)                                           \
  FERRY_SUB_GROUP_BUILTIN T##W intel_sub_group_block_read##NAME##W(            \
      SPACE const T *P) {                                                      \
    return READ_##N(T, P);                                                     \
  }                                                                            \
  FERRY_SUB_GROUP_BUILTIN void intel_sub_group_block_write##NAME##W(           \
      SPACE T *P, T##W V) {                                                    \
    WRITE_##N(T, P, V);                                                        \
  }

//===----------------------------------------------------------------------===//
// Images
//===----------------------------------------------------------------------===//

/// The bytes of the work-item's element in row \p Row of the block at \p C,
/// whose x is in bytes; outside of the image, the nearest that are inside.
FERRY_HELPER __global uchar *ferry_row_element(Image D, int2 C, int Row,
                                               int Bytes) {
  const int Y = min(max(C.y + Row, 0), D->height - 1);
  const int X = C.x + (int)__ferry_sub_group_local_id() * Bytes;
  const int Last = (D->width << D->logBytes) - Bytes;
  return D->data + ((size_t)Y * D->rowTexels << D->logBytes) +
         min(max(X, 0), Last);
}

/// Whether that is inside.
FERRY_HELPER bool ferry_row_has_element(Image D, int2 C, int Row, int Bytes) {
  const int X = C.x + (int)__ferry_sub_group_local_id() * Bytes;
  return ferry_inside(C.y + Row, D->height) && X >= 0 &&
         X <= (D->width << D->logBytes) - Bytes;
}

#define LOAD(T, ROW)                                                           \
  *(__global Unaligned_##T *)ferry_row_element(D, C, ROW, sizeof(T))
#define LOAD_1(T) LOAD(T, 0)
#define LOAD_2(T) (T##2)(LOAD(T, 0), LOAD(T, 1))
#define LOAD_4(T) (T##4)(LOAD_2(T), LOAD(T, 2), LOAD(T, 3))
#define LOAD_8(T)                                                              \
  (T##8)(LOAD_4(T), LOAD(T, 4), LOAD(T, 5), LOAD(T, 6), LOAD(T, 7))
#define LOAD_16(T)                                                             \
  (T##16)(LOAD_8(T), LOAD(T, 8), LOAD(T, 9), LOAD(T, 10), LOAD(T, 11),         \
          LOAD(T, 12), LOAD(T, 13), LOAD(T, 14), LOAD(T, 15))

#define STORE(T, ROW, V)                                                       \
  if (ferry_row_has_element(D, C, ROW, sizeof(T)))                             \
  LOAD(T, ROW) = V
#define STORE_1(T) STORE(T, 0, V);
#define STORE_2(T)                                                             \
  STORE(T, 0, V.s0);                                                           \
  STORE(T, 1, V.s1);
#define STORE_4(T)                                                             \
  STORE_2(T)                                                                   \
  STORE(T, 2, V.s2);                                                           \
  STORE(T, 3, V.s3);
#define STORE_8(T)                                                             \
  STORE_4(T)                                                                   \
  STORE(T, 4, V.s4);                                                           \
  STORE(T, 5, V.s5);                                                           \
  STORE(T, 6, V.s6);                                                           \
  STORE(T, 7, V.s7);
#define STORE_16(T)                                                            \
  STORE_8(T)                                                                   \
  STORE(T, 8, V.s8);                                                           \
  STORE(T, 9, V.s9);                                                           \
  STORE(T, 10, V.sa);                                                          \
  STORE(T, 11, V.sb);                                                          \
  STORE(T, 12, V.sc);                                                          \
  STORE(T, 13, V.sd);                                                          \
  STORE(T, 14, V.se);                                                          \
  STORE(T, 15, V.sf);

#define IMAGE_READ(ACCESS, T, W, N, NAME)                                      \
  FERRY_SUB_GROUP_BUILTIN T##W intel_sub_group_block_read##NAME##W(            \
      ACCESS image2d_t Im, int2 C) {                                           \
    Image D = FERRY_IMAGE(Im);                                                 \
    return LOAD_##N(T);                                                        \
  }
#define IMAGE_WRITE(ACCESS, T, W, N, NAME)                                     \
  FERRY_SUB_GROUP_BUILTIN void intel_sub_group_block_write##NAME##W(           \
      ACCESS image2d_t Im, int2 C, T##W V) {                                   \
    Image D = FERRY_IMAGE(Im);                                                 \
    STORE_##N(T)                                                               \
  }

//===----------------------------------------------------------------------===//
// All of a type
//===----------------------------------------------------------------------===//

#define WIDTH(T, W, N, NAME)                                                   \
  MEMORY(__global, T, W, N, NAME)                                              \
  MEMORY(__local, T, W, N, NAME)                                               \
  IMAGE_READ(read_only, T, W, N, NAME)                                         \
  IMAGE_READ(read_write, T, W, N, NAME)                                        \
  IMAGE_WRITE(write_only, T, W, N, NAME)                                       \
  IMAGE_WRITE(read_write, T, W, N, NAME)
#define WIDTHS(T, NAME)                                                        \
  WIDTH(T, , 1, NAME)                                                          \
  WIDTH(T, 2, 2, NAME)                                                         \
  WIDTH(T, 4, 4, NAME)                                                         \
  WIDTH(T, 8, 8, NAME)
#define TYPE(T, NAME)                                                          \
  typedef T Unaligned_##T __attribute__((aligned(1)));                         \
  WIDTHS(T, NAME)

FERRY_IF(uchar, TYPE(uchar, _uc) WIDTH(uchar, 16, 16, _uc))
FERRY_IF(ushort, TYPE(ushort, _us) WIDTH(ushort, 16, 16, _us))
FERRY_IF(uint, TYPE(uint, ) WIDTHS(uint, _ui))
FERRY_IF(ulong, TYPE(ulong, _ul))
