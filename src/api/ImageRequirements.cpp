//===- ImageRequirements.cpp - What an image would need -------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// "Querying Image Requirements": cl_ext_image_requirements_info.
///
//===----------------------------------------------------------------------===//

#include "api/Entry.h"
#include "api/ImageDescriptor.h"
#include "api/Info.h"
#include "api/MemFlags.h"
#include "ferry/cl_ext.h"
#include "image/Format.h"

#include <algorithm>
#include <ranges>

using namespace ferry;
using namespace ferry::api;
using core::Context;
using core::ImageLayout;

namespace {

constexpr cl_mem_object_type Types[] = {
    CL_MEM_OBJECT_IMAGE1D,       CL_MEM_OBJECT_IMAGE1D_BUFFER,
    CL_MEM_OBJECT_IMAGE1D_ARRAY, CL_MEM_OBJECT_IMAGE2D,
    CL_MEM_OBJECT_IMAGE2D_ARRAY, CL_MEM_OBJECT_IMAGE3D};

/// What stands for all formats: none has larger elements or more types.
constexpr cl_image_format AnyFormat = {CL_RGBA, CL_FLOAT};

/// One of the sizes of an image.
struct Size {
  std::size_t cl_image_desc::*given;
  std::size_t ImageLayout::*taken;
  std::size_t ImageLimits::*limit;
};
constexpr Size Width = {&cl_image_desc::image_width, &ImageLayout::width,
                        &ImageLimits::width};
constexpr Size Height = {&cl_image_desc::image_height, &ImageLayout::height,
                         &ImageLimits::height};
constexpr Size Depth = {&cl_image_desc::image_depth, &ImageLayout::depth,
                        &ImageLimits::depth};
constexpr Size ArraySize = {&cl_image_desc::image_array_size,
                            &ImageLayout::arraySize, &ImageLimits::arraySize};

/// The largest \p S of images of the type of \p Desc, whose other members are
/// as there. Sizes that are 0 there are no reason for less: any is possible,
/// though not the largest of all at a time.
std::size_t maxOfType(const Context &C, const cl_image_format &Format,
                      cl_image_desc Desc, const Size &S) {
  const std::size_t Limit = imageLimits(Desc.image_type).*S.limit;
  // "If image_desc is not NULL, then image_type must be either 0,
  // CL_MEM_OBJECT_IMAGE2D, CL_MEM_OBJECT_IMAGE2D_ARRAY, or
  // CL_MEM_OBJECT_IMAGE3D, otherwise CL_INVALID_IMAGE_DESCRIPTOR is returned."
  require(Limit, CL_INVALID_IMAGE_DESCRIPTOR);
  // "The value of its image_width member is ignored".
  Desc.*S.given = 1;
  for (const Size &Other : {Width, Height, Depth, ArraySize})
    if (!(Desc.*Other.given))
      Desc.*Other.given = 1;
  ImageLayout L = parseSizes(Format, Desc, CL_INVALID_IMAGE_DESCRIPTOR);
  auto IsPossible = [&](std::size_t Value) {
    L.*S.taken = Value;
    if (!takePitches(L, Desc.image_row_pitch, 0) ||
        (Desc.image_slice_pitch && L.slicePitch > Desc.image_slice_pitch))
      return false;
    if (Desc.image_slice_pitch && L.slicePitch)
      L.slicePitch = Desc.image_slice_pitch;
    return fits(C, L);
  };
  const auto Values = std::views::iota(std::size_t(1), Limit + 1);
  const auto Possible = std::ranges::partition_point(Values, IsPossible);
  require(Possible != Values.begin(), CL_INVALID_IMAGE_DESCRIPTOR);
  return std::size_t(Possible - Values.begin());
}

/// Likewise; "the value returned be supported for all possible values of the
/// members that are set to 0", the type among them.
cl_uint maxOf(const Context &C, const cl_image_format &Format,
              cl_image_desc Desc, const Size &S) {
  if (Desc.image_type)
    return cl_uint(maxOfType(C, Format, Desc, S));
  std::size_t Least = SIZE_MAX;
  for (const cl_mem_object_type Type : Types)
    if (imageLimits(Type).*S.limit) {
      Desc.image_type = Type;
      Least = std::min(Least, maxOfType(C, Format, Desc, S));
    }
  return cl_uint(Least);
}

} // namespace

cl_int clGetImageRequirementsInfoEXT(
    cl_context context, const cl_mem_properties *properties, cl_mem_flags flags,
    const cl_image_format *image_format, const cl_image_desc *image_desc,
    cl_image_requirements_info_ext param_name, size_t param_value_size,
    void *param_value, size_t *param_value_size_ret) {
  return call(__func__, [&] {
    Context &C = Context::from(context);
    const auto Properties = MemProperties::parse(C, properties, false);
    checkFlags(flags & ~cl_mem_flags(CL_MEM_KERNEL_READ_AND_WRITE),
               Properties.isImport());
    // "image_format or image_desc are allowed to be NULL." Two-dimensional
    // images have all formats.
    const cl_image_format &Format = image_format ? *image_format : AnyFormat;
    const cl_image_desc Desc = image_desc ? *image_desc : cl_image_desc{};
    // "CL_INVALID_IMAGE_FORMAT_DESCRIPTOR if values specified in image_format
    // are not valid".
    require(image::isValid(Format) &&
                image::isSupported(Format, Desc.image_type
                                               ? Desc.image_type
                                               : CL_MEM_OBJECT_IMAGE2D),
            CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
    // "CL_INVALID_IMAGE_DESCRIPTOR if values specified in image_desc are not
    // valid".
    auto CheckDesc = [&] {
      if (image_desc)
        parseSizes(Format, Desc, CL_INVALID_IMAGE_DESCRIPTOR);
    };
    Info Out(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
    case CL_IMAGE_REQUIREMENTS_BASE_ADDRESS_ALIGNMENT_EXT:
      CheckDesc();
      return Out.write<size_t>(image::alignment(Format));
    case CL_IMAGE_REQUIREMENTS_ROW_PITCH_ALIGNMENT_EXT:
    case CL_IMAGE_REQUIREMENTS_SLICE_PITCH_ALIGNMENT_EXT:
      CheckDesc();
      return Out.write<size_t>(image::elementBytes(Format));
    case CL_IMAGE_REQUIREMENTS_SIZE_EXT: {
      // "Both image_format and image_desc must be non-NULL, otherwise
      // CL_INVALID_VALUE is returned."
      require(image_format && image_desc, CL_INVALID_VALUE);
      ImageLayout L = parseSizes(Format, Desc, CL_INVALID_IMAGE_DESCRIPTOR);
      require(takePitches(L, Desc.image_row_pitch, Desc.image_slice_pitch),
              CL_INVALID_IMAGE_DESCRIPTOR);
      return Out.write<size_t>(L.bytes());
    }
    case CL_IMAGE_REQUIREMENTS_MAX_WIDTH_EXT:
      return Out.write<cl_uint>(maxOf(C, Format, Desc, Width));
    case CL_IMAGE_REQUIREMENTS_MAX_HEIGHT_EXT:
      return Out.write<cl_uint>(maxOf(C, Format, Desc, Height));
    case CL_IMAGE_REQUIREMENTS_MAX_DEPTH_EXT:
      return Out.write<cl_uint>(maxOf(C, Format, Desc, Depth));
    case CL_IMAGE_REQUIREMENTS_MAX_ARRAY_SIZE_EXT:
      return Out.write<cl_uint>(maxOf(C, Format, Desc, ArraySize));
    default:
      Info::unknown();
    }
  });
}
