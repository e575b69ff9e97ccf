// Copies that touch what others in flight do.

// run sameDestination 16 16 buffer:256 local:64
kernel void sameDestination(global const int *in, local int *tile) {
  event_t e = async_work_group_copy(tile, in, 16, 0);
  e = async_work_group_copy(tile + 8, in + 16, 8, e); // mistake copy-overlap
  wait_group_events(1, &e);
}

// run sideBySide 16 16 buffer:256 local:96
kernel void sideBySide(global const int *in, local int *tile) {
  event_t e = async_work_group_copy(tile, in, 16, 0);
  e = async_work_group_copy(tile + 16, in + 16, 8, e);
  wait_group_events(1, &e);
}

// run outBeforeIn 16 16 buffer:256 buffer:256 local:64
kernel void outBeforeIn(global const int *in, global int *out, local int *tile) {
  event_t e = async_work_group_copy(tile, in, 16, 0);
  e = async_work_group_copy(out, tile, 16, e); // mistake copy-overlap
  wait_group_events(1, &e);
}

// run outBehindFence 16 16 buffer:256 buffer:256 local:64
kernel void outBehindFence(global const int *in, global int *out, local int *tile) {
  event_t e = async_work_group_copy(tile, in, 16, 0);
  async_work_group_copy_fence(CLK_LOCAL_MEM_FENCE);
  e = async_work_group_copy(out, tile, 16, e);
  wait_group_events(1, &e);
}

// run outBehindWait 16 16 buffer:256 buffer:256 local:64
kernel void outBehindWait(global const int *in, global int *out, local int *tile) {
  event_t e = async_work_group_copy(tile, in, 16, 0);
  wait_group_events(1, &e);
  e = async_work_group_copy(out, tile, 16, 0);
  wait_group_events(1, &e);
}
