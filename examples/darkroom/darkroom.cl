// A picture is enlarged from a negative: brought to another size, turned, and
// sharpened. OpenCL C 1.2, as any platform with images has it.

// Bilinear, black beyond the border.
__constant sampler_t smooth = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP |
                              CLK_FILTER_LINEAR;
// The pixels themselves, at the border those of the border.
__constant sampler_t pixels = CLK_NORMALIZED_COORDS_FALSE |
                              CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

/// across and down lead from a pixel of the result to the next one, in pixels of
/// the negative. Where the result is smaller, each of its pixels is the mean of
/// samples x samples reads, so that no detail is skipped.
__kernel void enlarge(__read_only image2d_t negative,
                      __write_only image2d_t print, float2 across, float2 down,
                      int samples) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  const float2 middle = convert_float2(get_image_dim(print)) * 0.5f;
  const float2 center = convert_float2(get_image_dim(negative)) * 0.5f;
  float4 sum = 0.0f;
  for (int j = 0; j < samples; ++j)
    for (int i = 0; i < samples; ++i) {
      const float2 part =
          (convert_float2((int2)(i, j)) + 0.5f) / (float)samples;
      const float2 from = convert_float2(at) + part - middle;
      sum += read_imagef(negative, smooth,
                         center + from.x * across + from.y * down);
    }
  write_imagef(print, at, sum / (float)(samples * samples));
}

/// Adds amount times what a blurred picture has not: an unsharp mask.
__kernel void sharpen(__read_only image2d_t print, __write_only image2d_t sharp,
                      float amount) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  float4 blurred = 0.0f;
  for (int j = -1; j <= 1; ++j)
    for (int i = -1; i <= 1; ++i)
      blurred += read_imagef(print, pixels, at + (int2)(i, j)) *
                 (float)((2 - abs(i)) * (2 - abs(j))) / 16.0f;
  const float4 here = read_imagef(print, pixels, at);
  float4 result = here + amount * (here - blurred);
  result.w = here.w;
  write_imagef(sharp, at, result);
}
