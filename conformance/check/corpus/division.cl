// run divided 16 16 buffer:64
kernel void divided(global int *out) {
  out[get_global_id(0)] = 10 / (int)get_local_id(0); // mistake division-by-zero
}
// run dividedByMore 16 16 buffer:64
kernel void dividedByMore(global int *out) {
  out[get_global_id(0)] = 10 / ((int)get_local_id(0) + 1);
}
// run remainders 16 16 buffer:256
kernel void remainders(global uint4 *out) {
  uint l = get_local_id(0);
  out[l] = (uint4)(7) % (uint4)(l, 1, 2, 3); // mistake division-by-zero
}
// run floats 16 16 buffer:64
kernel void floats(global float *out) {
  out[get_global_id(0)] = 1.0f / get_local_id(0);
}
// run guarded 16 16 buffer:64
kernel void guarded(global int *out) {
  int l = get_local_id(0);
  out[l] = l ? 10 / l : 0;
}
