// 512 steps, each of which needs the one before.
#define RECURRENCE(SIZE)                                                       \
  __kernel void recurrence##SIZE(__global const float##SIZE *in,              \
                                 __global float##SIZE *out) {                 \
    const size_t i = get_global_id(0);                                         \
    const float##SIZE a = in[i];                                               \
    float##SIZE x = a;                                                         \
    for (int k = 0; k < 512; ++k)                                              \
      x = mad(x, (float##SIZE)(0.75f), a);                                     \
    out[i] = x;                                                                \
  }

RECURRENCE(4)
RECURRENCE(8)
