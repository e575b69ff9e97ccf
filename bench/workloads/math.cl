// Built-in functions that are expensive.

__kernel void functions(__global const float *x, __global const float *y,
                        __global float *result) {
  const size_t i = get_global_id(0);
  const float a = x[i], b = y[i];
  result[i] = sin(a) * cos(a) + pow(fabs(a), b) + atan2(b, a);
}

__kernel void gammas(__global const float *x, __global const float *y,
                     __global float *result) {
  const size_t i = get_global_id(0);
  result[i] = tgamma(x[i]) + lgamma(y[i]);
}

__kernel void relaxed(__global const float *x, __global const float *y,
                      __global float *result) {
  const size_t i = get_global_id(0);
  const float a = x[i], b = y[i];
  result[i] = exp(-a) + log(b) * pow(a, b) + log2(a);
}
