// Products of square matrices through tiles in local memory.

#define TILE 16

// Neighbours of the dimension X are neighbours in rows.
#define TILED(NAME, X, Y, AWAY)                                                \
  __kernel __attribute__((reqd_work_group_size(TILE, TILE, 1))) void NAME(     \
      __global const float *a, __global const float *b, __global float *c,     \
      int side) {                                                              \
    __local float tileA[TILE][TILE], tileB[TILE][TILE];                        \
    const int x = get_local_id(X), y = get_local_id(Y);                        \
    const int column = get_global_id(X), row = get_global_id(Y);               \
    if (AWAY)                                                                  \
      return;                                                                  \
    float sum = 0.0f;                                                          \
    for (int first = 0; first < side; first += TILE) {                         \
      tileA[y][x] = a[row * side + first + x];                                 \
      tileB[y][x] = b[(first + y) * side + column];                            \
      barrier(CLK_LOCAL_MEM_FENCE);                                            \
      for (int k = 0; k < TILE; ++k)                                           \
        sum += tileA[y][k] * tileB[k][x];                                      \
      barrier(CLK_LOCAL_MEM_FENCE);                                            \
    }                                                                          \
    c[row * side + column] = sum;                                              \
  }
TILED(tiled, 0, 1, false)
TILED(tiledInColumns, 1, 0, false)

// As in programs whose global size is rounded up.
TILED(tiledWithin, 0, 1, column >= side || row >= side)

// The same; each row of a tile comes with a copy of its own.
__kernel __attribute__((reqd_work_group_size(TILE, TILE, 1))) void
tiledByCopies(__global const float *a, __global const float *b,
              __global float *c, int side) {
  __local float tileA[TILE][TILE], tileB[TILE][TILE];
  const int x = get_local_id(0), y = get_local_id(1);
  const int left = get_group_id(0) * TILE, top = get_group_id(1) * TILE;
  float sum = 0.0f;
  for (int first = 0; first < side; first += TILE) {
    event_t copies = 0;
    for (int i = 0; i < TILE; ++i) {
      copies = async_work_group_copy(tileA[i], a + (top + i) * side + first,
                                     TILE, copies);
      copies = async_work_group_copy(tileB[i], b + (first + i) * side + left,
                                     TILE, copies);
    }
    wait_group_events(1, &copies);
    for (int k = 0; k < TILE; ++k)
      sum += tileA[y][k] * tileB[k][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[(top + y) * side + left + x] = sum;
}

// Each work-item has TILE elements of a column in registers, and pointers that
// go from tile to tile.
__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void
inRegisters(__global const float *a, __global const float *b, __global float *c,
            int side) {
  __local float tile[TILE][TILE];
  const int x = get_local_id(0) % TILE, y = get_local_id(0) / TILE;
  const int column = get_global_id(0), top = get_group_id(1) * TILE;
  a += (top + y) * side + x;
  b += column;
  float sums[TILE] = {0.0f};
  for (int first = 0; first < side; first += TILE) {
    for (int i = 0; i < TILE; i += 64 / TILE)
      tile[i + y][x] = a[i * side];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < TILE; ++k) {
      for (int i = 0; i < TILE; ++i)
        sums[i] += tile[i][k] * b[0];
      b += side;
    }
    a += TILE;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int i = 0; i < TILE; ++i)
    c[(top + i) * side + column] = sums[i];
}

// A group of BLOCK / 8 * BLOCK / 4 work-items computes a block of the product,
// each 8 by 4 elements of it, as programs for GPUs do: the tiles lie in local
// memory with what is added together side by side. There may be several products.
#define BLOCK 64
__kernel void inBlocks(__global const float4 *a, __global const float *b,
                       __global float *c, int side) {
  __local float tileA[TILE][BLOCK], tileB[TILE][BLOCK];
  const int item = get_local_id(0), product = get_global_id(2);
  const int left = get_group_id(0) * BLOCK, top = get_group_id(1) * BLOCK;
  const int x = item % (BLOCK / 4) * 4, y = item / (BLOCK / 4) * 8;
  const int part = item % (TILE / 4), line = item / (TILE / 4);
  a += product * side * side / 4;
  b += product * side * side;
  c += product * side * side;
  float sums[8][4] = {{0.0f}};
  for (int first = 0; first < side; first += TILE) {
    for (int i = 0; i < BLOCK; i += get_local_size(0) * 4 / TILE) {
      const float4 row = a[((top + line + i) * side + first) / 4 + part];
      tileA[part * 4 + 0][line + i] = row.s0;
      tileA[part * 4 + 1][line + i] = row.s1;
      tileA[part * 4 + 2][line + i] = row.s2;
      tileA[part * 4 + 3][line + i] = row.s3;
    }
    for (int i = 0; i < TILE; i += get_local_size(0) / BLOCK)
      tileB[i + item / BLOCK][item % BLOCK] =
          b[(first + i + item / BLOCK) * side + left + item % BLOCK];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < TILE; ++k)
      for (int i = 0; i < 8; ++i)
        for (int j = 0; j < 4; ++j)
          sums[i][j] = mad(tileA[k][y + i], tileB[k][x + j], sums[i][j]);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 4; ++j)
      c[(top + y + i) * side + left + x + j] = sums[i][j];
}
