// A pointer that is null on one way.

// run written 16 16 buffer:64
kernel void written(global int *out) {
  global int *place = get_local_id(0) == 100 ? out : 0;
  if (get_local_id(0) < 2)
    *place = 3; // mistake null-pointer
}
