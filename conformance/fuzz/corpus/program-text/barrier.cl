kernel void k(global int *out, local int *l, int n) {
  int x = get_local_id(0);
  for (int i = 0; i < n; ++i) {
    l[x] = out[x] + i;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[x] = l[x ^ 1];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
