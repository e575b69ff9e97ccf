//===- SpirvImages.cpp - Images from SPIR-V -------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Spirv.h"

#include <CL/cl_ext.h>

#include <algorithm>
#include <array>
#include <numeric>

using namespace conformance;

namespace {

using SpirvImages = SpirvTest;

/// out[i] = in[i ^ 1] with a literal sampler, of images of floats.
constexpr char Swapping[] = R"(
    OpEntryPoint Kernel %f "f" %gid
    OpDecorate %gid BuiltIn GlobalInvocationId
    OpDecorate %gid Constant
    %void = OpTypeVoid
    %int = OpTypeInt 32 0
    %long = OpTypeInt 64 0
    %float = OpTypeFloat 32
    %float4 = OpTypeVector %float 4
    %int2 = OpTypeVector %int 2
    %long3 = OpTypeVector %long 3
    %in3 = OpTypePointer Input %long3
    %image = OpTypeImage %void 2D 0 0 0 0 Unknown ReadOnly
    %target = OpTypeImage %void 2D 0 0 0 0 Unknown WriteOnly
    %sampled = OpTypeSampledImage %image
    %samplertype = OpTypeSampler
    %sampler = OpConstantSampler %samplertype ClampToEdge 0 Nearest
    %one = OpConstant %int 1
    %zero = OpConstant %int 0
    %lod = OpConstant %float 0
    %type = OpTypeFunction %void %target %image
    %gid = OpVariable %in3 Input
    %f = OpFunction %void None %type
    %out = OpFunctionParameter %target
    %in = OpFunctionParameter %image
    %entry = OpLabel
    %ids = OpLoad %long3 %gid
    %id64 = OpCompositeExtract %long %ids 0
    %id = OpUConvert %int %id64
    %other = OpBitwiseXor %int %id %one
    %from = OpCompositeConstruct %int2 %other %zero
    %to = OpCompositeConstruct %int2 %id %zero
    %both = OpSampledImage %sampled %in %sampler
    %color = OpImageSampleExplicitLod %float4 %both %from Lod %lod
    OpImageWrite %out %to %color
    OpReturn
    OpFunctionEnd)";

TEST_F(SpirvImages, Images) {
  Kernel K =
      makeKernel(buildIL(assemble(prelude("OpCapability ImageBasic\n"
                                          "OpCapability LiteralSampler\n") +
                                  Swapping)),
                 "f");
  cl_image_format Format = {CL_RGBA, CL_FLOAT};
  cl_image_desc Shape = {};
  Shape.image_type = CL_MEM_OBJECT_IMAGE2D;
  Shape.image_width = 4;
  Shape.image_height = 1;
  std::vector<float> Texels(16);
  std::iota(Texels.begin(), Texels.end(), 0.0f);
  cl_int Code;
  Buffer In(clCreateImage(context(), CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                          &Format, &Shape, Texels.data(), &Code));
  ok(Code);
  Buffer Out(clCreateImage(context(), CL_MEM_WRITE_ONLY, &Format, &Shape,
                           nullptr, &Code));
  ok(Code);
  setArgs(K, Out, In);
  cl_kernel_arg_access_qualifier Access;
  ok(clGetKernelArgInfo(K, 1, CL_KERNEL_ARG_ACCESS_QUALIFIER, sizeof(Access),
                        &Access, nullptr));
  EXPECT_EQ(Access, cl_uint(CL_KERNEL_ARG_ACCESS_READ_ONLY));
  launch(K, {{4}, {}, {}});
  std::vector<float> Got(16);
  const size_t Origin[3] = {}, Region[3] = {4, 1, 1};
  ok(clEnqueueReadImage(queue(), Out, CL_TRUE, Origin, Region, 0, 0, Got.data(),
                        0, nullptr, nullptr));
  for (size_t I = 0; I != 16; ++I)
    EXPECT_EQ(Got[I], Texels[I ^ 4]) << I;
}

//===----------------------------------------------------------------------===//
// Mip maps (SPIR-V environment specification, 5.1.6 and 5.1.7)
//===----------------------------------------------------------------------===//

constexpr cl_uint NumLevels = 3;

struct MipMap {
  cl_mem_object_type type;
  const char *text;     ///< Operands of OpTypeImage.
  unsigned axes, size;  ///< Axes that get smaller, components of a size.
  unsigned coordinates; ///< Components of a coordinate.
};
constexpr MipMap MipMaps[] = {
    {CL_MEM_OBJECT_IMAGE1D, "1D 0 0 0 0 Unknown", 1, 1, 1},
    {CL_MEM_OBJECT_IMAGE1D_ARRAY, "1D 0 1 0 0 Unknown", 1, 2, 2},
    {CL_MEM_OBJECT_IMAGE2D, "2D 0 0 0 0 Unknown", 2, 2, 2},
    {CL_MEM_OBJECT_IMAGE2D_ARRAY, "2D 0 1 0 0 Unknown", 2, 3, 4},
    {CL_MEM_OBJECT_IMAGE3D, "3D 0 0 0 0 Unknown", 3, 3, 4},
};

/// Of the base level, and the layers of arrays.
std::array<size_t, 3> sizeOf(const MipMap &M) {
  std::array<size_t, 3> Size = {13, 6, 4};
  std::fill(Size.begin() + M.size, Size.end(), 1);
  return Size;
}

std::array<size_t, 3> sizeOf(const MipMap &M, cl_uint Level) {
  std::array<size_t, 3> Size = sizeOf(M);
  for (unsigned A = 0; A != M.axes; ++A)
    Size[A] = std::max<size_t>(Size[A] >> Level, 1);
  return Size;
}

/// The type of \p Count components of %int or %float.
std::string vectorOf(const char *Scalar, unsigned Count) {
  return Count == 1 ? "%" + std::string(Scalar)
                    : "%" + std::string(Scalar) + std::to_string(Count);
}

/// Of a level: its size and the number of levels go to sizes; what three ways
/// of reading its first texel give to colors, and the first of them to the
/// other image.
std::string readingLevels(const MipMap &M) {
  const std::string Size = vectorOf("int", M.size);
  std::string Text =
      prelude("OpCapability ImageBasic\n"
              "OpCapability ImageQuery\n"
              "OpCapability ImageMipmap\n"
              "OpCapability LiteralSampler\n"
              "OpCapability Image1D\nOpCapability Sampled1D\n") +
      R"(
    OpEntryPoint Kernel %f "f"
    %void = OpTypeVoid
    %int = OpTypeInt 32 0
    %float = OpTypeFloat 32
    %int2 = OpTypeVector %int 2
    %int3 = OpTypeVector %int 3
    %int4 = OpTypeVector %int 4
    %float2 = OpTypeVector %float 2
    %float3 = OpTypeVector %float 3
    %float4 = OpTypeVector %float 4
    %image = OpTypeImage %void )" +
      M.text + " ReadOnly\n%target = OpTypeImage %void " + M.text +
      R"( WriteOnly
    %sampled = OpTypeSampledImage %image
    %samplertype = OpTypeSampler
    %sampler = OpConstantSampler %samplertype ClampToEdge 1 Nearest
    %ints = OpTypePointer CrossWorkgroup %int
    %floats = OpTypePointer CrossWorkgroup %float4
    %zero = OpConstant %int 0
    %one = OpConstant %int 1
    %two = OpConstant %int 2
    %three = OpConstant %int 3
    %type = OpTypeFunction %void %image %target %ints %floats %int %float
    %origin = OpConstantNull )" +
      vectorOf("int", M.coordinates) + "\n%corner = OpConstantNull " +
      vectorOf("float", M.coordinates) + "\n%still = OpConstantNull " +
      vectorOf("float", M.axes) + R"(
    %f = OpFunction %void None %type
    %in = OpFunctionParameter %image
    %out = OpFunctionParameter %target
    %sizes = OpFunctionParameter %ints
    %colors = OpFunctionParameter %floats
    %level = OpFunctionParameter %int
    %lod = OpFunctionParameter %float
    %entry = OpLabel
    %both = OpSampledImage %sampled %in %sampler
    %a = OpImageSampleExplicitLod %float4 %both %corner Lod %lod
    %b = OpImageRead %float4 %in %origin Lod %level
    %c = OpImageSampleExplicitLod %float4 %both %corner Grad %still %still
    OpImageWrite %out %origin %a Lod %level
    %place = OpInBoundsPtrAccessChain %floats %colors %one
    %last = OpInBoundsPtrAccessChain %floats %colors %two
    OpStore %colors %a Aligned 16
    OpStore %place %b Aligned 16
    OpStore %last %c Aligned 16
    %levels = OpImageQueryLevels %int %in
    OpStore %sizes %levels Aligned 4
    %size = OpImageQuerySizeLod )" +
      Size + " %in %level\n";
  constexpr const char *Indices[] = {"%one", "%two", "%three"};
  for (unsigned I = 0; I != M.size; ++I) {
    const std::string N = std::to_string(I);
    const std::string Value = M.size == 1 ? "%size" : "%part" + N;
    if (M.size != 1)
      Text += Value + " = OpCompositeExtract %int %size " + N + "\n";
    Text += "%at" + N + " = OpInBoundsPtrAccessChain %ints %sizes " +
            Indices[I] + "\nOpStore %at" + N + " " + Value + " Aligned 4\n";
  }
  return Text + "OpReturn\nOpFunctionEnd";
}

class SpirvMipMaps : public SpirvTest {
protected:
  void SetUp() override {
    SpirvTest::SetUp();
    if (!hasExtension("cl_khr_mipmap_image_writes"))
      GTEST_SKIP() << "no mip maps";
  }

  static Buffer makeMipMap(const MipMap &M) {
    const cl_image_format Format = {CL_RGBA, CL_FLOAT};
    const std::array<size_t, 3> Size = sizeOf(M);
    cl_image_desc Desc = {};
    Desc.image_type = M.type;
    Desc.image_width = Size[0];
    Desc.image_height = Size[1];
    Desc.image_depth = Size[2];
    Desc.image_array_size = Size[M.size - 1];
    Desc.num_mip_levels = NumLevels;
    cl_int Code;
    Buffer Image(clCreateImage(context(), CL_MEM_READ_WRITE, &Format, &Desc,
                               nullptr, &Code));
    ok(Code);
    return Image;
  }

  /// The level stands behind the dimensions.
  static std::array<size_t, 4> origin(const MipMap &M, cl_uint Level) {
    std::array<size_t, 4> Origin = {};
    Origin[M.size] = Level;
    return Origin;
  }

  static void writeLevel(cl_mem Image, const MipMap &M, cl_uint Level,
                         float Value) {
    const std::array<size_t, 3> Region = sizeOf(M, Level);
    const std::vector<float> Texels(4 * Region[0] * Region[1] * Region[2],
                                    Value);
    ok(clEnqueueWriteImage(queue(), Image, CL_TRUE, origin(M, Level).data(),
                           Region.data(), 0, 0, Texels.data(), 0, nullptr,
                           nullptr));
  }

  static float firstOf(cl_mem Image, const MipMap &M, cl_uint Level) {
    const size_t Region[3] = {1, 1, 1};
    float Texel[4];
    ok(clEnqueueReadImage(queue(), Image, CL_TRUE, origin(M, Level).data(),
                          Region, 0, 0, Texel, 0, nullptr, nullptr));
    return Texel[0];
  }
};

/// "The environment must accept non-zero optional Lod Image Operands".
TEST_F(SpirvMipMaps, Levels) {
  for (const MipMap &M : MipMaps) {
    SCOPED_TRACE(M.text);
    Kernel K = makeKernel(buildIL(assemble(readingLevels(M))), "f");
    Buffer In = makeMipMap(M);
    for (cl_uint L = 0; L != NumLevels; ++L)
      writeLevel(In, M, L, float(L + 1));
    for (cl_uint L = 0; L != NumLevels; ++L) {
      SCOPED_TRACE(L);
      Buffer Out = makeMipMap(M);
      for (cl_uint Other = 0; Other != NumLevels; ++Other)
        writeLevel(Out, M, Other, -1);
      Buffer Sizes = upload(std::vector<cl_uint>(4));
      Buffer Colors = upload(std::vector<float>(12));
      setArgs(K, In, Out, Sizes, Colors, L, float(L));
      launch(K, {{1}, {}, {}});
      const std::vector<cl_uint> Got = download<cl_uint>(Sizes, 4);
      EXPECT_EQ(Got[0], NumLevels);
      for (unsigned I = 0; I != M.size; ++I)
        EXPECT_EQ(Got[1 + I], sizeOf(M, L)[I]) << I;
      const std::vector<float> Texels = download<float>(Colors, 12);
      EXPECT_EQ(Texels[0], L + 1) << "sampled";
      EXPECT_EQ(Texels[4], L + 1) << "read";
      EXPECT_EQ(Texels[8], 1) << "by gradients";
      for (cl_uint Other = 0; Other != NumLevels; ++Other)
        EXPECT_EQ(firstOf(Out, M, Other), Other == L ? float(L + 1) : -1.0f)
            << Other;
    }
  }
}

} // namespace
