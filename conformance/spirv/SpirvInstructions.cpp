//===- SpirvInstructions.cpp - Single instructions of SPIR-V --------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Instructions that the translator does not know, or that compilers write in
/// ways of their own.
///
//===----------------------------------------------------------------------===//

#include "Spirv.h"

using namespace conformance;

namespace {

using SpirvInstructions = SpirvTest;

/// A kernel f of SPIR-V 1.\p Minor whose work-items have \p Body between them,
/// with the pointer %out to their own int.
Words kernelOf(const std::string &Body, unsigned Minor = 0,
               const std::string &Capabilities = "",
               const std::string &Globals = "") {
  return assemble(prelude(Capabilities) + R"(
    OpEntryPoint Kernel %f "f" %gid
    OpDecorate %gid BuiltIn GlobalInvocationId
    OpDecorate %gid Constant
    %void = OpTypeVoid
    %bool = OpTypeBool
    %int = OpTypeInt 32 0
    %char = OpTypeInt 8 0
    %long = OpTypeInt 64 0
    %int2 = OpTypeVector %int 2
    %int4 = OpTypeVector %int 4
    %long3 = OpTypeVector %long 3
    %in3 = OpTypePointer Input %long3
    %inlong = OpTypePointer Input %long
    %inchar = OpTypePointer Input %char
    %ptr = OpTypePointer CrossWorkgroup %int
    %private = OpTypePointer Function %int
    %nil = OpConstantNull %int
    %i0 = OpConstant %int 0
    %i1 = OpConstant %int 1
    %i2 = OpConstant %int 2
    %i4 = OpConstant %int 4
    %i10 = OpConstant %int 10
    %i100 = OpConstant %int 100
    %i1000 = OpConstant %int 1000
    %l0 = OpConstant %long 0
    %l1 = OpConstant %long 1
    %l2 = OpConstant %long 2
    %l4 = OpConstant %long 4
    %l8 = OpConstant %long 8
    %type = OpTypeFunction %void %ptr
    %gid = OpVariable %in3 Input
    )" + Globals + R"(
    %f = OpFunction %void None %type
    %all = OpFunctionParameter %ptr
    %entry = OpLabel
    %var = OpVariable %private Function
    %ids = OpLoad %long3 %gid
    %id64 = OpCompositeExtract %long %ids 0
    %id = OpUConvert %int %id64
    %out = OpInBoundsPtrAccessChain %ptr %all %id64
    )" + Body + R"(
    OpReturn
    OpFunctionEnd)",
                  Minor);
}

std::vector<int> run(const Words &Module, size_t Items = 4,
                     size_t LocalItems = 4) {
  Kernel K = makeKernel(buildIL(Module), "f");
  Buffer Out = upload(std::vector<int>(Items, -1));
  setArgs(K, Out);
  launch(K, {{Items}, {LocalItems}, {}});
  return download<int>(Out, Items);
}

using Values = std::vector<int>;

TEST_F(SpirvInstructions, NullOfANumber) {
  EXPECT_EQ(run(kernelOf("%r = OpIAdd %int %id %nil\nOpStore %out %r")),
            (Values{0, 1, 2, 3}));
}

TEST_F(SpirvInstructions, Clocks) {
  // Each is later than the one before, in both forms.
  for (const char *Scope : {"%i1", "%i3"}) {
    const std::string S = Scope;
    EXPECT_EQ(run(kernelOf("%a = OpReadClockKHR %long " + S +
                               "\n%b = OpReadClockKHR %int2 " + S +
                               R"(
                %c = OpBitcast %long %b
                %r = OpULessThanEqual %bool %a %c
                %s = OpSelect %int %r %i1 %i0
                OpStore %out %s)",
                           0,
                           "OpCapability ShaderClockKHR\n"
                           "OpExtension \"SPV_KHR_shader_clock\"",
                           "%i3 = OpConstant %int 3")),
              (Values{1, 1, 1, 1}))
        << S;
  }
}

TEST_F(SpirvInstructions, CompositeOfValues) {
  EXPECT_EQ(run(kernelOf(R"(
    %two = OpCompositeConstruct %int2 %i100 %id
    %four = OpCompositeConstruct %int4 %id %two %i1000
    %a = OpCompositeExtract %int %four 0
    %b = OpCompositeExtract %int %four 1
    %c = OpCompositeExtract %int %four 2
    %d = OpCompositeExtract %int %four 3
    %ab = OpIAdd %int %a %b
    %cd = OpIAdd %int %c %d
    %r = OpIAdd %int %ab %cd
    OpStore %out %r)")),
            (Values{1100, 1102, 1104, 1106}));
}

TEST_F(SpirvInstructions, ShuffleOfOtherLengths) {
  const std::string Body = R"(
    %two = OpCompositeConstruct %int2 %id %i10
    %four = OpCompositeConstruct %int4 %i1 %i2 %i100 %i1000
    %s = OpVectorShuffle %int2 OPERANDS
    %a = OpCompositeExtract %int %s 0
    %b = OpCompositeExtract %int %s 1
    %r = OpIAdd %int %a %b
    OpStore %out %r)";
  const auto With = [&](const std::string &Operands) {
    std::string Text = Body;
    return run(kernelOf(Text.replace(Text.find("OPERANDS"), 8, Operands)));
  };
  EXPECT_EQ(With("%two %four 0 5"), (Values{1000, 1001, 1002, 1003}));
  EXPECT_EQ(With("%two %four 1 2"), Values(4, 11));
  EXPECT_EQ(With("%four %two 2 4"), (Values{100, 101, 102, 103}));
}

TEST_F(SpirvInstructions, CopyMemory) {
  for (const char *Operands :
       {"", " Volatile", " Aligned 4", " Aligned 4 Volatile"}) {
    const unsigned Minor =
        std::string(Operands).ends_with("4 Volatile") ? 4 : 0;
    EXPECT_EQ(run(kernelOf(std::string("OpStore %var %id\n"
                                       "OpCopyMemory %out %var") +
                               Operands,
                           Minor)),
              (Values{0, 1, 2, 3}));
    EXPECT_EQ(run(kernelOf(std::string("OpStore %var %id\n"
                                       "OpCopyMemorySized %out %var %l4") +
                               Operands,
                           Minor)),
              (Values{0, 1, 2, 3}));
  }
}

TEST_F(SpirvInstructions, PointersAsNumbers) {
  EXPECT_EQ(run(kernelOf(R"(
    %same = OpPtrEqual %bool %out %all
    %other = OpPtrNotEqual %bool %out %all
    %distance = OpPtrDiff %int %out %all
    %a = OpSelect %int %same %i100 %i0
    %b = OpSelect %int %other %i1000 %i0
    %ab = OpIAdd %int %a %b
    %r = OpIAdd %int %ab %distance
    OpStore %out %r)",
                         4)),
            (Values{100, 1001, 1002, 1003}));
  EXPECT_EQ(run(kernelOf(R"(
    %two = OpBitcast %int2 %out
    %again = OpBitcast %ptr %two
    OpStore %again %id)",
                         5)),
            (Values{0, 1, 2, 3}));
}

/// As DPC++ does.
TEST_F(SpirvInstructions, ComponentsOfBuiltIns) {
  const std::string Body = R"(
    %first = OpBitcast %inlong %gid
    %x = OpLoad %long %first Aligned 32
    %bytes = OpBitcast %inchar %gid
    %further = OpInBoundsPtrAccessChain %inchar %bytes %l8
    %second = OpBitcast %inlong %further
    %y = OpLoad %long %second
    %sum = OpIAdd %long %x %y
    %r = OpUConvert %int %sum
    OpStore %out %r)";
  EXPECT_EQ(run(kernelOf(Body)), (Values{0, 1, 2, 3}));
}

/// SPIR-V 1.4 wants entry points to name what they use; DPC++ does not.
TEST_F(SpirvInstructions, VariablesThatAreNotNamed) {
  EXPECT_EQ(run(kernelOf("OpStore %shared %i10\n%r = OpLoad %int %shared\n"
                         "OpStore %out %r",
                         4, "",
                         "%sptr = OpTypePointer Workgroup %int\n"
                         "%shared = OpVariable %sptr Workgroup")),
            Values(4, 10));
}

/// The extension has it; DPC++ does not always declare that.
TEST_F(SpirvInstructions, ExtensionsThatAreNotDeclared) {
  EXPECT_EQ(run(kernelOf("%x = OpConvertUToF %float %id\n"
                         "%twice = OpFAdd %float %x %x\n"
                         "%r = OpConvertFToU %int %twice\nOpStore %out %r",
                         4, "OpCapability FPFastMathModeINTEL",
                         "%float = OpTypeFloat 32")),
            (Values{0, 2, 4, 6}));
}

TEST_F(SpirvInstructions, NotSemantic) {
  EXPECT_EQ(run(kernelOf("%x = OpExtInst %void %set 7 %id\nOpStore %out %id", 0,
                         "OpExtension \"SPV_KHR_non_semantic_info\"\n"
                         "%set = OpExtInstImport \"NonSemantic.Nobodys\"")),
            (Values{0, 1, 2, 3}));
}

TEST_F(SpirvInstructions, Atomics) {
  EXPECT_EQ(run(kernelOf("%old = OpAtomicIAdd %int %all %i1 %i0 %i10"), 1, 1),
            Values(1, 9));
}

TEST_F(SpirvInstructions, ProductsOfWorkGroups) {
  const std::string Groups =
      "OpCapability Groups\n"
      "OpCapability GroupUniformArithmeticKHR\n"
      "OpExtension \"SPV_KHR_uniform_group_instructions\"";
  const std::string Plus = "%x = OpIAdd %int %id %i1\n";
  EXPECT_EQ(run(kernelOf(Plus + "%r = OpGroupIMulKHR %int %i2 Reduce %x\n"
                                "OpStore %out %r",
                         0, Groups)),
            Values(4, 24));
  EXPECT_EQ(
      run(kernelOf(Plus + "%r = OpGroupIMulKHR %int %i2 ExclusiveScan %x\n"
                          "OpStore %out %r",
                   0, Groups)),
      (Values{1, 1, 2, 6}));
  EXPECT_EQ(run(kernelOf(
                Plus + "%r = OpGroupBitwiseXorKHR %int %i2 InclusiveScan %x\n"
                       "OpStore %out %r",
                0, Groups)),
            (Values{1, 3, 0, 4}));
  EXPECT_EQ(run(kernelOf(Plus + R"(
    %large = OpUGreaterThan %bool %x %i2
    %b = OpGroupLogicalOrKHR %bool %i2 ExclusiveScan %large
    %r = OpSelect %int %b %i1 %i0
    OpStore %out %r)",
                         0, Groups)),
            (Values{0, 0, 0, 1}));
}

TEST_F(SpirvInstructions, DotProducts) {
  const std::string Dot = "OpCapability DotProductKHR\nOpCapability "
                          "DotProductInput4x8BitPackedKHR\n"
                          "OpExtension \"SPV_KHR_integer_dot_product\"";
  EXPECT_EQ(run(kernelOf(R"(
    %packed = OpIMul %int %id %i1000
    %r = OpSDotKHR %int %packed %i4 PackedVectorFormat4x8Bit
    OpStore %out %r)",
                         0, Dot)),
            (Values{0, -24 * 4, -48 * 4, -72 * 4}));
}

TEST_F(SpirvInstructions, ExpectedAndAssumed) {
  EXPECT_TRUE(hasExtension("cl_khr_expect_assume") || !isFerry());
  EXPECT_EQ(run(kernelOf(R"(
    %small = OpULessThan %bool %id %i10
    OpAssumeTrueKHR %small
    %r = OpExpectKHR %int %id %i1
    OpStore %out %r)",
                         0,
                         "OpCapability ExpectAssumeKHR\n"
                         "OpExtension \"SPV_KHR_expect_assume\"")),
            (Values{0, 1, 2, 3}));
}

/// OpPhi has a value for each block before it, however many ways lead from it.
TEST_F(SpirvInstructions, PhisBehindSeveralWays) {
  EXPECT_EQ(run(kernelOf(R"(
    OpSelectionMerge %end None
    OpSwitch %id %other 1 %end 2 %two 3 %end
    %other = OpLabel
    OpBranch %end
    %two = OpLabel
    OpBranch %end
    %end = OpLabel
    %r = OpPhi %int %i10 %entry %i100 %other %i1000 %two
    OpStore %out %r)")),
            (Values{100, 10, 1000, 10}));
  EXPECT_EQ(run(kernelOf(R"(
    %odd = OpIEqual %bool %id %i1
    OpSelectionMerge %end None
    OpBranchConditional %odd %end %end
    %end = OpLabel
    %r = OpPhi %int %i10 %entry
    OpStore %out %r)")),
            (Values{10, 10, 10, 10}));
}

/// Clang and Khronos' translator write loops behind what follows them, and
/// hints before other instructions than the branch.
TEST_F(SpirvInstructions, BlocksInTheOrderOfLLVM) {
  EXPECT_EQ(run(kernelOf(R"(
    OpBranch %loop
    %end = OpLabel
    %twice = OpIAdd %int %next %next
    OpStore %out %twice
    OpReturn
    %loop = OpLabel
    %i = OpPhi %int %i0 %entry %next %loop
    %next = OpIAdd %int %i %i1
    OpLoopMerge %end %loop None
    %more = OpULessThan %bool %next %i10
    OpBranchConditional %more %loop %end
    %never = OpLabel)")),
            (Values{20, 20, 20, 20}));
}

/// Khronos' translator writes them in modules of 1.0, which had none.
TEST_F(SpirvInstructions, VectorsByOneCondition) {
  EXPECT_EQ(run(kernelOf(R"(
    %a = OpCompositeConstruct %int2 %i1 %i2
    %b = OpCompositeConstruct %int2 %i10 %i100
    %low = OpULessThan %bool %id %i2
    %v = OpSelect %int2 %low %a %b
    %r = OpCompositeExtract %int %v 1
    OpStore %out %r)")),
            (Values{2, 2, 100, 100}));
}

/// As many work-items at a time as OpenCL C has.
TEST_F(SpirvInstructions, RunInLanes) {
  Kernel IL = makeKernel(buildIL(kernelOf("OpStore %out %id")), "f");
  Kernel C = buildKernel("kernel void f(global int *out) {"
                         "  out[get_global_id(0)] = get_global_id(0); }",
                         "f");
  const auto Lanes = [](cl_kernel K) {
    const size_t Local = 256;
    size_t Size = 0;
    ok(clGetKernelSubGroupInfo(
        K, device(), CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, sizeof(Local),
        &Local, sizeof(Size), &Size, nullptr));
    return Size;
  };
  EXPECT_EQ(Lanes(IL), Lanes(C));
}

} // namespace
