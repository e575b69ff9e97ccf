// Mean of nine neighbours through local memory; the ends are read again.

#define RADIUS 4

__kernel void boxMean(__global const float *in, __global float *out,
                      __local float *tile) {
  const int l = get_local_id(0), size = get_local_size(0);
  const int i = get_global_id(0), last = (int)get_global_size(0) - 1;
  tile[l + RADIUS] = in[i];
  if (l < RADIUS)
    tile[l] = in[max(i - RADIUS, 0)];
  if (l >= size - RADIUS)
    tile[l + 2 * RADIUS] = in[min(i + RADIUS, last)];
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0.0f;
  for (int k = 0; k <= 2 * RADIUS; ++k)
    sum += tile[l + k];
  out[i] = sum / (2 * RADIUS + 1);
}
