// What neighbours do to each other, which look together.

// run readsOne 64 16 buffer:256
kernel void readsOne(global int *out) {
  local int tile[16];
  size_t l = get_local_id(0);
  tile[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  int sum = tile[3]; // mistake data-race
  if (l == 5)
    tile[3] = 7; // mistake data-race
  out[get_global_id(0)] = sum;
}

// run readsOneThenBarrier 64 16 buffer:256
kernel void readsOneThenBarrier(global int *out) {
  local int tile[16];
  size_t l = get_local_id(0);
  tile[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  int sum = tile[3];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 5)
    tile[3] = 7;
  out[get_global_id(0)] = sum;
}

// The last one that reads is the one that writes.
// run lastWrites 64 16 buffer:256
kernel void lastWrites(global int *out) {
  local int tile[16];
  size_t l = get_local_id(0);
  tile[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[2]; // mistake data-race
  if (l == 15)
    tile[2] = 9; // mistake data-race
}

// run writesInPairs 64 16 buffer:256
kernel void writesInPairs(global int *out) {
  local int tile[16];
  size_t l = get_local_id(0);
  tile[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  tile[l / 2] = l + 1; // mistake data-race
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[l];
}

// run writesInPairsOfGlobal 64 16 buffer:256
kernel void writesInPairsOfGlobal(global int *out) {
  size_t i = get_global_id(0);
  out[i / 2 * 2] = i; // mistake data-race
}

// run writesFarApart 64 16 buffer:4096
kernel void writesFarApart(global int *out) {
  size_t i = get_global_id(0);
  out[(i * 37) % 64 * 16] = i;
}

// run readsInPairs 64 16 buffer:256
kernel void readsInPairs(global int *out) {
  local int tile[16];
  size_t l = get_local_id(0);
  tile[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  int sum = tile[l / 2]; // mistake data-race
  if (l % 2)
    tile[l / 2] = 7; // mistake data-race
  out[get_global_id(0)] = sum;
}

// One reads twice what the others read, and writes.
// run readsAgain 64 16 buffer:256
kernel void readsAgain(global int *out) {
  local int tile[16];
  size_t l = get_local_id(0);
  tile[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  int sum = 0;
  if (l == 3)
    sum = tile[4];
  sum += tile[4];  // mistake data-race
  if (l == 3)
    tile[4] = sum; // mistake data-race
  out[get_global_id(0)] = sum;
}

// Vectors that overlap.
// run readsVectors 64 16 buffer:1024
kernel void readsVectors(global float4 *out) {
  local float tile[20];
  size_t l = get_local_id(0);
  tile[l] = l;
  if (l < 4)
    tile[16 + l] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  float4 v = vload4(0, tile + l);
  barrier(CLK_LOCAL_MEM_FENCE);
  tile[l] = v.x;
  out[get_global_id(0)] = v;
}

// run readsVectorsWrites 64 16 buffer:1024
kernel void readsVectorsWrites(global float4 *out) {
  local float tile[20];
  size_t l = get_local_id(0);
  tile[l] = l;
  if (l < 4)
    tile[16 + l] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  float4 v = vload4(0, tile + l); // mistake data-race
  tile[l] = v.y;                  // mistake data-race
  out[get_global_id(0)] = v;
}

// Beyond the end only in the last group's last vector.
// run lastBeyond 60 20 buffer:236
kernel void lastBeyond(global int *out) {
  out[get_global_id(0)] = 1; // mistake out-of-bounds
}

// run guarded 60 20 buffer:236
kernel void guarded(global int *out) {
  if (get_global_id(0) < 59)
    out[get_global_id(0)] = 1;
}

// Those of other arguments to a copy.
// run copiesDiffer 64 16 buffer:1024
kernel void copiesDiffer(global int *in) {
  local int tile[16];
  size_t l = get_local_id(0);
  event_t e = async_work_group_copy(tile, in + (l == 9), 16, 0); // mistake different-arguments
  wait_group_events(1, &e);
  in[128 + get_global_id(0)] = tile[l];
}

// Writes that change nothing, of neighbours.
// run sameValueLocal 64 16 buffer:256
kernel void sameValueLocal(global int *out) {
  local int flags[17], any;
  size_t l = get_local_id(0);
  any = 4;
  flags[l] = 1;
  flags[l + 1] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = flags[l] + any;
}

// run sameValueGlobal 64 16 buffer:512
kernel void sameValueGlobal(global int *out) {
  size_t l = get_local_id(0);
  out[get_group_id(0) * 20 + l] = 1;
  out[get_group_id(0) * 20 + l + 1] = 1;
}

// Where the address is computed again.
// run sameValueBehindBarrier 64 16 buffer:512
kernel void sameValueBehindBarrier(global int *out) {
  local int tile[16];
  size_t l = get_local_id(0);
  global int *mine = out + get_group_id(0) * 20;
  mine[l] = 1;
  mine[l + 1] = 1;
  tile[l] = 3;
  barrier(CLK_LOCAL_MEM_FENCE);
  mine[l + 1] = tile[15 - l] - 2;
  mine[l] = 1;
}

// run otherValueGlobal 64 16 buffer:512
kernel void otherValueGlobal(global int *out) {
  local int tile[16];
  size_t l = get_local_id(0);
  global int *mine = out + get_group_id(0) * 20;
  mine[l] = 1; // mistake data-race
  tile[l] = 3;
  barrier(CLK_LOCAL_MEM_FENCE);
  mine[l + 1] = tile[15 - l]; // mistake data-race
}
