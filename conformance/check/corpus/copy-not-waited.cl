// Copies that nothing waits for, on some way or on all.

// run neverWaited 64 16 buffer:256 buffer:256 local:64
kernel void neverWaited(global const int *in, global int *out, local int *tile) {
  async_work_group_copy(tile, in + get_group_id(0) * 16, 16, 0); // mistake copy-not-waited
  out[get_global_id(0)] = 0;
}

// run waited 64 16 buffer:256 buffer:256 local:64
kernel void waited(global const int *in, global int *out, local int *tile) {
  event_t e = async_work_group_copy(tile, in + get_group_id(0) * 16, 16, 0);
  wait_group_events(1, &e);
  out[get_global_id(0)] = tile[get_local_id(0)];
}

// run waitedOnOneWay 64 16 buffer:256 buffer:256 local:64 int:0
kernel void waitedOnOneWay(global const int *in, global int *out, local int *tile, int wait) {
  event_t e = async_work_group_copy(tile, in, 16, 0); // mistake copy-not-waited
  if (wait)
    wait_group_events(1, &e);
  out[get_global_id(0)] = 1;
}

// run waitedOnBoth 64 16 buffer:256 buffer:256 local:64 int:0
kernel void waitedOnBoth(global const int *in, global int *out, local int *tile, int early) {
  event_t e = async_work_group_copy(tile, in, 16, 0);
  if (early)
    wait_group_events(1, &e);
  out[get_global_id(0)] = 1;
  if (!early)
    wait_group_events(1, &e);
}

// run overwritten 64 16 buffer:256 buffer:256 local:128
kernel void overwritten(global const int *in, global int *out, local int *tile) {
  event_t e;
  e = async_work_group_copy(tile, in, 16, 0); // mistake copy-not-waited
  e = async_work_group_copy(tile + 16, in + 16, 16, 0);
  wait_group_events(1, &e);
  out[get_global_id(0)] = tile[16 + get_local_id(0)];
}

// run shared 64 16 buffer:256 buffer:256 local:128
kernel void shared(global const int *in, global int *out, local int *tile) {
  event_t e;
  e = async_work_group_copy(tile, in, 16, 0);
  e = async_work_group_copy(tile + 16, in + 16, 16, e);
  wait_group_events(1, &e);
  out[get_global_id(0)] = tile[get_local_id(0)] + tile[16 + get_local_id(0)];
}

// run tooFew 64 16 buffer:256 buffer:256 local:128
kernel void tooFew(global const int *in, global int *out, local int *tile) {
  event_t e[2];
  e[0] = async_work_group_copy(tile, in, 16, 0);
  e[1] = async_work_group_copy(tile + 16, in + 16, 16, 0); // mistake copy-not-waited
  wait_group_events(1, e);
  out[get_global_id(0)] = tile[get_local_id(0)];
}

// run enough 64 16 buffer:256 buffer:256 local:128
kernel void enough(global const int *in, global int *out, local int *tile) {
  event_t e[2];
  e[0] = async_work_group_copy(tile, in, 16, 0);
  e[1] = async_work_group_copy(tile + 16, in + 16, 16, 0);
  wait_group_events(2, e);
  out[get_global_id(0)] = tile[get_local_id(0)];
}
