// A step of heat in a cube.

__kernel void heat(__global const float *in, __global float *out, float own,
                   float others) {
  const int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  const int width = get_global_size(0), height = get_global_size(1);
  const int depth = get_global_size(2);
  const int i = (z * height + y) * width + x;
  if (x == 0 || y == 0 || z == 0 || x == width - 1 || y == height - 1 ||
      z == depth - 1) {
    out[i] = in[i];
    return;
  }
  out[i] = own * in[i] +
           others * (in[i - 1] + in[i + 1] + in[i - width] + in[i + width] +
                     in[i - width * height] + in[i + width * height]);
}
