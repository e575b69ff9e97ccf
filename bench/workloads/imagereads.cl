// Images, read and written as such.

#define NEAREST                                                                \
  (CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST)
#define LINEAR                                                                 \
  (CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR)

__kernel void copy(__read_only image2d_t in, __write_only image2d_t out) {
  const sampler_t nearest = NEAREST;
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imagef(out, at, read_imagef(in, nearest, at));
}

__kernel void convolve(__read_only image2d_t in, __write_only image2d_t out,
                       __constant float *taps) {
  const sampler_t nearest = NEAREST;
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  float4 sum = 0.0f;
  for (int j = -2; j <= 2; ++j)
    for (int i = -2; i <= 2; ++i)
      sum += read_imagef(in, nearest, at + (int2)(i, j)) *
             taps[(j + 2) * 5 + i + 2];
  write_imagef(out, at, sum);
}

__kernel void resize(__read_only image2d_t in, __write_only image2d_t out,
                     float scale) {
  const sampler_t linear = LINEAR;
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imagef(out, at,
               read_imagef(in, linear, (convert_float2(at) + 0.5f) * scale));
}

__kernel void rotate_by(__read_only image2d_t in, __write_only image2d_t out,
                        float cosine, float sine) {
  const sampler_t linear = LINEAR;
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  const float2 center = convert_float2(get_image_dim(in)) * 0.5f;
  const float2 from = convert_float2(at) + 0.5f - center;
  const float2 to = (float2)(cosine * from.x - sine * from.y,
                             sine * from.x + cosine * from.y);
  write_imagef(out, at, read_imagef(in, linear, to + center));
}
