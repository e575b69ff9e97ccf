//===- shape.h - What one type of image is like ---------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// -DIMAGE_name for the type image##name##_t; defines
//
//   TYPE          the type
//   AXES          dimensions that are filtered
//   LAYERED       1 for arrays
//   DEPTH         1 for depth images
//   INT, FLOAT    types of coordinates
//   C_X C_Y C_Z   a coordinate's axes; those that are not there are 0
//   C_LAYER       its layer
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_KERNELS_IMAGE_SHAPE_H
#define FERRY_KERNELS_IMAGE_SHAPE_H

#if defined(IMAGE_2d_depth) || defined(IMAGE_2d_array_depth)
#define DEPTH 1
#else
#define DEPTH 0
#endif

#if defined(IMAGE_1d) || defined(IMAGE_1d_buffer)
#define AXES 1
#define LAYERED 0
#define INT int
#define FLOAT float
#define C_X(C) (C)
#elif defined(IMAGE_1d_array)
#define AXES 1
#define LAYERED 1
#define INT int2
#define FLOAT float2
#define C_X(C) ((C).s0)
#define C_LAYER(C) ((C).s1)
#elif defined(IMAGE_2d) || defined(IMAGE_2d_depth)
#define AXES 2
#define LAYERED 0
#define INT int2
#define FLOAT float2
#define C_X(C) ((C).s0)
#define C_Y(C) ((C).s1)
#elif defined(IMAGE_2d_array) || defined(IMAGE_2d_array_depth)
#define AXES 2
#define LAYERED 1
#define INT int4
#define FLOAT float4
#define C_X(C) ((C).s0)
#define C_Y(C) ((C).s1)
#define C_LAYER(C) ((C).s2)
#elif defined(IMAGE_3d)
#define AXES 3
#define LAYERED 0
#define INT int4
#define FLOAT float4
#define C_X(C) ((C).s0)
#define C_Y(C) ((C).s1)
#define C_Z(C) ((C).s2)
#endif

#ifndef C_Y
#define C_Y(C) 0
#endif
#ifndef C_Z
#define C_Z(C) 0
#endif
#ifndef C_LAYER
#define C_LAYER(C) 0
#endif

#if defined(IMAGE_1d)
#define TYPE image1d_t
#elif defined(IMAGE_1d_buffer)
#define TYPE image1d_buffer_t
#elif defined(IMAGE_1d_array)
#define TYPE image1d_array_t
#elif defined(IMAGE_2d)
#define TYPE image2d_t
#elif defined(IMAGE_2d_depth)
#define TYPE image2d_depth_t
#elif defined(IMAGE_2d_array)
#define TYPE image2d_array_t
#elif defined(IMAGE_2d_array_depth)
#define TYPE image2d_array_depth_t
#elif defined(IMAGE_3d)
#define TYPE image3d_t
#endif

/// The index of a texel. \p Layer is that of an array; the slices of a 3D image
/// are as far from each other.
#define FERRY_INDEX(D, X, Y, Z, LAYER)                                         \
  ((X) + (AXES >= 2 ? (Y) * (D)->rowTexels : 0) +                              \
   (AXES == 3 ? (Z) * (D)->layerTexels : 0) +                                  \
   (LAYERED ? (LAYER) * (D)->layerTexels : 0))

/// True if the integer coordinates are those of a texel, of layer 0 if
/// there are layers.
#define FERRY_IS_TEXEL(D, X, Y, Z)                                             \
  (ferry_inside(X, (D)->width) &&                                              \
   (AXES < 2 || ferry_inside(Y, (D)->height)) &&                               \
   (AXES < 3 || ferry_inside(Z, (D)->layers)))

#endif // FERRY_KERNELS_IMAGE_SHAPE_H
