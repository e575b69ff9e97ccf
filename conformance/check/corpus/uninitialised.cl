// Reads of what nobody wrote.

// run buffer 16 16 unset:64 buffer:64
kernel void buffer(global const int *in, global int *out) {
  out[get_global_id(0)] = in[get_global_id(0)]; // mistake uninitialised
}

// run bufferWritten 16 16 buffer:64 unset:64
kernel void bufferWritten(global const int *in, global int *out) {
  out[get_global_id(0)] = in[get_global_id(0)];
}

// run accumulate 16 16 unset:64
kernel void accumulate(global int *out) {
  out[get_global_id(0)] += 1; // mistake uninitialised
}

// run atomics 16 16 unset:64
kernel void atomics(global int *out) {
  atomic_inc(&out[get_local_id(0)]); // mistake uninitialised
}

// run atomicsStored 16 16 unset:64 unset:64
kernel void atomicsStored(global int *out, global atomic_int *more) {
  atomic_xchg(&out[get_local_id(0)], 1);
  atomic_inc(&out[get_local_id(0)]);
  atomic_store(&more[get_local_id(0)], 1);
}

// run variable 16 16 buffer:64 buffer:64
kernel void variable(global const int *in, global int *out) {
  int sum;
  for (int i = 0; i < 4; ++i)
    sum += in[i]; // mistake uninitialised
  out[get_global_id(0)] = sum;
}

// run variableSet 16 16 buffer:64 buffer:64
kernel void variableSet(global const int *in, global int *out) {
  int sum;
  for (int i = 0; i < 4; ++i)
    sum = i ? sum + in[i] : in[i];
  out[get_global_id(0)] = sum;
}

// run components 16 16 buffer:256
kernel void components(global float4 *out) {
  float4 v;
  v.x = 1;
  v.yz = (float2)(2, 3);
  v.w = 4;
  out[get_global_id(0)] = v;
}

// run array 16 16 buffer:64 int:3
kernel void array(global int *out, int n) {
  int a[4];
  for (int i = 0; i < n; ++i)
    a[i] = i;
  out[get_global_id(0)] = a[get_global_id(0) & 3]; // mistake uninitialised
}

// run arrayFilled 16 16 buffer:64 int:4
kernel void arrayFilled(global int *out, int n) {
  int a[4];
  for (int i = 0; i < n; ++i)
    a[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = a[get_global_id(0) & 3];
}

// run everySecond 16 16 buffer:64
kernel void everySecond(global int *out) {
  int a[8];
  for (int i = 0; i < 4; ++i)
    a[2 * i] = i;
  int sum = 0;
  for (int i = 0; i < 4; ++i)
    sum += a[2 * i + 1]; // mistake uninitialised
  out[get_local_id(0)] = sum;
}

// run everySecondFilled 16 16 buffer:64
kernel void everySecondFilled(global int *out) {
  int a[8];
  for (int i = 0; i < 4; ++i)
    a[2 * i] = i;
  int sum = 0;
  for (int i = 0; i < 4; ++i)
    sum += a[2 * i];
  out[get_local_id(0)] = sum;
}

// run localMemory 64 16 buffer:256
kernel void localMemory(global int *out) {
  local int tile[17];
  tile[get_local_id(0)] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[get_local_id(0) + 1]; // mistake uninitialised
}

// run localMemoryFilled 64 16 buffer:256
kernel void localMemoryFilled(global int *out) {
  local int tile[17];
  tile[get_local_id(0)] = 1;
  if (get_local_id(0) == 0)
    tile[16] = 2;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[get_local_id(0) + 1];
}

// run copied 16 16 unset:64 local:64
kernel void copied(global const int *in, local int *tile) {
  event_t e = async_work_group_copy(tile, in, 16, 0); // mistake uninitialised
  wait_group_events(1, &e);
}

struct Padded {
  char c;
  int i;
};
// run structures 16 16 unset:128
kernel void structures(global struct Padded *out) {
  struct Padded p;
  p.c = 1;
  p.i = 2;
  out[get_global_id(0)] = p;
}

// run math 16 16 buffer:64 buffer:64
kernel void math(global const float *in, global float *out) {
  float whole, cosine;
  int exponent;
  float f = fract(in[get_local_id(0)], &whole);
  float s = sincos(in[get_local_id(0)], &cosine);
  float m = frexp(in[get_local_id(0)], &exponent);
  out[get_local_id(0)] = f + whole + s + cosine + m + exponent;
}
