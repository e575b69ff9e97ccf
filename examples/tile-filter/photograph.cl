//===- photograph.cl - A picture to begin with ----------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// Draws hills in the evening sun, with clouds and grain, so that there is
// something to filter when no picture is given. A work-item draws a pixel.
//
//===----------------------------------------------------------------------===//

// A number in [0, 1) that looks random, the same for the same point.
float noise_at(int x, int y) {
  uint h = (uint)x * 0x8da6b343u ^ (uint)y * 0xd8163841u;
  h = (h ^ (h >> 15)) * 0x2c1b3c6du;
  h = (h ^ (h >> 12)) * 0x297a2d39u;
  return (float)((h ^ (h >> 15)) >> 8) / 16777216.0f;
}

// Noise between the points of a grid of step 1, smoothly.
float smooth_noise(float x, float y) {
  float fx = floor(x), fy = floor(y);
  int ix = (int)fx, iy = (int)fy;
  float u = smoothstep(0.0f, 1.0f, x - fx);
  float v = smoothstep(0.0f, 1.0f, y - fy);
  float top = mix(noise_at(ix, iy), noise_at(ix + 1, iy), u);
  float bottom = mix(noise_at(ix, iy + 1), noise_at(ix + 1, iy + 1), u);
  return mix(top, bottom, v);
}

// Noise of several octaves, in [0, 1).
float fractal(float x, float y, int octaves) {
  float sum = 0.0f, weight = 0.5f;
  for (int i = 0; i < octaves; ++i) {
    sum += weight * smooth_noise(x, y);
    x = 2.0f * x + 17.0f;
    y = 2.0f * y + 31.0f;
    weight *= 0.5f;
  }
  return sum;
}

__kernel void draw(__global uchar4 *picture, int width, int height) {
  const int column = (int)get_global_id(0);
  const int row = (int)get_global_id(1);
  // Heights are 1, whatever the number of pixels.
  const float x = (float)column / (float)height;
  const float y = (float)row / (float)height;

  // The sky, lighter towards the horizon and around the sun.
  float3 colour = mix((float3)(0.16f, 0.30f, 0.58f),
                      (float3)(0.98f, 0.72f, 0.45f), clamp(1.5f * y, 0.0f, 1.0f));
  float sun = distance((float2)(x, y), (float2)(0.92f, 0.34f));
  colour += (float3)(1.0f, 0.8f, 0.5f) * exp(-9.0f * sun);
  if (sun < 0.045f)
    colour = (float3)(1.0f, 0.97f, 0.88f);
  float cloud = fractal(3.0f * x, 9.0f * y, 7);
  colour = mix(colour, (float3)(0.97f, 0.90f, 0.86f),
               smoothstep(0.48f, 0.8f, cloud) * (1.0f - 0.6f * y));

  // Ranges of hills, the nearer the darker and the rougher.
  for (int range = 0; range < 5; ++range) {
    float near = (float)range / 4.0f;
    float ridge = 0.44f + 0.11f * (float)range -
                  (0.16f + 0.06f * near) *
                      (fractal((1.6f + near) * x + 9.0f * (float)range,
                               (float)range, 8) -
                       0.4f);
    if (y > ridge) {
      float grass = fractal(40.0f * x * (1.0f + near),
                            90.0f * y * (1.0f + near), 6);
      float3 hill = mix((float3)(0.62f, 0.52f, 0.55f),
                        (float3)(0.09f, 0.16f, 0.07f), near);
      colour = hill * (0.65f + 0.7f * grass * (0.4f + near)) +
               0.10f * exp(-30.0f * (y - ridge));
    }
  }

  // The grain of the film.
  colour += 0.03f * (noise_at(column + 7919, row + 104729) - 0.5f);
  picture[(size_t)row * width + column] =
      convert_uchar4_sat((float4)(colour, 1.0f) * 255.0f);
}
