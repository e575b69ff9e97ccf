//===- SpirvEnqueue.cpp - Kernels in SPIR-V that enqueue kernels ----------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The capabilities DeviceEnqueue and SubgroupDispatch.
///
//===----------------------------------------------------------------------===//

#include "Spirv.h"

using namespace conformance;

namespace {

class SpirvEnqueue : public SpirvTest {
protected:
  void SetUp() override {
    SpirvTest::SetUp();
    if (!deviceInfo<cl_device_device_enqueue_capabilities>(
            CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES)) {
      GTEST_SKIP() << "no device-side enqueue";
    }
    const cl_queue_properties Properties[] = {
        CL_QUEUE_PROPERTIES,
        CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT |
            CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
        0};
    cl_int Code;
    Default = Queue(clCreateCommandQueueWithProperties(context(), device(),
                                                       Properties, &Code));
    ok(Code);
  }

  Queue Default;
};

/// A kernel f(%out), in which %body enqueues, or asks about, %block: a function
/// with \p BlockBody that is no entry point, gets a literal with %out, and
/// perhaps \p BlockParameter.
Words enqueuing(const std::string &Body, const std::string &BlockBody,
                const std::string &BlockType = "",
                const std::string &BlockParameter = "") {
  return assemble(prelude(R"(
    OpCapability GenericPointer
    OpCapability DeviceEnqueue
    OpCapability SubgroupDispatch)") +
                      R"(
    OpEntryPoint Kernel %f "f" %gid
    OpDecorate %gid BuiltIn GlobalInvocationId
    OpDecorate %gid Constant
    %void = OpTypeVoid
    %char = OpTypeInt 8 0
    %int = OpTypeInt 32 0
    %long = OpTypeInt 64 0
    %long3 = OpTypeVector %long 3
    %i0 = OpConstant %int 0
    %i1 = OpConstant %int 1
    %i2 = OpConstant %int 2
    %i3 = OpConstant %int 3
    %i8 = OpConstant %int 8
    %most = OpConstant %int 0x40000000
    %l0 = OpConstant %long 0
    %l1 = OpConstant %long 1
    %l2 = OpConstant %long 2
    %l3 = OpConstant %long 3
    %l4 = OpConstant %long 4
    %l5 = OpConstant %long 5
    %l6 = OpConstant %long 6
    %l8 = OpConstant %long 8
    %l64 = OpConstant %long 64
    %in3 = OpTypePointer Input %long3
    %ptr = OpTypePointer CrossWorkgroup %int
    %lchar = OpTypePointer Workgroup %char
    %lint = OpTypePointer Workgroup %int
    %gchar = OpTypePointer Generic %char
    %pptr = OpTypePointer Function %ptr
    %gptr = OpTypePointer Generic %ptr
    %plong = OpTypePointer Function %long
    %queue = OpTypeQueue
    %event = OpTypeDeviceEvent
    %pevent = OpTypePointer Function %event
    %gevent = OpTypePointer Generic %event
    %none = OpConstantNull %gevent
    %three = OpTypeArray %long %l3
    %range = OpTypeStruct %int %three %three %three
    %prange = OpTypePointer Function %range
    %blocktype = OpTypeFunction %void %gchar )" +
                      BlockType + R"(
    %type = OpTypeFunction %void %ptr
    %gid = OpVariable %in3 Input
    %block = OpFunction %void None %blocktype
    %given = OpFunctionParameter %gchar
    )" + BlockParameter +
                      R"(
    %begin = OpLabel
    %literal = OpBitcast %gptr %given
    %all = OpLoad %ptr %literal
    %ids = OpLoad %long3 %gid
    %id = OpCompositeExtract %long %ids 0
    )" + BlockBody + R"(
    OpReturn
    OpFunctionEnd
    %f = OpFunction %void None %type
    %out = OpFunctionParameter %ptr
    %entry = OpLabel
    %nd = OpVariable %prange Function
    %lit = OpVariable %pptr Function
    %bytes = OpVariable %plong Function
    %done = OpVariable %pevent Function
    %marked = OpVariable %pevent Function
    OpStore %lit %out
    %glit = OpPtrCastToGeneric %gptr %lit
    %b = OpBitcast %gchar %glit
    %gdone = OpPtrCastToGeneric %gevent %done
    %gmarked = OpPtrCastToGeneric %gevent %marked
    %out1 = OpInBoundsPtrAccessChain %ptr %out %l1
    %out2 = OpInBoundsPtrAccessChain %ptr %out %l2
    %out3 = OpInBoundsPtrAccessChain %ptr %out %l3
    %out4 = OpInBoundsPtrAccessChain %ptr %out %l4
    %out5 = OpInBoundsPtrAccessChain %ptr %out %l5
    %out6 = OpInBoundsPtrAccessChain %ptr %out %l6
    %q = OpGetDefaultQueue %queue
    )" + Body + R"(
    OpReturn
    OpFunctionEnd)",
                  1);
}

std::vector<cl_int> run(const Words &Module, size_t Count) {
  Kernel K = makeKernel(buildIL(Module), "f");
  Buffer Out = upload(std::vector<cl_int>(Count, -1));
  setArgs(K, Out);
  launch(K, {{1}, {}, {}});
  return download<cl_int>(Out, Count);
}

TEST_F(SpirvEnqueue, FunctionThatIsNoEntryPoint) {
  EXPECT_EQ(run(enqueuing(R"(
      %r = OpBuildNDRange %range %l4 %l0 %l0
      OpStore %nd %r
      %s = OpEnqueueKernel %int %q %i0 %nd %i0 %none %none %block %b %i8 %i8
      OpStore %out %s)",
                          R"(
      %place = OpIAdd %long %id %l1
      %to = OpInBoundsPtrAccessChain %ptr %all %place
      %id32 = OpUConvert %int %id
      OpStore %to %id32)"),
                5),
            (std::vector<cl_int>{0, 0, 1, 2, 3}));
}

TEST_F(SpirvEnqueue, LocalArgument) {
  EXPECT_EQ(run(enqueuing(R"(
      %r = OpBuildNDRange %range %l1 %l0 %l0
      OpStore %nd %r
      OpStore %bytes %l8
      %s = OpEnqueueKernel %int %q %i0 %nd %i0 %none %none %block %b %i8 %i8 %bytes
      OpStore %out %s)",
                          R"(
      %l = OpBitcast %lint %local
      OpStore %l %i8
      %v = OpLoad %int %l
      %to = OpInBoundsPtrAccessChain %ptr %all %l1
      OpStore %to %v)",
                          "%lchar", "%local = OpFunctionParameter %lchar"),
                2),
            (std::vector<cl_int>{0, 8}));
}

TEST_F(SpirvEnqueue, EventsAndMarkers) {
  // The block waits for a user event, by way of a marker.
  EXPECT_EQ(run(enqueuing(R"(
      %r = OpBuildNDRange %range %l1 %l0 %l0
      OpStore %nd %r
      %user = OpCreateUserEvent %event
      OpStore %done %user
      %m = OpEnqueueMarker %int %q %i1 %gdone %gmarked
      OpStore %out1 %m
      %s = OpEnqueueKernel %int %q %i0 %nd %i1 %gmarked %none %block %b %i8 %i8
      OpStore %out2 %s
      OpStore %out3 %i3
      %mark = OpLoad %event %marked
      OpRetainEvent %mark
      OpReleaseEvent %mark
      OpReleaseEvent %mark
      OpSetUserEventStatus %user %i0
      OpReleaseEvent %user)",
                          R"(
      %from = OpInBoundsPtrAccessChain %ptr %all %l3
      %v = OpLoad %int %from
      OpStore %all %v)"),
                4),
            (std::vector<cl_int>{3, 0, 0, 3}));
}

TEST_F(SpirvEnqueue, Questions) {
  const std::vector<cl_int> Found = run(enqueuing(R"(
      %r = OpBuildNDRange %range %l64 %l64 %l0
      OpStore %nd %r
      %size = OpGetKernelWorkGroupSize %int %block %b %i8 %i8
      OpStore %out %size
      %multiple = OpGetKernelPreferredWorkGroupSizeMultiple %int %block %b %i8 %i8
      OpStore %out1 %multiple
      %count = OpGetKernelNDrangeSubGroupCount %int %nd %block %b %i8 %i8
      OpStore %out2 %count
      %sub = OpGetKernelNDrangeMaxSubGroupSize %int %nd %block %b %i8 %i8
      OpStore %out3 %sub
      %two = OpGetKernelLocalSizeForSubgroupCount %int %i2 %block %b %i8 %i8
      OpStore %out4 %two
      %many = OpGetKernelLocalSizeForSubgroupCount %int %most %block %b %i8 %i8
      OpStore %out5 %many
      %max = OpGetKernelMaxNumSubgroups %int %block %b %i8 %i8
      OpStore %out6 %max)",
                                                  "OpStore %all %i3"),
                                        7);
  const cl_int Size = Found[0], Multiple = Found[1];
  EXPECT_GE(Size, 64);
  EXPECT_EQ(Found[3], Multiple);
  EXPECT_EQ(Found[2], (64 + Multiple - 1) / Multiple);
  EXPECT_EQ(Found[4], 2 * Multiple);
  EXPECT_EQ(Found[5], 0);
  EXPECT_EQ(Found[6], Size / Multiple);
}

TEST_F(SpirvEnqueue, BlocksAreNoKernelsOfTheHost) {
  Program P = buildIL(enqueuing(R"(
      %r = OpBuildNDRange %range %l1 %l0 %l0
      OpStore %nd %r
      %s = OpEnqueueKernel %int %q %i0 %nd %i0 %none %none %block %b %i8 %i8)",
                                "OpStore %all %i3"));
  cl_kernel Kernels[2];
  cl_uint Count = 0;
  ok(clCreateKernelsInProgram(P, 2, Kernels, &Count));
  EXPECT_EQ(Count, 1u);
  for (cl_uint I = 0; I != Count; ++I)
    clReleaseKernel(Kernels[I]);
}

} // namespace
