// A sparse matrix in compressed rows times a vector, a row for each work-item.

__kernel void multiplySparse(__global const int *starts,
                             __global const int *columns,
                             __global const float *values,
                             __global const float *x, __global float *y) {
  const size_t row = get_global_id(0);
  float sum = 0.0f;
  for (int i = starts[row]; i < starts[row + 1]; ++i)
    sum += values[i] * x[columns[i]];
  y[row] = sum;
}
