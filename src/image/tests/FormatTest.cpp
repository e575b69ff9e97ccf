//===- FormatTest.cpp - Tests of image formats ----------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "image/Format.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>

using namespace ferry::image;

namespace {

template <typename T>
std::vector<T> encodeFloats(cl_image_format F, std::array<float, 4> Color) {
  const auto Element = encode(F, Color.data());
  std::vector<T> Values(elementBytes(F) / sizeof(T));
  std::memcpy(Values.data(), Element.data(), elementBytes(F));
  return Values;
}

template <typename T>
std::vector<T> encodeInts(cl_image_format F, std::array<FerryInt, 4> Color) {
  return encodeFloats<T>(F, std::bit_cast<std::array<float, 4>>(Color));
}

TEST(Format, ElementsHaveAPowerOfTwoOfBytes) {
  for (cl_mem_object_type T : {CL_MEM_OBJECT_IMAGE2D, CL_MEM_OBJECT_IMAGE3D,
                               CL_MEM_OBJECT_IMAGE1D_BUFFER})
    for (const cl_image_format &F : supportedFormats(T)) {
      EXPECT_TRUE(isValid(F));
      EXPECT_TRUE(std::has_single_bit(elementBytes(F)));
      EXPECT_LE(elementBytes(F), MaxElementBytes);
    }
}

TEST(Format, DepthImagesHaveTwoDimensions) {
  EXPECT_TRUE(isSupported({CL_DEPTH, CL_FLOAT}, CL_MEM_OBJECT_IMAGE2D));
  EXPECT_TRUE(isSupported({CL_DEPTH, CL_FLOAT}, CL_MEM_OBJECT_IMAGE2D_ARRAY));
  EXPECT_FALSE(isSupported({CL_DEPTH, CL_FLOAT}, CL_MEM_OBJECT_IMAGE3D));
}

TEST(Format, OrdersGoWithTheirTypesOnly) {
  EXPECT_FALSE(isValid({CL_RGB, CL_UNORM_INT8}));
  EXPECT_FALSE(isValid({CL_RGBA, CL_UNORM_SHORT_565}));
  EXPECT_FALSE(isValid({CL_BGRA, CL_FLOAT}));
  EXPECT_FALSE(isValid({CL_LUMINANCE, CL_UNSIGNED_INT8}));
  EXPECT_FALSE(isValid({CL_RGBA, 0}));
  EXPECT_FALSE(isValid({0, CL_FLOAT}));
  // Valid, and not there.
  EXPECT_TRUE(isValid({CL_Rx, CL_UNORM_INT8}));
  EXPECT_FALSE(isSupported({CL_Rx, CL_UNORM_INT8}, CL_MEM_OBJECT_IMAGE2D));
}

// OpenCL C, Conversion Rules for Normalized Integer Channel Data Types.
TEST(Format, EncodesNormalisedChannels) {
  using Bytes = std::vector<std::uint8_t>;
  using Words = std::vector<std::uint16_t>;
  EXPECT_EQ(
      encodeFloats<std::uint8_t>({CL_RGBA, CL_UNORM_INT8}, {0, 1, 0.5f, 2}),
      (Bytes{0, 255, 128, 255}));
  EXPECT_EQ(
      encodeFloats<std::uint8_t>({CL_BGRA, CL_UNORM_INT8}, {0, 0.2f, 1, -1}),
      (Bytes{255, 51, 0, 0}));
  EXPECT_EQ(encodeFloats<std::uint8_t>({CL_ARGB, CL_UNORM_INT8},
                                       {0.2f, 0.4f, 0.6f, 1}),
            (Bytes{255, 51, 102, 153}));
  EXPECT_EQ(
      encodeFloats<std::uint8_t>({CL_RGBA, CL_SNORM_INT8}, {-2, -1, 1, 0.5f}),
      (Bytes{0x80, 0x81, 127, 64}));
  EXPECT_EQ(
      encodeFloats<std::uint8_t>({CL_RGBA, CL_SNORM_INT8}, {NAN, -1, NAN, 1}),
      (Bytes{0, 0x81, 0, 127}));
  EXPECT_EQ(
      encodeFloats<std::uint16_t>({CL_RGBA, CL_UNORM_INT16}, {0, 1, 0.5f, NAN}),
      (Words{0, 65535, 32768, 0}));
  EXPECT_EQ(
      encodeFloats<std::uint16_t>({CL_RGB, CL_UNORM_SHORT_565}, {1, 0, 1, 0}),
      Words{0xf81f});
  EXPECT_EQ(
      encodeFloats<std::uint16_t>({CL_RGB, CL_UNORM_SHORT_555}, {1, 0, 1, 0}),
      Words{0x7c1f});
  EXPECT_EQ(
      encodeFloats<std::uint32_t>({CL_RGB, CL_UNORM_INT_101010}, {1, 0, 1, 0}),
      std::vector<std::uint32_t>{0x3ff003ff});
  EXPECT_EQ(encodeFloats<std::uint32_t>({CL_RGBA, CL_UNORM_INT_101010_2},
                                        {1, 0, 1, 1}),
            std::vector<std::uint32_t>{0xffc00fff});
}

TEST(Format, EncodesSrgb) {
  EXPECT_EQ(
      encodeFloats<std::uint8_t>({CL_sRGBA, CL_UNORM_INT8}, {0, 0.5f, 1, 0.5f}),
      (std::vector<std::uint8_t>{0, 188, 255, 128}));
}

TEST(Format, EncodesIntegersHalvesAndFloats) {
  EXPECT_EQ(
      encodeInts<std::int8_t>({CL_RG, CL_SIGNED_INT8}, {-1000, 1000, 5, 6}),
      (std::vector<std::int8_t>{-128, 127}));
  EXPECT_EQ(
      encodeInts<std::uint16_t>({CL_RA, CL_UNSIGNED_INT16}, {70000, 1, 2, 3}),
      (std::vector<std::uint16_t>{65535, 3}));
  EXPECT_EQ(encodeInts<std::int32_t>({CL_A, CL_SIGNED_INT32}, {1, 2, 3, -4}),
            std::vector<std::int32_t>{-4});
  EXPECT_EQ(
      encodeFloats<std::uint16_t>({CL_RGBA, CL_HALF_FLOAT}, {1, -2, 0, 65504}),
      (std::vector<std::uint16_t>{0x3c00, 0xc000, 0, 0x7bff}));
  EXPECT_EQ(encodeFloats<float>({CL_RG, CL_FLOAT}, {1.5f, 2.5f, 3, 4}),
            (std::vector<float>{1.5f, 2.5f}));
  const float Depth = 0.75f;
  float Stored;
  std::memcpy(&Stored, encode({CL_DEPTH, CL_FLOAT}, &Depth).data(), 4);
  EXPECT_EQ(Stored, Depth);
}

} // namespace
