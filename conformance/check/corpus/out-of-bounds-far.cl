// Accesses to where nothing is: the program goes on.

// run scalars 16 16 buffer:64
kernel void scalars(global int *out) {
  const size_t far = (size_t)1 << 40;
  int v = out[far + get_local_id(0)]; // mistake out-of-bounds
  out[far + get_local_id(0)] = v; // mistake out-of-bounds
  out[get_local_id(0)] = v;
}

// run before 16 16 buffer:64
kernel void before(global int *out) {
  const long far = -((long)1 << 40);
  out[far + (long)get_local_id(0)] += 1; // mistake out-of-bounds
}

// run components 16 16 buffer:256
kernel void components(global int4 *out) {
  global int4 *far = out + ((size_t)1 << 40) + get_local_id(0);
  out[get_local_id(0)].xz = far->xw; // mistake out-of-bounds
  far->yw = 3; // mistake out-of-bounds
  far->xyz = 3; // mistake out-of-bounds
}

typedef struct {
  int of[60];
} block;

// run blocks 2 2 buffer:480
kernel void blocks(global block *out) {
  global block *far = out + ((size_t)1 << 30) + get_local_id(0);
  out[get_local_id(0)] = *far; // mistake out-of-bounds
  *far = out[get_local_id(0)]; // mistake out-of-bounds
}

// run atomics 16 16 buffer:64 local:64
kernel void atomics(global int *out, local int *sums) {
  const size_t far = (size_t)1 << 40;
  sums[get_local_id(0)] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_inc(out + far); // mistake out-of-bounds
  atomic_cmpxchg(out + far, 0, 1); // mistake out-of-bounds
  atomic_inc(sums + far); // mistake out-of-bounds
  atomic_inc(sums);
}

// run localMemory 16 16 buffer:64
kernel void localMemory(global int *out) {
  local int tile[16];
  const size_t far = (size_t)1 << 40;
  tile[get_local_id(0)] = 1;
  tile[far + get_local_id(0)] = 1; // mistake out-of-bounds
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_local_id(0)] = tile[far] + tile[15 - get_local_id(0)]; // mistake out-of-bounds
}

// run likelyRight 64 64 buffer:256
kernel void likelyRight(global int *out) {
  for (int i = 0; i < 4; ++i)
    if (get_local_id(0) == 63 && i == 3)
      out[(size_t)1 << 40] = i; // mistake out-of-bounds
    else
      out[get_local_id(0)] = i;
}

// run aligned 16 16 buffer:256
kernel void aligned(global double2 *out) {
  out[((size_t)1 << 40) - get_local_id(0)] = 1; // mistake out-of-bounds
}

// run privateArray 16 16 buffer:64
kernel void privateArray(global int *out) {
  int mine[4] = {1, 2, 3, 4};
  const int far = out[get_local_id(0)] << 24;
  mine[far] = 5; // mistake out-of-bounds
  mine[2 + far] += 1; // mistake out-of-bounds
  for (int i = 0; i < 4; ++i)
    mine[i + 4000000] = i; // mistake out-of-bounds
  out[get_local_id(0)] = mine[1] + mine[far - 1]; // mistake out-of-bounds
}

// run subGroups 64 64 buffer:256
kernel void subGroups(global int *out) {
  const size_t far = (size_t)1 << 40;
  const int sum = sub_group_reduce_add(1);
  out[get_local_id(0)] = sum;
  if (get_local_id(0) & 1)
    out[far + get_local_id(0)] = sum; // mistake out-of-bounds
  out[get_local_id(0)] += out[get_local_id(0) + (sum > 0 ? far : 0)]; // mistake out-of-bounds
}
