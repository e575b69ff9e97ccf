//===- Enlarger.cpp - A picture through images ----------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Enlarger.h"
#include "Sources.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

namespace darkroom {

double Recipe::scale(const Picture &Negative) const {
  return std::max(double(Negative.width) / double(width),
                  double(Negative.height) / double(height));
}

int Recipe::samples(const Picture &Negative) const {
  return std::clamp(int(std::ceil(scale(Negative))), 1, 16);
}

Enlarger::Enlarger(const cl::Device &Device, const Picture &Source,
                   const Recipe &Recipe)
    : Context(Device), Queue(Context, Device), Width(Recipe.width),
      Height(Recipe.height) {
  if (!Device.getInfo<CL_DEVICE_IMAGE_SUPPORT>())
    throw std::runtime_error("the device has no images");
  const cl::ImageFormat Format(CL_RGBA, CL_UNORM_INT8);
  Negative = cl::Image2D(Context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                         Format, Source.width, Source.height, 0,
                         const_cast<std::uint8_t *>(Source.bytes.data()));
  Print = cl::Image2D(Context, CL_MEM_READ_WRITE, Format, Width, Height);
  Sharp = cl::Image2D(Context, CL_MEM_WRITE_ONLY, Format, Width, Height);

  const cl::Program Program =
      tilefilter::buildProgram(Context, DarkroomSource, "");
  const double Angle = Recipe.degrees * std::numbers::pi / 180;
  const double Scale = Recipe.scale(Source);
  const auto Cosine = cl_float(Scale * std::cos(Angle)),
             Sine = cl_float(Scale * std::sin(Angle));
  Enlarge = cl::Kernel(Program, "enlarge");
  Enlarge.setArg(0, Negative);
  Enlarge.setArg(1, Print);
  // What is turned to the right is looked up to the left.
  Enlarge.setArg(2, cl_float2{{Cosine, -Sine}});
  Enlarge.setArg(3, cl_float2{{Sine, Cosine}});
  Enlarge.setArg(4, cl_int(Recipe.samples(Source)));
  Sharpen = cl::Kernel(Program, "sharpen");
  Sharpen.setArg(0, Print);
  Sharpen.setArg(1, Sharp);
  Sharpen.setArg(2, cl_float(Recipe.amount));
}

void Enlarger::run() {
  for (const cl::Kernel *Each : {&Enlarge, &Sharpen})
    Queue.enqueueNDRangeKernel(*Each, cl::NullRange,
                               cl::NDRange(Width, Height));
  Queue.finish();
}

Picture Enlarger::result() const {
  Picture Result(Width, Height);
  Queue.enqueueReadImage(Sharp, CL_TRUE, {0, 0, 0}, {Width, Height, 1}, 0, 0,
                         Result.bytes.data());
  return Result;
}

} // namespace darkroom
