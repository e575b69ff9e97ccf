// Integers only: rounds of murmur3's finaliser.

__kernel void murmur(__global const uint *keys, __global uint *hashes) {
  const size_t i = get_global_id(0);
  uint h = keys[i];
  for (uint round = 0; round < 64; ++round) {
    h ^= h >> 16;
    h *= 0x85ebca6bu;
    h ^= h >> 13;
    h *= 0xc2b2ae35u;
    h ^= h >> 16;
    h += round;
  }
  hashes[i] = h;
}
