// Copies whose lines lie on each other.

// run noStride 16 16 buffer:1024 local:64 int:0
kernel void noStride(global const int *in, local int *tile, int stride) {
  event_t e = async_work_group_strided_copy(tile, in, 16, stride, 0); // mistake copy-lines
  wait_group_events(1, &e);
}

// run stride 16 16 buffer:1024 local:64 int:3
kernel void stride(global const int *in, local int *tile, int stride) {
  event_t e = async_work_group_strided_copy(tile, in, 16, stride, 0);
  wait_group_events(1, &e);
}

// run shortLines 16 16 buffer:1024 local:256
kernel void shortLines(global const int *in, local int *tile) {
  event_t e = async_work_group_copy_2D2D(tile, 0, in, 0, 4, 8, 4, 16, 6, 0); // mistake copy-lines
  wait_group_events(1, &e);
}

// run longLines 16 16 buffer:1024 local:256
kernel void longLines(global const int *in, local int *tile) {
  event_t e = async_work_group_copy_2D2D(tile, 0, in, 0, 4, 8, 4, 16, 8, 0);
  wait_group_events(1, &e);
}

// run planesOverlap 16 16 buffer:4096 local:1024
kernel void planesOverlap(global const int *in, local int *tile) {
  event_t e = async_work_group_copy_3D3D(tile, 0, in, 0, 4, 4, 3, 3, 8, 32, 4, 8, 0); // mistake copy-lines
  wait_group_events(1, &e);
}

// run planesSideBySide 16 16 buffer:4096 local:1024
kernel void planesSideBySide(global const int *in, local int *tile) {
  event_t e = async_work_group_copy_3D3D(tile, 0, in, 0, 4, 4, 3, 3, 8, 32, 4, 12, 0);
  wait_group_events(1, &e);
}

// run noStrideOut 16 16 buffer:1024 int:0
kernel void noStrideOut(global float *out, int stride) {
  local float tile[16];
  tile[get_local_id(0)] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t e = async_work_group_strided_copy(out, tile, 16, stride, 0); // mistake copy-lines
  wait_group_events(1, &e);
}
