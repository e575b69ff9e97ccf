// Work-items that touch what a copy is about, before the copy is waited for.

// run readTooEarly 64 16 buffer:256 buffer:256 local:64
kernel void readTooEarly(global const int *in, global int *out, local int *tile) {
  event_t e = async_work_group_copy(tile, in + get_group_id(0) * 16, 16, 0);
  out[get_global_id(0)] = tile[get_local_id(0)]; // mistake copy-in-flight
  wait_group_events(1, &e);
}

// run readInTime 64 16 buffer:256 buffer:256 local:64
kernel void readInTime(global const int *in, global int *out, local int *tile) {
  event_t e = async_work_group_copy(tile, in + get_group_id(0) * 16, 16, 0);
  wait_group_events(1, &e);
  out[get_global_id(0)] = tile[get_local_id(0)];
}

// run sourceWritten 64 16 buffer:256 local:64
kernel void sourceWritten(global int *out, local int *tile) {
  size_t l = get_local_id(0);
  tile[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t e = async_work_group_copy(out + get_group_id(0) * 16, tile, 16, 0);
  tile[l] = 0; // mistake copy-in-flight
  wait_group_events(1, &e);
}

// run sourceRead 64 16 buffer:256 local:64 buffer:256
kernel void sourceRead(global int *out, local int *tile, global int *more) {
  size_t l = get_local_id(0);
  tile[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t e = async_work_group_copy(out + get_group_id(0) * 16, tile, 16, 0);
  more[get_global_id(0)] = tile[15 - l];
  wait_group_events(1, &e);
}

// run barrierAsWait 64 16 buffer:256 buffer:256 local:64
kernel void barrierAsWait(global const int *in, global int *out, local int *tile) {
  event_t e = async_work_group_copy(tile, in, 16, 0); // mistake copy-not-waited
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[get_local_id(0)]; // mistake copy-in-flight
}

// run waitBehindFence 64 16 buffer:256 buffer:256 local:64 buffer:256
kernel void waitBehindFence(global const int *in, global int *out, local int *tile,
                            global int *more) {
  size_t first = get_group_id(0) * 16;
  event_t e = async_work_group_copy(tile, in + first, 16, 0);
  async_work_group_copy_fence(CLK_LOCAL_MEM_FENCE);
  event_t f = async_work_group_copy(more + first, tile, 16, 0);
  wait_group_events(1, &f);
  out[get_global_id(0)] = tile[get_local_id(0)];
}

// run waitBeforeFence 64 16 buffer:256 buffer:256 local:64 buffer:256
kernel void waitBeforeFence(global const int *in, global int *out, local int *tile,
                            global int *more) {
  size_t first = get_group_id(0) * 16;
  event_t e = async_work_group_copy(tile, in + first, 16, 0);
  async_work_group_copy_fence(CLK_LOCAL_MEM_FENCE);
  event_t f = async_work_group_copy(more + first, tile, 16, 0);
  wait_group_events(1, &e);
  more[get_global_id(0)] = 0; // mistake copy-in-flight
  out[get_global_id(0)] = tile[get_local_id(0)];
  wait_group_events(1, &f);
}

// run fenceAsWait 64 16 buffer:256 buffer:256 local:64
kernel void fenceAsWait(global const int *in, global int *out, local int *tile) {
  event_t e = async_work_group_copy(tile, in, 16, 0);
  async_work_group_copy_fence(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[get_local_id(0)]; // mistake copy-in-flight
  wait_group_events(1, &e);
}

// run otherHalf 64 16 buffer:256 buffer:256
kernel void otherHalf(global const int *in, global int *out) {
  local int tile[2][16];
  size_t l = get_local_id(0);
  event_t e[2];
  e[0] = async_work_group_copy(tile[0], in, 16, 0);
  int sum = 0;
  for (int k = 0; k < 4; ++k) {
    if (k < 3)
      e[(k + 1) & 1] = async_work_group_copy(tile[(k + 1) & 1], in + (k + 1) * 16, 16, 0);
    wait_group_events(1, &e[k & 1]);
    sum += tile[k & 1][l];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = sum;
}

// run sameHalf 64 16 buffer:256 buffer:256
kernel void sameHalf(global const int *in, global int *out) {
  local int tile[2][16];
  size_t l = get_local_id(0);
  event_t e[2];
  e[0] = async_work_group_copy(tile[0], in, 16, 0);
  int sum = 0;
  for (int k = 0; k < 4; ++k) {
    if (k < 3)
      e[(k + 1) & 1] = async_work_group_copy(tile[(k + 1) & 1], in + (k + 1) * 16, 16, 0);
    wait_group_events(1, &e[k & 1]);
    sum += tile[(k + 1) & 1][l]; // mistake copy-in-flight
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = sum;
}

// run otherLines 64 16 buffer:256 buffer:256
kernel void otherLines(global int *data, global int *out) {
  local int tile[16];
  size_t l = get_local_id(0);
  tile[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_group_id(0) == 0) {
    event_t e = async_work_group_strided_copy(data, tile, 16, 4, 0);
    data[l * 4 + 1] = 5;
    wait_group_events(1, &e);
  }
  out[get_global_id(0)] = 1;
}
