// Transforms of 512 points, one for each group of 64: three times eight points
// in registers, and exchanges through local memory between them.

#define POINTS 512
#define ITEMS 64

float2 product(float2 a, float2 b) {
  return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

void butterfly(float2 *a, float2 *b) {
  const float2 sum = *a + *b;
  *b = *a - *b;
  *a = sum;
}

// Times -i.
float2 turned(float2 a) { return (float2)(a.y, -a.x); }

void swap(float2 *a, float2 *b) {
  const float2 kept = *a;
  *a = *b;
  *b = kept;
}

void transform4(float2 *v) {
  butterfly(&v[0], &v[2]);
  butterfly(&v[1], &v[3]);
  v[3] = turned(v[3]);
  butterfly(&v[0], &v[1]);
  butterfly(&v[2], &v[3]);
}

void transform8(float2 *v) {
  butterfly(&v[0], &v[4]);
  butterfly(&v[1], &v[5]);
  butterfly(&v[2], &v[6]);
  butterfly(&v[3], &v[7]);
  v[5] = M_SQRT1_2_F * (float2)(v[5].x + v[5].y, v[5].y - v[5].x);
  v[6] = turned(v[6]);
  v[7] = M_SQRT1_2_F * (float2)(v[7].y - v[7].x, -v[7].x - v[7].y);
  transform4(v);
  transform4(v + 4);
  swap(&v[1], &v[4]);
  swap(&v[3], &v[6]);
}

__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void
fft512(__global const float2 *in, __global float2 *out,
       __global const float2 *roots) {
  __local float2 shared[POINTS];
  const int l = get_local_id(0);
  in += get_group_id(0) * POINTS;
  out += get_group_id(0) * POINTS;
  float2 v[8];

  for (int i = 0; i < 8; ++i)
    v[i] = in[l + ITEMS * i];
  transform8(v);
  for (int i = 0; i < 8; ++i)
    shared[ITEMS * i + l] = product(v[i], roots[l * i]);
  barrier(CLK_LOCAL_MEM_FENCE);

  const int high = l / 8, low = l % 8;
  for (int i = 0; i < 8; ++i)
    v[i] = shared[ITEMS * high + 8 * i + low];
  transform8(v);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < 8; ++i)
    shared[ITEMS * high + 8 * i + low] = product(v[i], roots[8 * low * i]);
  barrier(CLK_LOCAL_MEM_FENCE);

  for (int i = 0; i < 8; ++i)
    v[i] = shared[ITEMS * low + 8 * high + i];
  transform8(v);
  for (int i = 0; i < 8; ++i)
    out[ITEMS * i + l] = v[i];
}
