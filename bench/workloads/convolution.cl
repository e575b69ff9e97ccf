// A filter of 5 x 5 taps; beyond the border is what is at the border.

#define RADIUS 2

__kernel void convolve(__global const float *in, __global float *out,
                       __constant float *taps, int width, int height) {
  const int x = get_global_id(0), y = get_global_id(1);
  float sum = 0.0f;
  for (int j = -RADIUS; j <= RADIUS; ++j) {
    const int row = clamp(y + j, 0, height - 1);
    for (int i = -RADIUS; i <= RADIUS; ++i) {
      const int column = clamp(x + i, 0, width - 1);
      sum += in[row * width + column] *
             taps[(j + RADIUS) * (2 * RADIUS + 1) + i + RADIUS];
    }
  }
  out[y * width + x] = sum;
}
