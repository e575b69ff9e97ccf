// The first kernel of every tutorial.

__kernel void saxpy(const float a, __global const float *x, __global float *y) {
  const size_t i = get_global_id(0);
  y[i] = a * x[i] + y[i];
}

// Each work-item takes every so many elements: the first step of most sums.
__kernel void dot_parts(__global const float *x, __global const float *y,
                        __global float *sums, uint count) {
  float sum = 0.0f;
  for (uint i = get_global_id(0); i < count; i += get_global_size(0))
    sum += x[i] * y[i];
  sums[get_global_id(0)] = sum;
}

// The same of every incx-th and incy-th element.
__kernel void saxpy_strides(int n, float a, __global const float *x, int incx,
                            __global float *y, int incy) {
  const int i = get_global_id(0);
  if (i < n)
    y[i * incy] += a * x[i * incx];
}

// Each work-item has some that follow one another.
__kernel void saxpy_4(const float a, __global const float *x,
                      __global float *y) {
  const size_t first = get_global_id(0) * 4;
  for (int i = 0; i < 4; ++i)
    y[first + i] = a * x[first + i] + y[first + i];
}
__kernel void saxpy_8(const float a, __global const float *x,
                      __global float *y) {
  const size_t first = get_global_id(0) * 8;
  for (int i = 0; i < 8; ++i)
    y[first + i] = a * x[first + i] + y[first + i];
}
__kernel void saxpy_16(const float a, __global const float *x,
                       __global float *y) {
  const size_t first = get_global_id(0) * 16;
  for (int i = 0; i < 16; ++i)
    y[first + i] = a * x[first + i] + y[first + i];
}
