//===- Enlarger.h - A picture through images --------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef DARKROOM_ENLARGER_H
#define DARKROOM_ENLARGER_H

#include "tile-filter/Device.h"
#include "tile-filter/Picture.h"

namespace darkroom {

using tilefilter::Picture;

/// What becomes of a negative.
struct Recipe {
  std::size_t width, height; ///< Of the result, in pixels.
  double degrees = 0;        ///< To the right, about the centre.
  double amount = 0.5;       ///< Of sharpening; 0 changes nothing.

  /// Pixels of the negative from a pixel of the result to the next one to the
  /// right, without the rotation: all of the negative can be seen where it is
  /// upright.
  double scale(const Picture &Negative) const;
  /// Reads in each direction for a pixel of the result.
  int samples(const Picture &Negative) const;
};

/// One negative on one device, to be enlarged again and again.
class Enlarger {
public:
  /// \throws cl::Error, or std::runtime_error if the device has no images.
  Enlarger(const cl::Device &Device, const Picture &Negative,
           const Recipe &Recipe);

  /// Makes the result, and returns when that is done.
  void run();

  Picture result() const;

private:
  cl::Context Context;
  cl::CommandQueue Queue;
  cl::Image2D Negative, Print, Sharp;
  cl::Kernel Enlarge, Sharpen;
  std::size_t Width, Height;
};

/// The same in scalar C++, in double precision.
Picture enlargeReference(const Picture &Negative, const Recipe &Recipe);

} // namespace darkroom

#endif // DARKROOM_ENLARGER_H
