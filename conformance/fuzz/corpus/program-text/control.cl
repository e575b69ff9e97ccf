kernel __attribute__((reqd_work_group_size(8, 2, 1)))
void k(global int *out, global const int *in, uint n) {
  int x = in[get_global_id(0)], y = 0;
  while (x > 0) {
    switch (x & 3) {
    case 0: x >>= 1; continue;
    case 1: y += x; break;
    default: if (y > 99) goto end;
    }
    x = x % n - 1;
  }
end:
  out[get_global_id(1)] = y / x;
}
