struct S { int x; float y[3]; char16 c; };
constant float c[4] = {1, 2, 3, 4};
float g(struct S s, int i) { return s.y[i & 1] * c[i & 3]; }
kernel void k(global struct S *out, struct S s) {
  size_t i = get_global_id(0);
  struct S a[8];
  a[i & 7] = s;
  a[s.x & 7].y[1] = g(s, s.x);
  out[i] = a[i & 7];
}
