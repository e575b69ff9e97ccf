// Kernels that were written for processors: a work-item is alone in its group
// and has a long loop.

__kernel void dotRows(__global const float *matrix, __global const float *x,
                      __global float *y, int width) {
  const size_t row = get_global_id(0);
  float sum = 0.0f;
  for (int i = 0; i < width; ++i)
    sum += matrix[row * width + i] * x[i];
  y[row] = sum;
}

// The same in steps of a group, of which there is one for each row.
__kernel void dotRowsInSteps(__global const float *matrix,
                             __global const float *x, __global float *y,
                             int width) {
  __local float entries[64], factors[64];
  const size_t row = get_group_id(0), step = get_local_size(0);
  const size_t local_id = get_local_id(0);
  float sum = 0.0f;
  for (int i = 0; i < width; i += step) {
    entries[local_id] = matrix[row * width + i + local_id];
    factors[local_id] = x[i + local_id];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (size_t k = 0; k < step; ++k)
      sum += entries[k] * factors[k];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (local_id == 0)
    y[row] = sum;
}

// The same with vectors.
__kernel void dotRowsWide(__global const float16 *matrix,
                          __global const float16 *x, __global float *y,
                          int width) {
  const size_t row = get_global_id(0);
  float16 sum = 0.0f;
  for (int i = 0; i < width / 16; ++i)
    sum += matrix[row * (width / 16) + i] * x[i];
  const float8 eight = sum.lo + sum.hi;
  const float4 four = eight.lo + eight.hi;
  y[row] = four.x + four.y + four.z + four.w;
}

__kernel void sumRows(__global const uint *in, __global uint *sums, int width) {
  const size_t row = get_global_id(0);
  uint sum = 0;
  for (int i = 0; i < width; ++i)
    sum += in[row * width + i];
  sums[row] = sum;
}

// A row of a product of matrices.
__kernel void productRows(__global const float *a, __global const float *b,
                          __global float *c, int side) {
  const size_t row = get_global_id(0);
  for (int x = 0; x < side; ++x)
    c[row * side + x] = 0.0f;
  for (int k = 0; k < side; ++k) {
    const float factor = a[row * side + k];
    for (int x = 0; x < side; ++x)
      c[row * side + x] += factor * b[k * side + x];
  }
}
