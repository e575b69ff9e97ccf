// Pairs of boxes that overlap: sorted by where they begin in x, so that none
// behind the first that begins too late does.

typedef struct {
  float4 least, most;
} Box;

__kernel void overlaps(__global const Box *boxes, __global uint *pairs,
                       __global uint *pairCount, uint boxCount, uint room) {
  const uint i = get_global_id(0);
  for (uint j = i + 1; j < boxCount; ++j) {
    if (boxes[i].most.x < boxes[j].least.x)
      break;
    if (boxes[i].least.y <= boxes[j].most.y &&
        boxes[j].least.y <= boxes[i].most.y &&
        boxes[i].least.z <= boxes[j].most.z &&
        boxes[j].least.z <= boxes[i].most.z) {
      const uint at = atomic_inc(pairCount);
      if (at < room)
        pairs[at] = i * boxCount + j;
    }
  }
}
