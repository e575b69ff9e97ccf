// Work-items of sub-groups that have several.

// run exchanged 32 16 buffer:128
__attribute__((intel_reqd_sub_group_size(8)))
kernel void exchanged(global int *out) {
  local int tile[16];
  size_t l = get_local_id(0);
  int x = l;
  for (int k = 0; k < 3; ++k) {
    tile[l] = x + k;
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    x = tile[l ^ 1];
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[15 - l] + x;
}

// They are in step, but nothing orders them.
// run withoutBarrier 32 16 buffer:128
__attribute__((intel_reqd_sub_group_size(8)))
kernel void withoutBarrier(global int *out) {
  local int tile[16];
  size_t l = get_local_id(0);
  tile[l] = sub_group_reduce_add((int)l); // mistake data-race
  out[get_global_id(0)] = tile[l ^ 1]; // mistake data-race
}

// run oneElement 32 16 buffer:128
__attribute__((intel_reqd_sub_group_size(8)))
kernel void oneElement(global int *out) {
  local int element;
  size_t l = get_local_id(0);
  if (get_sub_group_id() == 0)
    element = l; // mistake data-race
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = element;
}

// Those of another sub-group are not behind it.
// run otherSubGroup 32 16 buffer:128
__attribute__((intel_reqd_sub_group_size(8)))
kernel void otherSubGroup(global int *out) {
  local int tile[16];
  size_t l = get_local_id(0);
  tile[l] = l; // mistake data-race
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[15 - l]; // mistake data-race // maybe uninitialised
}

// run wrongFlag 32 16 buffer:128
__attribute__((intel_reqd_sub_group_size(8)))
kernel void wrongFlag(global int *out) {
  local int tile[16];
  size_t l = get_local_id(0);
  tile[l] = l; // mistake data-race
  sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
  out[get_global_id(0)] = tile[l ^ 1]; // mistake data-race
}

// run globalMemory 32 16 buffer:128 buffer:128
__attribute__((intel_reqd_sub_group_size(8)))
kernel void globalMemory(global int *data, global int *out) {
  size_t i = get_global_id(0);
  data[i] = i + 100;
  sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
  out[i] = data[i ^ 7];
}

// Rows that are no multiple of the size.
// run parts 30 15 buffer:120
__attribute__((intel_reqd_sub_group_size(8)))
kernel void parts(global int *out) {
  local int tile[15];
  local int *mine = tile + 8 * get_sub_group_id();
  uint id = get_sub_group_local_id(), size = get_sub_group_size();
  mine[id] = get_local_id(0);
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = mine[size - 1 - id];
}

// run beyond 32 16 buffer:124
__attribute__((intel_reqd_sub_group_size(8)))
kernel void beyond(global int *out) {
  out[get_global_id(0)] = sub_group_scan_inclusive_add(1); // mistake out-of-bounds
}

// Without a size that is required, sub-groups have any.
// run anySize 32 16 buffer:128
kernel void anySize(global int *out) {
  local int tile[16];
  size_t l = get_local_id(0);
  size_t first = l - get_sub_group_local_id();
  tile[l] = l;
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[first];
}

// Loops around an exchange, whose reads come before all exchanges.
// run exchangeLoops 32 16 buffer:128
__attribute__((intel_reqd_sub_group_size(8)))
kernel void exchangeLoops(global int *out) {
  local int sum;
  size_t l = get_local_id(0);
  if (l == 0)
    sum = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  int old = sum;
  for (;;) {
    const int before = atomic_cmpxchg(&sum, old, old + (int)l);
    if (before == old)
      break;
    old = before;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = sum;
}

// run readBehindAtomics 32 16 buffer:128
__attribute__((intel_reqd_sub_group_size(8)))
kernel void readBehindAtomics(global int *out) {
  local int sum;
  size_t l = get_local_id(0);
  if (l == 0)
    sum = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&sum, (int)l);    // mistake data-race
  out[get_global_id(0)] = sum; // mistake data-race
}

// run functionInIf 32 16 buffer:128
__attribute__((intel_reqd_sub_group_size(8)))
kernel void functionInIf(global int *out) {
  int x = get_local_id(0);
  if (x & 1)
    x = sub_group_reduce_add(x); // mistake divergence
  out[get_global_id(0)] = x;
}

// What need not be reached by all.
// run votesInIf 32 16 buffer:128
__attribute__((intel_reqd_sub_group_size(8)))
kernel void votesInIf(global int *out) {
  int x = get_local_id(0);
  if (x & 1)
    x = sub_group_non_uniform_reduce_add(x) + sub_group_elect() +
        sub_group_ballot(x > 2).x;
  out[get_global_id(0)] = x;
}

// run barrierInLoop 32 16 buffer:128
__attribute__((intel_reqd_sub_group_size(8)))
kernel void barrierInLoop(global int *out) {
  uint i = get_sub_group_local_id();
  for (uint k = 0; k <= i / 2; ++k)
    sub_group_barrier(CLK_LOCAL_MEM_FENCE); // mistake divergence
  out[get_global_id(0)] = 1;
}

// Where all of a sub-group decide alike.
// run wholeSubGroups 32 16 buffer:128
__attribute__((intel_reqd_sub_group_size(8)))
kernel void wholeSubGroups(global int *out) {
  int x = 1;
  for (uint k = 0; k <= get_sub_group_id(); ++k)
    x = sub_group_reduce_add(x);
  if (sub_group_any(x == 64 && get_local_id(0) == 9))
    x = sub_group_scan_inclusive_max(x + 1);
  out[get_global_id(0)] = x;
}

// Those behind the end return before.
// run returnsBefore 32 16 buffer:128 int:29
__attribute__((intel_reqd_sub_group_size(8)))
kernel void returnsBefore(global int *out, int n) {
  if (get_global_id(0) >= n)
    return;
  out[get_global_id(0)] = sub_group_broadcast(n, 0); // mistake divergence
}

// The last sub-group of a row may have fewer.
// run lastSubGroup 30 15 buffer:120
__attribute__((intel_reqd_sub_group_size(8)))
kernel void lastSubGroup(global int *out) {
  out[get_global_id(0)] = sub_group_reduce_max((int)get_local_id(0));
}
