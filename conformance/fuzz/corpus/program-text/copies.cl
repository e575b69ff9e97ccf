kernel void k(global float *out, global const float *in, local float *l) {
  event_t e = async_work_group_strided_copy(l, in, 64, 3, 0);
  wait_group_events(1, &e);
  out[get_global_id(0)] = l[get_local_id(0)];
  e = async_work_group_copy(out, l, 64, 0);
  wait_group_events(1, &e);
}
