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
