//===- MipMaps.cpp - cl_khr_mipmap_image and its writes -------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Levels through all commands and built-in functions, each against an image of
/// its own in ImageReference.h.
///
//===----------------------------------------------------------------------===//

#include "ImageReference.h"
#include "Support.h"

#include <CL/cl_ext.h>

#include <algorithm>
#include <bit>
#include <cmath>

using namespace conformance;

namespace {

using Sampler = Handle<cl_sampler, clReleaseSampler>;
using Lod = std::array<float, 2>; ///< Least and most.

constexpr size_t Reads = 96;

constexpr cl_image_format Formats[] = {{CL_RGBA, CL_FLOAT},
                                       {CL_BGRA, CL_UNORM_INT8},
                                       {CL_RG, CL_HALF_FLOAT},
                                       {CL_RGBA, CL_SIGNED_INT16},
                                       {CL_R, CL_UNSIGNED_INT32}};

std::vector<ImageKind> kinds() {
  std::vector<ImageKind> All = ImageKinds;
  std::erase_if(All, [](const ImageKind &K) {
    return K.isDepth || K.type == CL_MEM_OBJECT_IMAGE1D_BUFFER;
  });
  return All;
}

class MipMaps : public testing::TestWithParam<ImageKind> {
protected:
  void SetUp() override {
    if (!hasExtension("cl_khr_mipmap_image_writes"))
      GTEST_SKIP() << "no mip maps";
  }

  const ImageKind &Kind = GetParam();
  std::mt19937_64 Random = randomSource();
  std::vector<ReferenceImage> Levels;
  Buffer Image;

  size_t below(size_t Limit) { return Random() % Limit; }

  /// An image of random contents.
  void make(const cl_image_format &F) {
    ReferenceImage R = {&Kind, F, {1, 1, 1}, 1, {}};
    for (unsigned A = 0; A != Kind.axes; ++A)
      R.size[A] = 9 + below(Kind.axes == 3 ? 8 : 30);
    if (Kind.isArray)
      R.layers = 1 + below(4);
    cl_image_desc Desc = {};
    Desc.image_type = Kind.type;
    Desc.image_width = R.size[0];
    Desc.image_height = R.size[1];
    Desc.image_depth = R.size[2];
    Desc.image_array_size = R.layers;
    Desc.num_mip_levels =
        cl_uint(2 + below(size_t(std::bit_width(*std::max_element(
                              R.size.begin(), R.size.begin() + Kind.axes))) -
                          1));
    cl_int Code;
    Image = Buffer(
        clCreateImage(context(), CL_MEM_READ_WRITE, &F, &Desc, nullptr, &Code));
    ok(Code);
    Levels.clear();
    for (cl_uint L = 0; L != Desc.num_mip_levels; ++L) {
      fill(R);
      Levels.push_back(R);
      for (size_t &Size : R.size)
        Size = std::max<size_t>(Size / 2, 1);
    }
    for (size_t L = 0; L != Levels.size(); ++L)
      ok(clEnqueueWriteImage(queue(), Image, CL_TRUE, origin(L).data(),
                             region(L).data(), 0, 0, Levels[L].data.data(), 0,
                             nullptr, nullptr));
  }

  void fill(ReferenceImage &R) {
    R.data.resize(R.elements() * elementBytes(R.format));
    for (unsigned char &B : R.data)
      B = (unsigned char)Random();
    if (R.format.image_channel_data_type == CL_FLOAT)
      for (size_t I = 0; I != R.data.size(); I += 4) {
        const float Value = float(below(1000)) / 10;
        std::memcpy(&R.data[I], &Value, 4);
      }
    if (R.format.image_channel_data_type == CL_HALF_FLOAT)
      for (size_t I = 1; I < R.data.size(); I += 2)
        R.data[I] &= 0x37; // Small and finite.
  }

  /// The first element of a level: the level is behind the dimensions.
  std::array<size_t, 4> origin(size_t Level) const {
    std::array<size_t, 4> O = {};
    O[Kind.axes + Kind.isArray] = Level;
    return O;
  }
  std::array<size_t, 3> region(size_t Level) const {
    std::array<size_t, 3> R = Levels[Level].size;
    if (Kind.isArray)
      R[Kind.axes] = Levels[Level].layers;
    return R;
  }

  std::vector<unsigned char> contents(size_t Level) const {
    std::vector<unsigned char> Data(Levels[Level].data.size());
    ok(clEnqueueReadImage(queue(), Image, CL_TRUE, origin(Level).data(),
                          region(Level).data(), 0, 0, Data.data(), 0, nullptr,
                          nullptr));
    return Data;
  }

  std::string place(const std::string &Of) const {
    const unsigned Count = Kind.axes + Kind.isArray;
    return Count == 1 ? Of + ".x" : Count == 2 ? Of + ".xy" : Of;
  }
  std::string gradient(const std::string &Of) const {
    return Kind.axes == 1 ? Of + ".x" : Kind.axes == 2 ? Of + ".xy" : Of;
  }

  std::string source() const {
    std::string Text;
    const char *Names[3][2] = {{"f", "float4"}, {"i", "int4"}, {"ui", "uint4"}};
    for (auto &[Suffix, Vector] : Names) {
      const std::string S = Suffix, V = Vector, N = Kind.name;
      Text += "kernel void lod_" + S + "(read_only " + N +
              " im, sampler_t s, global const float4 *at, global const float4 "
              "*x, global const float4 *y, global " +
              V + " *out) {\n  size_t i = get_global_id(0);\n  out[i] = " +
              "read_image" + S + "(im, s, " + place("at[i]") +
              ", x[i].x);\n}\n" + "kernel void gradient_" + S + "(read_only " +
              N +
              " im, sampler_t s, global const float4 *at, global const float4 "
              "*x, global const float4 *y, global " +
              V + " *out) {\n  size_t i = get_global_id(0);\n  out[i] = " +
              "read_image" + S + "(im, s, " + place("at[i]") + ", " +
              gradient("x[i]") + ", " + gradient("y[i]") + ");\n}\n" +
              "kernel void write_" + S + "(write_only " + N +
              " im, global const int4 *at, int lod, global const " + V +
              " *in) {\n  size_t i = get_global_id(0);\n  write_image" + S +
              "(im, " + place("at[i]") + ", lod, in[i]);\n}\n";
    }
    return Text + "kernel void levels(read_only " + Kind.name +
           " im, global int *out) { *out = get_image_num_mip_levels(im); }\n";
  }

  const char *suffix() const {
    switch (classOf(Levels[0].format)) {
    case ChannelClass::Signed:
      return "i";
    case ChannelClass::Unsigned:
      return "ui";
    default:
      return "f";
    }
  }

  template <typename T>
  std::vector<Color> colors(cl_mem From, size_t Count) const {
    std::vector<Color> Result;
    for (const auto &V : download<std::array<T, 4>>(From, Count))
      Result.push_back(
          {double(V[0]), double(V[1]), double(V[2]), double(V[3])});
    return Result;
  }
  std::vector<Color> colors(cl_mem From, size_t Count) const {
    switch (classOf(Levels[0].format)) {
    case ChannelClass::Signed:
      return colors<cl_int>(From, Count);
    case ChannelClass::Unsigned:
      return colors<cl_uint>(From, Count);
    default:
      return colors<cl_float>(From, Count);
    }
  }

  /// What a read with level of detail \p D may return.
  std::vector<Color> expected(const ImageSampler &S, bool MipLinear, Lod Range,
                              double D, const std::array<float, 4> &At) const {
    const auto Last = double(Levels.size() - 1);
    D = std::clamp(D, double(Range[0]), double(Range[1]));
    D = std::clamp(D, 0.0, Last);
    if (!MipLinear)
      return Levels[size_t(std::ceil(D - 0.5))].sample(S, At);
    const double First = std::floor(D), Part = D - First;
    std::vector<Color> Result;
    for (const Color &A : Levels[size_t(First)].sample(S, At))
      for (const Color &B :
           Levels[size_t(std::min(First + 1, Last))].sample(S, At)) {
        Color Sum;
        for (unsigned C = 0; C != 4; ++C)
          Sum[C] = (1 - Part) * A[C] + Part * B[C];
        Result.push_back(Sum);
      }
    return Result;
  }

  void checkReads(cl_program P, const ImageSampler &S, bool MipLinear,
                  bool Gradients) {
    const Lod Range = below(2) ? Lod{0, MAXFLOAT} : Lod{0.75f, 1.625f};
    const cl_sampler_properties Properties[] = {
        CL_SAMPLER_NORMALIZED_COORDS,
        CL_TRUE,
        CL_SAMPLER_ADDRESSING_MODE,
        S.addressing,
        CL_SAMPLER_FILTER_MODE,
        S.filter,
        CL_SAMPLER_MIP_FILTER_MODE_KHR,
        cl_sampler_properties(MipLinear ? CL_FILTER_LINEAR : CL_FILTER_NEAREST),
        CL_SAMPLER_LOD_MIN_KHR,
        std::bit_cast<cl_uint>(Range[0]),
        CL_SAMPLER_LOD_MAX_KHR,
        std::bit_cast<cl_uint>(Range[1]),
        0};
    cl_int Code;
    Sampler Object(clCreateSamplerWithProperties(context(), Properties, &Code));
    ok(Code);
    std::vector<std::array<float, 4>> At(Reads), X(Reads), Y(Reads);
    std::vector<double> Lods(Reads);
    for (size_t I = 0; I != Reads; ++I) {
      for (unsigned A = 0; A != 4; ++A)
        At[I][A] = Kind.isArray && A == Kind.axes
                       ? float(below(5))
                       : float(below(4096)) / 2048 - 0.5f;
      if (!Gradients) {
        // Not where two levels are equally near; some beyond all levels.
        Lods[I] = (double(below(160)) - 32) / 16 + 1.0 / 32;
        X[I][0] = float(Lods[I]);
        continue;
      }
      double Squared[2] = {};
      for (unsigned A = 0; A != Kind.axes; ++A) {
        const double Size = double(Levels[0].size[A]);
        X[I][A] = float((double(below(1000)) / 100 - 5) / Size);
        Y[I][A] = float((double(below(1000)) / 100 - 5) / Size);
        Squared[0] += std::pow(double(X[I][A]) * Size, 2);
        Squared[1] += std::pow(double(Y[I][A]) * Size, 2);
      }
      Lods[I] = 0.5 * std::log2(std::max(Squared[0], Squared[1]));
    }
    Buffer AtBuffer = upload(At), XBuffer = upload(X), YBuffer = upload(Y),
           Out = makeBuffer(Reads * 16);
    Kernel K = makeKernel(
        P, (std::string(Gradients ? "gradient_" : "lod_") + suffix()).c_str());
    setArgs(K, Image, cl_sampler(Object), AtBuffer, XBuffer, YBuffer, Out);
    launch(K, {{Reads}, {}, {}});
    const auto Got = colors(Out, Reads);
    const bool IsExact = classOf(Levels[0].format) != ChannelClass::Float;
    for (size_t I = 0; I != Reads; ++I) {
      if (std::abs(Lods[I] - std::floor(Lods[I]) - 0.5) < 1e-3)
        continue;
      const auto Want =
          expected(S, MipLinear && !IsExact, Range, Lods[I], At[I]);
      double Tolerance = 0;
      for (const Color &W : Want)
        for (double C : W)
          Tolerance =
              std::max(Tolerance, IsExact ? 0 : 2e-3 * (1 + std::abs(C)));
      // A level of large numbers may count a little, or not.
      if (MipLinear && !IsExact)
        Tolerance = std::max(
            Tolerance,
            Levels[0].format.image_channel_data_type == CL_FLOAT ? 0.1 : 2e-3);
      const bool Found =
          std::any_of(Want.begin(), Want.end(), [&](const Color &W) {
            for (unsigned C = 0; C != 4; ++C)
              if (!(std::abs(W[C] - Got[I][C]) <= Tolerance))
                return false;
            return true;
          });
      ASSERT_TRUE(Found) << Kind.name << " type 0x" << std::hex
                         << Levels[0].format.image_channel_data_type
                         << " address 0x" << S.addressing << " filter 0x"
                         << S.filter << std::dec
                         << (MipLinear ? " linear levels" : "")
                         << (Gradients ? " gradients" : "") << " lod "
                         << Lods[I] << " of " << Levels.size() << " at "
                         << testing::PrintToString(At[I]) << ": "
                         << testing::PrintToString(Got[I]) << " not "
                         << testing::PrintToString(Want);
    }
  }
};

TEST_P(MipMaps, Reads) {
  constexpr cl_addressing_mode Addressing[] = {
      CL_ADDRESS_CLAMP_TO_EDGE, CL_ADDRESS_CLAMP, CL_ADDRESS_REPEAT,
      CL_ADDRESS_MIRRORED_REPEAT};
  Program P = build(source(), "-cl-std=CL3.0");
  for (const cl_image_format &F : Formats)
    for (unsigned Bits = 0; Bits != 8; ++Bits) {
      if ((Bits & 1) && classOf(F) != ChannelClass::Float)
        continue;
      make(F);
      ASSERT_NO_FATAL_FAILURE(checkReads(
          P,
          {true, Addressing[below(4)],
           cl_filter_mode(Bits & 1 ? CL_FILTER_LINEAR : CL_FILTER_NEAREST)},
          Bits & 2, Bits & 4));
    }
}

TEST_P(MipMaps, Writes) {
  Program P = build(source(), "-cl-std=CL3.0");
  for (const cl_image_format &F : Formats) {
    make(F);
    const size_t Level = below(Levels.size());
    ReferenceImage &R = Levels[Level];
    std::vector<std::array<cl_int, 4>> At;
    for (size_t I = 0; I != R.elements(); ++I) {
      const size_t Row = I / R.size[0];
      std::array<cl_int, 4> C = {cl_int(I % R.size[0]), cl_int(Row % R.size[1]),
                                 cl_int(Row / R.size[1] % R.size[2]), 0};
      if (Kind.isArray)
        C[Kind.axes] = cl_int(I / (R.size[0] * R.size[1]));
      At.push_back(C);
    }
    // What is in the base level, but not in this one.
    if (isFerry() && Level != 0)
      At.push_back({cl_int(R.size[0]), 0, 0, 0});
    std::vector<std::array<cl_uint, 4>> Words(At.size());
    std::vector<Color> Colors(At.size());
    for (size_t I = 0; I != At.size(); ++I)
      for (unsigned C = 0; C != 4; ++C)
        if (classOf(F) == ChannelClass::Float) {
          const float V = float(below(256)) / 256;
          Words[I][C] = std::bit_cast<cl_uint>(V);
          Colors[I][C] = V;
        } else {
          Words[I][C] = cl_uint(below(30000));
          Colors[I][C] = Words[I][C];
        }
    Buffer AtBuffer = upload(At), In = upload(Words);
    Kernel K = makeKernel(P, (std::string("write_") + suffix()).c_str());
    setArgs(K, Image, AtBuffer, cl_int(Level), In);
    launch(K, {{At.size()}, {}, {}});
    for (size_t L = 0; L != Levels.size(); ++L) {
      const auto Data = contents(L);
      if (L != Level) {
        EXPECT_EQ(Data, Levels[L].data) << "level " << L << " of " << Level;
        continue;
      }
      for (size_t I = 0; I != R.elements(); ++I)
        ASSERT_TRUE(mayEncode(F, Colors[I], &Data[I * elementBytes(F)]));
    }
  }
}

TEST_P(MipMaps, CommandsKnowLevels) {
  make({CL_RGBA, CL_UNORM_INT8});
  const size_t Last = Levels.size() - 1;
  Kernel K = makeKernel(build(source(), "-cl-std=CL3.0"), "levels");
  Buffer Out = makeBuffer(sizeof(cl_int));
  setArgs(K, Image, Out);
  launch(K, {{1}, {}, {}});
  EXPECT_EQ(download<cl_int>(Out, 1)[0], cl_int(Levels.size()));
  cl_uint Count;
  ok(clGetImageInfo(Image, CL_IMAGE_NUM_MIP_LEVELS, sizeof(Count), &Count,
                    nullptr));
  EXPECT_EQ(Count, Levels.size());

  // To a buffer, and from one to the level before.
  for (size_t L = 0; L <= Last; ++L)
    EXPECT_EQ(contents(L), Levels[L].data) << L;
  const size_t Bytes = Levels[Last].data.size();
  Buffer Copy = makeBuffer(Bytes);
  ok(clEnqueueCopyImageToBuffer(queue(), Image, Copy, origin(Last).data(),
                                region(Last).data(), 0, 0, nullptr, nullptr));
  EXPECT_EQ(download<unsigned char>(Copy, Bytes), Levels[Last].data);
  ok(clEnqueueCopyBufferToImage(queue(), Copy, Image, 0,
                                origin(Last - 1).data(), region(Last).data(), 0,
                                nullptr, nullptr));

  // From a level to another: the regions do not overlap.
  std::vector<unsigned char> Corner(Bytes), Zeros(Bytes);
  const cl_float Black[4] = {};
  ok(clEnqueueFillImage(queue(), Image, Black, origin(Last).data(),
                        region(Last).data(), 0, nullptr, nullptr));
  EXPECT_EQ(contents(Last), Zeros);
  ok(clEnqueueCopyImage(queue(), Image, Image, origin(Last - 1).data(),
                        origin(Last).data(), region(Last).data(), 0, nullptr,
                        nullptr));
  EXPECT_EQ(contents(Last), Levels[Last].data);

  cl_int Code;
  size_t RowPitch = 0, SlicePitch = 0;
  auto *Mapped = static_cast<unsigned char *>(clEnqueueMapImage(
      queue(), Image, CL_TRUE, CL_MAP_READ, origin(Last).data(),
      region(Last).data(), &RowPitch, &SlicePitch, 0, nullptr, nullptr, &Code));
  ok(Code);
  EXPECT_GE(RowPitch, Levels[Last].size[0] * 4);
  EXPECT_TRUE(std::equal(Mapped, Mapped + Levels[Last].size[0] * 4,
                         Levels[Last].data.begin()));
  ok(clEnqueueUnmapMemObject(queue(), Image, Mapped, 0, nullptr, nullptr));

  const auto Beyond = origin(Last + 1), At = origin(Last);
  const auto One = region(Last);
  EXPECT_EQ(clEnqueueReadImage(queue(), Image, CL_TRUE, Beyond.data(),
                               One.data(), 0, 0, Corner.data(), 0, nullptr,
                               nullptr),
            CL_INVALID_MIP_LEVEL);
  EXPECT_EQ(clEnqueueWriteImage(queue(), Image, CL_TRUE, Beyond.data(),
                                One.data(), 0, 0, Corner.data(), 0, nullptr,
                                nullptr),
            CL_INVALID_MIP_LEVEL);
  EXPECT_EQ(clEnqueueFillImage(queue(), Image, Black, Beyond.data(), One.data(),
                               0, nullptr, nullptr),
            CL_INVALID_MIP_LEVEL);
  EXPECT_EQ(clEnqueueCopyImage(queue(), Image, Image, Beyond.data(), At.data(),
                               One.data(), 0, nullptr, nullptr),
            CL_INVALID_MIP_LEVEL);
  EXPECT_EQ(clEnqueueCopyImageToBuffer(queue(), Image, Copy, Beyond.data(),
                                       One.data(), 0, 0, nullptr, nullptr),
            CL_INVALID_MIP_LEVEL);
  EXPECT_EQ(clEnqueueCopyBufferToImage(queue(), Copy, Image, 0, Beyond.data(),
                                       One.data(), 0, nullptr, nullptr),
            CL_INVALID_MIP_LEVEL);
  EXPECT_EQ(clEnqueueMapImage(queue(), Image, CL_TRUE, CL_MAP_READ,
                              Beyond.data(), One.data(), &RowPitch, &SlicePitch,
                              0, nullptr, nullptr, &Code),
            nullptr);
  EXPECT_EQ(Code, CL_INVALID_MIP_LEVEL);
  // As large as the base level.
  EXPECT_EQ(clEnqueueReadImage(queue(), Image, CL_TRUE, origin(Last).data(),
                               region(0).data(), 0, 0, Corner.data(), 0,
                               nullptr, nullptr),
            CL_INVALID_VALUE);
}

TEST(MipMapObjects, ErrorsAndQueries) {
  if (!hasExtension("cl_khr_mipmap_image"))
    GTEST_SKIP() << "no mip maps";
  auto Make = [](cl_mem_object_type Type, cl_uint Levels,
                 cl_image_format Format = {CL_RGBA, CL_UNORM_INT8},
                 cl_mem_flags Flags = 0, void *Host = nullptr) {
    cl_image_desc Desc = {};
    Desc.image_type = Type;
    Desc.image_width = 8;
    Desc.image_height = 4;
    Desc.num_mip_levels = Levels;
    cl_int Code;
    Buffer Image(clCreateImage(context(), Flags, &Format, &Desc, Host, &Code));
    return Code;
  };
  EXPECT_EQ(Make(CL_MEM_OBJECT_IMAGE2D, 1), CL_SUCCESS);
  EXPECT_EQ(Make(CL_MEM_OBJECT_IMAGE2D, 4), CL_SUCCESS);
  EXPECT_EQ(Make(CL_MEM_OBJECT_IMAGE1D, 4), CL_SUCCESS);
  // The conformance tests have levels after that of one element.
  EXPECT_EQ(Make(CL_MEM_OBJECT_IMAGE2D, 5), CL_SUCCESS);
  EXPECT_NE(Make(CL_MEM_OBJECT_IMAGE2D, 32), CL_SUCCESS);
  std::vector<unsigned char> Host(256);
  EXPECT_NE(Make(CL_MEM_OBJECT_IMAGE2D, 2, {CL_RGBA, CL_UNORM_INT8},
                 CL_MEM_COPY_HOST_PTR, Host.data()),
            CL_SUCCESS);

  cl_int Code;
  Sampler Default(clCreateSampler(context(), CL_TRUE, CL_ADDRESS_CLAMP,
                                  CL_FILTER_LINEAR, &Code));
  ok(Code);
  cl_filter_mode Mode;
  float Least, Most;
  ok(clGetSamplerInfo(Default, CL_SAMPLER_MIP_FILTER_MODE_KHR, sizeof(Mode),
                      &Mode, nullptr));
  ok(clGetSamplerInfo(Default, CL_SAMPLER_LOD_MIN_KHR, sizeof(Least), &Least,
                      nullptr));
  ok(clGetSamplerInfo(Default, CL_SAMPLER_LOD_MAX_KHR, sizeof(Most), &Most,
                      nullptr));
  EXPECT_EQ(Mode, cl_filter_mode(CL_FILTER_NEAREST));
  EXPECT_EQ(Least, 0.0f);
  EXPECT_EQ(Most, MAXFLOAT);
  const cl_sampler_properties Bad[] = {CL_SAMPLER_MIP_FILTER_MODE_KHR,
                                       CL_ADDRESS_CLAMP, 0};
  EXPECT_FALSE(clCreateSamplerWithProperties(context(), Bad, &Code));
  EXPECT_EQ(Code, CL_INVALID_VALUE);
}

INSTANTIATE_TEST_SUITE_P(All, MipMaps, testing::ValuesIn(kinds()),
                         [](const testing::TestParamInfo<ImageKind> &I) {
                           return I.param.name;
                         });

} // namespace
