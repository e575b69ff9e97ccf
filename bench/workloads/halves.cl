// Halves that are computed with, and halves that are only kept.

#ifdef cl_khr_fp16
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

__kernel void polynomialHalf(__global const half *in, __global half *out) {
  const size_t i = get_global_id(0);
  const half x = in[i];
  half sum = (half)0.125f;
  for (int k = 0; k < 32; ++k)
    sum = sum * x + (half)0.25f;
  out[i] = sum;
}
#endif

__kernel void scaleStored(__global const half *in, __global half *out,
                          float factor, float offset) {
  const size_t i = get_global_id(0);
  vstore_half(vload_half(i, in) * factor + offset, i, out);
}
