// As most programs have it: unsigned indices, loops with the group's size,
// records, and code without vectors in mind.

// Neighbours of the dimension X are neighbours in rows.
#define MULTIPLY(NAME, X, Y)                                                   \
  __kernel void NAME(__global const float *a, __global const float *b,         \
                     __global float *c, uint side) {                           \
    const uint x = get_global_id(X), y = get_global_id(Y);                     \
    float sum = 0.0f;                                                          \
    for (uint k = 0; k < side; ++k)                                            \
      sum += a[y * side + k] * b[k * side + x];                                \
    c[y * side + x] = sum;                                                     \
  }
MULTIPLY(multiply, 0, 1)
MULTIPLY(multiplyDown, 1, 0)

__kernel void look(__global const uchar *in, __global const uchar *table,
                   __global uchar *out) {
  __local uchar near[256];
  for (int i = get_local_id(0); i < 256; i += get_local_size(0))
    near[i] = table[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  const int id = get_global_id(0);
  out[id] = near[in[id]];
}

__kernel void transpose(__global const float *in, __global float *out,
                        uint width, uint height) {
  const uint x = get_global_id(0), y = get_global_id(1);
  out[x * height + y] = in[y * width + x];
}

// The smallest 8 of 24, in order, as k-nearest neighbours has them.
__kernel void smallest(__global const float *in, __global float *out,
                       int count) {
  const int id = get_global_id(0);
  float best[8];
  for (int k = 0; k < 8; ++k)
    best[k] = 1e30f;
  for (int i = 0; i < 24; ++i) {
    const float v = in[i * count + id];
    if (v < best[7]) {
      int j = 7;
      while (j > 0 && best[j - 1] > v) {
        best[j] = best[j - 1];
        j--;
      }
      best[j] = v;
    }
  }
  for (int k = 0; k < 8; ++k)
    out[k * count + id] = best[k];
}

// The value that half of the 5 x 5 around have at most, of 16; borders stay.
__kernel void middle(__global const uchar *in, __global uchar *out, int width,
                     int height) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x < 2 || y < 2 || x >= width - 2 || y >= height - 2) {
    out[y * width + x] = in[y * width + x];
    return;
  }
  ushort count[16] = {0};
  for (int j = -2; j <= 2; ++j)
    for (int i = -2; i <= 2; ++i)
      count[in[(y + j) * width + x + i] >> 4]++;
  int sum = 0, level = 0;
  for (; level < 16; ++level) {
    sum += count[level];
    if (sum > 12)
      break;
  }
  out[y * width + x] = level << 4;
}

// The mean of 3 x 3, of which each channel is a plane; work-items have but one
// dimension.
__kernel void blur(__global const float *in, __global float *out, int width,
                   int height, int count) {
  const int id = get_global_id(0);
  if (id >= count)
    return;
  const int x = id % width, y = id / width % height, c = id / width / height;
  float sum = 0;
  for (int j = -1; j <= 1; ++j)
    for (int i = -1; i <= 1; ++i) {
      const int u = clamp(x + i, 0, width - 1), v = clamp(y + j, 0, height - 1);
      sum += in[(c * height + v) * width + u];
    }
  out[id] = sum / 9;
}

// The mean of 2 r + 1 neighbours along each row, as box filters have it.
__kernel void running(__global const float *in, __global float *out, int w,
                      int r) {
  int y = get_global_id(0);
  float sum = in[y * w] * r;
  for (int x = 0; x <= r; x++)
    sum += in[y * w + x];
  for (int x = 0; x < w; x++) {
    out[y * w + x] = sum / (2 * r + 1);
    sum += in[y * w + min(x + r + 1, w - 1)] - in[y * w + max(x - r, 0)];
  }
}

// Each work-item has a row.
__kernel void softmax(__global const float *in, __global float *out,
                      int width) {
  __global const float *from = in + get_global_id(0) * width;
  __global float *to = out + get_global_id(0) * width;
  float most = -INFINITY, sum = 0;
  for (int x = 0; x < width; ++x)
    most = fmax(most, from[x]);
  for (int x = 0; x < width; ++x) {
    const float e = exp(from[x] - most);
    to[x] = e;
    sum += e;
  }
  for (int x = 0; x < width; ++x)
    to[x] /= sum;
}

// The mean of 3 x 3, for 16 pixels.
__kernel void mean(__global const uchar *in, __global uchar *out, int width) {
  const int x = get_global_id(0) * 16, y = get_global_id(1);
  ushort16 sum = 0;
  for (int j = 0; j < 3; ++j) {
    __global const uchar *row = in + (y + j) * (width + 16) + x;
    sum += convert_ushort16(vload16(0, row)) +
           convert_ushort16(vload16(0, row + 1)) +
           convert_ushort16(vload16(0, row + 2));
  }
  vstore16(convert_uchar16(sum / (ushort16)9), 0, out + y * width + x);
}

typedef struct {
  float x, y, z, u, v, w, mass;
} Body;

__kernel void drift(__global Body *bodies, float time) {
  __global Body *body = &bodies[get_global_id(0)];
  const float heavy = 1.0f / (1.0f + body->mass);
  body->x += body->u * time;
  body->y += body->v * time;
  body->z += body->w * time;
  body->u *= heavy;
  body->v *= heavy;
  body->w *= heavy;
}

__kernel void hueOf(__global const float *rgb, __global float *hsv) {
  const int id = get_global_id(0);
  const float3 c = vload3(id, rgb);
  const float most = fmax(c.x, fmax(c.y, c.z));
  const float least = fmin(c.x, fmin(c.y, c.z));
  const float range = most - least;
  float hue = 0.0f;
  if (range > 0.0f) {
    if (most == c.x)
      hue = fmod((c.y - c.z) / range + 6.0f, 6.0f);
    else if (most == c.y)
      hue = (c.z - c.x) / range + 2.0f;
    else
      hue = (c.x - c.y) / range + 4.0f;
  }
  vstore3((float3)(hue, most > 0.0f ? range / most : 0.0f, most), id, hsv);
}

#define QUARTER(a, b, c, d)                                                    \
  a += b, d = rotate(d ^ a, 16u), c += d, b = rotate(b ^ c, 12u), a += b,      \
                  d = rotate(d ^ a, 8u), c += d, b = rotate(b ^ c, 7u)

// A block of ChaCha20's key stream for each work-item.
__kernel void chacha(__global const uint *key, __global uint *stream) {
  const uint id = get_global_id(0);
  uint start[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
  for (int i = 0; i < 8; ++i)
    start[4 + i] = key[i];
  start[12] = id;
  start[13] = start[14] = start[15] = 0;
  uint x[16];
  for (int i = 0; i < 16; ++i)
    x[i] = start[i];
  for (int round = 0; round < 10; ++round) {
    for (int i = 0; i < 4; ++i)
      QUARTER(x[i], x[4 + i], x[8 + i], x[12 + i]);
    for (int i = 0; i < 4; ++i)
      QUARTER(x[i], x[4 + (i + 1) % 4], x[8 + (i + 2) % 4],
              x[12 + (i + 3) % 4]);
  }
  for (int i = 0; i < 16; ++i)
    stream[16 * id + i] = x[i] + start[i];
}

// The greatest element of each part of an array; the last may be shorter.
__kernel void partMaxima(__global const float *in, __global float *maxima,
                         ulong part, ulong size) {
  const size_t start = get_global_id(0) * part;
  float most = in[start];
  for (size_t i = start; i < min(start + part, size); ++i)
    most = fmax(most, in[i]);
  maxima[get_global_id(0)] = most;
}

// The greatest element of each window of a plane.
__kernel void pool(__global const float *in, __global float *out, int width,
                   int height, int size, int stride, int pad) {
  const int x = get_global_id(0), y = get_global_id(1);
  const int left = x * stride - pad, top = y * stride - pad;
  float most = -INFINITY;
  for (int j = max(top, 0); j < min(top + size, height); ++j)
    for (int i = max(left, 0); i < min(left + size, width); ++i)
      most = fmax(most, in[j * width + i]);
  out[y * get_global_size(0) + x] = most;
}

// A step of Conway's game of life, on a torus.
__kernel void life(__global const uchar *in, __global uchar *out, int width,
                   int height) {
  const int x = get_global_id(0), y = get_global_id(1);
  const int left = (x + width - 1) % width, right = (x + 1) % width;
  const int above = (y + height - 1) % height, below = (y + 1) % height;
  const int alive = in[above * width + left] + in[above * width + x] +
                    in[above * width + right] + in[y * width + left] +
                    in[y * width + right] + in[below * width + left] +
                    in[below * width + x] + in[below * width + right];
  out[y * width + x] = alive == 3 || (alive == 2 && in[y * width + x]);
}

// What of pixels of three floats is brighter than a threshold, as for a bloom.
__kernel void bright(__global const float *in, __global float *out,
                     float threshold) {
  const int i = get_global_id(0);
  const float r = in[3 * i], g = in[3 * i + 1], b = in[3 * i + 2];
  const float luminance = 0.2126f * r + 0.7152f * g + 0.0722f * b;
  if (luminance > threshold) {
    const float part = luminance - threshold;
    out[3 * i] = r * part;
    out[3 * i + 1] = g * part;
    out[3 * i + 2] = b * part;
  }
}

// Of 16 levels, as networks keep their weights: quantiles of a normal
// distribution.
__constant float level[16] = {-1.0f,     -0.69619f, -0.52507f, -0.39492f,
                              -0.28444f, -0.18477f, -0.0911f,  0.0f,
                              0.07958f,  0.16093f,  0.24611f,  0.33792f,
                              0.44071f,  0.56262f,  0.72296f,  1.0f};

// Dot products of a vector with rows of such weights, eight in a number.
__kernel void levels(__global const uint *weights, __global const float *vector,
                     __global float *out, int length) {
  const int row = get_global_id(0), rows = get_global_size(0);
  float sum = 0;
  for (int i = 0; i < length / 8; ++i) {
    const uint eight = weights[i * rows + row];
    for (int j = 0; j < 8; ++j)
      sum += level[eight >> 4 * j & 15] * vector[8 * i + j];
  }
  out[row] = sum;
}
