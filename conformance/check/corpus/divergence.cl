// Synchronisation that not all work-items come to, or not alike.

// run barrierInIf 64 16 buffer:256 local:64
kernel void barrierInIf(global int *out, local int *tile) {
  size_t l = get_local_id(0);
  tile[l] = l;
  if (l < 8)
    barrier(CLK_LOCAL_MEM_FENCE); // mistake divergence
  out[get_global_id(0)] = tile[l];
}

// run barrierInUniformIf 64 16 buffer:256 local:64 int:1
kernel void barrierInUniformIf(global int *out, local int *tile, int c) {
  size_t l = get_local_id(0);
  tile[l] = l;
  if (c + get_group_id(0) > 1)
    barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[l];
}

// run earlyReturn 64 16 buffer:256 local:64 int:60
kernel void earlyReturn(global int *out, local int *tile, int n) {
  size_t l = get_local_id(0);
  if (get_global_id(0) >= n)
    return;
  tile[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE); // mistake divergence
  out[get_global_id(0)] = tile[l];
}

// run groupReturns 64 16 buffer:256 local:64 int:48
kernel void groupReturns(global int *out, local int *tile, int n) {
  size_t l = get_local_id(0);
  if (get_group_id(0) * 16 >= n)
    return;
  tile[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[15 - l];
}

// run iterations 16 16 buffer:256
kernel void iterations(global int *out) {
  for (int k = 0; k <= get_local_id(0) / 8; ++k)
    barrier(CLK_LOCAL_MEM_FENCE); // mistake divergence
  out[get_global_id(0)] = 1;
}

// run sameRounds 16 16 buffer:256 buffer:256
kernel void sameRounds(global int *out, global const int *n) {
  for (int k = 0; k <= n[get_local_id(0) / 16]; ++k)
    barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = 1;
}

// run copyInIf 16 16 buffer:256 local:64
kernel void copyInIf(global const int *in, local int *tile) {
  if (get_local_id(0) < 4) {
    event_t e = async_work_group_copy(tile, in, 16, 0); // mistake divergence
    wait_group_events(1, &e); // mistake divergence
  }
}

// run otherSources 16 16 buffer:256 local:64
kernel void otherSources(global const int *in, local int *tile) {
  event_t e = async_work_group_copy(tile, in + get_local_id(0), 16, 0); // mistake different-arguments
  wait_group_events(1, &e);
}

// run sameSources 16 16 buffer:256 local:64
kernel void sameSources(global const int *in, local int *tile) {
  event_t e = async_work_group_copy(tile, in + get_local_id(0) / 16, 16, 0);
  wait_group_events(1, &e);
}

// run otherCounts 16 16 buffer:256 local:64
kernel void otherCounts(global const int *in, local int *tile) {
  event_t e = async_work_group_copy(tile, in, get_local_id(0) ? 8 : 16, 0); // mistake different-arguments
  wait_group_events(1, &e);
}
