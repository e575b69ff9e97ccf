// Accesses of functions that stay calls, which only their callers know the memory of.

__attribute__((noinline)) void put(global int *where, int at) {
  where[at] = at; // mistake out-of-bounds
}

__attribute__((noinline)) int take(local const int *from, int at) {
  return from[at]; // mistake out-of-bounds
}

// Passes on what it is passed.
__attribute__((noinline)) void putTwice(global int *first, global int *second,
                                        int at) {
  put(first, at);
  put(second + 1, at);
}

// run outside 16 16 buffer:64 buffer:64 local:64
kernel void outside(global int *out, global int *other, local int *tile) {
  int l = get_local_id(0);
  tile[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  putTwice(out, other, l);
  out[l] = take(tile, l + 1);
}

__attribute__((noinline)) void store(global int *where, int at) {
  where[at] = at;
}

__attribute__((noinline)) int last(const int *from, int count) {
  return from[count - 1];
}

__attribute__((noinline)) int after(const int *from, int count) {
  return from[count]; // mistake out-of-bounds
}

// run inside 16 16 buffer:64 buffer:68
kernel void inside(global int *out, global int *other) {
  int l = get_local_id(0), mine[3] = {l, l + 1, l + 2};
  store(out, l);
  store(other + 1, l);
  out[l] = last(mine, 3);
}

// run ofItem 16 16 buffer:64
kernel void ofItem(global int *out) {
  int l = get_local_id(0), mine[3] = {l, l + 1, l + 2};
  out[l] = after(mine, 3);
}

__attribute__((noinline)) void count(global int *where, int at) {
  atomic_inc(where + at); // mistake out-of-bounds
}

// run counters 16 16 buffer:60
kernel void counters(global int *out) { count(out, get_local_id(0)); }

__attribute__((noinline)) int read(global const int *from, int at) {
  return from[at]; // mistake null-pointer
}

// run nobody 16 16 buffer:64 null
kernel void nobody(global int *out, global const int *in) {
  out[get_local_id(0)] = read(in, get_local_id(0));
}
