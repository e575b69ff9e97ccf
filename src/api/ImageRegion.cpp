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

/// Where an origin has the level of a mip map (section 5.3.6): behind the
/// dimensions of the image.
static unsigned levelPlace(cl_mem_object_type Type) {
  switch (Type) {
  case CL_MEM_OBJECT_IMAGE1D:
    return 1;
  case CL_MEM_OBJECT_IMAGE1D_ARRAY:
  case CL_MEM_OBJECT_IMAGE2D:
    return 2;
  default:
    return 3;
  }
}

ImageRegion ImageRegion::parse(const Image &I, const std::size_t *Origin,
                               const std::size_t *Region) {
  // "CL_INVALID_VALUE if origin is NULL", "if region is NULL".
  require(Origin && Region, CL_INVALID_VALUE);
  std::size_t First[] = {Origin[0], Origin[1], Origin[2], 0}, Level = 0;
  if (I.layout().numLevels() > 1) {
    const unsigned Place = levelPlace(I.type());
    Level = Origin[Place];
    First[Place] = 0;
    // "CL_INVALID_MIP_LEVEL if [...] the mip level specified in origin is not a
    // valid level for image."
    require(Level < I.layout().numLevels(), CL_INVALID_MIP_LEVEL);
  }
  const ImageLayout Layout = I.layout().level(unsigned(Level));
  const auto Extent = Layout.extent(), Pitches = Layout.pitches();
  for (unsigned D = 0; D != 3; ++D) {
    // "The values in region cannot be 0."
    require(Region[D], CL_INVALID_VALUE);
    // "CL_INVALID_VALUE if the region [...] specified by origin and region is
    // out of bounds." Dimensions that the image does not have are of length 1:
    // "if image is a 2D image object, origin[2] must be 0", "region[2] must be
    // 1" and so on.
    require(First[D] <= Extent[D] && Region[D] <= Extent[D] - First[D],
            CL_INVALID_VALUE);
  }
  return {I.layout().levelOffset(unsigned(Level)) + First[0] * Pitches[0] +
              First[1] * Pitches[1] + First[2] * Pitches[2],
          {Region[0] * Pitches[0], Region[1], Region[2]},
          Pitches[1],
          Pitches[2],
          unsigned(Level)};
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
