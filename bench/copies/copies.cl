//===- copies.cl - The kernels -------------------------------*- OpenCL -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// All kernels take the same arguments. The options of the build define
//
//   T           gentype of the copies
//   ELEMENTS    elements of a tile; those of a side of the tiles with a halo
//   STRIDE      in elements
//   PER         elements of T in an element of the picture
//   EXTENDED    if cl_khr_extended_async_copies is there
//   FP64        if T is of doubles
//
// and the kind of row that the kernels are for, and the sizes of Layout.h.
//
// A group goes through its tiles `passes` times. Where the kernel leaves the
// tiles in local memory, it puts them out only if `check` is not 0.
//
//===----------------------------------------------------------------------===//

#ifdef FP64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif
#ifdef EXTENDED
#pragma OPENCL EXTENSION cl_khr_extended_async_copies : enable
#endif

#define ARGUMENTS                                                              \
  global const T *in, global T *out, local T *tile, ulong tiles, uint passes,  \
      uint iterations, uint check

#define FOR_ALL_TILES                                                          \
  for (uint pass = 0; pass != passes; ++pass)                                  \
    for (size_t t = get_group_id(0); t < tiles; t += get_num_groups(0))

#ifdef CONTIGUOUS

kernel void contiguous(ARGUMENTS) {
  FOR_ALL_TILES {
    event_t e = async_work_group_copy(tile, in + t * ELEMENTS, ELEMENTS, 0);
    wait_group_events(1, &e);
    e = async_work_group_copy(out + t * ELEMENTS, tile, ELEMENTS, 0);
    wait_group_events(1, &e);
  }
}

#endif // CONTIGUOUS

#ifdef GATHER

kernel void gather(ARGUMENTS) {
  FOR_ALL_TILES {
    event_t e = async_work_group_strided_copy(tile, in + t * ELEMENTS * STRIDE,
                                              ELEMENTS, STRIDE, 0);
    wait_group_events(1, &e);
    if (check) {
      e = async_work_group_copy(out + t * ELEMENTS, tile, ELEMENTS, 0);
      wait_group_events(1, &e);
    }
  }
}

#endif // GATHER

#ifdef SCATTER

kernel void scatter(ARGUMENTS) {
  FOR_ALL_TILES {
    if (check) {
      event_t e = async_work_group_copy(tile, in + t * ELEMENTS, ELEMENTS, 0);
      wait_group_events(1, &e);
    }
    event_t e = async_work_group_strided_copy(
        out + t * ELEMENTS * STRIDE, tile, ELEMENTS, STRIDE, 0);
    wait_group_events(1, &e);
  }
}

#endif // SCATTER

#ifdef TILE2D

kernel void tile2d(ARGUMENTS) {
  FOR_ALL_TILES {
    size_t x = t % PICTURE_ACROSS * PICTURE_STEP;
    size_t y = t / PICTURE_ACROSS * PICTURE_STEP;
    size_t first = y * PICTURE_WIDTH + x;
#ifdef EXTENDED
    event_t e = async_work_group_copy_2D2D(tile, 0, in, first, sizeof(T) * PER,
                                           ELEMENTS, ELEMENTS, PICTURE_WIDTH,
                                           ELEMENTS, 0);
#else
    event_t e = 0;
    for (size_t line = 0; line != ELEMENTS; ++line)
      e = async_work_group_copy(tile + line * ELEMENTS * PER,
                                in + (first + line * PICTURE_WIDTH) * PER,
                                ELEMENTS * PER, e);
#endif
    wait_group_events(1, &e);
    if (check) {
      const size_t size = ELEMENTS * ELEMENTS * PER;
      e = async_work_group_copy(out + t * size, tile, size, 0);
      wait_group_events(1, &e);
    }
  }
}

#endif // TILE2D

#ifdef TILE3D

kernel void tile3d(ARGUMENTS) {
  FOR_ALL_TILES {
    size_t x = t % VOLUME_ACROSS * VOLUME_STEP;
    size_t y = t / VOLUME_ACROSS % VOLUME_ACROSS * VOLUME_STEP;
    size_t z = t / VOLUME_ACROSS / VOLUME_ACROSS * VOLUME_STEP;
    size_t first = (z * VOLUME_WIDTH + y) * VOLUME_WIDTH + x;
#ifdef EXTENDED
    event_t e = async_work_group_copy_3D3D(
        tile, 0, in, first, sizeof(T), ELEMENTS, ELEMENTS, ELEMENTS,
        VOLUME_WIDTH, VOLUME_WIDTH * VOLUME_WIDTH, ELEMENTS,
        ELEMENTS * ELEMENTS, 0);
#else
    event_t e = 0;
    for (size_t plane = 0; plane != ELEMENTS; ++plane)
      for (size_t line = 0; line != ELEMENTS; ++line)
        e = async_work_group_copy(
            tile + (plane * ELEMENTS + line) * ELEMENTS,
            in + first + (plane * VOLUME_WIDTH + line) * VOLUME_WIDTH, ELEMENTS,
            e);
#endif
    wait_group_events(1, &e);
    if (check) {
      const size_t size = ELEMENTS * ELEMENTS * ELEMENTS;
      e = async_work_group_copy(out + t * size, tile, size, 0);
      wait_group_events(1, &e);
    }
  }
}

#endif // TILE3D

#ifdef PIPELINE

/// Something to compute on a tile, `iterations` of it. Every work-item has a
/// part of the tile, so that on a CPU the tile is read from its beginning to its
/// end.
void compute(local const uint16 *tile, global uint16 *out, uint iterations) {
  uint16 sum = 0;
  const size_t part = ELEMENTS / get_local_size(0);
  const size_t first = get_local_id(0) * part;
  for (size_t i = first; i < first + part; ++i) {
    uint16 x = tile[i];
    for (uint iteration = 0; iteration != iterations; ++iteration)
      x = (x << 1) ^ (x >> 3);
    sum += x;
  }
  out[get_local_id(0)] = sum;
}

/// The copy of the next tile is under way while the present one is computed.
void pipeline(ARGUMENTS) {
  for (uint pass = 0; pass != passes; ++pass) {
    size_t t = get_group_id(0);
    uint which = 0;
    event_t present =
        async_work_group_copy(tile, in + t * ELEMENTS, ELEMENTS, 0);
    while (t < tiles) {
      local T *now = tile + which * ELEMENTS;
      which = 1 - which;
      wait_group_events(1, &present);
      size_t next = t + get_num_groups(0);
      if (next < tiles)
        present = async_work_group_copy(tile + which * ELEMENTS,
                                        in + next * ELEMENTS, ELEMENTS, 0);
      if (iterations)
        compute(now, out + t * get_local_size(0), iterations);
      // Nobody reads what the copy after this one writes.
      barrier(CLK_LOCAL_MEM_FENCE);
      t = next;
    }
  }
}

kernel void overlapped(ARGUMENTS) {
  pipeline(in, out, tile, tiles, passes, iterations, check);
}

kernel void copyOnly(ARGUMENTS) {
  pipeline(in, out, tile, tiles, passes, check ? iterations : 0, check);
}

/// Always the first tile of the group.
kernel void computeOnly(ARGUMENTS) {
  event_t e =
      async_work_group_copy(tile, in + get_group_id(0) * ELEMENTS, ELEMENTS, 0);
  wait_group_events(1, &e);
  FOR_ALL_TILES {
    compute(tile, out + t * get_local_size(0), iterations);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}

#endif // PIPELINE

#ifdef PRODUCT

/// out = a * b, a work-item for each of its elements; a and b follow each other
/// in `in`.
kernel void rowsByCopies(ARGUMENTS) {
  const size_t x = get_local_id(0), y = get_local_id(1);
  const size_t left = get_group_id(0) * ELEMENTS;
  const size_t top = get_group_id(1) * ELEMENTS;
  global const float *a = in, *b = in + MATRIX_SIDE * MATRIX_SIDE;
  local float *tileB = tile + ELEMENTS * ELEMENTS;
  float sum = 0;
  for (size_t k = 0; k != MATRIX_SIDE; k += ELEMENTS) {
    event_t e = 0;
    for (size_t row = 0; row != ELEMENTS; ++row) {
      e = async_work_group_copy(tile + row * ELEMENTS,
                                a + (top + row) * MATRIX_SIDE + k, ELEMENTS, e);
      e = async_work_group_copy(tileB + row * ELEMENTS,
                                b + (k + row) * MATRIX_SIDE + left, ELEMENTS,
                                e);
    }
    wait_group_events(1, &e);
    for (size_t i = 0; i != ELEMENTS; ++i)
      sum += tile[y * ELEMENTS + i] * tileB[i * ELEMENTS + x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[(top + y) * MATRIX_SIDE + left + x] = sum;
}

kernel void rowsByLoads(ARGUMENTS) {
  const size_t x = get_local_id(0), y = get_local_id(1);
  const size_t left = get_group_id(0) * ELEMENTS;
  const size_t top = get_group_id(1) * ELEMENTS;
  global const float *a = in, *b = in + MATRIX_SIDE * MATRIX_SIDE;
  local float *tileB = tile + ELEMENTS * ELEMENTS;
  float sum = 0;
  for (size_t k = 0; k != MATRIX_SIDE; k += ELEMENTS) {
    tile[y * ELEMENTS + x] = a[(top + y) * MATRIX_SIDE + k + x];
    tileB[y * ELEMENTS + x] = b[(k + y) * MATRIX_SIDE + left + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (size_t i = 0; i != ELEMENTS; ++i)
      sum += tile[y * ELEMENTS + i] * tileB[i * ELEMENTS + x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[(top + y) * MATRIX_SIDE + left + x] = sum;
}

#endif // PRODUCT
