//===- ImageDescriptor.cpp - What images can be made of -------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "api/ImageDescriptor.h"

#include "api/Entry.h"
#include "image/Format.h"

#include <algorithm>

using namespace ferry;
using core::Device;
using core::Image;
using core::ImageLayout;

api::ImageLimits api::imageLimits(cl_mem_object_type Type) {
  constexpr std::size_t Flat = Device::MaxImage2DSize,
                        Deep = Device::MaxImage3DSize,
                        Layers = Device::MaxImageArraySize;
  switch (Type) {
  case CL_MEM_OBJECT_IMAGE1D:
    return {Flat, 0, 0, 0};
  case CL_MEM_OBJECT_IMAGE1D_BUFFER:
    return {Device::MaxImageBufferSize, 0, 0, 0};
  case CL_MEM_OBJECT_IMAGE1D_ARRAY:
    return {Flat, 0, 0, Layers};
  case CL_MEM_OBJECT_IMAGE2D:
    return {Flat, Flat, 0, 0};
  case CL_MEM_OBJECT_IMAGE2D_ARRAY:
    return {Flat, Flat, 0, Layers};
  case CL_MEM_OBJECT_IMAGE3D:
    return {Deep, Deep, Deep, 0};
  default:
    throw core::Error(CL_INVALID_IMAGE_DESCRIPTOR);
  }
}

void api::checkFormat(const cl_image_format *Format) {
  // "CL_INVALID_IMAGE_FORMAT_DESCRIPTOR if image_format is NULL", "if values
  // specified in image_format are not valid".
  require(Format && image::isValid(*Format),
          CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
}

ImageLayout api::parseSizes(const cl_image_format &Format,
                            const cl_image_desc &Desc, cl_int SizeError) {
  const ImageLimits Max = imageLimits(Desc.image_type);
  auto Parse = [&](std::size_t Size, std::size_t Largest) -> std::size_t {
    // image_height: "It is only used if the image is a 2D image, 2D image
    // array, or 3D image." Likewise the others.
    if (!Largest)
      return 0;
    // "The image width must be greater than or equal to one and less than or
    // equal to the value returned for CL_DEVICE_IMAGE2D_MAX_WIDTH".
    require(Size >= 1 && Size <= Largest, SizeError);
    return Size;
  };
  const ImageLayout L = {.type = Desc.image_type,
                         .format = Format,
                         .width = Parse(Desc.image_width, Max.width),
                         .height = Parse(Desc.image_height, Max.height),
                         .depth = Parse(Desc.image_depth, Max.depth),
                         .arraySize =
                             Parse(Desc.image_array_size, Max.arraySize),
                         .rowPitch = 0,
                         .slicePitch = 0,
                         .mipLevels = Desc.num_mip_levels};
  require(L.numLevels() <= Image::MaxMipLevels, CL_INVALID_IMAGE_DESCRIPTOR);
  // "num_samples must be 0."
  require(!Desc.num_samples, CL_INVALID_IMAGE_DESCRIPTOR);
  return L;
}

bool api::takePitches(ImageLayout &L, std::size_t RowPitch,
                      std::size_t SlicePitch) {
  const std::size_t Element = image::elementBytes(L.format);
  const std::size_t Row = L.width * Element;
  L.rowPitch = RowPitch ? RowPitch : Row;
  // "If image_row_pitch is non-zero, then it must be greater than or equal to
  // the image_width times the size of an image element in bytes, and must be a
  // multiple of the size of an image element in bytes."
  if (L.rowPitch < Row || L.rowPitch % Element != 0)
    return false;
  if (!L.depth && !L.arraySize)
    return true;
  std::size_t Slice;
  if (__builtin_mul_overflow(L.rowPitch, std::max<std::size_t>(L.height, 1),
                             &Slice))
    return false;
  L.slicePitch = SlicePitch ? SlicePitch : Slice;
  // "The image slice pitch must be >= the image row pitch × image_height for a
  // 2D image array or a 3D image, must be >= the image row pitch for a 1D image
  // array, and must be a multiple of the image row pitch."
  return L.slicePitch >= Slice && L.slicePitch % L.rowPitch == 0;
}

bool api::fits(const core::Context &C, const ImageLayout &L) {
  const std::size_t Bytes = L.bytes();
  return Bytes / image::elementBytes(L.format) <= Image::MaxElements &&
         std::all_of(
             C.devices().begin(), C.devices().end(),
             [&](const Device *D) { return Bytes <= D->maxAllocBytes(); });
}
