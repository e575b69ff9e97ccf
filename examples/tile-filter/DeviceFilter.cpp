//===- DeviceFilter.cpp - The filter on an OpenCL device ------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "DeviceFilter.h"
#include "Sources.h"
#include "host/Statistics.h"

#include <algorithm>
#include <stdexcept>

namespace tilefilter {

namespace {

/// Work-items of a group. They share the work of a tile, but every copy is the
/// whole group's, so that many of them gain nothing on a CPU.
constexpr std::size_t GroupSize = 16;

/// Pixels.
struct TileSize {
  std::size_t width, height;

  /// What filter.cl keeps in local memory: two tiles with their margins of 2
  /// pixels, and two results.
  std::size_t localBytes() const {
    return 2 * ((width + 4) * (height + 4) + width * height) *
           Picture::PixelBytes;
  }
};

/// The largest tiles that the device has local memory for.
TileSize chooseTile(const cl::Device &Device) {
  auto LocalBytes = Device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>();
  // The local memory of a CPU is its cache: larger tiles gain nothing.
  constexpr TileSize Sizes[] = {{256, 32}, {256, 16}, {128, 16},
                                {128, 8},  {64, 8},   {16, 8}};
  for (TileSize Size : Sizes)
    if (Size.localBytes() <= LocalBytes)
      return Size;
  throw std::runtime_error("the device has only " + std::to_string(LocalBytes) +
                           " bytes of local memory");
}

} // namespace

DeviceFilter::DeviceFilter(const cl::Device &Device, const Picture &Source)
    : Context(Device), Queue(Context, Device), Width(Source.width),
      Height(Source.height) {
  TileSize Tile = chooseTile(Device);
  cl::Program Program;
  BuildSeconds = host::seconds([&] {
    Program = buildProgram(Context, FilterSource,
                           "-DTILE_WIDTH=" + std::to_string(Tile.width) +
                               " -DTILE_HEIGHT=" + std::to_string(Tile.height) +
                               " -DGROUP_SIZE=" + std::to_string(GroupSize));
  });

  std::size_t Bytes = Source.bytes.size();
  In = cl::Buffer(Context, CL_MEM_READ_ONLY, Bytes);
  Out = cl::Buffer(Context, CL_MEM_WRITE_ONLY, Bytes);
  Queue.enqueueWriteBuffer(In, CL_TRUE, 0, Bytes, Source.bytes.data());

  Kernel = cl::Kernel(Program, "filter_tiles");
  Kernel.setArg(0, In);
  Kernel.setArg(1, Out);
  Kernel.setArg(2, cl_int(Width));
  Kernel.setArg(3, cl_int(Height));

  // A few groups for each compute unit, so that none is idle at the end, and
  // each with many tiles, so that most copies overlap with a computation.
  std::size_t Tiles = ((Width + Tile.width - 1) / Tile.width) *
                      ((Height + Tile.height - 1) / Tile.height);
  std::size_t Groups = std::min<std::size_t>(
      Tiles, 8 * Device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>());
  LocalSize = cl::NDRange(GroupSize);
  GlobalSize = cl::NDRange(Groups * GroupSize);
}

void DeviceFilter::run() {
  Queue.enqueueNDRangeKernel(Kernel, cl::NullRange, GlobalSize, LocalSize);
  Queue.finish();
}

Picture DeviceFilter::result() const {
  Picture Result(Width, Height);
  Queue.enqueueReadBuffer(Out, CL_TRUE, 0, Result.bytes.size(),
                          Result.bytes.data());
  return Result;
}

Picture drawPhotograph(const cl::Device &Device, std::size_t Width,
                       std::size_t Height) {
  cl::Context Context(Device);
  cl::CommandQueue Queue(Context, Device);
  Picture Result(Width, Height);
  cl::Buffer Pixels(Context, CL_MEM_WRITE_ONLY, Result.bytes.size());
  cl::Kernel Draw(buildProgram(Context, PhotographSource, ""), "draw");
  Draw.setArg(0, Pixels);
  Draw.setArg(1, cl_int(Width));
  Draw.setArg(2, cl_int(Height));
  Queue.enqueueNDRangeKernel(Draw, cl::NullRange, cl::NDRange(Width, Height));
  Queue.enqueueReadBuffer(Pixels, CL_TRUE, 0, Result.bytes.size(),
                          Result.bytes.data());
  return Result;
}

} // namespace tilefilter
