// Texels outside of images.

// run writes 32 16 image:8:4
kernel void writes(write_only image2d_t im) {
  int i = get_global_id(0);
  write_imagef(im, (int2)(i % 8, i / 7), (float4)(i)); // mistake out-of-bounds
}

// run writesInside 32 16 image:8:4
kernel void writesInside(write_only image2d_t im) {
  int i = get_global_id(0);
  write_imagef(im, (int2)(i % 8, i / 8), (float4)(i));
}

// run readsNoSampler 32 16 image:8:4 buffer:128
kernel void readsNoSampler(read_only image2d_t im, global float *out) {
  int i = get_global_id(0);
  out[i] = read_imagef(im, (int2)(i % 8 - 1, i / 8)).x; // mistake out-of-bounds
}

// run readsNoSamplerInside 32 16 image:8:4 buffer:128
kernel void readsNoSamplerInside(read_only image2d_t im, global float *out) {
  int i = get_global_id(0);
  out[i] = read_imagef(im, (int2)(max(i % 8 - 1, 0), i / 8)).x;
}

constant sampler_t none =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;
constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE |
                          CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

// run noAddressingMode 32 16 image:8:4 buffer:128
kernel void noAddressingMode(read_only image2d_t im, global float *out) {
  int i = get_global_id(0);
  out[i] = read_imagef(im, none, (int2)(i % 8 + 1, i / 8)).x; // mistake out-of-bounds
}

// run toEdge 32 16 image:8:4 buffer:128
kernel void toEdge(read_only image2d_t im, global float *out) {
  int i = get_global_id(0);
  out[i] = read_imagef(im, edge, (int2)(i % 8 + 1, i / 8)).x;
}

// run floats 32 16 image:8:4 buffer:128
kernel void floats(read_only image2d_t im, global float *out) {
  const sampler_t s =
      CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;
  int i = get_global_id(0);
  out[i] = read_imagef(im, s, (float2)(i % 8 - 0.5f, i / 8)).x; // mistake out-of-bounds
}

// run floatsInside 32 16 image:8:4 buffer:128
kernel void floatsInside(read_only image2d_t im, global float *out) {
  const sampler_t s =
      CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;
  int i = get_global_id(0);
  out[i] = read_imagef(im, s, (float2)(i % 8 + 0.5f, i / 8 + 0.999f)).x;
}

float4 texel(read_write image2d_t im, int2 at) {
  return read_imagef(im, at); // mistake out-of-bounds
}
float4 texelInside(read_write image2d_t im, int2 at) {
  return read_imagef(im, at);
}

// run inFunction 32 16 image:8:4
kernel void inFunction(read_write image2d_t im) {
  int i = get_global_id(0);
  write_imagef(im, (int2)(i & 7, i >> 3), texel(im, (int2)(i & 7, 4)));
}

// run inFunctionInside 32 16 image:8:4
kernel void inFunctionInside(read_write image2d_t im) {
  int i = get_global_id(0);
  write_imagef(im, (int2)(i & 7, i >> 3), texelInside(im, (int2)(i & 7, i >> 3)));
}
