// The same work in groups of any shape.

size_t element(void) {
  return (get_global_id(2) * get_global_size(1) + get_global_id(1)) *
             get_global_size(0) +
         get_global_id(0);
}

// Neighbours read far from each other.
__kernel void sumRows(__global const float *in, __global float *out) {
  const size_t row = element();
  float sum = 0.0f;
  for (int i = 0; i < 16; ++i)
    sum += in[row * 16 + i];
  out[row] = sum;
}

// They only compute.
__kernel void powers(__global const float *in, __global float *out) {
  const size_t i = element();
  const float x = in[i];
  float sum = 0.0f;
  for (int k = 0; k < 64; ++k)
    sum = sum * x + 0.25f;
  out[i] = sum;
}
