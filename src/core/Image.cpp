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

/// Of one level.
static std::size_t levelBytes(const ImageLayout &L) {
  const bool HasLayers = L.depth || L.arraySize;
  std::size_t Bytes;
  return __builtin_mul_overflow(
             HasLayers ? L.slicePitch : L.rowPitch,
             HasLayers ? L.depth + L.arraySize : L.extent()[1], &Bytes)
             ? SIZE_MAX
             : Bytes;
}

std::size_t ImageLayout::levelOffset(unsigned Number) const {
  std::size_t Offset = 0;
  for (unsigned I = 0; I != Number; ++I)
    if (__builtin_add_overflow(Offset, levelBytes(level(I)), &Offset))
      return SIZE_MAX;
  return Offset;
}

std::size_t ImageLayout::bytes() const { return levelOffset(numLevels()); }

ImageLayout ImageLayout::level(unsigned Number) const {
  if (Number == 0)
    return *this;
  // "Each successively smaller mipmap level is half the size of the previous
  // level", rounded down, and at least 1.
  auto Half = [&](std::size_t Size) {
    return Size ? std::max<std::size_t>(Size >> Number, 1) : 0;
  };
  ImageLayout L = *this;
  L.width = Half(width);
  L.height = Half(height);
  L.depth = Half(depth);
  L.rowPitch = L.width * ferry::image::elementBytes(format);
  if (slicePitch)
    L.slicePitch = L.rowPitch * std::max<std::size_t>(L.height, 1);
  return L;
}

Image::Image(Context &C, std::vector<cl_mem_properties> Properties,
             cl_mem_flags Flags, const ImageLayout &Layout, const void *HostPtr,
             const ImageLayout &HostLayout,
             std::unique_ptr<ExternalMemory> Imported)
    : MemObject(C, std::move(Properties), Flags, Layout.bytes(),
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

Image::Image(MemObject &Parent, std::vector<cl_mem_properties> Properties,
             cl_mem_flags Flags, const ImageLayout &Layout)
    : MemObject(Parent, std::move(Properties), Flags, Layout.bytes(),
                Layout.type),
      Layout(Layout) {
  describe();
}

Image *Image::tryFrom(cl_mem Handle) {
  MemObject *M = MemObject::tryFrom(Handle);
  return M && M->isImage() ? static_cast<Image *>(M) : nullptr;
}

Image &Image::from(cl_mem Handle) {
  Image *I = tryFrom(Handle);
  require(I, CL_INVALID_MEM_OBJECT);
  return *I;
}

void Image::describe() {
  Shared.resize(Layout.numLevels());
  for (unsigned I = 0; I != Shared.size(); ++I) {
    const ImageLayout L = Layout.level(I);
    FerryImage &S = Shared[I];
    image::describe(L.format, S);
    const std::size_t Element = std::size_t(1) << S.logBytes;
    S.data = reinterpret_cast<std::uintptr_t>(data()) + Layout.levelOffset(I);
    S.width = FerryInt(L.width);
    S.height = FerryInt(std::max<std::size_t>(L.height, 1));
    S.layers = FerryInt(std::max<std::size_t>({L.depth, L.arraySize, 1}));
    S.rowTexels = FerryInt(L.rowPitch / Element);
    S.layerTexels = FerryInt(L.slicePitch / Element);
    S.levels = FerryInt(Shared.size());
  }
}
