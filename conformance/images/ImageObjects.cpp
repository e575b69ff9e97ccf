//===- ImageObjects.cpp - Images and samplers as objects ------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Support.h"

#include <algorithm>

using namespace conformance;

namespace {

using Sampler = Handle<cl_sampler, clReleaseSampler>;

constexpr cl_image_format Rgba8 = {CL_RGBA, CL_UNORM_INT8};

cl_image_desc desc(cl_mem_object_type Type, size_t Width, size_t Height = 0,
                   size_t Depth = 0, size_t ArraySize = 0) {
  cl_image_desc D = {};
  D.image_type = Type;
  D.image_width = Width;
  D.image_height = Height;
  D.image_depth = Depth;
  D.image_array_size = ArraySize;
  return D;
}

struct Made {
  Buffer image;
  cl_int code;
};

Made make(const cl_image_desc &Desc, cl_mem_flags Flags = 0,
          cl_image_format Format = Rgba8, void *Host = nullptr) {
  Made M;
  M.image =
      Buffer(clCreateImage(context(), Flags, &Format, &Desc, Host, &M.code));
  EXPECT_EQ(M.image != nullptr, M.code == CL_SUCCESS);
  return M;
}

template <typename T> T imageInfo(cl_mem Image, cl_image_info Name) {
  T Value{};
  size_t Size;
  ok(clGetImageInfo(Image, Name, sizeof(T), &Value, &Size));
  EXPECT_EQ(Size, sizeof(T));
  return Value;
}

template <typename T> T memInfo(cl_mem Image, cl_mem_info Name) {
  T Value{};
  ok(clGetMemObjectInfo(Image, Name, sizeof(T), &Value, nullptr));
  return Value;
}

TEST(ImageObjects, DeviceLimitsAreThoseOfTheFullProfile) {
  EXPECT_TRUE(deviceInfo<cl_bool>(CL_DEVICE_IMAGE_SUPPORT));
  EXPECT_GE(deviceInfo<cl_uint>(CL_DEVICE_MAX_READ_IMAGE_ARGS), 128u);
  EXPECT_GE(deviceInfo<cl_uint>(CL_DEVICE_MAX_WRITE_IMAGE_ARGS), 64u);
  EXPECT_GE(deviceInfo<cl_uint>(CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS), 64u);
  EXPECT_GE(deviceInfo<cl_uint>(CL_DEVICE_MAX_SAMPLERS), 16u);
  for (cl_device_info Name :
       {CL_DEVICE_IMAGE2D_MAX_WIDTH, CL_DEVICE_IMAGE2D_MAX_HEIGHT})
    EXPECT_GE(deviceInfo<size_t>(Name), 16384u);
  for (cl_device_info Name :
       {CL_DEVICE_IMAGE3D_MAX_WIDTH, CL_DEVICE_IMAGE3D_MAX_HEIGHT,
        CL_DEVICE_IMAGE3D_MAX_DEPTH, CL_DEVICE_IMAGE_MAX_ARRAY_SIZE})
    EXPECT_GE(deviceInfo<size_t>(Name), 2048u);
  EXPECT_GE(deviceInfo<size_t>(CL_DEVICE_IMAGE_MAX_BUFFER_SIZE), 65536u);
}

// Section 5.3.2.1, the lists of OpenCL 3.0 and, as Ferry has them, of 2.0.
TEST(ImageObjects, RequiredFormatsAreSupported) {
  constexpr cl_channel_type Types[] = {
      CL_UNORM_INT8,   CL_UNORM_INT16,   CL_SIGNED_INT8,    CL_SIGNED_INT16,
      CL_SIGNED_INT32, CL_UNSIGNED_INT8, CL_UNSIGNED_INT16, CL_UNSIGNED_INT32,
      CL_HALF_FLOAT,   CL_FLOAT};
  for (cl_mem_object_type Type = CL_MEM_OBJECT_IMAGE2D;
       Type <= CL_MEM_OBJECT_IMAGE1D_BUFFER; ++Type)
    for (cl_mem_flags Flags :
         {CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE,
          CL_MEM_KERNEL_READ_AND_WRITE}) {
      cl_uint Count;
      ok(clGetSupportedImageFormats(context(), Flags, Type, 0, nullptr,
                                    &Count));
      std::vector<cl_image_format> All(Count);
      ok(clGetSupportedImageFormats(context(), Flags, Type, Count, All.data(),
                                    nullptr));
      auto Has = [&](cl_channel_order O, cl_channel_type T) {
        return std::any_of(All.begin(), All.end(), [&](auto &F) {
          return F.image_channel_order == O && F.image_channel_data_type == T;
        });
      };
      for (cl_channel_type T : Types) {
        EXPECT_TRUE(Has(CL_RGBA, T));
        if (isFerry()) {
          EXPECT_TRUE(Has(CL_R, T) && Has(CL_RG, T));
        }
      }
      EXPECT_TRUE(Has(CL_BGRA, CL_UNORM_INT8));
      if (isFerry()) {
        EXPECT_TRUE(Has(CL_sRGBA, CL_UNORM_INT8));
      }
      const bool Is2D =
          Type == CL_MEM_OBJECT_IMAGE2D || Type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
      if (hasExtension("cl_khr_depth_images") && Is2D) {
        EXPECT_TRUE(Has(CL_DEPTH, CL_FLOAT) && Has(CL_DEPTH, CL_UNORM_INT16));
      }
    }
  cl_image_format One;
  EXPECT_EQ(clGetSupportedImageFormats(context(), CL_MEM_READ_ONLY,
                                       CL_MEM_OBJECT_IMAGE2D, 0, &One, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clGetSupportedImageFormats(context(), CL_MEM_READ_ONLY,
                                       CL_MEM_OBJECT_BUFFER, 0, nullptr,
                                       nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clGetSupportedImageFormats(
                context(), CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY,
                CL_MEM_OBJECT_IMAGE2D, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clGetSupportedImageFormats(nullptr, CL_MEM_READ_ONLY,
                                       CL_MEM_OBJECT_IMAGE2D, 0, nullptr,
                                       nullptr),
            CL_INVALID_CONTEXT);
}

TEST(ImageObjects, QueriesReturnWhatWasAskedFor) {
  struct {
    cl_image_desc desc;
    size_t height, depth, layers, slicePitch;
  } Cases[] = {
      {desc(CL_MEM_OBJECT_IMAGE1D, 7, 99, 99, 99), 0, 0, 0, 0},
      {desc(CL_MEM_OBJECT_IMAGE1D_ARRAY, 7, 99, 99, 3), 0, 0, 3, 28},
      {desc(CL_MEM_OBJECT_IMAGE2D, 7, 5, 99, 99), 5, 0, 0, 0},
      {desc(CL_MEM_OBJECT_IMAGE2D_ARRAY, 7, 5, 99, 3), 5, 0, 3, 140},
      {desc(CL_MEM_OBJECT_IMAGE3D, 7, 5, 3, 99), 5, 3, 0, 140},
  };
  for (auto &C : Cases) {
    Buffer I = make(C.desc).image;
    EXPECT_EQ(memInfo<cl_mem_object_type>(I, CL_MEM_TYPE), C.desc.image_type);
    EXPECT_EQ(imageInfo<size_t>(I, CL_IMAGE_WIDTH), 7u);
    EXPECT_EQ(imageInfo<size_t>(I, CL_IMAGE_HEIGHT), C.height);
    EXPECT_EQ(imageInfo<size_t>(I, CL_IMAGE_DEPTH), C.depth);
    EXPECT_EQ(imageInfo<size_t>(I, CL_IMAGE_ARRAY_SIZE), C.layers);
    EXPECT_EQ(imageInfo<size_t>(I, CL_IMAGE_ROW_PITCH), 28u);
    EXPECT_EQ(imageInfo<size_t>(I, CL_IMAGE_SLICE_PITCH), C.slicePitch);
    EXPECT_EQ(imageInfo<size_t>(I, CL_IMAGE_ELEMENT_SIZE), 4u);
    EXPECT_EQ(imageInfo<cl_mem>(I, CL_IMAGE_BUFFER), nullptr);
    EXPECT_EQ(imageInfo<cl_uint>(I, CL_IMAGE_NUM_MIP_LEVELS), 0u);
    EXPECT_EQ(imageInfo<cl_uint>(I, CL_IMAGE_NUM_SAMPLES), 0u);
    auto F = imageInfo<cl_image_format>(I, CL_IMAGE_FORMAT);
    EXPECT_EQ(F.image_channel_order, Rgba8.image_channel_order);
    EXPECT_EQ(F.image_channel_data_type, Rgba8.image_channel_data_type);
  }
  Buffer B = makeBuffer(64);
  size_t Value;
  EXPECT_EQ(clGetImageInfo(B, CL_IMAGE_WIDTH, sizeof(Value), &Value, nullptr),
            CL_INVALID_MEM_OBJECT);
  Buffer I = make(desc(CL_MEM_OBJECT_IMAGE1D, 7)).image;
  EXPECT_EQ(clGetImageInfo(I, CL_IMAGE_WIDTH, 1, &Value, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clGetImageInfo(I, CL_MEM_SIZE, sizeof(Value), &Value, nullptr),
            CL_INVALID_VALUE);
}

TEST(ImageObjects, CreationChecksItsArguments) {
  auto Code = [](const cl_image_desc &D, cl_mem_flags Flags = 0,
                 cl_image_format F = Rgba8,
                 void *Host = nullptr) { return make(D, Flags, F, Host).code; };
  const cl_image_desc Good = desc(CL_MEM_OBJECT_IMAGE2D, 4, 4);
  std::vector<unsigned char> Host(4096);
  EXPECT_EQ(Code(Good), CL_SUCCESS);
  EXPECT_EQ(Code(Good, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY), CL_INVALID_VALUE);
  EXPECT_EQ(Code(Good, CL_MEM_USE_HOST_PTR), CL_INVALID_HOST_PTR);
  EXPECT_EQ(Code(Good, 0, Rgba8, Host.data()), CL_INVALID_HOST_PTR);
  EXPECT_EQ(Code(Good, 0, {CL_RGB, CL_UNORM_INT8}),
            CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  EXPECT_EQ(Code(Good, 0, {CL_RGBA, 0}), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  EXPECT_EQ(Code(desc(CL_MEM_OBJECT_IMAGE2D, 0, 4)), CL_INVALID_IMAGE_SIZE);
  EXPECT_EQ(Code(desc(CL_MEM_OBJECT_IMAGE2D, 4, 0)), CL_INVALID_IMAGE_SIZE);
  EXPECT_EQ(Code(desc(CL_MEM_OBJECT_IMAGE3D, 4, 4, 0)), CL_INVALID_IMAGE_SIZE);
  EXPECT_EQ(Code(desc(CL_MEM_OBJECT_IMAGE1D_ARRAY, 4, 0, 0, 0)),
            CL_INVALID_IMAGE_SIZE);
  EXPECT_EQ(Code(desc(CL_MEM_OBJECT_IMAGE2D,
                      deviceInfo<size_t>(CL_DEVICE_IMAGE2D_MAX_WIDTH) + 1, 1)),
            CL_INVALID_IMAGE_SIZE);
  EXPECT_EQ(Code(desc(CL_MEM_OBJECT_BUFFER, 4, 4)),
            CL_INVALID_IMAGE_DESCRIPTOR);
  EXPECT_EQ(Code(desc(CL_MEM_OBJECT_IMAGE1D_BUFFER, 4)),
            CL_INVALID_IMAGE_DESCRIPTOR);

  cl_image_desc Bad = Good;
  Bad.num_samples = 1;
  EXPECT_EQ(Code(Bad), CL_INVALID_IMAGE_DESCRIPTOR);
  Bad = Good;
  Bad.num_mip_levels = 32; // More than there can be.
  EXPECT_EQ(Code(Bad), CL_INVALID_IMAGE_DESCRIPTOR);
  Bad = Good;
  Bad.image_row_pitch = 16; // Without a host pointer.
  EXPECT_EQ(Code(Bad), CL_INVALID_IMAGE_DESCRIPTOR);
  for (size_t Pitch : {12, 18}) {
    Bad.image_row_pitch = Pitch;
    EXPECT_EQ(Code(Bad, CL_MEM_COPY_HOST_PTR, Rgba8, Host.data()),
              CL_INVALID_IMAGE_DESCRIPTOR);
  }
  Bad = desc(CL_MEM_OBJECT_IMAGE3D, 4, 4, 2);
  for (size_t Pitch : {48, 72}) {
    Bad.image_slice_pitch = Pitch;
    EXPECT_EQ(Code(Bad, CL_MEM_COPY_HOST_PTR, Rgba8, Host.data()),
              CL_INVALID_IMAGE_DESCRIPTOR);
  }
  cl_int Result;
  clCreateImage(context(), 0, nullptr, &Good, nullptr, &Result);
  EXPECT_EQ(Result, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  clCreateImage(context(), 0, &Rgba8, nullptr, nullptr, &Result);
  EXPECT_EQ(Result, CL_INVALID_IMAGE_DESCRIPTOR);
  clCreateImage(nullptr, 0, &Rgba8, &Good, nullptr, &Result);
  EXPECT_EQ(Result, CL_INVALID_CONTEXT);
  const cl_mem_properties Properties[] = {1, 2, 0}, None[] = {0};
  clCreateImageWithProperties(context(), Properties, 0, &Rgba8, &Good, nullptr,
                              &Result);
  EXPECT_EQ(Result, CL_INVALID_PROPERTY);
  Buffer Made(clCreateImageWithProperties(context(), None, 0, &Rgba8, &Good,
                                          nullptr, &Result));
  EXPECT_EQ(Result, CL_SUCCESS);
  size_t Size;
  ok(clGetMemObjectInfo(Made, CL_MEM_PROPERTIES, 0, nullptr, &Size));
  EXPECT_EQ(Size, sizeof(cl_mem_properties));
}

// Formats that the specification has and does not require, and those that it
// does not have.
TEST(ImageObjects, OtherFormatsAreRefused) {
  const cl_image_desc Desc = desc(CL_MEM_OBJECT_IMAGE2D, 4, 4);
  const cl_image_format Unsupported[] = {
      {CL_Rx, CL_UNORM_INT8},        {CL_RGx, CL_FLOAT},
      {CL_RGBx, CL_UNORM_INT8},      {CL_RGBx, CL_UNORM_SHORT_565},
      {CL_RGBx, CL_UNORM_SHORT_555}, {CL_RGBx, CL_UNORM_INT_101010},
      {CL_sRGB, CL_UNORM_INT8},      {CL_sRGBx, CL_UNORM_INT8}};
  for (const cl_image_format &F : Unsupported)
    if (isFerry()) {
      EXPECT_EQ(make(Desc, 0, F).code, CL_IMAGE_FORMAT_NOT_SUPPORTED)
          << std::hex << F.image_channel_order;
    }
  const cl_image_format Invalid[] = {
      {CL_RGB, CL_UNORM_INT8},          {CL_RGB, CL_UNORM_INT_101010_2},
      {CL_RGBA, CL_UNORM_SHORT_565},    {CL_RGBA, CL_UNORM_INT_101010},
      {CL_R, CL_UNORM_SHORT_555},       {CL_Rx, CL_UNORM_SHORT_555},
      {CL_RGBx, CL_UNORM_INT_101010_2}, {CL_BGRA, CL_FLOAT},
      {CL_INTENSITY, CL_SIGNED_INT8},   {CL_LUMINANCE, CL_UNSIGNED_INT32},
      {CL_DEPTH, CL_UNORM_INT8}};
  for (const cl_image_format &F : Invalid) {
    EXPECT_EQ(make(Desc, 0, F).code, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR)
        << std::hex << F.image_channel_order;
  }
}

TEST(ImageObjects, OldFunctionsMakeThemToo) {
  cl_int Code;
  Buffer Flat(clCreateImage2D(context(), 0, &Rgba8, 5, 4, 0, nullptr, &Code));
  ok(Code);
  EXPECT_EQ(memInfo<cl_mem_object_type>(Flat, CL_MEM_TYPE),
            cl_mem_object_type(CL_MEM_OBJECT_IMAGE2D));
  Buffer Deep(
      clCreateImage3D(context(), 0, &Rgba8, 5, 4, 3, 0, 0, nullptr, &Code));
  ok(Code);
  EXPECT_EQ(imageInfo<size_t>(Deep, CL_IMAGE_DEPTH), 3u);
  clCreateImage3D(context(), 0, &Rgba8, 5, 4, 1, 0, 0, nullptr, &Code);
  EXPECT_EQ(Code, CL_INVALID_IMAGE_SIZE);
  clCreateImage2D(context(), 0, &Rgba8, 5, 4, 20, nullptr, &Code);
  EXPECT_EQ(Code, CL_INVALID_IMAGE_SIZE);
}

TEST(ImageObjects, BuffersCanBeReadAsImages) {
  std::vector<unsigned char> Bytes(64);
  for (size_t I = 0; I != Bytes.size(); ++I)
    Bytes[I] = (unsigned char)I;
  Buffer B = upload(Bytes);
  cl_image_desc D = desc(CL_MEM_OBJECT_IMAGE2D, 3, 4);
  D.mem_object = B;
  D.image_row_pitch = 16;
  Buffer I = make(D).image;
  EXPECT_EQ(imageInfo<cl_mem>(I, CL_IMAGE_BUFFER), cl_mem(B));
  EXPECT_EQ(memInfo<cl_mem>(I, CL_MEM_ASSOCIATED_MEMOBJECT), cl_mem(B));
  EXPECT_EQ(imageInfo<size_t>(I, CL_IMAGE_ROW_PITCH), 16u);
  const size_t Origin[3] = {1, 2, 0}, Region[3] = {2, 1, 1};
  unsigned char Two[8];
  ok(clEnqueueReadImage(queue(), I, CL_TRUE, Origin, Region, 0, 0, Two, 0,
                        nullptr, nullptr));
  EXPECT_EQ(std::vector<unsigned char>(Two, Two + 8),
            std::vector<unsigned char>(&Bytes[36], &Bytes[44]));
  // And the other way round.
  ok(clEnqueueWriteImage(queue(), I, CL_TRUE, Origin, Region, 0, 0, &Bytes[0],
                         0, nullptr, nullptr));
  EXPECT_EQ(download<unsigned char>(B, 64)[36], 0);

  // Too large for the buffer; a pitch that is none.
  D.image_height = 5;
  EXPECT_EQ(make(D).code, CL_INVALID_IMAGE_SIZE);
  D.image_height = 4;
  D.image_row_pitch = 14;
  EXPECT_EQ(make(D).code, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  D.image_row_pitch = 0;
  EXPECT_EQ(make(D, CL_MEM_COPY_HOST_PTR, Rgba8, Bytes.data()).code,
            CL_INVALID_VALUE);

  D = desc(CL_MEM_OBJECT_IMAGE1D_BUFFER, 16);
  D.mem_object = B;
  Buffer Line = make(D).image;
  EXPECT_EQ(imageInfo<size_t>(Line, CL_IMAGE_WIDTH), 16u);
  D.image_width = 17;
  EXPECT_EQ(make(D).code, CL_INVALID_IMAGE_SIZE);
}

TEST(ImageObjects, PipesCannotBeReadAsImages) {
  cl_int Code;
  Buffer Pipe(clCreatePipe(context(), 0, 16, 16, nullptr, &Code));
  ok(Code);
  cl_image_desc D = desc(CL_MEM_OBJECT_IMAGE2D, 2, 2);
  D.mem_object = Pipe;
  EXPECT_EQ(make(D).code, CL_INVALID_IMAGE_DESCRIPTOR);
}

TEST(ImageObjects, FlagsOfWhatTheyAreMadeFromAreInherited) {
  Buffer B = makeBuffer(64, CL_MEM_READ_ONLY | CL_MEM_HOST_NO_ACCESS);
  cl_image_desc D = desc(CL_MEM_OBJECT_IMAGE1D_BUFFER, 16);
  D.mem_object = B;
  EXPECT_EQ(make(D, CL_MEM_WRITE_ONLY).code, CL_INVALID_VALUE);
  EXPECT_EQ(make(D, CL_MEM_HOST_READ_ONLY).code, CL_INVALID_VALUE);
  Buffer I = make(D).image;
  EXPECT_EQ(memInfo<cl_mem_flags>(I, CL_MEM_FLAGS),
            cl_mem_flags(CL_MEM_READ_ONLY | CL_MEM_HOST_NO_ACCESS));
}

TEST(ImageObjects, ViewsHaveAnotherOrder) {
  Buffer Linear = make(desc(CL_MEM_OBJECT_IMAGE2D, 4, 4)).image;
  cl_image_desc D = desc(CL_MEM_OBJECT_IMAGE2D, 4, 4);
  D.mem_object = Linear;
  Buffer Srgb = make(D, 0, {CL_sRGBA, CL_UNORM_INT8}).image;
  ASSERT_TRUE(Srgb);
  EXPECT_EQ(imageInfo<cl_mem>(Srgb, CL_IMAGE_BUFFER), nullptr);
  EXPECT_EQ(make(D, 0, {CL_BGRA, CL_UNORM_INT8}).code,
            CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  EXPECT_EQ(make(D, 0, {CL_sRGBA, CL_UNORM_INT16}).code,
            CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  D.image_width = 3;
  EXPECT_EQ(make(D, 0, {CL_sRGBA, CL_UNORM_INT8}).code,
            CL_INVALID_IMAGE_DESCRIPTOR);
}

TEST(ImageObjects, HostMemoryIsUsedWhereItLies) {
  // Rows and slices with gaps, at an address that only fits channels.
  std::vector<cl_ushort> Host(1000);
  cl_image_desc D = desc(CL_MEM_OBJECT_IMAGE3D, 3, 4, 2);
  D.image_row_pitch = 40;
  D.image_slice_pitch = 240;
  Buffer I =
      make(D, CL_MEM_USE_HOST_PTR, {CL_RGBA, CL_UNSIGNED_INT16}, &Host[1])
          .image;
  EXPECT_EQ(memInfo<void *>(I, CL_MEM_HOST_PTR), &Host[1]);
  EXPECT_EQ(imageInfo<size_t>(I, CL_IMAGE_ROW_PITCH), 40u);
  EXPECT_EQ(imageInfo<size_t>(I, CL_IMAGE_SLICE_PITCH), 240u);
  Kernel K = buildKernel(R"(
    kernel void fill(write_only image3d_t i) {
      int4 p = (int4)(get_global_id(0), get_global_id(1), get_global_id(2), 0);
      write_imageui(i, p, (uint4)(p.x, p.y, p.z, 9) + 1);
    })",
                         "fill", "-cl-std=CL3.0");
  setArgs(K, I);
  launch(K, {{3, 4, 2}, {}, {}});
  const size_t Origin[3] = {}, Region[3] = {3, 4, 2};
  size_t Row, Slice;
  cl_int Code;
  void *Mapped =
      clEnqueueMapImage(queue(), I, CL_TRUE, CL_MAP_READ, Origin, Region, &Row,
                        &Slice, 0, nullptr, nullptr, &Code);
  ok(Code);
  EXPECT_EQ(Mapped, &Host[1]);
  for (size_t Z = 0; Z != 2; ++Z)
    for (size_t Y = 0; Y != 4; ++Y)
      for (size_t X = 0; X != 3; ++X) {
        const cl_ushort *At = &Host[1 + Z * 120 + Y * 20 + X * 4];
        EXPECT_EQ(At[0], X + 1);
        EXPECT_EQ(At[1], Y + 1);
        EXPECT_EQ(At[2], Z + 1);
        EXPECT_EQ(At[3], 10);
      }
  EXPECT_EQ(Host[1 + 12], 0) << "between rows";
  ok(clEnqueueUnmapMemObject(queue(), I, Mapped, 0, nullptr, nullptr));
}

TEST(ImageObjects, SamplersSayWhatTheyAre) {
  cl_int Code;
  const cl_sampler_properties Given[] = {CL_SAMPLER_FILTER_MODE,
                                         CL_FILTER_LINEAR, 0};
  Sampler S(clCreateSamplerWithProperties(context(), Given, &Code));
  ok(Code);
  cl_bool Normalized;
  ok(clGetSamplerInfo(S, CL_SAMPLER_NORMALIZED_COORDS, sizeof(Normalized),
                      &Normalized, nullptr));
  EXPECT_TRUE(Normalized);
  cl_addressing_mode Addressing;
  ok(clGetSamplerInfo(S, CL_SAMPLER_ADDRESSING_MODE, sizeof(Addressing),
                      &Addressing, nullptr));
  EXPECT_EQ(Addressing, cl_addressing_mode(CL_ADDRESS_CLAMP));
  cl_filter_mode Filter;
  ok(clGetSamplerInfo(S, CL_SAMPLER_FILTER_MODE, sizeof(Filter), &Filter,
                      nullptr));
  EXPECT_EQ(Filter, cl_filter_mode(CL_FILTER_LINEAR));
  cl_sampler_properties Back[3];
  ok(clGetSamplerInfo(S, CL_SAMPLER_PROPERTIES, sizeof(Back), Back, nullptr));
  EXPECT_TRUE(std::equal(Back, Back + 3, Given));
  EXPECT_EQ(clGetSamplerInfo(S, 0, sizeof(Back), Back, nullptr),
            CL_INVALID_VALUE);

  const cl_sampler_properties Twice[] = {
      CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR, CL_SAMPLER_FILTER_MODE,
      CL_FILTER_LINEAR, 0};
  clCreateSamplerWithProperties(context(), Twice, &Code);
  EXPECT_EQ(Code, CL_INVALID_VALUE);
  clCreateSampler(context(), CL_TRUE, 0, CL_FILTER_LINEAR, &Code);
  EXPECT_EQ(Code, CL_INVALID_VALUE);
  clCreateSampler(context(), CL_TRUE, CL_ADDRESS_CLAMP, CL_ADDRESS_CLAMP,
                  &Code);
  EXPECT_EQ(Code, CL_INVALID_VALUE);
  clCreateSampler(nullptr, CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, &Code);
  EXPECT_EQ(Code, CL_INVALID_CONTEXT);
  EXPECT_EQ(clRetainSampler(nullptr), CL_INVALID_SAMPLER);
}

TEST(ImageObjects, KernelArgumentsAreChecked) {
  Kernel K = buildKernel(R"(
    kernel void f(read_only image2d_t in, write_only image2d_t out, sampler_t s,
                  global float *buffer, read_only image2d_depth_t depth) {
      write_imagef(out, (int2)0, read_imagef(in, s, (int2)0) * buffer[0] *
                   read_imagef(depth, s, (int2)0));
    })",
                         "f", "-cl-std=CL3.0 -cl-kernel-arg-info");
  Buffer Flat = make(desc(CL_MEM_OBJECT_IMAGE2D, 4, 4)).image;
  Buffer Line = make(desc(CL_MEM_OBJECT_IMAGE1D, 4)).image;
  Buffer Depth =
      make(desc(CL_MEM_OBJECT_IMAGE2D, 4, 4), 0, {CL_DEPTH, CL_FLOAT}).image;
  Buffer ReadOnly =
      make(desc(CL_MEM_OBJECT_IMAGE2D, 4, 4), CL_MEM_READ_ONLY).image;
  Buffer WriteOnly =
      make(desc(CL_MEM_OBJECT_IMAGE2D, 4, 4), CL_MEM_WRITE_ONLY).image;
  Buffer B = makeBuffer(64);
  cl_int Code;
  Sampler S(clCreateSampler(context(), CL_FALSE, CL_ADDRESS_CLAMP,
                            CL_FILTER_NEAREST, &Code));
  auto Set = [&](cl_uint Index, const void *Value,
                 size_t Size = sizeof(cl_mem)) {
    return clSetKernelArg(K, Index, Size, Value);
  };
  auto SetMem = [&](cl_uint Index, cl_mem M) { return Set(Index, &M); };
  EXPECT_EQ(SetMem(0, Flat), CL_SUCCESS);
  EXPECT_EQ(SetMem(0, ReadOnly), CL_SUCCESS);
  EXPECT_EQ(SetMem(0, WriteOnly), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(SetMem(1, ReadOnly), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(SetMem(1, WriteOnly), CL_SUCCESS);
  EXPECT_EQ(SetMem(0, nullptr), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(Set(0, nullptr), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(SetMem(0, Line), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(SetMem(0, Depth), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(SetMem(4, Flat), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(SetMem(4, Depth), CL_SUCCESS);
  EXPECT_EQ(SetMem(0, B), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(SetMem(3, Flat), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(SetMem(3, B), CL_SUCCESS);
  EXPECT_EQ(Set(0, &B, 4), CL_INVALID_ARG_SIZE);
  EXPECT_EQ(SetMem(2, Flat), CL_INVALID_SAMPLER);
  EXPECT_EQ(Set(2, nullptr), CL_INVALID_SAMPLER);
  cl_sampler Handle = S;
  EXPECT_EQ(Set(2, &Handle, 4), CL_INVALID_ARG_SIZE);
  EXPECT_EQ(Set(2, &Handle), CL_SUCCESS);
  launch(K, {{1}, {}, {}});

  cl_kernel_arg_address_qualifier Space;
  ok(clGetKernelArgInfo(K, 2, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof(Space),
                        &Space, nullptr));
  EXPECT_EQ(Space,
            cl_kernel_arg_address_qualifier(CL_KERNEL_ARG_ADDRESS_PRIVATE));
  ok(clGetKernelArgInfo(K, 0, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof(Space),
                        &Space, nullptr));
  EXPECT_EQ(Space,
            cl_kernel_arg_address_qualifier(CL_KERNEL_ARG_ADDRESS_GLOBAL));
}

TEST(ImageObjects, ImagesAreNoBuffers) {
  Buffer I = make(desc(CL_MEM_OBJECT_IMAGE2D, 4, 4)).image;
  unsigned char Bytes[64];
  EXPECT_EQ(clEnqueueReadBuffer(queue(), I, CL_TRUE, 0, 64, Bytes, 0, nullptr,
                                nullptr),
            CL_INVALID_MEM_OBJECT);
  const cl_buffer_region Region = {0, 16};
  cl_int Code;
  clCreateSubBuffer(I, 0, CL_BUFFER_CREATE_TYPE_REGION, &Region, &Code);
  EXPECT_EQ(Code, CL_INVALID_MEM_OBJECT);
  Buffer B = makeBuffer(64);
  const size_t Origin[3] = {}, One[3] = {1, 1, 1};
  EXPECT_EQ(clEnqueueReadImage(queue(), B, CL_TRUE, Origin, One, 0, 0, Bytes, 0,
                               nullptr, nullptr),
            CL_INVALID_MEM_OBJECT);
}

TEST(ImageObjects, ProgramsSeeThatThereAreImages) {
  for (const char *Standard :
       {"-cl-std=CL1.0", "-cl-std=CL1.2", "-cl-std=CL3.0"})
    build("#if __IMAGE_SUPPORT__ != 1\n#error\n#endif\nkernel void f() {}",
          Standard);
  build("#ifndef __opencl_c_images\n#error\n#endif\nkernel void f() {}",
        "-cl-std=CL3.0");
}

// A function of the program that reads is inlined like the read itself, for
// each sampler that it is called with.
TEST(ImageObjects, FunctionsTakeImagesAndSamplers) {
  Kernel K = buildKernel(R"(
    constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE |
                              CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
    float4 at(read_only image2d_t im, sampler_t s, int x) {
      return read_imagef(im, s, (int2)(x, 0));
    }
    float4 both(read_only image2d_t im, sampler_t s, int x) {
      return at(im, s, x) + at(im, edge, x);
    }
    kernel void f(read_only image2d_t im, sampler_t s, global float4 *o) {
      int x = get_global_id(0);
      o[x] = x & 1 ? both(im, s, x - 2) : both(im, edge, x - 2);
    })",
                         "f", "-cl-std=CL3.0");
  const float Pixels[2][4] = {{1, 2, 3, 4}, {10, 20, 30, 40}};
  Buffer I = make(desc(CL_MEM_OBJECT_IMAGE2D, 2, 1), CL_MEM_COPY_HOST_PTR,
                  {CL_RGBA, CL_FLOAT}, const_cast<float (*)[4]>(Pixels))
                 .image;
  cl_int Code;
  Sampler S(clCreateSampler(context(), CL_FALSE, CL_ADDRESS_CLAMP,
                            CL_FILTER_NEAREST, &Code));
  Buffer Out = makeBuffer(6 * 16);
  setArg(K, 0, I);
  setArg(K, 1, cl_sampler(S));
  setArg(K, 2, Out);
  launch(K, {{6}, {}, {}});
  const auto Got = download<cl_float>(Out, 24);
  const float Want[6] = {2, 1, 2, 20, 20, 10};
  for (size_t X = 0; X != 6; ++X)
    EXPECT_EQ(Got[4 * X], Want[X]) << X;
}

// What the program calls and what a built-in function calls are overloads in
// one member of the built-ins, found one after the other.
TEST(ImageObjects, LibraryMembersAreLinkedForAllThatIsNeeded) {
  Kernel K = buildKernel(R"(
    kernel void f(read_only image2d_t im, global float *o, int a, int b) {
      o[max(a, b)] = read_imagef(im, (int2)(min(a, b), 0)).x;
    })",
                         "f", "-cl-std=CL3.0");
  const signed char Pixels[2] = {-127, 127};
  Buffer I = make(desc(CL_MEM_OBJECT_IMAGE2D, 2, 1), CL_MEM_COPY_HOST_PTR,
                  {CL_R, CL_SNORM_INT8}, const_cast<signed char *>(Pixels))
                 .image;
  Buffer Out = makeBuffer(2 * sizeof(float));
  setArgs(K, I, Out, cl_int(0), cl_int(1));
  launch(K, {{1}, {}, {}});
  EXPECT_EQ(download<cl_float>(Out, 2)[1], -1);
}

TEST(ImageObjects, KernelsCanAskForAllOfIt) {
  Kernel K = buildKernel(R"(
    kernel void f(read_only image2d_array_t a, write_only image3d_t b,
                  read_only image1d_array_t c, global int *o) {
      *o++ = get_image_width(a);
      *o++ = get_image_height(a);
      *o++ = (int)get_image_array_size(a);
      *o++ = get_image_dim(a).y;
      *o++ = get_image_channel_order(a) == CLK_BGRA;
      *o++ = get_image_channel_data_type(a) == CLK_UNORM_INT8;
      *o++ = get_image_depth(b);
      *o++ = get_image_dim(b).z;
      *o++ = get_image_dim(b).w;
      *o++ = get_image_channel_data_type(b) == CLK_FLOAT;
      *o++ = (int)get_image_array_size(c);
    })",
                         "f", "-cl-std=CL3.0");
  Buffer A = make(desc(CL_MEM_OBJECT_IMAGE2D_ARRAY, 4, 5, 0, 6), 0,
                  {CL_BGRA, CL_UNORM_INT8})
                 .image;
  Buffer B =
      make(desc(CL_MEM_OBJECT_IMAGE3D, 7, 8, 9), 0, {CL_RG, CL_FLOAT}).image;
  Buffer C = make(desc(CL_MEM_OBJECT_IMAGE1D_ARRAY, 4, 0, 0, 3)).image;
  Buffer Out = makeBuffer(11 * 4);
  setArgs(K, A, B, C, Out);
  launch(K, {{1}, {}, {}});
  EXPECT_EQ(download<cl_int>(Out, 11),
            (std::vector<cl_int>{4, 5, 6, 5, 1, 1, 9, 9, 0, 1, 3}));
}

} // namespace
