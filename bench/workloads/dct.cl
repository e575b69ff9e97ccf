// The cosine transform of blocks of 8 x 8 pixels, a group for each block.

#define SIDE 8

__kernel void dct8x8(__global const float *in, __global float *out,
                     __constant float *cosines, int width) {
  __local float block[SIDE][SIDE], rows[SIDE][SIDE];
  const int x = get_local_id(0), y = get_local_id(1);
  const int i = get_global_id(1) * width + get_global_id(0);
  block[y][x] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0.0f;
  for (int k = 0; k < SIDE; ++k)
    sum += block[y][k] * cosines[x * SIDE + k];
  rows[y][x] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  sum = 0.0f;
  for (int k = 0; k < SIDE; ++k)
    sum += rows[k][x] * cosines[y * SIDE + k];
  out[i] = sum;
}
