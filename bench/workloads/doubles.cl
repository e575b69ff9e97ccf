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

// What reactions with the law of Arrhenius have in common: powers and
// exponentials of the temperature.
__kernel void reactionRates(__global const double *temperature,
                            __global double *rate) {
  const size_t i = get_global_id(0);
  const double t = temperature[i];
  double sum = 0.0;
  for (int k = 1; k <= 8; ++k)
    sum += pow(t / 300.0, 0.3 * k - 1.2) * exp(-500.0 * k / t);
  rate[i] = log1p(sum) + pow(t / 1000.0, 3.0);
}

__kernel void sinesOfVectors(__global const double4 *in,
                             __global double4 *out) {
  const size_t i = get_global_id(0);
  out[i] = sin(in[i]);
}
