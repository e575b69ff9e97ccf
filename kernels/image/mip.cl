//===- mip.cl - read_image of a level (OpenCL C 6.15.15.2) ----------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// -DIMAGE_name: see shape.h. Levels of detail are chosen as OpenGL does it
// (OpenGL 4.6, 8.14).
//
//===----------------------------------------------------------------------===//

#include "image/sample.h"

#define FERRY_SAMPLER_BITS(S)                                                  \
  ((ulong)(size_t)__builtin_astype(S, __constant void *))

/// \p Lod within what the sampler \p Bits and the image allow.
FERRY_HELPER float ferry_lod(Image D, ulong Bits, float Lod) {
  const float Unit = 1.0f / FerrySamplerLodUnits;
  float Least = (float)(ushort)(Bits >> FerrySamplerLodMin) * Unit;
  float Most = (float)(ushort)~(Bits >> FerrySamplerLodMax) * Unit;
  Lod = ferry_between(Lod, Least, Most);
  return ferry_between(Lod, 0, D->levels - 1);
}

/// The level that is nearest to \p Lod.
FERRY_HELPER Image ferry_level(Image D, float Lod) {
  return D + (int)__builtin_elementwise_ceil(Lod - 0.5f);
}

FERRY_HELPER float4 ferry_mip_f(Image D, ulong Bits, FLOAT C, float Lod) {
  uint S = (uint)Bits;
  Lod = ferry_lod(D, Bits, Lod);
  if (!(S & FerrySamplerMipLinear))
    return ferry_sample(D, ferry_level(D, Lod), S, C);
  int First = (int)Lod;
  float Part = Lod - First;
  float4 A = ferry_sample(D, D + First, S, C);
  float4 B = ferry_sample(D, D + min(First + 1, D->levels - 1), S, C);
  // So, infinities of a level that does not count change nothing.
  return Part > 0 ? (1 - Part) * A + Part * B : A;
}

FERRY_HELPER uint4 ferry_mip_texel(Image D, ulong Bits, FLOAT C, float Lod) {
  return ferry_texel(D, ferry_level(D, ferry_lod(D, Bits, Lod)), (uint)Bits, C);
}

#if AXES == 1
#define GRADIENT float
#define G_X(G) (G)
#define G_Y(G) 0.0f
#define G_Z(G) 0.0f
#elif AXES == 2
#define GRADIENT float2
#define G_X(G) (G).s0
#define G_Y(G) (G).s1
#define G_Z(G) 0.0f
#else
#define GRADIENT float4
#define G_X(G) (G).s0
#define G_Y(G) (G).s1
#define G_Z(G) (G).s2
#endif

/// The square of the length of \p G in texels.
FERRY_HELPER float ferry_squared(Image D, GRADIENT G) {
  float X = G_X(G) * D->width, Y = G_Y(G) * D->height, Z = G_Z(G) * D->layers;
  return X * X + (AXES >= 2 ? Y * Y : 0.0f) + (AXES >= 3 ? Z * Z : 0.0f);
}

/// The level of detail for coordinates that change by \p X from a pixel to the
/// next, and by \p Y from a row to the next.
FERRY_HELPER float ferry_lod_of(Image D, GRADIENT X, GRADIENT Y) {
  float Rho = __builtin_elementwise_max(ferry_squared(D, X),
                                        ferry_squared(D, Y));
  return 0.5f * __builtin_elementwise_log2(Rho);
}

#if AXES == 3
/// Of SPIR-V, which has no fourth component.
#define READ_GRADIENTS_3(NAME, T)                                              \
  FERRY_LARGE_BUILTIN T NAME(read_only TYPE Im, sampler_t Sa, FLOAT C,         \
                             float3 X, float3 Y) {                             \
    return NAME(Im, Sa, C, (float4)(X, 0), (float4)(Y, 0));                    \
  }
#else
#define READ_GRADIENTS_3(NAME, T)
#endif

#define READ(NAME, T, VALUE)                                                   \
  FERRY_LARGE_BUILTIN T NAME(read_only TYPE Im, sampler_t Sa, FLOAT C,         \
                             float Lod) {                                      \
    Image D = FERRY_IMAGE(Im);                                                 \
    ulong S = FERRY_SAMPLER_BITS(Sa);                                          \
    return VALUE;                                                              \
  }                                                                            \
  FERRY_LARGE_BUILTIN T NAME(read_only TYPE Im, sampler_t Sa, FLOAT C,         \
                             GRADIENT X, GRADIENT Y) {                         \
    Image D = FERRY_IMAGE(Im);                                                 \
    ulong S = FERRY_SAMPLER_BITS(Sa);                                          \
    float Lod = ferry_lod_of(D, X, Y);                                         \
    return VALUE;                                                              \
  }                                                                            \
  READ_GRADIENTS_3(NAME, T)

#define READ_F CHANNELS(ferry_mip_f(D, S, C, Lod))
#if DEPTH
READ(read_imagef, float, READ_F)
#else
READ(read_imagef, float4, READ_F)
READ(read_imagei, int4, ferry_decode_i(D, ferry_mip_texel(D, S, C, Lod)))
READ(read_imageui, uint4, ferry_decode_ui(D, ferry_mip_texel(D, S, C, Lod)))
#endif
