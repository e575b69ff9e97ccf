//===- Format.h - Image formats ---------------------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The formats that Ferry has: what they are for, how large their elements are,
/// and how kernels and fills find the channels in them.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_IMAGE_FORMAT_H
#define FERRY_IMAGE_FORMAT_H

#include "ferry/image.h"

#include <CL/cl.h>

#include <array>
#include <cstddef>
#include <vector>

namespace ferry::image {

/// Bytes of the largest element.
inline constexpr std::size_t MaxElementBytes = 16;

/// True if channel order and channel type have values of the specification's
/// tables, and go together (section 5.3.1.1).
bool isValid(const cl_image_format &Format);

/// True if images of \p Type (CL_MEM_OBJECT_IMAGE2D, ...) can have \p Format.
/// What can be read by kernels can also be written, by the same kernel too.
bool isSupported(const cl_image_format &Format, cl_mem_object_type Type);

/// All supported formats of images of \p Type.
std::vector<cl_image_format> supportedFormats(cl_mem_object_type Type);

/// Bytes of an element of a supported format.
std::size_t elementBytes(const cl_image_format &Format);

/// What the address of an image of a supported format is a multiple of: the
/// bytes of a channel, or of a packed element.
std::size_t alignment(const cl_image_format &Format);

/// Fills in those members of \p Image that depend on the format alone.
void describe(const cl_image_format &Format, FerryImage &Image);

/// An element whose channels have the given values, as clEnqueueFillImage takes
/// them: floats, ints or unsigned ints, as suits the channel type.
/// \param Color one float for depth images, otherwise red, green, blue, alpha.
std::array<std::byte, MaxElementBytes> encode(const cl_image_format &Format,
                                              const void *Color);

/// True if \p View is a format that a 2D image made from an image of \p Parent
/// can have: "Compatible Image Channel Orders" (section 5.3.1.2).
bool isCompatibleView(const cl_image_format &View,
                      const cl_image_format &Parent);

} // namespace ferry::image

#endif // FERRY_IMAGE_FORMAT_H
