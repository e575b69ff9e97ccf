kernel void k(global ulong *out, uint n) {
  uchar h[3000];
  for (uint i = 0; i != n; ++i) h[(i * 7) % 3000] += i;
  barrier(CLK_GLOBAL_MEM_FENCE);
  ulong x = h[n] + h[get_local_id(0)];
  half2 v = vload_half2(0, (global half *)out) ;
  out[get_group_id(0)] = upsample((uint)x, popcount(n)) + v.x;
}
