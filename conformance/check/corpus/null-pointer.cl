// Null pointers that are followed.

// run guarded 16 16 null buffer:64
kernel void guarded(global const int *in, global int *out) {
  out[get_global_id(0)] = in ? in[get_global_id(0)] : 0;
}

// run someHaveOne 16 16 buffer:64
kernel void someHaveOne(global int *out) {
  global int *place = get_local_id(0) < 8 ? out + get_local_id(0) : 0;
  if (place)
    *place = 3;
}

// A copy is not carried out.
// run copied 16 16 null
kernel void copied(global const int *in) {
  local int tile[16];
  event_t e = async_work_group_copy(tile, in, 16, 0); // mistake null-pointer
  wait_group_events(1, &e);
}

// run notCopied 16 16 null
kernel void notCopied(global const int *in) {
  local int tile[16];
  event_t e = async_work_group_copy(tile, in, in ? 16 : 0, 0);
  wait_group_events(1, &e);
}

// run read 16 16 null buffer:64
kernel void read(global const int *in, global int *out) {
  out[get_global_id(0)] = in[get_global_id(0)]; // mistake null-pointer
}
