// Each group sorts its keys in local memory, a work-item for every two.

#define KEYS 1024

__kernel __attribute__((reqd_work_group_size(KEYS / 2, 1, 1))) void
bitonicSort(__global const uint *in, __global uint *out) {
  __local uint keys[KEYS];
  const uint l = get_local_id(0), first = get_group_id(0) * KEYS;
  keys[l] = in[first + l];
  keys[l + KEYS / 2] = in[first + l + KEYS / 2];
  for (uint size = 2; size <= KEYS; size <<= 1) {
    const bool ascending = (l & (size / 2)) == 0;
    for (uint stride = size / 2; stride > 0; stride >>= 1) {
      barrier(CLK_LOCAL_MEM_FENCE);
      const uint place = 2 * l - (l & (stride - 1));
      const uint a = keys[place], b = keys[place + stride];
      if ((a > b) == ascending) {
        keys[place] = b;
        keys[place + stride] = a;
      }
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[first + l] = keys[l];
  out[first + l + KEYS / 2] = keys[l + KEYS / 2];
}
