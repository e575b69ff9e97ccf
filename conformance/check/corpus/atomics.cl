// Work-items of a group that atomics and fences put in order, or do not.

// run lastItem 64 16 buffer:64
kernel void lastItem(global int *out) {
  local int parts[16];
  local atomic_int count;
  size_t l = get_local_id(0);
  if (l == 0)
    atomic_init(&count, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  parts[l] = l + 3;
  if (atomic_fetch_add_explicit(&count, 1, memory_order_acq_rel,
                                memory_scope_work_group) == 15)
    for (int k = 0; k < 16; ++k)
      out[get_group_id(0)] += parts[k];
}

// run lastItemRelaxed 64 16 buffer:64
kernel void lastItemRelaxed(global int *out) {
  local int parts[16];
  local atomic_int count;
  size_t l = get_local_id(0);
  if (l == 0)
    atomic_init(&count, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  parts[l] = l + 3; // mistake data-race
  if (atomic_fetch_add_explicit(&count, 1, memory_order_relaxed,
                                memory_scope_work_group) == 15)
    for (int k = 0; k < 16; ++k)
      out[get_group_id(0)] += parts[k]; // mistake data-race
}

// run lastItemFences 64 16 buffer:64 buffer:256 buffer:64
kernel void lastItemFences(global int *out, global int *parts,
                           global int *counts) {
  size_t l = get_local_id(0), g = get_group_id(0);
  if (l == 0)
    counts[g] = 0;
  barrier(CLK_GLOBAL_MEM_FENCE);
  parts[get_global_id(0)] = l + 30;
  mem_fence(CLK_GLOBAL_MEM_FENCE);
  if (atomic_inc(&counts[g]) == 15) {
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    for (int k = 0; k < 16; ++k)
      out[g] += parts[16 * g + k];
  }
}

// The one that reads has no fence.
// run lastItemOneFence 64 16 buffer:64 buffer:256 buffer:64
kernel void lastItemOneFence(global int *out, global int *parts,
                             global int *counts) {
  size_t l = get_local_id(0), g = get_group_id(0);
  if (l == 0)
    counts[g] = 0;
  barrier(CLK_GLOBAL_MEM_FENCE);
  parts[get_global_id(0)] = l + 30; // mistake data-race
  write_mem_fence(CLK_GLOBAL_MEM_FENCE);
  if (atomic_inc(&counts[g]) == 15)
    for (int k = 0; k < 16; ++k)
      out[g] += parts[16 * g + k]; // mistake data-race
}

// A fence in local memory, and atomics that are in order by it.
// run localFences 64 16 buffer:64
kernel void localFences(global int *out) {
  local int parts[16], count;
  size_t l = get_local_id(0);
  if (l == 0)
    count = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  parts[l] = l + 3;
  mem_fence(CLK_LOCAL_MEM_FENCE);
  const int before = atomic_inc(&count);
  mem_fence(CLK_LOCAL_MEM_FENCE);
  if (before == 15)
    for (int k = 0; k < 16; ++k)
      out[get_group_id(0)] += parts[k];
}

// Another atomic than the one they have released with. (What is written has
// not been there before: that would be no race.)
// run otherAtomic 64 16 buffer:64
kernel void otherAtomic(global int *out) {
  local int parts[16];
  local atomic_int count, other;
  size_t l = get_local_id(0);
  if (l == 0) {
    atomic_init(&count, 0);
    atomic_init(&other, 0);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  parts[l] = l + 5; // mistake data-race
  if (l & 1)
    atomic_fetch_add(&count, 1);
  else
    atomic_fetch_add(&other, 1);
  if (l == 7)
    for (int k = 6; k < 9; ++k)
      out[get_group_id(0)] += parts[k]; // mistake data-race // maybe uninitialised
}

// By way of a third.
// run chain 64 16 buffer:64
kernel void chain(global int *out) {
  local int value;
  local atomic_int first, second;
  size_t l = get_local_id(0);
  if (l == 0) {
    atomic_init(&first, 0);
    atomic_init(&second, 0);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) {
    value = 42;
    atomic_store_explicit(&first, 1, memory_order_release,
                          memory_scope_work_group);
  } else if (l == 1) {
    if (atomic_load_explicit(&first, memory_order_acquire,
                             memory_scope_work_group))
      atomic_store_explicit(&second, 1, memory_order_release,
                            memory_scope_work_group);
  } else if (l == 2) {
    if (atomic_load_explicit(&second, memory_order_acquire,
                             memory_scope_work_group))
      out[get_group_id(0)] = value;
  }
}

// run countThenRead 64 16 buffer:256
kernel void countThenRead(global int *out) {
  local int count;
  size_t l = get_local_id(0);
  if (l == 0)
    count = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_inc(&count);           // mistake data-race
  out[get_global_id(0)] = count; // mistake data-race
}

// run countBarrierRead 64 16 buffer:256
kernel void countBarrierRead(global int *out) {
  local int count;
  size_t l = get_local_id(0);
  if (l == 0)
    count = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_inc(&count);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = count;
}

// run oneCountsAllRead 64 16 buffer:256
kernel void oneCountsAllRead(global int *out) {
  local int count;
  size_t l = get_local_id(0);
  if (l == 0)
    count = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 3)
    atomic_add(&count, 5);       // mistake data-race
  out[get_global_id(0)] = count; // mistake data-race
  barrier(CLK_LOCAL_MEM_FENCE);
}

// Reads by pieces of a word.
// run halvesOfACount 64 16 buffer:256
kernel void halvesOfACount(global int *out) {
  local int count;
  size_t l = get_local_id(0);
  if (l == 0)
    count = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&count, 5);                                 // mistake data-race
  out[get_global_id(0)] = ((local short *)&count)[l & 1]; // mistake data-race
}

// What loops around an exchange begin with is no mistake.
// run sumOfFloats 64 16 buffer:16
kernel void sumOfFloats(global float *out) {
  local float sum;
  size_t l = get_local_id(0);
  if (l == 0)
    sum = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 0; k < 3; ++k) {
    float old = sum;
    for (;;) {
      const float before = as_float(atomic_cmpxchg(
          (volatile local int *)&sum, as_int(old), as_int(old + l)));
      if (before == old)
        break;
      old = before;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0)
    out[get_group_id(0)] = sum;
}

// The read behind the exchange is one.
// run sumOfFloatsThenRead 64 16 buffer:256
kernel void sumOfFloatsThenRead(global float *out) {
  local float sum;
  size_t l = get_local_id(0);
  if (l == 0)
    sum = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  float old = sum;
  for (;;) {
    const float before = as_float(atomic_cmpxchg( // mistake data-race
        (volatile local int *)&sum, as_int(old), as_int(old + l)));
    if (before == old)
      break;
    old = before;
  }
  out[get_global_id(0)] = sum; // mistake data-race
}

// Scopes: that of the group orders nothing between groups.
// run groupScope 64 16 buffer:16
kernel void groupScope(global atomic_int *sum) {
  atomic_fetch_add_explicit(sum, 1, memory_order_relaxed, // mistake data-race
                            memory_scope_work_group);
}

// run deviceScope 64 16 buffer:16
kernel void deviceScope(global atomic_int *sum) {
  atomic_fetch_add_explicit(sum, 1, memory_order_relaxed, memory_scope_device);
}

// run groupScopeEachItsOwn 64 16 buffer:16
kernel void groupScopeEachItsOwn(global atomic_int *sums) {
  atomic_fetch_add_explicit(sums + get_group_id(0), 1, memory_order_relaxed,
                            memory_scope_work_group);
}

// run scopesDiffer 64 16 buffer:16
kernel void scopesDiffer(global atomic_int *most) {
  if (get_group_id(0) & 1)
    atomic_fetch_max_explicit(most, (int)get_global_id(0), // mistake data-race
                              memory_order_acq_rel, memory_scope_sub_group);
  else
    atomic_fetch_max_explicit(most, (int)get_global_id(0), memory_order_acq_rel, // mistake data-race
                              memory_scope_device);
}

// run loadsOfGroupScope 64 16 buffer:16 buffer:256
kernel void loadsOfGroupScope(global atomic_int *flag, global int *out) {
  if (get_global_id(0) == 0)
    atomic_store_explicit(flag, 9, memory_order_relaxed, // mistake data-race
                          memory_scope_device);
  out[get_global_id(0)] = atomic_load_explicit(flag, memory_order_relaxed, // mistake data-race
                                               memory_scope_work_group);
}

// An exchange that fails has only read: the one that succeeds may look at what
// it has written.
// run firstTakes 64 16 buffer:16
kernel void firstTakes(global int *out) {
  local int owner;
  size_t l = get_local_id(0);
  if (l == 0)
    owner = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (atomic_cmpxchg(&owner, 0, (int)l + 1) == 0)
    out[get_group_id(0)] = owner;
}

// run allLookWhoTook 64 16 buffer:256
kernel void allLookWhoTook(global int *out) {
  local int owner;
  size_t l = get_local_id(0);
  if (l == 0)
    owner = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_cmpxchg(&owner, 0, (int)l + 1); // mistake data-race
  out[get_global_id(0)] = owner;         // mistake data-race
}

// Loads beside a store are in order; reads are not.
// run loadsAndReads 64 16 buffer:256
kernel void loadsAndReads(global int *out) {
  local atomic_int flag;
  size_t l = get_local_id(0);
  if (l == 0)
    atomic_init(&flag, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 3)
    atomic_store_explicit(&flag, 5, memory_order_relaxed, // mistake data-race
                          memory_scope_work_group);
  const int seen = atomic_load_explicit(&flag, memory_order_relaxed,
                                        memory_scope_work_group);
  out[get_global_id(0)] = seen + *(local int *)&flag; // mistake data-race
}

// run loads 64 16 buffer:256
kernel void loads(global int *out) {
  local atomic_int flag;
  size_t l = get_local_id(0);
  if (l == 0)
    atomic_init(&flag, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 3)
    atomic_store_explicit(&flag, 5, memory_order_relaxed,
                          memory_scope_work_group);
  out[get_global_id(0)] = atomic_load_explicit(&flag, memory_order_relaxed,
                                               memory_scope_work_group);
}
