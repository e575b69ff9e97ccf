//===- SpirvSubGroups.cpp - SPV_INTEL_subgroups ---------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Shuffles of vectors, and what a sub-group reads and writes in a row.
///
//===----------------------------------------------------------------------===//

#include "Spirv.h"

using namespace conformance;

namespace {

class SpirvSubGroups : public SpirvTest {
protected:
  /// The kernel f(out, in, from, to) of \p Body, run by one sub-group; out and
  /// in are ints, from and to images of 32 bits, in which every texel is in's.
  void run(const std::string &Body);

  size_t Items = 0; ///< Of the sub-group.
  std::vector<cl_int> Out;
  std::vector<cl_uint> Image; ///< 4 rows of 64 texels.
};

constexpr size_t Width = 64, Height = 4;

void SpirvSubGroups::run(const std::string &Body) {
  Kernel K = makeKernel(
      buildIL(assemble(prelude("OpCapability SubgroupShuffleINTEL\n"
                               "OpCapability SubgroupBufferBlockIOINTEL\n"
                               "OpCapability SubgroupImageBlockIOINTEL\n"
                               "OpCapability ImageBasic\n"
                               "OpExtension \"SPV_INTEL_subgroups\"") +
                       R"(
    OpEntryPoint Kernel %f "f" %gid
    OpDecorate %gid BuiltIn GlobalInvocationId
    OpDecorate %gid Constant
    %void = OpTypeVoid
    %char = OpTypeInt 8 0
    %short = OpTypeInt 16 0
    %int = OpTypeInt 32 0
    %long = OpTypeInt 64 0
    %short2 = OpTypeVector %short 2
    %int2 = OpTypeVector %int 2
    %int4 = OpTypeVector %int 4
    %long3 = OpTypeVector %long 3
    %in3 = OpTypePointer Input %long3
    %ptr = OpTypePointer CrossWorkgroup %int
    %ptrshort = OpTypePointer CrossWorkgroup %short
    %read = OpTypeImage %void 2D 0 0 0 0 Unknown ReadOnly
    %write = OpTypeImage %void 2D 0 0 0 0 Unknown WriteOnly
    %i0 = OpConstant %int 0
    %i1 = OpConstant %int 1
    %i2 = OpConstant %int 2
    %i10 = OpConstant %int 10
    %i1000 = OpConstant %int 1000
    %type = OpTypeFunction %void %ptr %ptr %read %write
    %gid = OpVariable %in3 Input
    %f = OpFunction %void None %type
    %all = OpFunctionParameter %ptr
    %in = OpFunctionParameter %ptr
    %from = OpFunctionParameter %read
    %to = OpFunctionParameter %write
    %entry = OpLabel
    %ids = OpLoad %long3 %gid
    %id64 = OpCompositeExtract %long %ids 0
    %id = OpUConvert %int %id64
    %id10 = OpIMul %int %id %i10
    %pair = OpCompositeConstruct %int2 %id %id10
    %out = OpInBoundsPtrAccessChain %ptr %all %id64
    )" + Body + R"(
    OpReturn
    OpFunctionEnd)")),
      "f");
  std::vector<cl_uint> Texels(Width * Height);
  for (size_t I = 0; I != Texels.size(); ++I)
    Texels[I] = cl_uint(I + 1);
  const cl_image_format Format = {CL_R, CL_UNSIGNED_INT32};
  cl_image_desc Desc = {};
  Desc.image_type = CL_MEM_OBJECT_IMAGE2D;
  Desc.image_width = Width;
  Desc.image_height = Height;
  cl_int Code;
  Buffer From(clCreateImage(context(), CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                            &Format, &Desc, Texels.data(), &Code));
  ok(Code);
  std::vector<cl_uint> Zeros(Texels.size());
  Buffer To(clCreateImage(context(), CL_MEM_WRITE_ONLY | CL_MEM_COPY_HOST_PTR,
                          &Format, &Desc, Zeros.data(), &Code));
  ok(Code);
  Buffer In = upload(Texels);
  const size_t Most[] = {Width};
  ok(clGetKernelSubGroupInfo(
      K, device(), CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, sizeof(Most), Most,
      sizeof(Items), &Items, nullptr));
  Buffer Result = upload(std::vector<cl_int>(Width, -1));
  setArgs(K, Result, In, From, To);
  launch(K, {{Items}, {Items}, {}});
  Out = download<cl_int>(Result, Items);
  Image.resize(Texels.size());
  const size_t Origin[3] = {0, 0, 0}, Region[3] = {Width, Height, 1};
  ok(clEnqueueReadImage(queue(), To, CL_TRUE, Origin, Region, 0, 0,
                        Image.data(), 0, nullptr, nullptr));
}

TEST_F(SpirvSubGroups, ShufflesOfVectors) {
  run(R"(
    %v = OpSubgroupShuffleXorINTEL %int2 %pair %i1
    %x = OpCompositeExtract %int %v 0
    %y = OpCompositeExtract %int %v 1
    %y1000 = OpIMul %int %y %i1000
    %sum = OpIAdd %int %x %y1000
    OpStore %out %sum)");
  if (Items < 2)
    GTEST_SKIP() << "nothing to shuffle";
  for (size_t I = 0; I != Items; ++I)
    EXPECT_EQ(Out[I], cl_int((I ^ 1) + (I ^ 1) * 10000));
}

TEST_F(SpirvSubGroups, ShufflesOfTwoVectors) {
  run(R"(
    %next = OpIAdd %int2 %pair %pair
    %v = OpSubgroupShuffleDownINTEL %int2 %pair %next %i1
    %y = OpCompositeExtract %int %v 1
    OpStore %out %y)");
  for (size_t I = 0; I + 1 != Items; ++I)
    EXPECT_EQ(Out[I], cl_int((I + 1) * 10));
  EXPECT_EQ(Out[Items - 1], 0); // The first one's of the next vectors.
}

TEST_F(SpirvSubGroups, BlocksOfBuffers) {
  run(R"(
    %v = OpSubgroupBlockReadINTEL %int2 %in
    %x = OpCompositeExtract %int %v 0
    %y = OpCompositeExtract %int %v 1
    %y1000 = OpIMul %int %y %i1000
    %sum = OpIAdd %int %x %y1000
    OpSubgroupBlockWriteINTEL %all %sum)");
  for (size_t I = 0; I != Items; ++I)
    EXPECT_EQ(Out[I], cl_int(I + 1 + (Items + I + 1) * 1000));
}

TEST_F(SpirvSubGroups, BlocksOfShorts) {
  run(R"(
    %shorts = OpBitcast %ptrshort %in
    %s = OpSubgroupBlockReadINTEL %short %shorts
    %v = OpUConvert %int %s
    OpStore %out %v)");
  for (size_t I = 0; I != Items; ++I)
    EXPECT_EQ(Out[I], I % 2 ? 0 : cl_int(I / 2 + 1));
}

TEST_F(SpirvSubGroups, BlocksOfImages) {
  // x is in bytes.
  run(R"(
    %i4 = OpIAdd %int %i2 %i2
    %at = OpCompositeConstruct %int2 %i4 %i1
    %v = OpSubgroupImageBlockReadINTEL %int2 %from %at
    %y = OpCompositeExtract %int %v 1
    OpStore %out %y
    %where = OpCompositeConstruct %int2 %i0 %i2
    OpSubgroupImageBlockWriteINTEL %to %where %v)");
  for (size_t I = 0; I != Items; ++I) {
    const size_t Texel = std::min(I + 1, Width - 1);
    EXPECT_EQ(Out[I], cl_int(2 * Width + Texel + 1));
    EXPECT_EQ(Image[2 * Width + I], Width + Texel + 1);
    EXPECT_EQ(Image[3 * Width + I], 2 * Width + Texel + 1);
    EXPECT_EQ(Image[Width + I], 0u);
  }
}

TEST_F(SpirvSubGroups, FunctionPointersAreRefused) {
  const std::string Log =
      failingLog(assemble("OpCapability Addresses\nOpCapability Kernel\n"
                          "OpCapability FunctionPointersINTEL\n"
                          "OpExtension \"SPV_INTEL_function_pointers\"\n"
                          "OpMemoryModel Physical64 OpenCL\n"));
  EXPECT_NE(Log.find("FunctionPointersINTEL"), std::string::npos) << Log;
}

} // namespace
