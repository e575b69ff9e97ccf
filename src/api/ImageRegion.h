//===- ImageRegion.h - Regions of images ------------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_API_IMAGEREGION_H
#define FERRY_API_IMAGEREGION_H

#include "core/Command.h"
#include "core/Image.h"

namespace ferry::api {

/// The region of an image that a command is about, checked.
struct ImageRegion {
  std::size_t start;     ///< Bytes from the image's start to the first element.
  std::size_t region[3]; ///< Bytes of a row, rows, slices.
  std::size_t rowPitch;  ///< Bytes from a row to the next.
  std::size_t slicePitch; ///< Bytes from a slice to the next.
  unsigned level;         ///< Of a mip map.

  /// Throws CL_INVALID_VALUE for a null pointer, an empty region and one that
  /// is out of bounds, CL_INVALID_MIP_LEVEL. \p Origin and \p Region are in
  /// elements; the layers of an array are its last dimension. Of a mip map
  /// \p Origin has the level behind that.
  static ImageRegion parse(const core::Image &I, const std::size_t *Origin,
                           const std::size_t *Region);

  std::size_t bytes() const { return region[0] * region[1] * region[2]; }
};

/// The same region elsewhere: in host memory, or in a buffer.
struct HostRegion {
  std::size_t rowPitch, slicePitch; ///< Bytes.

  /// Throws CL_INVALID_VALUE for pitches that \p I or \p Region forbid; a pitch
  /// of 0 is that of elements, rows and slices without gaps.
  static HostRegion parse(const core::Image &I, const ImageRegion &Region,
                          std::size_t RowPitch, std::size_t SlicePitch);
};

} // namespace ferry::api

#endif // FERRY_API_IMAGEREGION_H
