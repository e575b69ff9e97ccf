//===- ImageInfo.cpp - Sections 5.3.2 and 5.3.7: queries of images --------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "api/Entry.h"
#include "api/Info.h"
#include "api/MemFlags.h"
#include "core/Image.h"
#include "image/Format.h"

#include <algorithm>

using namespace ferry;
using namespace ferry::api;
using core::Context;
using core::Image;

cl_int clGetSupportedImageFormats(cl_context context, cl_mem_flags flags,
                                  cl_mem_object_type image_type,
                                  cl_uint num_entries,
                                  cl_image_format *image_formats,
                                  cl_uint *num_image_formats) {
  return call(__func__, [&] {
    Context::from(context);
    // "CL_INVALID_VALUE if flags or image_type are not valid, or if num_entries
    // is 0 and image_formats is not NULL."
    checkFlags(flags & ~cl_mem_flags(CL_MEM_KERNEL_READ_AND_WRITE));
    require(image_type >= CL_MEM_OBJECT_IMAGE2D &&
                image_type <= CL_MEM_OBJECT_IMAGE1D_BUFFER,
            CL_INVALID_VALUE);
    require(num_entries || !image_formats, CL_INVALID_VALUE);
    // The same for all flags.
    const std::vector<cl_image_format> Formats =
        image::supportedFormats(image_type);
    if (image_formats)
      std::copy_n(Formats.begin(),
                  std::min<std::size_t>(num_entries, Formats.size()),
                  image_formats);
    if (num_image_formats)
      *num_image_formats = cl_uint(Formats.size());
  });
}

cl_int clGetImageInfo(cl_mem image, cl_image_info param_name,
                      size_t param_value_size, void *param_value,
                      size_t *param_value_size_ret) {
  return call(__func__, [&] {
    Image &I = Image::from(image);
    const core::ImageLayout &L = I.layout();
    Info Out(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
    case CL_IMAGE_FORMAT:
      return Out.write<cl_image_format>(L.format);
    case CL_IMAGE_ELEMENT_SIZE:
      return Out.write<size_t>(I.elementBytes());
    case CL_IMAGE_ROW_PITCH:
      return Out.write<size_t>(L.rowPitch);
    case CL_IMAGE_SLICE_PITCH:
      return Out.write<size_t>(L.slicePitch);
    case CL_IMAGE_WIDTH:
      return Out.write<size_t>(L.width);
    case CL_IMAGE_HEIGHT:
      return Out.write<size_t>(L.height);
    case CL_IMAGE_DEPTH:
      return Out.write<size_t>(L.depth);
    case CL_IMAGE_ARRAY_SIZE:
      return Out.write<size_t>(L.arraySize);
    case CL_IMAGE_BUFFER:
      // "Return buffer object associated with image."
      return Out.write<cl_mem>(I.parent() && I.parent()->isBuffer()
                                   ? I.parent()->handle()
                                   : nullptr);
    case CL_IMAGE_NUM_MIP_LEVELS:
      return Out.write<cl_uint>(L.mipLevels);
    case CL_IMAGE_NUM_SAMPLES:
      return Out.write<cl_uint>(0);
    default:
      Info::unknown();
    }
  });
}
