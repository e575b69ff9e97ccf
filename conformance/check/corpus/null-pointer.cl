// run guarded 16 16 null buffer:64
kernel void guarded(global const int *in, global int *out) {
  out[get_global_id(0)] = in ? in[get_global_id(0)] : 0;
}
