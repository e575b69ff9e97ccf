//===- ImageGrids.cpp - Images read and written along their rows ----------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Work-items side by side at texels side by side, as filters have them: one
/// kernel that goes through formats and samplers, against ImageReference.h.
///
//===----------------------------------------------------------------------===//

#include "ImageReference.h"
#include "Support.h"

#include <cmath>
#include <cstring>

using namespace conformance;

namespace {

using Sampler = Handle<cl_sampler, clReleaseSampler>;

const char Source[] = R"(
kernel void shifted(read_only image2d_t im, sampler_t s, int2 by,
                    global float4 *out) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  out[at.y * get_global_size(0) + at.x] = read_imagef(im, s, at + by);
}
kernel void clamped(read_only image2d_t im, int2 by, global float4 *out) {
  const sampler_t edge = CLK_NORMALIZED_COORDS_FALSE |
                         CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  out[at.y * get_global_size(0) + at.x] = read_imagef(im, edge, at + by);
}
kernel void copy(read_only image2d_t from, sampler_t s, write_only image2d_t to) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imagef(to, at, read_imagef(from, s, at));
}
)";

const ImageKind &twoDimensions() {
  for (const ImageKind &K : ImageKinds)
    if (K.type == CL_MEM_OBJECT_IMAGE2D && !K.isDepth)
      return K;
  std::abort();
}

/// Those that read_imagef reads, packed and normalised with a sign but once.
std::vector<cl_image_format> formats() {
  cl_uint Count;
  ok(clGetSupportedImageFormats(context(), CL_MEM_READ_WRITE,
                                CL_MEM_OBJECT_IMAGE2D, 0, nullptr, &Count));
  std::vector<cl_image_format> All(Count);
  ok(clGetSupportedImageFormats(context(), CL_MEM_READ_WRITE,
                                CL_MEM_OBJECT_IMAGE2D, Count, All.data(),
                                nullptr));
  std::erase_if(All, [](const cl_image_format &F) {
    return classOf(F) != ChannelClass::Float ||
           F.image_channel_order == CL_DEPTH;
  });
  return All;
}

class ImageGrids : public testing::Test {
protected:
  std::mt19937_64 Random = randomSource();
  const Program P = build(Source);

  size_t below(size_t Limit) { return Random() % Limit; }

  ReferenceImage makeReference(const cl_image_format &F) {
    ReferenceImage R = {
        &twoDimensions(), F, {1 + below(100), 1 + below(4), 1}, 1, {}};
    R.data.resize(R.elements() * elementBytes(F));
    for (unsigned char &B : R.data)
      B = (unsigned char)Random();
    if (F.image_channel_data_type == CL_FLOAT)
      for (size_t I = 0; I != R.data.size(); I += 4) {
        const float Value = float(below(1000)) / 7;
        std::memcpy(&R.data[I], &Value, 4);
      }
    if (F.image_channel_data_type == CL_HALF_FLOAT)
      for (size_t I = 1; I < R.data.size(); I += 2)
        R.data[I] &= 0xbf; // No infinity, no NaN.
    return R;
  }

  Buffer upload(const ReferenceImage &R) {
    cl_image_desc Desc = {};
    Desc.image_type = CL_MEM_OBJECT_IMAGE2D;
    Desc.image_width = R.size[0];
    Desc.image_height = R.size[1];
    cl_int Code;
    Buffer Image(clCreateImage(
        context(), CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, &R.format, &Desc,
        const_cast<unsigned char *>(R.data.data()), &Code));
    ok(Code);
    return Image;
  }

  static Sampler sampler(cl_addressing_mode Addressing) {
    cl_int Code;
    Sampler S(clCreateSampler(context(), CL_FALSE, Addressing,
                              CL_FILTER_NEAREST, &Code));
    ok(Code);
    return S;
  }

  /// Whether \p K, whose last two arguments are a shift and floats, reads the
  /// texels of \p R with \p Addressing.
  void check(cl_kernel K, cl_uint Arg, const ReferenceImage &R,
             cl_addressing_mode Addressing) {
    const cl_int By[2] = {cl_int(below(7)) - 3, cl_int(below(7)) - 3};
    const size_t Width = R.size[0], Count = R.elements();
    Buffer Out = makeBuffer(Count * sizeof(cl_float4));
    ok(clSetKernelArg(K, Arg, sizeof(By), By));
    setArg(K, Arg + 1, Out);
    launch(K, {{Width, R.size[1]}, {}, {}});
    const auto Got = download<std::array<float, 4>>(Out, Count);
    for (size_t I = 0; I != Count; ++I) {
      const std::array<float, 4> At = {float(cl_int(I % Width) + By[0]) + 0.5f,
                                       float(cl_int(I / Width) + By[1]) + 0.5f};
      const Color Want =
          R.sample({false, Addressing, CL_FILTER_NEAREST}, At).front();
      for (unsigned C = 0; C != 4; ++C)
        ASSERT_LE(std::abs(double(Got[I][C]) - Want[C]),
                  2e-7 * (1 + std::abs(Want[C])))
            << "order 0x" << std::hex << R.format.image_channel_order
            << " type 0x" << R.format.image_channel_data_type << " address 0x"
            << Addressing << std::dec << " texel " << I << " of " << Width
            << " columns, shifted by " << By[0] << ", " << By[1];
    }
  }
};

TEST_F(ImageGrids, AKernelGoesThroughFormatsAndSamplers) {
  Kernel Shifted = makeKernel(P, "shifted"), Clamped = makeKernel(P, "clamped");
  for (int Iteration = 0; Iteration != 2; ++Iteration)
    for (const cl_image_format &F : formats()) {
      const ReferenceImage R = makeReference(F);
      Buffer Image = upload(R);
      setArg(Shifted, 0, Image);
      for (cl_addressing_mode A :
           {CL_ADDRESS_CLAMP, CL_ADDRESS_CLAMP_TO_EDGE}) {
        Sampler S = sampler(A);
        setArg(Shifted, 1, cl_sampler(S));
        ASSERT_NO_FATAL_FAILURE(check(Shifted, 2, R, A));
      }
      setArg(Clamped, 0, Image);
      ASSERT_NO_FATAL_FAILURE(check(Clamped, 1, R, CL_ADDRESS_CLAMP_TO_EDGE));
    }
}

// Also what the clone of a kernel knows of its arguments, and a kernel after
// others of the program have run.
TEST_F(ImageGrids, ACopyChangesNothing) {
  Kernel Copy = makeKernel(P, "copy");
  Sampler S = sampler(CL_ADDRESS_CLAMP);
  setArg(Copy, 1, cl_sampler(S));
  for (const cl_image_format &F : formats()) {
    // Several numbers are -1, and several NaN.
    if (F.image_channel_data_type == CL_SNORM_INT8 ||
        F.image_channel_data_type == CL_SNORM_INT16)
      continue;
    const ReferenceImage R = makeReference(F);
    ReferenceImage Blank = R;
    std::fill(Blank.data.begin(), Blank.data.end(), 0);
    Buffer From = upload(R), To = upload(Blank);
    setArg(Copy, 0, From);
    setArg(Copy, 2, To);
    cl_int Code;
    Kernel Clone(clCloneKernel(Copy, &Code));
    ok(Code);
    launch(below(2) ? Clone : Copy, {{R.size[0], R.size[1]}, {}, {}});
    const size_t Origin[3] = {}, Region[3] = {R.size[0], R.size[1], 1};
    ok(clEnqueueReadImage(queue(), To, CL_TRUE, Origin, Region, 0, 0,
                          Blank.data.data(), 0, nullptr, nullptr));
    const unsigned Bytes = elementBytes(F);
    for (size_t I = 0; I != R.data.size(); I += Bytes)
      ASSERT_EQ(decode(F, &R.data[I]), decode(F, &Blank.data[I]))
          << "order 0x" << std::hex << F.image_channel_order << " type 0x"
          << F.image_channel_data_type << std::dec << " texel " << I / Bytes;
  }
}

// A binary that is asked for before a kernel with images has run has no code of
// it, later that for its images; programs that are made from them run with any.
TEST_F(ImageGrids, ProgramsFromBinariesTakeAnyImage) {
  const ReferenceImage Floats = makeReference({CL_RGBA, CL_FLOAT}),
                       Bytes = makeReference({CL_BGRA, CL_UNORM_INT8});
  Buffer FloatImage = upload(Floats), ByteImage = upload(Bytes);
  Program Another = build(Source);
  const Binary Before = binaryOf(Another);
  Kernel First = makeKernel(P, "clamped");
  setArg(First, 0, FloatImage);
  check(First, 1, Floats, CL_ADDRESS_CLAMP_TO_EDGE);
  for (const Binary &Each : {Before, binaryOf(P)}) {
    Program Loaded;
    ok(loadBinary(Each, Loaded));
    cl_device_id Device = device();
    ok(clBuildProgram(Loaded, 1, &Device, "", nullptr, nullptr));
    Kernel Second = makeKernel(Loaded, "clamped");
    setArg(Second, 0, ByteImage);
    check(Second, 1, Bytes, CL_ADDRESS_CLAMP_TO_EDGE);
    setArg(Second, 0, FloatImage);
    check(Second, 1, Floats, CL_ADDRESS_CLAMP_TO_EDGE);
  }
}

} // namespace
