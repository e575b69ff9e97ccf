// Accesses that nothing puts in order.

// run neighbour 64 16 buffer:256 local:64
kernel void neighbour(global int *out, local int *tile) {
  size_t l = get_local_id(0);
  tile[l] = l;
  out[get_global_id(0)] = tile[15 - l]; // mistake data-race // maybe uninitialised
}

// run neighbourBehindBarrier 64 16 buffer:256 local:64
kernel void neighbourBehindBarrier(global int *out, local int *tile) {
  size_t l = get_local_id(0);
  tile[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[15 - l];
}

// run reduction 16 16 buffer:64 local:64
kernel void reduction(global int *out, local int *tile) {
  size_t l = get_local_id(0);
  tile[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 8; k > 0; k /= 2) {
    if (l < k)
      tile[l] += tile[l + k]; // mistake data-race
  }
  out[l] = tile[l];
}

// run reductionInOrder 16 16 buffer:64 local:64
kernel void reductionInOrder(global int *out, local int *tile) {
  size_t l = get_local_id(0);
  tile[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 8; k > 0; k /= 2) {
    if (l < k)
      tile[l] += tile[l + k];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[l] = tile[0];
}

// run wrongFlag 16 16 buffer:64 buffer:64
kernel void wrongFlag(global int *data, global int *out) {
  size_t l = get_local_id(0);
  data[l] = l + 10;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = data[15 - l]; // mistake data-race
}

// run rightFlag 16 16 buffer:64 buffer:64
kernel void rightFlag(global int *data, global int *out) {
  size_t l = get_local_id(0);
  data[l] = l + 10;
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[l] = data[15 - l];
}

// run groups 64 16 buffer:260
kernel void groups(global int *data) {
  size_t i = get_global_id(0);
  int next = data[i + 1];
  barrier(CLK_GLOBAL_MEM_FENCE);
  data[i] = next + 100; // mistake data-race
}

// run oneGroup 16 16 buffer:260
kernel void oneGroup(global int *data) {
  size_t i = get_global_id(0);
  int next = data[i + 1];
  barrier(CLK_GLOBAL_MEM_FENCE);
  data[i] = next + 100;
}

// run sum 64 16 buffer:64
kernel void sum(global int *total) {
  *total += get_global_id(0); // mistake data-race
}

// run atomicSum 64 16 buffer:64
kernel void atomicSum(global int *total) {
  atomic_add(total, (int)get_global_id(0));
}

// run localSum 64 16 buffer:64
kernel void localSum(global int *total) {
  local int here;
  if (get_local_id(0) == 0)
    here = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&here, (int)get_local_id(0));
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0)
    total[get_group_id(0)] = here;
}

// run atomicAndNot 64 16 buffer:64
kernel void atomicAndNot(global int *total) {
  local int here;
  if (get_local_id(0) == 0)
    here = 0; // mistake data-race
  atomic_add(&here, (int)get_local_id(0)); // maybe uninitialised
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0)
    total[get_group_id(0)] = here;
}

// run sameValue 64 16 buffer:64 buffer:256
kernel void sameValue(global int *found, global const int *in) {
  if (in[get_global_id(0)] == 3)
    *found = 1;
}

// run exchange 64 16 buffer:64
kernel void exchange(global int *total) {
  int old;
  do
    old = *total;
  while (atomic_cmpxchg(total, old, old + 1) != old);
}

// run plainAndAtomic 64 16 buffer:64
kernel void plainAndAtomic(global int *total) {
  if (get_local_id(0) & 1)
    atomic_inc(total); // mistake data-race
  else
    *total = 100 + get_global_id(0); // maybe data-race
}

// run lastGroup 64 16 buffer:64 buffer:64 buffer:64
kernel void lastGroup(global int *sums, global int *count, global int *out) {
  local int last;
  if (get_local_id(0) == 0) {
    sums[get_group_id(0)] = get_group_id(0) + 50;
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    last = atomic_inc(count) == (int)get_num_groups(0);
  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (last && get_local_id(0) == 0)
    for (int g = 0; g < get_num_groups(0); ++g)
      *out += sums[g];
}

// run bytes 64 16 buffer:64
kernel void bytes(global char *out) { out[get_global_id(0)] = get_global_id(0); }

// run components 16 16 buffer:128
kernel void components(global int4 *out) {
  size_t l = get_local_id(0);
  if (l & 1)
    out[l / 2].x = l;
  else
    out[l / 2].y = l;
}

// run sameComponent 16 16 buffer:128
kernel void sameComponent(global int4 *out) {
  size_t l = get_local_id(0);
  out[l / 2].z = l; // mistake data-race
}

// run copiesOfGroups 64 16 buffer:64 local:64
kernel void copiesOfGroups(global int *out, local int *tile) {
  tile[get_local_id(0)] = get_group_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t e = async_work_group_copy(out, tile, 16, 0); // mistake data-race
  wait_group_events(1, &e);
}

// What the library accesses, for who calls it.
// run library 64 16 buffer:1024 local:256
kernel void library(global int *out, local int *tile) {
  size_t l = get_local_id(0);
  vstore4((int4)(l), l, tile); // mistake data-race
  int4 next = vload4((l + 1) & 15, tile); // mistake data-race // maybe uninitialised
  vstore4(next, get_global_id(0), out);
}

// run libraryBehindBarrier 64 16 buffer:1024 local:256
kernel void libraryBehindBarrier(global int *out, local int *tile) {
  size_t l = get_local_id(0);
  vstore4((int4)(l), l, tile);
  barrier(CLK_LOCAL_MEM_FENCE);
  int4 next = vload4((l + 1) & 15, tile);
  vstore4(next, get_global_id(0), out);
}

// Pieces of several sizes in the same memory.
// run pieces 64 16 buffer:256 local:64
kernel void pieces(global int *out, local int *tile) {
  size_t l = get_local_id(0);
  ((local uchar *)tile)[l] = l;
  ((local ushort *)tile)[l + 8] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[l % 12];
  barrier(CLK_LOCAL_MEM_FENCE);
  tile[l] = l;
  vstore4(convert_uchar4((int4)(l)), l, (local uchar *)tile);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] += ((local ushort *)tile)[31 - l];
}

// run piecesWithoutBarrier 64 16 buffer:256 local:64
kernel void piecesWithoutBarrier(global int *out, local int *tile) {
  size_t l = get_local_id(0);
  ((local uchar *)tile)[l] = l; // mistake data-race
  out[get_global_id(0)] = tile[(l / 4 + 1) % 4]; // mistake data-race // maybe uninitialised
}

// What a work-group computes together orders no memory.
// run collective 16 16 buffer:64 buffer:64
kernel void collective(global int *data, global int *out) {
  size_t l = get_local_id(0);
  data[l] = l + 20; // mistake data-race
  int sum = work_group_reduce_add((int)l);
  out[l] = data[15 - l] + sum; // mistake data-race
}

// run collectiveAndBarrier 16 16 buffer:64 buffer:64
kernel void collectiveAndBarrier(global int *data, global int *out) {
  size_t l = get_local_id(0);
  data[l] = l + 20;
  int sum = work_group_reduce_add((int)l);
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[l] = data[15 - l] + sum;
}

// Mistakes that the source says are meant.

// run marked 64 16 buffer:16
kernel void marked(global int *last) {
  *last = get_global_id(0); // ferry-check: data-race, any of them will do
}

// run markedAsAnother 64 16 buffer:16
kernel void markedAsAnother(global int *last) {
  *last = get_global_id(0); // ferry-check: out-of-bounds // mistake data-race
}

// One group, in which the first work-item reads.
// run otherFlag 4 4 local:16 buffer:64
kernel void otherFlag(local int *tile, global int *out) {
  size_t l = get_local_id(0);
  tile[l] = l + 1; // mistake data-race
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (l == 0) {
    int sum = 0;
    for (int k = 0; k < 4; ++k)
      sum += tile[k]; // mistake data-race
    *out = sum;
  }
}

// run thatFlag 4 4 local:16 buffer:64
kernel void thatFlag(local int *tile, global int *out) {
  size_t l = get_local_id(0);
  tile[l] = l + 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) {
    int sum = 0;
    for (int k = 0; k < 4; ++k)
      sum += tile[k];
    *out = sum;
  }
}
