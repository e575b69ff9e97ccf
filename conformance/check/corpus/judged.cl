// Regions that can be judged before they run, and some that cannot.

// Three read what one has written, in any order: each line is a mistake of its
// own.
// run manyReaders 16 16 buffer:64 local:64
kernel void manyReaders(global int *out, local int *tile) {
  size_t l = get_local_id(0);
  if (l % 4 == 0)
    tile[0] = l; // mistake data-race
  int a = tile[0];         // mistake data-race // maybe uninitialised
  int b = tile[0] + 1;     // mistake data-race // maybe uninitialised
  out[l] = a + tile[0] * b; // mistake data-race // maybe uninitialised
}

// All read, and then one writes.
// run writeBehindReaders 16 16 buffer:64 local:64
kernel void writeBehindReaders(global int *out, local int *tile) {
  size_t l = get_local_id(0);
  tile[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  int sum = 0;
  for (int k = 0; k < 16; ++k)
    sum += tile[k];
  if (l == 7)
    tile[l] = sum; // mistake data-race
  out[l] = sum;
}

// run writeBehindBarrier 16 16 buffer:64 local:64
kernel void writeBehindBarrier(global int *out, local int *tile) {
  size_t l = get_local_id(0);
  tile[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  int sum = 0;
  for (int k = 0; k < 16; ++k)
    sum += tile[k];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 7)
    tile[l] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 0; k < 16; ++k)
    sum += tile[k];
  out[l] = sum;
}

// Only the last work-item of the last group, in the last round.
// run lastRound 64 16 buffer:256 buffer:320
kernel void lastRound(global const int *in, global int *out) {
  int sum = 0;
  for (int k = 0; k < 18; ++k)
    sum += in[get_global_id(0) + (k < 17 ? 0 : get_global_id(0) / 63)]; // mistake out-of-bounds
  out[get_global_id(0)] = sum;
}

// What is read says where to write.
// run scatter 64 16 buffer:256 buffer:256
kernel void scatter(global const int *where, global int *out) {
  int at = where[get_global_id(0)] + get_global_id(0) / 7 * 7;
  out[at] = 1; // mistake out-of-bounds
}

// run scatterInside 64 16 buffer:256 buffer:320
kernel void scatterInside(global const int *where, global int *out) {
  int at = where[get_global_id(0)] + get_global_id(0) / 7 * 7;
  out[at] = get_global_id(0);
}

// The region itself changes what says where.
// run chase 1 1 buffer:64
kernel void chase(global int *next) {
  for (int i = 0; i < 15; ++i)
    next[i + 1] = i == 14 ? 16 : i;
  next[next[15]] = 1; // mistake out-of-bounds
}

// run chaseInside 1 1 buffer:64
kernel void chaseInside(global int *next) {
  for (int i = 0; i < 15; ++i)
    next[i + 1] = i;
  next[next[15]] = 1;
}

// The same in local memory, and in a region of its own.
// run localChase 16 16 buffer:64 local:64
kernel void localChase(global int *out, local int *tile) {
  size_t l = get_local_id(0);
  tile[l] = 15 - l;
  tile[l] = l == 3 ? 16 : 15 - l;
  out[l] = tile[l] == 16 ? 0 : 1;
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  out[tile[l]] = l; // mistake out-of-bounds
}

// run localChaseInside 16 16 buffer:64 local:64
kernel void localChaseInside(global int *out, local int *tile) {
  size_t l = get_local_id(0);
  tile[l] = 15 - l;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[tile[l]] = l;
}

// run sameCell 64 64 buffer:256 buffer:256
kernel void sameCell(global const int *where, global int *out) {
  out[where[get_global_id(0)]] = get_global_id(0); // mistake data-race
}

// The loop's end is computed from what is read.
// run rows 16 16 buffer:64 buffer:64
kernel void rows(global const int *lengths, global int *out) {
  int sum = 0;
  for (int i = 0; i < lengths[get_global_id(0)]; ++i)
    sum += lengths[get_global_id(0) + i]; // mistake out-of-bounds
  out[get_global_id(0)] = sum;
}

// A condition that only what is computed decides.
// run computed 16 16 buffer:64 buffer:64
kernel void computed(global const int *in, global int *out) {
  float x = in[get_global_id(0)] * 0.1f;
  int n = 0;
  while (x < 5.0f && n < 100) {
    x = x * x + 0.5f;
    ++n;
  }
  if (n > 2)
    out[get_global_id(0) + 16] = n; // mistake out-of-bounds
  out[get_global_id(0)] = n;
}

// Arrays that cannot be values.
// run array 16 16 buffer:64 int:9
kernel void array(global int *out, int n) {
  int rest[8];
  for (int i = 0; i < n; ++i)
    rest[i] = i; // mistake out-of-bounds
  out[get_global_id(0)] = rest[n - 2];
}

// run arrayInside 16 16 buffer:64 int:8
kernel void arrayInside(global int *out, int n) {
  int rest[8];
  for (int i = 0; i < n; ++i)
    rest[i] = i;
  out[get_global_id(0)] = rest[n - 1];
}

// run divisor 16 16 buffer:64 buffer:64
kernel void divisor(global const int *in, global int *out) {
  out[get_global_id(0)] = 100 / (in[get_global_id(0)] - 7); // mistake division-by-zero
}

// Some leave early.
// run early 64 16 buffer:256 local:64 int:60
kernel void early(global int *out, local int *tile, int n) {
  if (get_global_id(0) >= n)
    return;
  tile[get_local_id(0)] = get_global_id(0);
  barrier(CLK_LOCAL_MEM_FENCE); // mistake divergence
  out[get_global_id(0)] = tile[0] + tile[get_local_id(0)];
}

// Loops that only read, at addresses side by side.
// run forward 64 16 buffer:320 buffer:256 int:17
kernel void forward(global const int *in, global int *out, int n) {
  int sum = 0;
  for (int k = 0; k < n; ++k)
    sum += in[get_global_id(0) + k];
  out[get_global_id(0)] = sum;
}

// run tooFar 64 16 buffer:316 buffer:256 int:17
kernel void tooFar(global const int *in, global int *out, int n) {
  int sum = 0;
  for (int k = 0; k < n; ++k)
    sum += in[get_global_id(0) + k]; // mistake out-of-bounds
  out[get_global_id(0)] = sum;
}

// run backward 64 16 buffer:256 buffer:256 int:3
kernel void backward(global const int *in, global int *out, int n) {
  int sum = 0;
  for (long k = get_global_id(0); k >= 0; k -= n)
    sum += in[k];
  out[get_global_id(0)] = sum;
}

// run beforeStart 64 16 buffer:256 buffer:256 int:3
kernel void beforeStart(global const int *in, global int *out, int n) {
  int sum = 0;
  for (long k = get_global_id(0); k >= -n; --k)
    sum += in[k]; // mistake out-of-bounds
  out[get_global_id(0)] = sum;
}

// run oddSteps 16 16 buffer:256 buffer:64 int:4
kernel void oddSteps(global const char *in, global int *out, int n) {
  int sum = 0;
  for (int k = 0; k <= n; ++k)
    sum += *(global const int *)(in + k); // mistake misaligned
  out[get_global_id(0)] = sum;
}

// Unset but for what the first work-item writes, behind all that read.
// run written 64 16 unset:256
kernel void written(global int *both) {
  int sum = 0;
  for (int k = 0; k < 64; ++k)
    sum += both[k]; // mistake uninitialised // maybe data-race
  if (get_global_id(0) == 0)
    both[63] = sum; // mistake data-race
}
