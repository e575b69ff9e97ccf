//===- query.cl - Queries of images, samplers (OpenCL C 6.15.15.5) --------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "image/texel.h"

#define QUERY(T, NAME, IMAGE, VALUE)                                           \
  FERRY_BUILTIN T NAME(read_only IMAGE Im) {                                   \
    Image D = FERRY_IMAGE(Im);                                                 \
    return VALUE;                                                              \
  }                                                                            \
  FERRY_BUILTIN T NAME(write_only IMAGE Im) {                                  \
    Image D = FERRY_IMAGE(Im);                                                 \
    return VALUE;                                                              \
  }                                                                            \
  FERRY_BUILTIN T NAME(read_write IMAGE Im) {                                  \
    Image D = FERRY_IMAGE(Im);                                                 \
    return VALUE;                                                              \
  }

#define QUERIES_1D(IMAGE)                                                      \
  QUERY(int, get_image_width, IMAGE, D->width)                                 \
  QUERY(int, get_image_channel_data_type, IMAGE, D->type)                      \
  QUERY(int, get_image_channel_order, IMAGE, D->order)
#define QUERIES_2D(IMAGE)                                                      \
  QUERIES_1D(IMAGE)                                                            \
  QUERY(int, get_image_height, IMAGE, D->height)                               \
  QUERY(int2, get_image_dim, IMAGE, ((int2)(D->width, D->height)))
#define QUERY_LAYERS(IMAGE)                                                    \
  QUERY(size_t, get_image_array_size, IMAGE, (size_t)D->layers)

#define QUERY_LEVELS(IMAGE) QUERY(int, get_image_num_mip_levels, IMAGE, D->levels)

QUERIES_1D(image1d_t)
QUERIES_1D(image1d_buffer_t)
QUERIES_1D(image1d_array_t)
QUERY_LAYERS(image1d_array_t)
QUERIES_2D(image2d_t)
QUERIES_2D(image2d_depth_t)
QUERIES_2D(image2d_array_t)
QUERY_LAYERS(image2d_array_t)
QUERIES_2D(image2d_array_depth_t)
QUERY_LAYERS(image2d_array_depth_t)
QUERIES_1D(image3d_t)
QUERY(int, get_image_height, image3d_t, D->height)
QUERY(int, get_image_depth, image3d_t, D->layers)
QUERY(int4, get_image_dim, image3d_t,
      ((int4)(D->width, D->height, D->layers, 0)))
QUERY_LEVELS(image1d_t)
QUERY_LEVELS(image1d_array_t)
QUERY_LEVELS(image2d_t)
QUERY_LEVELS(image2d_depth_t)
QUERY_LEVELS(image2d_array_t)
QUERY_LEVELS(image2d_array_depth_t)
QUERY_LEVELS(image3d_t)

/// What Clang calls for a sampler in the program's text: a sampler is its bits.
__attribute__((always_inline)) __constant void *
__translate_sampler_initializer(int Bits) {
  return (__constant void *)(size_t)Bits;
}
