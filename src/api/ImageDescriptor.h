//===- ImageDescriptor.h - What images can be made of -----------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The rules of sections 5.3.1.1 (Image Format Descriptor) and 5.3.1.2 (Image
/// Descriptor), for the calls that create images and for those that ask about
/// images before they are created.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_API_IMAGEDESCRIPTOR_H
#define FERRY_API_IMAGEDESCRIPTOR_H

#include "core/Image.h"

#include <CL/cl.h>

#include <cstddef>

namespace ferry::api {

/// The largest sizes that images of a type can have; 0 for those that the type
/// has no use for.
struct ImageLimits {
  std::size_t width, height, depth, arraySize;
};

/// Throws CL_INVALID_IMAGE_DESCRIPTOR if \p Type is not that of an image.
ImageLimits imageLimits(cl_mem_object_type Type);

/// Throws CL_INVALID_IMAGE_FORMAT_DESCRIPTOR.
void checkFormat(const cl_image_format *Format);

/// The members of \p Desc that its image type uses, without pitches. Throws
/// CL_INVALID_IMAGE_DESCRIPTOR, and \p SizeError for sizes that no image of the
/// type has.
core::ImageLayout parseSizes(const cl_image_format &Format,
                             const cl_image_desc &Desc, cl_int SizeError);

/// Gives \p L the pitches, in bytes; 0 where there are no gaps.
/// \returns false for pitches that are too small, or no multiples.
bool takePitches(core::ImageLayout &L, std::size_t RowPitch,
                 std::size_t SlicePitch);

/// True if each device of \p C can have an image as large as \p L.
bool fits(const core::Context &C, const core::ImageLayout &L);

} // namespace ferry::api

#endif // FERRY_API_IMAGEDESCRIPTOR_H
