// Copies of what other work-items may not have written yet, or still read.

// run storesBefore 64 16 buffer:256 local:64
kernel void storesBefore(global int *out, local int *tile) {
  tile[get_local_id(0)] = get_global_id(0);
  event_t e = async_work_group_copy(out + get_group_id(0) * 16, tile, 16, 0); // mistake copy-without-barrier
  wait_group_events(1, &e);
}

// run barrierBefore 64 16 buffer:256 local:64
kernel void barrierBefore(global int *out, local int *tile) {
  tile[get_local_id(0)] = get_global_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t e = async_work_group_copy(out + get_group_id(0) * 16, tile, 16, 0);
  wait_group_events(1, &e);
}

// run oneWorkItem 4 1 buffer:256 local:64
kernel void oneWorkItem(global int *out, local int *tile) {
  for (int i = 0; i < 16; ++i)
    tile[i] = i;
  event_t e = async_work_group_copy(out + get_group_id(0) * 16, tile, 16, 0);
  wait_group_events(1, &e);
}

// run readsBefore 16 16 buffer:256 buffer:256 local:64
kernel void readsBefore(global const int *in, global int *out, local int *tile) {
  int sum = 0;
  for (int k = 0; k < 4; ++k) {
    event_t e = async_work_group_copy(tile, in + k * 16, 16, 0); // mistake copy-without-barrier
    wait_group_events(1, &e);
    sum += tile[15 - get_local_id(0)];
  }
  out[get_global_id(0)] = sum;
}

// run barrierBehindReads 16 16 buffer:256 buffer:256 local:64
kernel void barrierBehindReads(global const int *in, global int *out, local int *tile) {
  int sum = 0;
  for (int k = 0; k < 4; ++k) {
    event_t e = async_work_group_copy(tile, in + k * 16, 16, 0);
    wait_group_events(1, &e);
    sum += tile[15 - get_local_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = sum;
}

// run globalStores 16 16 buffer:256 local:64
kernel void globalStores(global int *data, local int *tile) {
  data[get_local_id(0)] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t e = async_work_group_copy(tile, data, 16, 0); // mistake copy-without-barrier
  wait_group_events(1, &e);
}

// run globalStoresOrdered 16 16 buffer:256 local:64
kernel void globalStoresOrdered(global int *data, local int *tile) {
  data[get_local_id(0)] = 1;
  barrier(CLK_GLOBAL_MEM_FENCE);
  event_t e = async_work_group_copy(tile, data, 16, 0);
  wait_group_events(1, &e);
}
