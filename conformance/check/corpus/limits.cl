// More work-items, barriers and work-groups than what is remembered of an
// access can tell apart.

// run items 4096 4096 buffer:16384 local:16384
kernel void items(global int *out, local int *tile) {
  size_t l = get_local_id(0);
  tile[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = tile[4095 - l];
}

// run itemsWithoutBarrier 4096 4096 buffer:16384 local:4
kernel void itemsWithoutBarrier(global int *out, local int *last) {
  size_t l = get_local_id(0);
  if (l == 0 || l == 4095)
    *last = l; // mistake data-race
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = *last;
}

// run barriers 4 2 buffer:16 local:8
kernel void barriers(global int *out, local int *tile) {
  size_t l = get_local_id(0);
  tile[l] = l;
  for (int i = 0; i < 10000; ++i) {
    barrier(CLK_LOCAL_MEM_FENCE);
    int other = tile[1 - l];
    barrier(CLK_LOCAL_MEM_FENCE);
    tile[l] = other + 1;
  }
  out[get_global_id(0)] = tile[l];
}

// run globalBarriers 2 2 buffer:8 buffer:8
kernel void globalBarriers(global int *out, global int *tile) {
  size_t l = get_local_id(0);
  tile[l] = l;
  for (int i = 0; i < 10000; ++i) {
    barrier(CLK_GLOBAL_MEM_FENCE);
    int other = tile[1 - l];
    barrier(CLK_GLOBAL_MEM_FENCE);
    tile[l] = other + 1;
  }
  out[l] = tile[l];
}

// What lies that many barriers back is not taken for what is now.
// run apart 2 2 buffer:16 local:16
kernel void apart(global int *out, local int *tile) {
  size_t l = get_local_id(0);
  tile[l] = l;
  for (int i = 0; i < 4095; ++i)
    barrier(CLK_LOCAL_MEM_FENCE);
  tile[1 - l] = l + 5;
  for (int i = 0; i < 4096; ++i)
    barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = tile[l] + tile[1 - l];
}

// run raceBehindBarriers 2 2 buffer:8 local:8
kernel void raceBehindBarriers(global int *out, local int *tile) {
  size_t l = get_local_id(0);
  tile[l] = l;
  for (int i = 0; i < 5000; ++i)
    barrier(CLK_LOCAL_MEM_FENCE);
  tile[l] = l + 10;
  out[l] = tile[1 - l]; // mistake data-race
}

// run groups 4300000 1 buffer:17200000 local:4
kernel void groups(global int *out, local int *here) {
  size_t i = get_global_id(0);
  *here = out[i] + 1;
  out[i] = *here;
}

// The numbers of groups begin anew at the second launch at the latest.
// run groupsAgain 4300000 1 buffer:17200004
kernel void groupsAgain(global int *out) {
  size_t i = get_global_id(0);
  if (i < 4200000)
    out[i] = i;
  else
    out[i] = out[i + 1]; // mistake data-race
}

// run staleLocal 4300000 1 buffer:16 local:4
kernel void staleLocal(global int *out, local int *here) {
  size_t i = get_global_id(0);
  if (i != 4299999)
    *here = i;
  else
    out[0] = *here; // mistake uninitialised
}
