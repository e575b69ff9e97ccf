//===- CommandBufferCommands.cpp - Errors of every clCommand call ---------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "CommandBuffers.h"

namespace conformance {
namespace {

constexpr size_t Zero[3] = {0, 0, 0}, One[3] = {1, 1, 1};
const char Pattern[16] = {};

/// What a command is recorded with.
struct Given {
  cl_command_buffer_khr to;
  cl_mem buffer, image;
  cl_command_queue queue = nullptr;
  const size_t *region = One;
  cl_uint numAfter = 0;
  const SyncPoint *after = nullptr;
};

struct Command {
  const char *name;
  bool hasBuffer, hasImage;
  cl_int (*record)(const Given &);
};

void *svm() {
  static void *Memory = clSVMAlloc(context(), CL_MEM_READ_WRITE, 64, 0);
  return Memory;
}

#define BEGIN G.to, G.queue, nullptr
#define END G.numAfter, G.after, nullptr, nullptr
const Command Commands[] = {
    {"clCommandBarrierWithWaitListKHR", false, false,
     [](const Given &G) {
       return clCommandBarrierWithWaitListKHR(BEGIN, END);
     }},
    {"clCommandCopyBufferKHR", true, false,
     [](const Given &G) {
       return clCommandCopyBufferKHR(BEGIN, G.buffer, G.buffer, 0, 32,
                                     G.region[0], END);
     }},
    {"clCommandCopyBufferRectKHR", true, false,
     [](const Given &G) {
       const size_t To[3] = {32, 0, 0};
       return clCommandCopyBufferRectKHR(BEGIN, G.buffer, G.buffer, Zero, To,
                                         G.region, 0, 0, 0, 0, END);
     }},
    {"clCommandCopyBufferToImageKHR", true, true,
     [](const Given &G) {
       return clCommandCopyBufferToImageKHR(BEGIN, G.buffer, G.image, 0, Zero,
                                            G.region, END);
     }},
    {"clCommandCopyImageKHR", false, true,
     [](const Given &G) {
       const size_t To[3] = {1, 1, 0};
       return clCommandCopyImageKHR(BEGIN, G.image, G.image, Zero, To, G.region,
                                    END);
     }},
    {"clCommandCopyImageToBufferKHR", true, true,
     [](const Given &G) {
       return clCommandCopyImageToBufferKHR(BEGIN, G.image, G.buffer, Zero,
                                            G.region, 0, END);
     }},
    {"clCommandFillBufferKHR", true, false,
     [](const Given &G) {
       return clCommandFillBufferKHR(BEGIN, G.buffer, Pattern, 1, 0,
                                     G.region[0], END);
     }},
    {"clCommandFillImageKHR", false, true,
     [](const Given &G) {
       return clCommandFillImageKHR(BEGIN, G.image, Pattern, Zero, G.region,
                                    END);
     }},
    {"clCommandSVMMemcpyKHR", false, false,
     [](const Given &G) {
       return clCommandSVMMemcpyKHR(BEGIN, svm(), Pattern, 4, END);
     }},
    {"clCommandSVMMemFillKHR", false, false,
     [](const Given &G) {
       return clCommandSVMMemFillKHR(BEGIN, svm(), Pattern, 4, 4, END);
     }},
    {"clCommandNDRangeKernelKHR", false, false,
     [](const Given &G) {
       static Kernel K = buildKernel("kernel void k() {}", "k");
       return clCommandNDRangeKernelKHR(BEGIN, K, 1, nullptr, One, nullptr,
                                        END);
     }},
};

Buffer makeImage(cl_context Ctx) {
  const cl_image_format Format = {CL_RGBA, CL_UNSIGNED_INT8};
  cl_image_desc Desc = {};
  Desc.image_type = CL_MEM_OBJECT_IMAGE2D;
  Desc.image_width = Desc.image_height = 4;
  cl_int Code;
  Buffer Image(
      clCreateImage(Ctx, CL_MEM_READ_WRITE, &Format, &Desc, nullptr, &Code));
  ok(Code);
  return Image;
}

class CommandBufferCommands : public testing::Test {
protected:
  void SetUp() override {
    if (!hasExtension("cl_khr_command_buffer"))
      GTEST_SKIP() << "no command-buffers";
    To = record(queue());
  }
  Given right() const {
    Given G;
    G.to = To;
    G.buffer = Data;
    G.image = Image;
    return G;
  }

  CommandBuffer To;
  Buffer Data = makeBuffer(64), Image = makeImage(context());
};

TEST_F(CommandBufferCommands, AreRecorded) {
  for (const Command &C : Commands)
    EXPECT_EQ(C.record(right()), CL_SUCCESS) << C.name;
  finalize(To);
  replay(To);
  ok(clFinish(queue()));
}

TEST_F(CommandBufferCommands, NeedACommandBuffer) {
  for (const Command &C : Commands) {
    Given G = right();
    G.to = nullptr;
    EXPECT_EQ(C.record(G), CL_INVALID_COMMAND_BUFFER_KHR) << C.name;
  }
}

TEST_F(CommandBufferCommands, NeedOneThatIsRecording) {
  finalize(To);
  for (const Command &C : Commands)
    EXPECT_EQ(C.record(right()), CL_INVALID_OPERATION) << C.name;
}

TEST_F(CommandBufferCommands, TakeNoQueue) {
  for (const Command &C : Commands) {
    Given G = right();
    G.queue = queue();
    EXPECT_EQ(C.record(G), CL_INVALID_COMMAND_QUEUE) << C.name;
  }
}

TEST_F(CommandBufferCommands, WaitForWhatIsThere) {
  const SyncPoint Ahead = 100;
  for (const Command &C : Commands) {
    Given G = right();
    G.numAfter = 1;
    EXPECT_EQ(C.record(G), CL_INVALID_SYNC_POINT_WAIT_LIST_KHR) << C.name;
    G.after = &Ahead;
    EXPECT_EQ(C.record(G), CL_INVALID_SYNC_POINT_WAIT_LIST_KHR) << C.name;
  }
}

TEST_F(CommandBufferCommands, StayInTheirContext) {
  Context Other = makeContext();
  cl_int Code;
  Buffer Strange(clCreateBuffer(Other, CL_MEM_READ_WRITE, 64, nullptr, &Code));
  ok(Code);
  Buffer StrangeImage = makeImage(Other);
  for (const Command &C : Commands) {
    Given G = right();
    G.buffer = Strange;
    if (C.hasBuffer) {
      EXPECT_EQ(C.record(G), CL_INVALID_CONTEXT) << C.name;
    }
    G = right();
    G.image = StrangeImage;
    if (C.hasImage) {
      EXPECT_EQ(C.record(G), CL_INVALID_CONTEXT) << C.name;
    }
  }
}

TEST_F(CommandBufferCommands, StayInTheirMemory) {
  constexpr size_t Large[3] = {99, 1, 1};
  for (const Command &C : Commands) {
    Given G = right();
    G.region = Large;
    if (C.hasBuffer || C.hasImage) {
      EXPECT_EQ(C.record(G), CL_INVALID_VALUE) << C.name;
    }
  }
}

} // namespace
} // namespace conformance
