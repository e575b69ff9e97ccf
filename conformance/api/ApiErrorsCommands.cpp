//===- ApiErrorsCommands.cpp - Errors that commands have in common --------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the specification asks of the objects, wait lists and regions of every
/// clEnqueue call. docs/entry-points.md says which test provokes which error.
///
//===----------------------------------------------------------------------===//

#include "Support.h"

using namespace conformance;

namespace {

constexpr size_t Zero[3] = {0, 0, 0}, One[3] = {1, 1, 1}, Far[3] = {99, 0, 0};
/// Of fills; commands write to the other.
constexpr char Pattern[16] = {};
char Host[64];

/// What a command is given, right unless a test says otherwise.
struct Given {
  cl_command_queue queue = conformance::queue();
  cl_mem buffer, image;
  cl_bool blocking = CL_FALSE;
  cl_uint numWaits = 0;
  const cl_event *waits = nullptr;
  size_t offset = 0;           ///< Of buffers, in bytes.
  const size_t *origin = Zero; ///< Of images and rectangles.
  const size_t *region = One;
  void *host = Host;
};

enum Uses { Nothing = 0, Buffers = 1, Images = 2, MayBlock = 4, Svm = 8 };

struct Command {
  const char *name;
  int uses;
  cl_int (*call)(const Given &);
};

cl_kernel emptyKernel() {
  static Kernel K = buildKernel("kernel void k() {}", "k");
  return K;
}

cl_int map(void *Pointer, cl_int Code, const Given &G, cl_mem Memory) {
  if (Pointer)
    ok(clEnqueueUnmapMemObject(G.queue, Memory, Pointer, 0, nullptr, nullptr));
  return Code;
}

void CL_CALLBACK nothing(void *) {}
void *svm() {
  static void *Memory = clSVMAlloc(context(), CL_MEM_READ_WRITE, 64, 0);
  return Memory;
}

#define WAITS G.numWaits, G.waits, nullptr
const Command Commands[] = {
    {"clEnqueueReadBuffer", Buffers | MayBlock,
     [](const Given &G) {
       return clEnqueueReadBuffer(G.queue, G.buffer, G.blocking, G.offset, 4,
                                  G.host, WAITS);
     }},
    {"clEnqueueWriteBuffer", Buffers | MayBlock,
     [](const Given &G) {
       return clEnqueueWriteBuffer(G.queue, G.buffer, G.blocking, G.offset, 4,
                                   G.host, WAITS);
     }},
    {"clEnqueueReadBufferRect", Buffers | MayBlock,
     [](const Given &G) {
       return clEnqueueReadBufferRect(G.queue, G.buffer, G.blocking, G.origin,
                                      Zero, G.region, 0, 0, 0, 0, G.host,
                                      WAITS);
     }},
    {"clEnqueueWriteBufferRect", Buffers | MayBlock,
     [](const Given &G) {
       return clEnqueueWriteBufferRect(G.queue, G.buffer, G.blocking, G.origin,
                                       Zero, G.region, 0, 0, 0, 0, G.host,
                                       WAITS);
     }},
    {"clEnqueueCopyBuffer", Buffers,
     [](const Given &G) {
       return clEnqueueCopyBuffer(G.queue, G.buffer, G.buffer, G.offset, 32, 4,
                                  WAITS);
     }},
    {"clEnqueueCopyBufferRect", Buffers,
     [](const Given &G) {
       const size_t To[3] = {32, 0, 0};
       return clEnqueueCopyBufferRect(G.queue, G.buffer, G.buffer, G.origin, To,
                                      G.region, 0, 0, 0, 0, WAITS);
     }},
    {"clEnqueueFillBuffer", Buffers,
     [](const Given &G) {
       return clEnqueueFillBuffer(G.queue, G.buffer, Pattern, 4, G.offset, 4,
                                  WAITS);
     }},
    {"clEnqueueMapBuffer", Buffers | MayBlock,
     [](const Given &G) {
       cl_int Code;
       void *P = clEnqueueMapBuffer(G.queue, G.buffer, G.blocking, CL_MAP_READ,
                                    G.offset, 4, WAITS, &Code);
       return map(P, Code, G, G.buffer);
     }},
    {"clEnqueueMigrateMemObjects", Buffers,
     [](const Given &G) {
       return clEnqueueMigrateMemObjects(G.queue, 1, &G.buffer,
                                         CL_MIGRATE_MEM_OBJECT_HOST, WAITS);
     }},
    {"clEnqueueReadImage", Images | MayBlock,
     [](const Given &G) {
       return clEnqueueReadImage(G.queue, G.image, G.blocking, G.origin,
                                 G.region, 0, 0, G.host, WAITS);
     }},
    {"clEnqueueWriteImage", Images | MayBlock,
     [](const Given &G) {
       return clEnqueueWriteImage(G.queue, G.image, G.blocking, G.origin,
                                  G.region, 0, 0, G.host, WAITS);
     }},
    {"clEnqueueCopyImage", Images,
     [](const Given &G) {
       const size_t To[3] = {1, 1, 0};
       return clEnqueueCopyImage(G.queue, G.image, G.image, G.origin, To,
                                 G.region, WAITS);
     }},
    {"clEnqueueFillImage", Images,
     [](const Given &G) {
       return clEnqueueFillImage(G.queue, G.image, Pattern, G.origin, G.region,
                                 WAITS);
     }},
    {"clEnqueueMapImage", Images | MayBlock,
     [](const Given &G) {
       cl_int Code;
       size_t Pitch;
       void *P =
           clEnqueueMapImage(G.queue, G.image, G.blocking, CL_MAP_READ,
                             G.origin, G.region, &Pitch, nullptr, WAITS, &Code);
       return map(P, Code, G, G.image);
     }},
    {"clEnqueueCopyImageToBuffer", Buffers | Images,
     [](const Given &G) {
       return clEnqueueCopyImageToBuffer(G.queue, G.image, G.buffer, G.origin,
                                         G.region, 0, WAITS);
     }},
    {"clEnqueueCopyBufferToImage", Buffers | Images,
     [](const Given &G) {
       return clEnqueueCopyBufferToImage(G.queue, G.buffer, G.image, 0,
                                         G.origin, G.region, WAITS);
     }},
    {"clEnqueueNDRangeKernel", Nothing,
     [](const Given &G) {
       return clEnqueueNDRangeKernel(G.queue, emptyKernel(), 1, nullptr, One,
                                     nullptr, WAITS);
     }},
    {"clEnqueueTask", Nothing,
     [](const Given &G) {
       return clEnqueueTask(G.queue, emptyKernel(), WAITS);
     }},
    {"clEnqueueNativeKernel", Nothing,
     [](const Given &G) {
       return clEnqueueNativeKernel(G.queue, nothing, nullptr, 0, 0, nullptr,
                                    nullptr, WAITS);
     }},
    {"clEnqueueMarkerWithWaitList", Nothing,
     [](const Given &G) {
       return clEnqueueMarkerWithWaitList(G.queue, WAITS);
     }},
    {"clEnqueueBarrierWithWaitList", Nothing,
     [](const Given &G) {
       return clEnqueueBarrierWithWaitList(G.queue, WAITS);
     }},
    {"clEnqueueSVMMemcpy", Svm | MayBlock,
     [](const Given &G) {
       return clEnqueueSVMMemcpy(G.queue, G.blocking, svm(), Host, 4, WAITS);
     }},
    {"clEnqueueSVMMemFill", Svm,
     [](const Given &G) {
       return clEnqueueSVMMemFill(G.queue, svm(), Pattern, 4, 4, WAITS);
     }},
    {"clEnqueueSVMMap", Svm | MayBlock,
     [](const Given &G) {
       return clEnqueueSVMMap(G.queue, G.blocking, CL_MAP_READ, svm(), 4,
                              WAITS);
     }},
    {"clEnqueueSVMUnmap", Svm,
     [](const Given &G) { return clEnqueueSVMUnmap(G.queue, svm(), WAITS); }},
    {"clEnqueueSVMMigrateMem", Svm,
     [](const Given &G) {
       const void *Pointers[] = {svm()};
       return clEnqueueSVMMigrateMem(G.queue, 1, Pointers, nullptr,
                                     CL_MIGRATE_MEM_OBJECT_HOST, WAITS);
     }},
    {"clEnqueueSVMFree", Svm,
     [](const Given &G) {
       // Nothing is freed where there is an error.
       void *Pointers[] = {
           G.numWaits || G.waits
               ? svm()
               : clSVMAlloc(context(), CL_MEM_READ_WRITE, 4, 0)};
       return clEnqueueSVMFree(G.queue, 1, Pointers, nullptr, nullptr, WAITS);
     }},
};

Buffer makeImage(cl_context Ctx, cl_mem_flags Flags = CL_MEM_READ_WRITE) {
  const cl_image_format Format = {CL_RGBA, CL_UNSIGNED_INT8};
  cl_image_desc Desc = {};
  Desc.image_type = CL_MEM_OBJECT_IMAGE2D;
  Desc.image_width = Desc.image_height = 4;
  cl_int Code;
  Buffer Image(clCreateImage(Ctx, Flags, &Format, &Desc, nullptr, &Code));
  ok(Code);
  return Image;
}

Buffer makeBufferIn(cl_context Ctx) {
  cl_int Code;
  Buffer B(clCreateBuffer(Ctx, CL_MEM_READ_WRITE, 64, nullptr, &Code));
  ok(Code);
  return B;
}

class ApiErrors : public testing::Test {
protected:
  Given right() const {
    Given G;
    G.buffer = B;
    G.image = I;
    return G;
  }

  Buffer B = makeBuffer(64), I = makeImage(context());
};

TEST_F(ApiErrors, CommandsThatAreRight) {
  for (const Command &C : Commands)
    EXPECT_EQ(C.call(right()), CL_SUCCESS) << C.name;
  ok(clFinish(queue()));
}

TEST_F(ApiErrors, WaitListsThatAreNone) {
  cl_int Code;
  Event User(clCreateUserEvent(context(), &Code));
  const cl_event Null = nullptr, Some = User;
  for (const Command &C : Commands) {
    Given G = right();
    G.numWaits = 1;
    EXPECT_EQ(C.call(G), CL_INVALID_EVENT_WAIT_LIST) << C.name;
    G.waits = &Null;
    EXPECT_EQ(C.call(G), CL_INVALID_EVENT_WAIT_LIST) << C.name;
    G.numWaits = 0;
    G.waits = &Some;
    EXPECT_EQ(C.call(G), CL_INVALID_EVENT_WAIT_LIST) << C.name;
  }
}

TEST_F(ApiErrors, ObjectsOfAnotherContext) {
  Context Other = makeContext();
  cl_int Code;
  Event User(clCreateUserEvent(Other, &Code));
  const cl_event Some = User;
  Buffer OtherBuffer = makeBufferIn(Other), OtherImage = makeImage(Other);
  for (const Command &C : Commands) {
    Given G = right();
    G.numWaits = 1;
    G.waits = &Some;
    EXPECT_EQ(C.call(G), CL_INVALID_CONTEXT) << C.name;
    if (C.uses & Buffers) {
      G = right();
      G.buffer = OtherBuffer;
      EXPECT_EQ(C.call(G), CL_INVALID_CONTEXT) << C.name;
    }
    if (C.uses & Images) {
      G = right();
      G.image = OtherImage;
      EXPECT_EQ(C.call(G), CL_INVALID_CONTEXT) << C.name;
    }
  }
  ok(clSetUserEventStatus(User, CL_COMPLETE));
}

TEST_F(ApiErrors, MemoryOfAnotherKind) {
  for (const Command &C : Commands) {
    Given G = right();
    if (C.uses & Buffers) {
      G.buffer = nullptr;
      EXPECT_EQ(C.call(G), CL_INVALID_MEM_OBJECT) << C.name;
    }
    G = right();
    if (C.uses & Images) {
      G.image = nullptr;
      EXPECT_EQ(C.call(G), CL_INVALID_MEM_OBJECT) << C.name;
      G.image = B;
      EXPECT_EQ(C.call(G), CL_INVALID_MEM_OBJECT) << C.name;
    }
  }
  EXPECT_EQ(
      clEnqueueUnmapMemObject(queue(), nullptr, Host, 0, nullptr, nullptr),
      CL_INVALID_MEM_OBJECT);
}

TEST_F(ApiErrors, BlockingCommandsWhoseEventsFailed) {
  cl_int Code;
  Event User(clCreateUserEvent(context(), &Code));
  const cl_event Some = User;
  ok(clSetUserEventStatus(User, -1));
  for (const Command &C : Commands)
    if (C.uses & MayBlock) {
      Given G = right();
      G.blocking = CL_TRUE;
      G.numWaits = 1;
      G.waits = &Some;
      EXPECT_EQ(C.call(G), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST)
          << C.name;
    }
}

TEST_F(ApiErrors, RegionsThatLieOutside) {
  for (const Command &C : Commands) {
    if (!(C.uses & (Buffers | Images)) ||
        C.name == std::string("clEnqueueMigrateMemObjects"))
      continue;
    Given G = right();
    G.offset = 62;
    G.origin = Far;
    EXPECT_EQ(C.call(G), CL_INVALID_VALUE) << C.name;
    G = right();
    G.offset = size_t(-2);
    G.region = Zero;
    EXPECT_EQ(C.call(G), CL_INVALID_VALUE) << C.name;
  }
}

TEST_F(ApiErrors, HostPointersThatAreNull) {
  for (const char *Name :
       {"clEnqueueReadBuffer", "clEnqueueWriteBuffer",
        "clEnqueueReadBufferRect", "clEnqueueWriteBufferRect",
        "clEnqueueReadImage", "clEnqueueWriteImage"})
    for (const Command &C : Commands)
      if (C.name == std::string(Name)) {
        Given G = right();
        G.host = nullptr;
        EXPECT_EQ(C.call(G), CL_INVALID_VALUE) << C.name;
      }
}

TEST_F(ApiErrors, MemoryThatTheHostMayNotAccess) {
  Buffer Hidden = makeBuffer(64, CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS);
  Buffer HiddenImage =
      makeImage(context(), CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS);
  for (const Command &C : Commands)
    if ((C.uses & MayBlock) && (C.uses & (Buffers | Images))) {
      Given G = right();
      G.buffer = Hidden;
      G.image = HiddenImage;
      EXPECT_EQ(C.call(G), CL_INVALID_OPERATION) << C.name;
    }
}

TEST_F(ApiErrors, RectanglesThatOverlap) {
  const size_t Region[3] = {8, 1, 1}, To[3] = {4, 0, 0};
  EXPECT_EQ(clEnqueueCopyBufferRect(queue(), B, B, Zero, To, Region, 0, 0, 0, 0,
                                    0, nullptr, nullptr),
            CL_MEM_COPY_OVERLAP);
}

TEST_F(ApiErrors, KernelsOfAnotherContext) {
  Context Other = makeContext();
  Queue Q = makeQueue(Other);
  EXPECT_EQ(clEnqueueNDRangeKernel(Q, emptyKernel(), 1, nullptr, One, nullptr,
                                   0, nullptr, nullptr),
            CL_INVALID_CONTEXT);
  EXPECT_EQ(clEnqueueTask(Q, emptyKernel(), 0, nullptr, nullptr),
            CL_INVALID_CONTEXT);
}

TEST_F(ApiErrors, NativeKernelsThatAreNone) {
  cl_mem Some = B, Image = I;
  const void *Places[] = {&Some};
  auto Enqueue = [](void(CL_CALLBACK * F)(void *), void *Args, size_t Bytes,
                    cl_uint Count, const cl_mem *Objects, const void **At) {
    return clEnqueueNativeKernel(queue(), F, Args, Bytes, Count, Objects, At, 0,
                                 nullptr, nullptr);
  };
  EXPECT_EQ(Enqueue(nullptr, nullptr, 0, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(Enqueue(nothing, nullptr, 8, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(Enqueue(nothing, Host, 0, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(Enqueue(nothing, Host, 8, 1, nullptr, Places), CL_INVALID_VALUE);
  EXPECT_EQ(Enqueue(nothing, &Some, 8, 1, &Image, Places),
            CL_INVALID_MEM_OBJECT);
}

TEST_F(ApiErrors, Unmapping) {
  cl_int Code;
  void *Pointer = clEnqueueMapBuffer(queue(), B, CL_TRUE, CL_MAP_READ, 0, 4, 0,
                                     nullptr, nullptr, &Code);
  ok(Code);
  auto Unmap = [&](cl_mem Memory, void *Of, cl_uint Count) {
    return clEnqueueUnmapMemObject(queue(), Memory, Of, Count, nullptr,
                                   nullptr);
  };
  Context Other = makeContext();
  Buffer Stranger = makeBufferIn(Other);
  EXPECT_EQ(Unmap(B, Pointer, 1), CL_INVALID_EVENT_WAIT_LIST);
  EXPECT_EQ(Unmap(Stranger, Pointer, 0), CL_INVALID_CONTEXT);
  EXPECT_EQ(Unmap(B, nullptr, 0), CL_INVALID_VALUE);
  EXPECT_EQ(Unmap(B, Pointer, 0), CL_SUCCESS);
}

TEST_F(ApiErrors, Migrations) {
  const cl_mem Some = B;
  auto Migrate = [&](cl_uint Count, const cl_mem *Objects,
                     cl_mem_migration_flags Flags) {
    return clEnqueueMigrateMemObjects(queue(), Count, Objects, Flags, 0,
                                      nullptr, nullptr);
  };
  EXPECT_EQ(Migrate(0, &Some, 0), CL_INVALID_VALUE);
  EXPECT_EQ(Migrate(1, nullptr, 0), CL_INVALID_VALUE);
  EXPECT_EQ(Migrate(1, &Some, 1 << 20), CL_INVALID_VALUE);
}

TEST_F(ApiErrors, Launches) {
  auto Launch = [](cl_kernel K, size_t Offset) {
    return clEnqueueNDRangeKernel(queue(), K, 1, &Offset, One, nullptr, 0,
                                  nullptr, nullptr);
  };
  EXPECT_EQ(Launch(nullptr, 0), CL_INVALID_KERNEL);
  EXPECT_EQ(Launch(emptyKernel(), SIZE_MAX), CL_INVALID_GLOBAL_OFFSET);
}

TEST_F(ApiErrors, Tasks) {
  Kernel Pairs = buildKernel(
      "kernel __attribute__((reqd_work_group_size(2, 1, 1))) void k() {}", "k");
  EXPECT_EQ(clEnqueueTask(queue(), Pairs, 0, nullptr, nullptr),
            CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(clEnqueueTask(queue(), nullptr, 0, nullptr, nullptr),
            CL_INVALID_KERNEL);
}

TEST_F(ApiErrors, EventsOfSeveralContexts) {
  Context Other = makeContext();
  cl_int Code;
  Event A(clCreateUserEvent(context(), &Code)),
      C(clCreateUserEvent(Other, &Code));
  const cl_event Two[] = {A, C}, WithNull[] = {A, nullptr};
  EXPECT_EQ(clWaitForEvents(2, Two), CL_INVALID_CONTEXT);
  EXPECT_EQ(clWaitForEvents(2, WithNull), CL_INVALID_EVENT);
  EXPECT_EQ(clEnqueueWaitForEvents(queue(), 1, &Two[1]), CL_INVALID_CONTEXT);
  EXPECT_EQ(clEnqueueWaitForEvents(queue(), 0, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueMarker(queue(), nullptr), CL_INVALID_VALUE);
}

} // namespace
