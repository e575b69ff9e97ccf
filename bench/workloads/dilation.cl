// The largest of 5 x 5 bytes, as far as they lie within the picture.
__kernel void dilate(__global const uchar *in, __global uchar *out,
                     const int width, const int height) {
  const int x = get_global_id(0), y = get_global_id(1);
  uchar most = 0;
  for (int j = -2; j <= 2; ++j)
    for (int i = -2; i <= 2; ++i) {
      const int column = x + i, row = y + j;
      if (column >= 0 && column < width && row >= 0 && row < height)
        most = max(most, in[row * width + column]);
    }
  out[y * width + x] = most;
}
