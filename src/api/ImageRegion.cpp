//===- ImageRegion.cpp - Regions of images --------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "api/ImageRegion.h"

#include "api/Entry.h"

using namespace ferry::api;
using ferry::core::Image;
using ferry::core::ImageLayout;

ImageRegion ImageRegion::parse(const Image &I, const std::size_t *Origin,
                               const std::size_t *Region) {
  // "CL_INVALID_VALUE if origin is NULL", "if region is NULL".
  require(Origin && Region, CL_INVALID_VALUE);
  const auto Extent = I.layout().extent(), Pitches = I.layout().pitches();
  for (unsigned D = 0; D != 3; ++D) {
    // "The values in region cannot be 0."
    require(Region[D], CL_INVALID_VALUE);
    // "CL_INVALID_VALUE if the region [...] specified by origin and region is
    // out of bounds." Dimensions that the image does not have are of length 1:
    // "if image is a 2D image object, origin[2] must be 0", "region[2] must be
    // 1" and so on.
    require(Origin[D] <= Extent[D] && Region[D] <= Extent[D] - Origin[D],
            CL_INVALID_VALUE);
  }
  return {Origin[0] * Pitches[0] + Origin[1] * Pitches[1] +
              Origin[2] * Pitches[2],
          {Region[0] * Pitches[0], Region[1], Region[2]},
          Pitches[1],
          Pitches[2]};
}

HostRegion HostRegion::parse(const Image &I, const ImageRegion &Region,
                             std::size_t RowPitch, std::size_t SlicePitch) {
  const ImageLayout &Layout = I.layout();
  // "If row_pitch is set to 0, the appropriate row pitch is calculated based on
  // the size of each element in bytes multiplied by width", otherwise "this
  // value must be greater than or equal to the element size in bytes × width."
  const std::size_t Row = RowPitch ? RowPitch : Region.region[0];
  require(Row >= Region.region[0], CL_INVALID_VALUE);
  // "CL_INVALID_VALUE if image is a 1D or 2D image and slice_pitch or
  // input_slice_pitch is not zero."
  require(!SlicePitch || Layout.slicePitch, CL_INVALID_VALUE);
  // "If slice_pitch is set to 0, the appropriate slice pitch is calculated
  // based on the row_pitch × height." A layer of a 1D image array is one row.
  const bool RowsAreLayers = Layout.type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
  std::size_t Least;
  require(!__builtin_mul_overflow(Row, RowsAreLayers ? 1 : Region.region[1],
                                  &Least),
          CL_INVALID_VALUE);
  const std::size_t Slice = SlicePitch ? SlicePitch : Least;
  // "Otherwise this value must be greater than or equal to row_pitch × height."
  require(Slice >= Least, CL_INVALID_VALUE);
  return RowsAreLayers ? HostRegion{Slice, Slice * Region.region[1]}
                       : HostRegion{Row, Slice};
}
