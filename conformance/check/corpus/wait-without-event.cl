// Waits for what is no event, or no longer.

// run neverWritten 16 16 buffer:64 buffer:64 local:64
kernel void neverWritten(global const int *in, global int *out, local int *tile) {
  event_t e[2];
  e[0] = async_work_group_copy(tile, in, 16, 0);
  wait_group_events(2, e); // mistake wait-without-event
  out[get_global_id(0)] = tile[get_local_id(0)];
}

// run written 16 16 buffer:64 buffer:64 local:64
kernel void written(global const int *in, global int *out, local int *tile) {
  event_t e[2];
  e[0] = async_work_group_copy(tile, in, 8, 0);
  e[1] = async_work_group_copy(tile + 8, in + 8, 8, 0);
  wait_group_events(2, e);
  out[get_global_id(0)] = tile[get_local_id(0)];
}

// run twice 16 16 buffer:64 buffer:64 local:64
kernel void twice(global const int *in, global int *out, local int *tile) {
  event_t e = async_work_group_copy(tile, in, 16, 0);
  wait_group_events(1, &e);
  out[get_global_id(0)] = tile[get_local_id(0)];
  wait_group_events(1, &e); // mistake wait-without-event
}

// run again 16 16 buffer:64 buffer:64 local:64
kernel void again(global const int *in, global int *out, local int *tile) {
  event_t e = 0;
  for (int k = 0; k < 2; ++k) {
    e = async_work_group_copy(tile, in, 16, e);
    wait_group_events(1, &e);
    out[get_global_id(0)] = tile[get_local_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}

// run zero 16 16 buffer:64 buffer:64 local:64
kernel void zero(global const int *in, global int *out, local int *tile) {
  event_t e = 0;
  async_work_group_copy(tile, in, 16, e); // mistake copy-not-waited
  wait_group_events(1, &e); // mistake wait-without-event
}

// run nothingToCopy 16 16 buffer:64 local:64 int:0
kernel void nothingToCopy(global const int *in, local int *tile, int n) {
  event_t e = async_work_group_copy(tile, in, n, 0);
  wait_group_events(1, &e);
}
