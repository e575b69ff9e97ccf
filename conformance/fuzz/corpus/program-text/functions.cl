#define f(x) ((x) + 1)
typedef float2 t;
inline void g(local int *l, int n) {
  if (n) { barrier(CLK_LOCAL_MEM_FENCE); l[0] = f(n); }
}
kernel void a(global int *out) { out[0] = get_global_id(0); }
kernel void b(global int *out, local int *l, t v) {
  local int s[4];
  g(l, 1); g(s, out[1]);
  a(out);
  atomic_add(&s[2], l[0]);
}
