// Sums of all elements before each, in local memory: up a tree and down again.

#define COUNT 512

__kernel void scanLocal(__global const uint *in, __global uint *out) {
  __local uint tree[COUNT];
  const uint l = get_local_id(0), size = get_local_size(0);
  const uint first = get_group_id(0) * COUNT;
  for (uint i = l; i < COUNT; i += size)
    tree[i] = in[first + i];
  for (uint pairs = COUNT / 2, step = 1; pairs > 0; pairs >>= 1, step <<= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = l; i < pairs; i += size)
      tree[step * (2 * i + 2) - 1] += tree[step * (2 * i + 1) - 1];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0)
    tree[COUNT - 1] = 0;
  for (uint pairs = 1, step = COUNT / 2; pairs < COUNT;
       pairs <<= 1, step >>= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = l; i < pairs; i += size) {
      const uint left = step * (2 * i + 1) - 1, right = left + step;
      const uint sum = tree[left];
      tree[left] = tree[right];
      tree[right] += sum;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = l; i < COUNT; i += size)
    out[first + i] = tree[i];
}
