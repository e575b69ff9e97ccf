//3.0
kernel void k(global uint *out, global atomic_int *a) {
  uint x = sub_group_reduce_add(out[get_global_id(0)]);
  x += sub_group_shuffle(x, get_sub_group_local_id() ^ 1);
  atomic_fetch_add_explicit(a, (int)x, memory_order_relaxed,
                            memory_scope_device);
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  printf("%u %v4d\n", x, (int4)(x));
}
