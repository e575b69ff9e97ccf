// Two pictures and a mask, in bytes.

__kernel void blend(__global const uchar *front, __global const uchar *back,
                    __global const uchar *mask, __global uchar *out) {
  const size_t i = get_global_id(0);
  const uint share = mask[i];
  out[i] = (uchar)((front[i] * share + back[i] * (255 - share) + 127) / 255);
}
