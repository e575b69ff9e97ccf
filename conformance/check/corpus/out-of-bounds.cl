// Accesses beyond what there is.

// run buffer 64 16 buffer:256
kernel void buffer(global int *out) {
  out[get_global_id(0) + 1] = 1; // mistake out-of-bounds
}

// run bufferInside 64 16 buffer:260
kernel void bufferInside(global int *out) {
  out[get_global_id(0) + 1] = 1;
}

// run before 64 16 buffer:256 buffer:256
kernel void before(global const int *in, global int *out) {
  out[get_global_id(0)] = in[get_global_id(0) - 1]; // mistake out-of-bounds
}

// run clamped 64 16 buffer:256 buffer:256
kernel void clamped(global const int *in, global int *out) {
  out[get_global_id(0)] = in[max((int)get_global_id(0) - 1, 0)];
}

// run part 64 16 part:128:252
kernel void part(global int *out) {
  out[get_global_id(0)] = 1; // mistake out-of-bounds
}

// run partInside 64 16 part:128:256
kernel void partInside(global int *out) {
  out[get_global_id(0)] = 1;
}

// run localArgument 16 16 local:60 local:64 buffer:64
kernel void localArgument(local int *a, local int *b, global int *out) {
  size_t l = get_local_id(0);
  a[l] = l; // mistake out-of-bounds
  b[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = b[15 - l];
}

// run localArgumentInside 16 16 local:64 local:64 buffer:64
kernel void localArgumentInside(local int *a, local int *b, global int *out) {
  size_t l = get_local_id(0);
  a[l] = l;
  b[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = b[15 - l] + a[0];
}

// run localVariable 16 16 buffer:64
kernel void localVariable(global int *out) {
  local int tile[16];
  local int other[16];
  size_t l = get_local_id(0);
  other[l] = 1;
  tile[l + 1] = l; // mistake out-of-bounds
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = other[15 - l];
}

// run localVariableInside 16 16 buffer:64
kernel void localVariableInside(global int *out) {
  local int tile[17];
  size_t l = get_local_id(0);
  tile[l + 1] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = tile[16 - l];
}

// run privateArray 16 16 buffer:64 int:4
kernel void privateArray(global int *out, int n) {
  int a[4] = {1, 2, 3, 4};
  int sum = 0;
  for (int i = 0; i <= n; ++i)
    sum += a[i]; // mistake out-of-bounds
  out[get_local_id(0)] = sum;
}

// run privateArrayInside 16 16 buffer:64 int:4
kernel void privateArrayInside(global int *out, int n) {
  int a[4] = {1, 2, 3, 4};
  int sum = 0;
  for (int i = 0; i < n; ++i)
    sum += a[i];
  out[get_local_id(0)] = sum;
}

constant int table[4] = {1, 2, 3, 4};
// run programVariable 16 16 buffer:64
kernel void programVariable(global int *out) {
  out[get_local_id(0)] = table[get_local_id(0) / 3]; // mistake out-of-bounds
}
// run programVariableInside 16 16 buffer:64
kernel void programVariableInside(global int *out) {
  out[get_local_id(0)] = table[get_local_id(0) / 4];
}

// run copyBeyondSource 16 16 buffer:60 local:64
kernel void copyBeyondSource(global const int *in, local int *tile) {
  event_t e = async_work_group_copy(tile, in, 16, 0); // mistake out-of-bounds
  wait_group_events(1, &e);
}

// run copyBeyondDestination 16 16 buffer:64
kernel void copyBeyondDestination(global const int *in) {
  local int tile[15];
  event_t e = async_work_group_copy(tile, in, 16, 0); // mistake out-of-bounds
  wait_group_events(1, &e);
}

// run copyInside 16 16 buffer:64
kernel void copyInside(global const int *in) {
  local int tile[16];
  event_t e = async_work_group_copy(tile, in, 16, 0);
  wait_group_events(1, &e);
}

// run stridedBeyond 16 16 buffer:120 local:64
kernel void stridedBeyond(global const int *in, local int *tile) {
  event_t e = async_work_group_strided_copy(tile, in, 16, 2, 0); // mistake out-of-bounds
  wait_group_events(1, &e);
}

// run stridedInside 16 16 buffer:124 local:64
kernel void stridedInside(global const int *in, local int *tile) {
  event_t e = async_work_group_strided_copy(tile, in, 16, 2, 0);
  wait_group_events(1, &e);
}

// run vectors 16 16 buffer:252 buffer:256
kernel void vectors(global const float *in, global float4 *out) {
  out[get_global_id(0)] = vload4(get_global_id(0), in); // mistake out-of-bounds
}

// run threeOfFour 16 16 buffer:192 buffer:192
kernel void threeOfFour(global const float *in, global float *out) {
  vstore3(vload3(get_global_id(0), in), get_global_id(0), out);
}

static void put(global int *p, int i) {
  p[i] = 2; // mistake out-of-bounds
}
// run inFunction 16 16 buffer:60
kernel void inFunction(global int *out) {
  put(out, get_global_id(0));
}
