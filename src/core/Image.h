//===- Image.h - Images -----------------------------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CORE_IMAGE_H
#define FERRY_CORE_IMAGE_H

#include "core/MemObject.h"
#include "ferry/image.h"

#include <array>
#include <vector>

namespace ferry::core {

/// How an image lies in memory. What the type of the image has no use for is 0,
/// as the queries return it.
struct ImageLayout {
  cl_mem_object_type type;
  cl_image_format format;
  std::size_t width, height, depth, arraySize; ///< Elements, images.
  std::size_t rowPitch;                        ///< Bytes.
  std::size_t slicePitch; ///< Bytes; 0 without slices and layers.
  cl_uint mipLevels = 0;  ///< As num_mip_levels: 0 or 1 if it is no mip map.

  /// Elements of a row, rows (layers of a 1D array), and slices or layers: the
  /// space that origins and regions of commands are in. None is 0.
  std::array<std::size_t, 3> extent() const;
  /// Bytes from one to the next in each of these dimensions.
  std::array<std::size_t, 3> pitches() const;
  /// Bytes from the first element to behind the last row, of the last level.
  /// Saturates.
  std::size_t bytes() const;

  unsigned numLevels() const { return mipLevels ? mipLevels : 1; }
  /// A level of a mip map as an image. The levels lie one after the other,
  /// those after the first without gaps.
  ImageLayout level(unsigned Number) const;
  /// Bytes from the first level to \p Number.
  std::size_t levelOffset(unsigned Number) const;
};

/// An image of any type but those with several samples.
class Image final : public MemObject {
public:
  /// Elements of an image, those between its rows and layers included: what
  /// kernels index with an int.
  static constexpr std::size_t MaxElements = std::size_t(1) << 31;

  /// Levels of a mip map: as many as the largest images have.
  /// Those after one of a single element are of one, too.
  static constexpr unsigned MaxMipLevels = 16;

  /// With CL_MEM_USE_HOST_PTR \p HostPtr is the storage and lies in memory as
  /// \p Layout says. With CL_MEM_COPY_HOST_PTR the contents are copied from
  /// there, where rows and slices have the pitches of \p HostLayout. Or
  /// \p Imported is the storage. Throws CL_MEM_OBJECT_ALLOCATION_FAILURE.
  Image(Context &C, std::vector<cl_mem_properties> Properties,
        cl_mem_flags Flags, const ImageLayout &Layout, const void *HostPtr,
        const ImageLayout &HostLayout,
        std::unique_ptr<ExternalMemory> Imported = nullptr);
  /// An image on the storage of \p Parent, a buffer or an image.
  Image(MemObject &Parent, std::vector<cl_mem_properties> Properties,
        cl_mem_flags Flags, const ImageLayout &Layout);

  /// The image behind a handle, or null if it is none.
  static Image *tryFrom(cl_mem Handle);
  /// The image behind a handle; throws CL_INVALID_MEM_OBJECT.
  static Image &from(cl_mem Handle);

  const ImageLayout &layout() const { return Layout; }
  std::size_t elementBytes() const {
    return std::size_t(1) << shared().logBytes;
  }
  /// What kernels are given; the levels of a mip map follow.
  const FerryImage &shared() const { return Shared.front(); }

private:
  void describe();

  const ImageLayout Layout;
  std::vector<FerryImage> Shared; ///< For each level.
};

} // namespace ferry::core

#endif // FERRY_CORE_IMAGE_H
