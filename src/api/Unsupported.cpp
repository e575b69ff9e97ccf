//===- Unsupported.cpp - Features that need no error ----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The entry points of unsupported features for which the specification wants
/// something else than an error.
///
//===----------------------------------------------------------------------===//

#include "api/Unsupported.h"

using namespace ferry;
using namespace ferry::api;
using core::Context;

cl_int clGetSupportedImageFormats(cl_context context, cl_mem_flags flags,
                                  cl_mem_object_type image_type,
                                  cl_uint num_entries,
                                  cl_image_format *image_formats,
                                  cl_uint *num_image_formats) {
  return call(__func__, [&] {
    Context::from(context);
    // "CL_INVALID_VALUE if flags or image_type are not valid, or if num_entries
    // is 0 and image_formats is not NULL."
    constexpr cl_mem_flags Flags =
        CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY |
        CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR |
        CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS |
        CL_MEM_KERNEL_READ_AND_WRITE;
    require(!(flags & ~Flags), CL_INVALID_VALUE);
    require(image_type >= CL_MEM_OBJECT_IMAGE2D &&
                image_type <= CL_MEM_OBJECT_IMAGE1D_BUFFER,
            CL_INVALID_VALUE);
    require(num_entries || !image_formats, CL_INVALID_VALUE);
    if (num_image_formats)
      *num_image_formats = 0;
  });
}
