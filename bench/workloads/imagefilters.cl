// What programs on pictures do beside the kernels of imagereads.cl, and two of
// those on buffers.

#define NEAREST                                                                \
  (CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST)
#define LINEAR                                                                 \
  (CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR)

__kernel void copy(__read_only image2d_t in, __write_only image2d_t out) {
  const sampler_t nearest = NEAREST;
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imagef(out, at, read_imagef(in, nearest, at));
}

float lanczos3(float x) {
  x = fabs(x);
  if (x < 1e-4f)
    return 1.0f;
  return x < 3.0f ? 3.0f * sinpi(x) * sinpi(x / 3.0f) / (M_PI_F * M_PI_F * x * x)
                  : 0.0f;
}

__kernel void lanczos(__read_only image2d_t in, __write_only image2d_t out,
                      float scale) {
  const sampler_t nearest = NEAREST;
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  const float2 from = (convert_float2(at) + 0.5f) * scale - 0.5f;
  const int2 first = convert_int2_rtn(from) - 2;
  float across[6], down[6], wide = 0.0f, high = 0.0f;
  for (int k = 0; k < 6; ++k) {
    across[k] = lanczos3(from.x - (float)(first.x + k));
    down[k] = lanczos3(from.y - (float)(first.y + k));
    wide += across[k];
    high += down[k];
  }
  float4 sum = 0.0f;
  for (int j = 0; j < 6; ++j)
    for (int i = 0; i < 6; ++i)
      sum += across[i] * down[j] *
             read_imagef(in, nearest, first + (int2)(i, j));
  write_imagef(out, at, sum / (wide * high));
}

__kernel void across(__read_only image2d_t in, __write_only image2d_t out,
                     __constant float *taps) {
  const sampler_t nearest = NEAREST;
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  float4 sum = 0.0f;
  for (int i = -8; i <= 8; ++i)
    sum += taps[i + 8] * read_imagef(in, nearest, at + (int2)(i, 0));
  write_imagef(out, at, sum);
}

__kernel void down(__read_only image2d_t in, __write_only image2d_t out,
                   __constant float *taps) {
  const sampler_t nearest = NEAREST;
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  float4 sum = 0.0f;
  for (int i = -8; i <= 8; ++i)
    sum += taps[i + 8] * read_imagef(in, nearest, at + (int2)(0, i));
  write_imagef(out, at, sum);
}

float raw(__read_only image2d_t in, int2 at) {
  const sampler_t nearest = NEAREST;
  return read_imagef(in, nearest, at).x;
}

// Red at even columns of even rows, blue at odd columns of odd rows.
__kernel void demosaic(__read_only image2d_t in, __write_only image2d_t out) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  const int2 dx = (int2)(1, 0), dy = (int2)(0, 1);
  const float here = raw(in, at);
  const float beside = 0.5f * (raw(in, at - dx) + raw(in, at + dx));
  const float above = 0.5f * (raw(in, at - dy) + raw(in, at + dy));
  const float corners =
      0.25f * (raw(in, at - dx - dy) + raw(in, at + dx - dy) +
               raw(in, at - dx + dy) + raw(in, at + dx + dy));
  const float cross = 0.5f * (beside + above);
  const bool right = at.x & 1, low = at.y & 1;
  float3 rgb;
  if (right == low)
    rgb = right ? (float3)(corners, cross, here) : (float3)(here, cross, corners);
  else
    rgb = right ? (float3)(beside, here, above) : (float3)(above, here, beside);
  write_imagef(out, at, (float4)(rgb, 1.0f));
}

__kernel void turn(__read_only image3d_t in, __global float *out, float cosine,
                   float sine) {
  const sampler_t linear = LINEAR;
  const int3 at = (int3)(get_global_id(0), get_global_id(1), get_global_id(2));
  const float2 center =
      (float2)(get_image_width(in), get_image_height(in)) * 0.5f;
  const float2 from = convert_float2(at.xy) + 0.5f - center;
  const float4 to =
      (float4)(cosine * from.x - sine * from.y + center.x,
               sine * from.x + cosine * from.y + center.y, (float)at.z + 0.8f, 0);
  out[((size_t)at.z * get_global_size(1) + at.y) * get_global_size(0) + at.x] =
      read_imagef(in, linear, to).x;
}

#define READ_BYTES(P, I) (convert_float4(P[I]) * (1.0f / 255.0f))
#define WRITE_BYTES(P, I, C) (P[I] = convert_uchar4_sat_rte((C) * 255.0f))
#define READ_FLOATS(P, I) (P[I])
#define WRITE_FLOATS(P, I, C) (P[I] = (C))

#define ON_BUFFERS(NAME, T, READ, WRITE)                                       \
  __kernel void copy_##NAME(__global const T *in, __global T *out) {           \
    const int x = get_global_id(0), y = get_global_id(1);                      \
    const int width = get_global_size(0);                                      \
    WRITE(out, y *width + x, READ(in, y *width + x));                          \
  }                                                                            \
  __kernel void convolve_##NAME(__global const T *in, __global T *out,         \
                                __constant float *taps) {                      \
    const int x = get_global_id(0), y = get_global_id(1);                      \
    const int width = get_global_size(0), height = get_global_size(1);         \
    float4 sum = 0.0f;                                                         \
    for (int j = -2; j <= 2; ++j)                                              \
      for (int i = -2; i <= 2; ++i)                                            \
        sum += READ(in, clamp(y + j, 0, height - 1) * width +                  \
                            clamp(x + i, 0, width - 1)) *                      \
               taps[(j + 2) * 5 + i + 2];                                      \
    WRITE(out, y *width + x, sum);                                             \
  }

ON_BUFFERS(bytes, uchar4, READ_BYTES, WRITE_BYTES)
ON_BUFFERS(floats, float4, READ_FLOATS, WRITE_FLOATS)
