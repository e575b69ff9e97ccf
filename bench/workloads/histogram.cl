// Atomics: each group counts its part in local memory.

#define BINS 256

__kernel void histogram(__global const uchar *data, __global uint *counts,
                        uint perItem) {
  __local uint bins[BINS];
  const uint l = get_local_id(0), size = get_local_size(0);
  for (uint bin = l; bin < BINS; bin += size)
    bins[bin] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint first = get_group_id(0) * size * perItem;
  for (uint i = 0; i < perItem; ++i)
    atomic_inc(&bins[data[first + i * size + l]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint bin = l; bin < BINS; bin += size)
    counts[get_group_id(0) * BINS + bin] = bins[bin];
}

// The least of each cell, as the nearest of many triangles in a pixel.
__kernel void nearest(__global const uint *cells, __global const uint *depths,
                      __global uint *least) {
  const size_t i = get_global_id(0);
  atomic_min(&least[cells[i]], depths[i]);
}

// Those that are small, one behind the other in any order; `last` is one less
// than there is room for, a power of two.
__kernel void compact(__global const uint *in, __global uint *out,
                     __global uint *count, uint limit, uint last) {
  const uint x = in[get_global_id(0)];
  if (x < limit)
    out[atomic_inc(count) & last] = x;
}

// A bit for each cell that is there, as of nodes of a graph that are reached.
__kernel void mark(__global const uint *cells, __global uint *marks) {
  const uint cell = cells[get_global_id(0)];
  atomic_or(&marks[cell / 32], 1u << cell % 32);
}
