// Neighbours leave the loop at different times.

__kernel void mandelbrot(__global int *iterations, float left, float top,
                         float step, int limit) {
  const int x = get_global_id(0), y = get_global_id(1);
  const float cx = left + x * step, cy = top + y * step;
  float zx = 0.0f, zy = 0.0f;
  int count = 0;
  while (count < limit && zx * zx + zy * zy <= 4.0f) {
    const float next = zx * zx - zy * zy + cx;
    zy = 2.0f * zx * zy + cy;
    zx = next;
    ++count;
  }
  iterations[y * get_global_size(0) + x] = count;
}
