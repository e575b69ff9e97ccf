//===- DeviceFilter.h - The filter on an OpenCL device ----------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFILTER_DEVICEFILTER_H
#define TILEFILTER_DEVICEFILTER_H

#include "Device.h"
#include "Picture.h"

namespace tilefilter {

/// One picture on one device, ready to be filtered again and again.
class DeviceFilter {
public:
  /// \throws cl::Error, or std::runtime_error if the program does not build.
  DeviceFilter(const cl::Device &Device, const Picture &Source);

  /// Filters the picture, and returns when that is done.
  void run();

  /// What run() computed.
  Picture result() const;

  /// Seconds of clCreateProgramWithSource and clBuildProgram.
  double buildSeconds() const { return BuildSeconds; }

private:
  cl::Context Context;
  cl::CommandQueue Queue;
  cl::Kernel Kernel;
  cl::Buffer In, Out;
  cl::NDRange GlobalSize, LocalSize;
  std::size_t Width, Height;
  double BuildSeconds = 0;
};

/// Draws the picture that is used when none is given.
Picture drawPhotograph(const cl::Device &Device, std::size_t Width,
                       std::size_t Height);

} // namespace tilefilter

#endif // TILEFILTER_DEVICEFILTER_H
