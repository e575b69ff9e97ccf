kernel void k(global float4 *out, global const uchar16 *in, double2 d) {
  size_t i = get_global_id(0);
  float4 v = convert_float4_sat(in[i].s0123) + vload4(i, (global float *)out);
  v.xz = select(v.yw, sin(v.xx), isless(v.xy, (float2)(d.x, d.y)));
  out[i] = mad(v.wzyx, v, as_float4(in[i]));
}
