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

// What is left of numbers in so many steps between two limits.
__kernel void quantiseHalf(__global const half *in, __global half *out,
                           float steps) {
  const size_t i = get_global_id(0);
  const half scale = (half)steps;
  const half x = fmin(fmax(in[i], (half)-0.25f), (half)0.375f);
  out[i] = rint(x * scale) / scale;
}
#endif

__kernel void scaleStored(__global const half *in, __global half *out,
                          float factor, float offset) {
  const size_t i = get_global_id(0);
  vstore_half(vload_half(i, in) * factor + offset, i, out);
}
