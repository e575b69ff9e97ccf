// The largest of 5 x 5 bytes, as far as they lie within the picture.
__kernel void dilate(__global const uchar *in, __global uchar *out,
                     const int width, const int height) {
  const int x = get_global_id(0), y = get_global_id(1);
  uchar most = 0;
  for (int j = y - 2; j <= y + 2; ++j)
    for (int i = x - 2; i <= x + 2; ++i)
      if (i >= 0 && i < width && j >= 0 && j < height)
        most = max(most, in[j * width + i]);
  out[y * width + x] = most;
}
