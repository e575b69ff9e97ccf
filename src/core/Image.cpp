//===- Image.cpp - Images -------------------------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "core/Image.h"

#include "image/Format.h"

#include <algorithm>
#include <cstring>

using namespace ferry::core;

std::array<std::size_t, 3> ImageLayout::extent() const {
  if (type == CL_MEM_OBJECT_IMAGE1D_ARRAY)
    return {width, arraySize, 1};
  return {width, std::max<std::size_t>(height, 1),
          std::max<std::size_t>({depth, arraySize, 1})};
}

std::array<std::size_t, 3> ImageLayout::pitches() const {
  const std::size_t Element = ferry::image::elementBytes(format);
  // The rows of a 1D array are its layers.
  if (type == CL_MEM_OBJECT_IMAGE1D_ARRAY)
    return {Element, slicePitch, slicePitch * arraySize};
  return {Element, rowPitch, slicePitch ? slicePitch : rowPitch * extent()[1]};
}

std::size_t ImageLayout::bytes() const {
  const bool HasLayers = depth || arraySize;
  std::size_t Bytes;
  return __builtin_mul_overflow(HasLayers ? slicePitch : rowPitch,
                                HasLayers ? depth + arraySize : extent()[1],
                                &Bytes)
             ? SIZE_MAX
             : Bytes;
}

Image::Image(Context &C, std::vector<cl_mem_properties> Properties,
             cl_mem_flags Flags, const ImageLayout &Layout, const void *HostPtr,
             const ImageLayout &HostLayout,
             std::unique_ptr<ExternalMemory> Imported)
    : Memory(C, std::move(Properties), Flags, Layout.bytes(),
             const_cast<void *>(HostPtr), std::move(Imported), Layout.type),
      Layout(Layout) {
  describe();
  if (!(Flags & CL_MEM_COPY_HOST_PTR))
    return;
  const auto Extent = Layout.extent();
  const auto To = Layout.pitches(), From = HostLayout.pitches();
  for (std::size_t Z = 0; Z != Extent[2]; ++Z)
    for (std::size_t Y = 0; Y != Extent[1]; ++Y)
      std::memcpy(data() + Z * To[2] + Y * To[1],
                  static_cast<const std::byte *>(HostPtr) + Z * From[2] +
                      Y * From[1],
                  Extent[0] * To[0]);
}

Image::Image(Memory &Parent, std::vector<cl_mem_properties> Properties,
             cl_mem_flags Flags, const ImageLayout &Layout)
    : Memory(Parent, std::move(Properties), Flags, Layout.bytes(), Layout.type),
      Layout(Layout) {
  describe();
}

Image *Image::tryFrom(cl_mem Handle) {
  Memory *M = Memory::tryFrom(Handle);
  return M && M->isImage() ? static_cast<Image *>(M) : nullptr;
}

Image &Image::from(cl_mem Handle) {
  Image *I = tryFrom(Handle);
  require(I, CL_INVALID_MEM_OBJECT);
  return *I;
}

void Image::describe() {
  Shared = {};
  image::describe(Layout.format, Shared);
  const std::size_t Element = elementBytes();
  Shared.data = reinterpret_cast<std::uintptr_t>(data());
  Shared.width = FerryInt(Layout.width);
  Shared.height = FerryInt(std::max<std::size_t>(Layout.height, 1));
  Shared.layers =
      FerryInt(std::max<std::size_t>({Layout.depth, Layout.arraySize, 1}));
  Shared.rowTexels = FerryInt(Layout.rowPitch / Element);
  Shared.layerTexels = FerryInt(Layout.slicePitch / Element);
}
