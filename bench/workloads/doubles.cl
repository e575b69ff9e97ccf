#pragma OPENCL EXTENSION cl_khr_fp64 : enable

// Twenty-four steps of a scheme of Horner.
__kernel void polynomialDouble(__global const double *in,
                               __global double *out) {
  const size_t i = get_global_id(0);
  const double x = in[i];
  double sum = 1.0;
  for (int k = 24; k > 0; --k)
    sum = sum * x * (1.0 / 24.0) + 1.0;
  out[i] = sum;
}
