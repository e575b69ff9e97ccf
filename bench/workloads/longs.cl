// Rounds of splitmix64.

__kernel void splitmix(__global const ulong *keys, __global ulong *hashes) {
  const size_t i = get_global_id(0);
  ulong h = keys[i];
  for (int round = 0; round < 32; ++round) {
    h += 0x9e3779b97f4a7c15ul;
    h = (h ^ h >> 30) * 0xbf58476d1ce4e5b9ul;
    h = (h ^ h >> 27) * 0x94d049bb133111ebul;
    h ^= h >> 31;
  }
  hashes[i] = h;
}
