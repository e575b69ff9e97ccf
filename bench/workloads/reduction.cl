// A tree in local memory: half as many work-items add in every turn.

__kernel void reduceSum(__global const float *in, __global float *sums,
                        __local float *partial) {
  const uint l = get_local_id(0);
  partial[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint active = get_local_size(0) / 2; active > 0; active >>= 1) {
    if (l < active)
      partial[l] += partial[l + active];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0)
    sums[get_group_id(0)] = partial[0];
}
