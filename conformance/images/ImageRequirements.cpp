//===- ImageRequirements.cpp - What images need, and get from buffers -----===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// cl_ext_image_requirements_info and cl_ext_image_from_buffer.
///
//===----------------------------------------------------------------------===//

#include "ExtensionFunctions.h"
#include "ImageReference.h"
#include "Support.h"

#include <bit>

namespace conformance {

EXTENSION_FUNCTION(clGetImageRequirementsInfoEXT,
                   ::clGetImageRequirementsInfoEXT)

namespace {

constexpr cl_image_format Rgba8 = {CL_RGBA, CL_UNSIGNED_INT8};
constexpr cl_mem_object_type Types[] = {
    CL_MEM_OBJECT_IMAGE1D,       CL_MEM_OBJECT_IMAGE1D_BUFFER,
    CL_MEM_OBJECT_IMAGE1D_ARRAY, CL_MEM_OBJECT_IMAGE2D,
    CL_MEM_OBJECT_IMAGE2D_ARRAY, CL_MEM_OBJECT_IMAGE3D};

bool hasHeight(cl_mem_object_type T) {
  return T == CL_MEM_OBJECT_IMAGE2D || T == CL_MEM_OBJECT_IMAGE2D_ARRAY ||
         T == CL_MEM_OBJECT_IMAGE3D;
}
bool isArray(cl_mem_object_type T) {
  return T == CL_MEM_OBJECT_IMAGE1D_ARRAY || T == CL_MEM_OBJECT_IMAGE2D_ARRAY;
}
bool hasSlices(cl_mem_object_type T) {
  return isArray(T) || T == CL_MEM_OBJECT_IMAGE3D;
}

/// 7 x 5 x 3, as far as the type has them.
cl_image_desc desc(cl_mem_object_type Type) {
  cl_image_desc D = {};
  D.image_type = Type;
  D.image_width = 7;
  D.image_height = hasHeight(Type) ? 5 : 0;
  D.image_depth = Type == CL_MEM_OBJECT_IMAGE3D ? 3 : 0;
  D.image_array_size = isArray(Type) ? 3 : 0;
  return D;
}

std::vector<cl_image_format> formats(cl_mem_object_type Type) {
  cl_uint Count;
  ok(clGetSupportedImageFormats(context(), CL_MEM_READ_WRITE, Type, 0, nullptr,
                                &Count));
  std::vector<cl_image_format> All(Count);
  ok(clGetSupportedImageFormats(context(), CL_MEM_READ_WRITE, Type, Count,
                                All.data(), nullptr));
  return All;
}

cl_int code(const cl_image_format *Format, const cl_image_desc *Desc,
            cl_image_requirements_info_ext Name, cl_mem_flags Flags = 0) {
  return clGetImageRequirementsInfoEXT(context(), nullptr, Flags, Format, Desc,
                                       Name, 0, nullptr, nullptr);
}

template <typename T = size_t>
T info(const cl_image_format *Format, const cl_image_desc *Desc,
       cl_image_requirements_info_ext Name, cl_mem_flags Flags = 0) {
  T Value{};
  size_t Size;
  ok(clGetImageRequirementsInfoEXT(context(), nullptr, Flags, Format, Desc,
                                   Name, sizeof(T), &Value, &Size));
  EXPECT_EQ(Size, sizeof(T));
  return Value;
}

class ImageRequirements : public testing::Test {
protected:
  void SetUp() override {
    if (!hasExtension("cl_ext_image_requirements_info"))
      GTEST_SKIP();
  }
};

class ImageFromBuffer : public ImageRequirements {
protected:
  void SetUp() override {
    ImageRequirements::SetUp();
    if (!hasExtension("cl_ext_image_from_buffer"))
      GTEST_SKIP();
  }
};

struct Made {
  Buffer image;
  cl_int code;
};

Made make(const cl_image_format &Format, cl_image_desc Desc, cl_mem From) {
  Desc.mem_object = From;
  Made M;
  M.image =
      Buffer(clCreateImage(context(), 0, &Format, &Desc, nullptr, &M.code));
  EXPECT_EQ(M.image != nullptr, M.code == CL_SUCCESS);
  return M;
}

TEST_F(ImageRequirements, AlignmentsArePowersOfTwo) {
  for (cl_image_requirements_info_ext Name :
       {CL_IMAGE_REQUIREMENTS_BASE_ADDRESS_ALIGNMENT_EXT,
        CL_IMAGE_REQUIREMENTS_ROW_PITCH_ALIGNMENT_EXT,
        CL_IMAGE_REQUIREMENTS_SLICE_PITCH_ALIGNMENT_EXT}) {
    const size_t OfAll = info(nullptr, nullptr, Name);
    EXPECT_TRUE(std::has_single_bit(OfAll));
    for (cl_mem_object_type Type : Types) {
      const cl_image_desc Desc = desc(Type);
      EXPECT_LE(info(nullptr, &Desc, Name), OfAll);
      for (const cl_image_format &F : formats(Type))
        for (cl_mem_flags Flags :
             {CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE,
              CL_MEM_KERNEL_READ_AND_WRITE}) {
          const size_t Alignment = info(&F, &Desc, Name, Flags);
          EXPECT_TRUE(std::has_single_bit(Alignment));
          EXPECT_LE(Alignment, OfAll);
          if (isFerry()) {
            // CL_DEVICE_IMAGE_PITCH_ALIGNMENT is a pixel.
            EXPECT_LE(Alignment, elementBytes(F));
          }
        }
    }
  }
}

TEST_F(ImageRequirements, SizeIsThatOfTheImage) {
  for (cl_mem_object_type Type : Types)
    for (const cl_image_format &F : formats(Type))
      for (size_t Gap : {0, 2}) {
        cl_image_desc Desc = desc(Type);
        if (Gap) {
          Desc.image_row_pitch = (Desc.image_width + Gap) * elementBytes(F);
          Desc.image_slice_pitch =
              hasSlices(Type) ? Desc.image_row_pitch * (5 + Gap) : 0;
        }
        const size_t Bytes = info(&F, &Desc, CL_IMAGE_REQUIREMENTS_SIZE_EXT);
        if (!hasExtension("cl_ext_image_from_buffer"))
          continue;
        Buffer B = makeBuffer(Bytes);
        Buffer I = make(F, Desc, B).image;
        ASSERT_TRUE(I);
        size_t Size;
        ok(clGetMemObjectInfo(I, CL_MEM_SIZE, sizeof(Size), &Size, nullptr));
        EXPECT_EQ(Size, Bytes);
        cl_mem Of;
        ok(clGetMemObjectInfo(I, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof(Of), &Of,
                              nullptr));
        EXPECT_EQ(Of, cl_mem(B));
        Buffer Small = makeBuffer(Bytes - 1);
        EXPECT_EQ(make(F, Desc, Small).code, CL_INVALID_IMAGE_SIZE);
      }
}

TEST_F(ImageRequirements, LargestSizesAreThoseOfTheDevice) {
  struct {
    cl_image_requirements_info_ext name;
    size_t cl_image_desc::*size;
    cl_device_info flat, deep;
  } Cases[] = {
      {CL_IMAGE_REQUIREMENTS_MAX_WIDTH_EXT, &cl_image_desc::image_width,
       CL_DEVICE_IMAGE2D_MAX_WIDTH, CL_DEVICE_IMAGE3D_MAX_WIDTH},
      {CL_IMAGE_REQUIREMENTS_MAX_HEIGHT_EXT, &cl_image_desc::image_height,
       CL_DEVICE_IMAGE2D_MAX_HEIGHT, CL_DEVICE_IMAGE3D_MAX_HEIGHT},
      {CL_IMAGE_REQUIREMENTS_MAX_DEPTH_EXT, &cl_image_desc::image_depth, 0,
       CL_DEVICE_IMAGE3D_MAX_DEPTH},
      {CL_IMAGE_REQUIREMENTS_MAX_ARRAY_SIZE_EXT,
       &cl_image_desc::image_array_size, CL_DEVICE_IMAGE_MAX_ARRAY_SIZE, 0},
  };
  for (auto &C : Cases) {
    const auto OfAll = info<cl_uint>(nullptr, nullptr, C.name);
    EXPECT_GT(OfAll, 0u);
    for (cl_mem_object_type Type : Types) {
      cl_image_desc Desc = desc(Type);
      if (!(Desc.*C.size)) {
        EXPECT_EQ(code(&Rgba8, &Desc, C.name), CL_INVALID_IMAGE_DESCRIPTOR);
        continue;
      }
      const cl_device_info Limit = Type == CL_MEM_OBJECT_IMAGE1D_BUFFER
                                       ? CL_DEVICE_IMAGE_MAX_BUFFER_SIZE
                                   : Type == CL_MEM_OBJECT_IMAGE3D ? C.deep
                                                                   : C.flat;
      Desc.*C.size = 0; // It is ignored.
      EXPECT_EQ(info<cl_uint>(&Rgba8, &Desc, C.name),
                deviceInfo<size_t>(Limit));
      cl_image_desc OfType = {};
      OfType.image_type = Type;
      EXPECT_LE(OfAll, info<cl_uint>(nullptr, &OfType, C.name));
    }
  }
}

TEST_F(ImageRequirements, OtherMembersLimitSizes) {
  cl_image_desc Desc = desc(CL_MEM_OBJECT_IMAGE2D);
  Desc.image_row_pitch = 64;
  EXPECT_EQ(info<cl_uint>(&Rgba8, &Desc, CL_IMAGE_REQUIREMENTS_MAX_WIDTH_EXT),
            16u);
  Desc = desc(CL_MEM_OBJECT_IMAGE3D);
  Desc.image_row_pitch = 64;
  Desc.image_slice_pitch = 640;
  EXPECT_EQ(info<cl_uint>(&Rgba8, &Desc, CL_IMAGE_REQUIREMENTS_MAX_HEIGHT_EXT),
            10u);
  // No memory is that large.
  Desc = desc(CL_MEM_OBJECT_IMAGE2D_ARRAY);
  Desc.image_width = deviceInfo<size_t>(CL_DEVICE_IMAGE2D_MAX_WIDTH);
  Desc.image_height = deviceInfo<size_t>(CL_DEVICE_IMAGE2D_MAX_HEIGHT);
  if (isFerry()) {
    EXPECT_LT(
        info<cl_uint>(&Rgba8, &Desc, CL_IMAGE_REQUIREMENTS_MAX_ARRAY_SIZE_EXT),
        deviceInfo<size_t>(CL_DEVICE_IMAGE_MAX_ARRAY_SIZE));
    Desc = desc(CL_MEM_OBJECT_IMAGE2D);
    Desc.image_row_pitch = 20; // For one of 28 bytes.
    EXPECT_EQ(code(&Rgba8, &Desc, CL_IMAGE_REQUIREMENTS_MAX_HEIGHT_EXT),
              CL_INVALID_IMAGE_DESCRIPTOR);
  }
}

TEST_F(ImageRequirements, ArgumentsAreChecked) {
  constexpr cl_image_requirements_info_ext Row =
      CL_IMAGE_REQUIREMENTS_ROW_PITCH_ALIGNMENT_EXT;
  const cl_image_desc Good = desc(CL_MEM_OBJECT_IMAGE2D);
  EXPECT_EQ(code(&Rgba8, &Good, Row), CL_SUCCESS);
  EXPECT_EQ(clGetImageRequirementsInfoEXT(nullptr, nullptr, 0, &Rgba8, &Good,
                                          Row, 0, nullptr, nullptr),
            CL_INVALID_CONTEXT);
  const cl_mem_properties Properties[] = {1, 2, 0}, None[] = {0};
  EXPECT_EQ(clGetImageRequirementsInfoEXT(context(), Properties, 0, &Rgba8,
                                          &Good, Row, 0, nullptr, nullptr),
            CL_INVALID_PROPERTY);
  EXPECT_EQ(clGetImageRequirementsInfoEXT(context(), None, 0, &Rgba8, &Good,
                                          Row, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(code(&Rgba8, &Good, Row, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY),
            CL_INVALID_VALUE);
  const cl_image_format Bad = {CL_INTENSITY, CL_UNORM_SHORT_555};
  EXPECT_EQ(code(&Bad, &Good, Row), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  EXPECT_EQ(code(&Bad, nullptr, Row), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  for (cl_image_requirements_info_ext Name :
       {CL_IMAGE_REQUIREMENTS_BASE_ADDRESS_ALIGNMENT_EXT,
        CL_IMAGE_REQUIREMENTS_ROW_PITCH_ALIGNMENT_EXT,
        CL_IMAGE_REQUIREMENTS_SLICE_PITCH_ALIGNMENT_EXT,
        CL_IMAGE_REQUIREMENTS_SIZE_EXT}) {
    cl_image_desc Desc = Good;
    Desc.image_type = CL_MEM_OBJECT_BUFFER;
    EXPECT_EQ(code(&Rgba8, &Desc, Name), CL_INVALID_IMAGE_DESCRIPTOR);
    Desc = Good;
    Desc.image_height = 0;
    EXPECT_EQ(code(&Rgba8, &Desc, Name), CL_INVALID_IMAGE_DESCRIPTOR);
    Desc = Good;
    Desc.num_samples = 2;
    EXPECT_EQ(code(&Rgba8, &Desc, Name), CL_INVALID_IMAGE_DESCRIPTOR);
  }
  EXPECT_EQ(code(nullptr, &Good, CL_IMAGE_REQUIREMENTS_SIZE_EXT),
            CL_INVALID_VALUE);
  EXPECT_EQ(code(&Rgba8, nullptr, CL_IMAGE_REQUIREMENTS_SIZE_EXT),
            CL_INVALID_VALUE);
  EXPECT_EQ(code(&Rgba8, &Good, CL_IMAGE_FORMAT), CL_INVALID_VALUE);
  size_t Value;
  EXPECT_EQ(clGetImageRequirementsInfoEXT(context(), nullptr, 0, &Rgba8, &Good,
                                          Row, sizeof(Value) - 1, &Value,
                                          nullptr),
            CL_INVALID_VALUE);
}

/// Reads each element of an image, in the order of x, y, z.
const char *const Reader = R"(
#define READ(NAME, TYPE, AT)                                               \
  kernel void NAME(read_only TYPE im, global uint4 *o) {                   \
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);  \
    o[x + get_global_size(0) * (y + get_global_size(1) * z)] =             \
        read_imageui(im, AT);                                              \
  }
READ(r1, image1d_t, x)
READ(rb, image1d_buffer_t, x)
READ(r1a, image1d_array_t, (int2)(x, z))
READ(r2, image2d_t, (int2)(x, y))
READ(r2a, image2d_array_t, (int4)(x, y, z, 0))
READ(r3, image3d_t, (int4)(x, y, z, 0))
)";

// Images on a part of a buffer, with gaps between rows and between slices: what
// is read is what is there, and what is written is there then.
TEST_F(ImageFromBuffer, KernelsAndCommandsFindTheElements) {
  const std::pair<cl_mem_object_type, const char *> Readers[] = {
      {CL_MEM_OBJECT_IMAGE1D, "r1"},
      {CL_MEM_OBJECT_IMAGE1D_BUFFER, "rb"},
      {CL_MEM_OBJECT_IMAGE1D_ARRAY, "r1a"},
      {CL_MEM_OBJECT_IMAGE2D, "r2"},
      {CL_MEM_OBJECT_IMAGE2D_ARRAY, "r2a"},
      {CL_MEM_OBJECT_IMAGE3D, "r3"}};
  Program P = build(Reader, "-cl-std=CL3.0");
  std::vector<unsigned char> Bytes(8192);
  for (size_t I = 0; I != Bytes.size(); ++I)
    Bytes[I] = (unsigned char)(I * 37 >> 3);
  constexpr size_t Origin = 1024, Element = 4;
  for (auto [Type, Name] : Readers)
    for (size_t Gap : {0, 3}) {
      cl_image_desc Desc = desc(Type);
      const size_t Height = hasHeight(Type) ? 5 : 1;
      const size_t Slices = hasSlices(Type) ? 3 : 1;
      const size_t Row = (7 + Gap) * Element;
      const size_t Slice = Row * (Height + Gap);
      const bool HasRows = hasHeight(Type) || hasSlices(Type);
      if (Gap && HasRows)
        Desc.image_row_pitch = Row;
      if (Gap && hasSlices(Type))
        Desc.image_slice_pitch = Slice;
      Buffer Whole = upload(Bytes);
      const cl_buffer_region Region = {Origin, 4096};
      cl_int Code;
      Buffer Part(clCreateSubBuffer(Whole, 0, CL_BUFFER_CREATE_TYPE_REGION,
                                    &Region, &Code));
      ok(Code);
      Buffer I = make(Rgba8, Desc, Part).image;
      ASSERT_TRUE(I) << Name;
      if (HasRows) {
        size_t Pitch;
        ok(clGetImageInfo(I, CL_IMAGE_ROW_PITCH, sizeof(Pitch), &Pitch,
                          nullptr));
        EXPECT_EQ(Pitch, Row);
        ok(clGetImageInfo(I, CL_IMAGE_SLICE_PITCH, sizeof(Pitch), &Pitch,
                          nullptr));
        EXPECT_EQ(Pitch, hasSlices(Type) ? Slice : 0);
      }
      Kernel K = makeKernel(P, Name);
      Buffer Out = makeBuffer(7 * Height * Slices * 16);
      setArgs(K, I, Out);
      launch(K, {{7, Height, Slices}, {}, {}});
      const auto Got = download<cl_uint>(Out, 7 * Height * Slices * 4);
      std::vector<cl_uint> Want;
      auto ForRows = [&](auto Do) {
        for (size_t Z = 0; Z != Slices; ++Z)
          for (size_t Y = 0; Y != Height; ++Y)
            Do(Origin + Z * Slice + Y * Row);
      };
      ForRows([&](size_t At) {
        Want.insert(Want.end(), &Bytes[At], &Bytes[At + 7 * Element]);
      });
      EXPECT_EQ(Got, Want) << Name << ", gap " << Gap;

      const cl_uint Color[4] = {1, 2, 3, 4};
      const size_t Zero[3] = {};
      const bool IsRows = Type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
      const size_t All[3] = {7, IsRows ? Slices : Height, IsRows ? 1 : Slices};
      ok(clEnqueueFillImage(queue(), I, Color, Zero, All, 0, nullptr, nullptr));
      auto Filled = Bytes;
      ForRows([&](size_t At) {
        for (size_t B = 0; B != 7 * Element; ++B)
          Filled[At + B] = (unsigned char)(B % 4 + 1);
      });
      EXPECT_EQ(download<unsigned char>(Whole, Bytes.size()), Filled)
          << Name << ", gap " << Gap;
    }
}

TEST_F(ImageFromBuffer, PitchesAndAddressesAreChecked) {
  Buffer B = makeBuffer(65536);
  for (cl_mem_object_type Type : Types)
    for (const cl_image_format &F : formats(Type)) {
      const size_t Element = elementBytes(F);
      const cl_image_desc Good = desc(Type);
      if (Element > 1 && (hasHeight(Type) || hasSlices(Type))) {
        cl_image_desc Bad = Good;
        Bad.image_row_pitch = 7 * Element + 1;
        EXPECT_EQ(make(F, Bad, B).code, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
        Bad.image_row_pitch = 6 * Element;
        EXPECT_EQ(make(F, Bad, B).code, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
        if (hasSlices(Type)) {
          Bad.image_row_pitch = 7 * Element;
          Bad.image_slice_pitch = 35 * Element + 1;
          EXPECT_EQ(make(F, Bad, B).code, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
        }
      }
      if (!hasSlices(Type)) {
        cl_image_desc Bad = Good;
        Bad.image_slice_pitch = 35 * Element;
        EXPECT_EQ(make(F, Bad, B).code, CL_INVALID_IMAGE_DESCRIPTOR);
      }
      if (info(&F, &Good, CL_IMAGE_REQUIREMENTS_BASE_ADDRESS_ALIGNMENT_EXT) >
          1) {
        std::vector<cl_ulong> Host(1024);
        Buffer Odd =
            makeBuffer(4096, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR,
                       reinterpret_cast<unsigned char *>(Host.data()) + 1);
        EXPECT_EQ(make(F, Good, Odd).code, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
      }
    }
}

} // namespace
} // namespace conformance
