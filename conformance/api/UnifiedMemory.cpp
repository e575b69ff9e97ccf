//===- UnifiedMemory.cpp - cl_intel_unified_shared_memory -----------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Host, device and shared allocations, what they say of themselves, and the
/// commands on them; addresses of buffers (cl_ext_buffer_device_address).
///
//===----------------------------------------------------------------------===//

#include "Commands.h"

#include "api/UnifiedMemory.h"

#include "ferry/cl_ext.h"

#include <atomic>
#include <thread>

namespace conformance {

EXTENSION_FUNCTION(clSetKernelArgDevicePointerEXT,
                   ferry::clSetKernelArgDevicePointerEXT)

namespace {

using Type = cl_unified_shared_memory_type_intel;
using AllocFlags = cl_mem_alloc_flags_intel;

class UnifiedMemory : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_TRUE(hasExtension("cl_intel_unified_shared_memory"));
  }
  /// The three ways to allocate, without flags.
  static std::vector<cl_uint *> oneOfEach(size_t Count) {
    const size_t Bytes = Count * sizeof(cl_uint);
    cl_int Code;
    std::vector<cl_uint *> All;
    auto Add = [&](void *P) {
      ok(Code);
      EXPECT_NE(P, nullptr);
      All.push_back(static_cast<cl_uint *>(P));
    };
    Add(clHostMemAllocINTEL(context(), nullptr, Bytes, 0, &Code));
    Add(clDeviceMemAllocINTEL(context(), device(), nullptr, Bytes, 0, &Code));
    Add(clSharedMemAllocINTEL(context(), device(), nullptr, Bytes, 0, &Code));
    Add(clSharedMemAllocINTEL(context(), nullptr, nullptr, Bytes, 0, &Code));
    return All;
  }
  template <class T> static T info(const void *P, cl_mem_info_intel Name) {
    T Value{};
    size_t Size = 0;
    ok(clGetMemAllocInfoINTEL(context(), P, Name, sizeof(T), &Value, &Size));
    EXPECT_EQ(Size, sizeof(T));
    return Value;
  }
};

TEST_F(UnifiedMemory, SaysWhatItIs) {
  std::vector<cl_uint *> All = oneOfEach(10);
  const Type Types[] = {CL_MEM_TYPE_HOST_INTEL, CL_MEM_TYPE_DEVICE_INTEL,
                        CL_MEM_TYPE_SHARED_INTEL, CL_MEM_TYPE_SHARED_INTEL};
  const cl_device_id Devices[] = {nullptr, device(), device(), nullptr};
  for (size_t I = 0; I != All.size(); ++I)
    for (const cl_uint *P : {All[I], All[I] + 9}) {
      EXPECT_EQ(info<Type>(P, CL_MEM_ALLOC_TYPE_INTEL), Types[I]);
      EXPECT_EQ(info<void *>(P, CL_MEM_ALLOC_BASE_PTR_INTEL), All[I]);
      EXPECT_EQ(info<size_t>(P, CL_MEM_ALLOC_SIZE_INTEL), 40u);
      EXPECT_EQ(info<cl_device_id>(P, CL_MEM_ALLOC_DEVICE_INTEL), Devices[I]);
      EXPECT_EQ(info<AllocFlags>(P, CL_MEM_ALLOC_FLAGS_INTEL), 0u);
    }
  for (cl_uint *P : All)
    ok(clMemFreeINTEL(context(), P));

  // What is none.
  int Own;
  auto *Svm =
      static_cast<cl_uint *>(clSVMAlloc(context(), CL_MEM_READ_WRITE, 64, 0));
  for (const void *P : {static_cast<void *>(&Own), static_cast<void *>(Svm),
                        static_cast<void *>(nullptr)}) {
    EXPECT_EQ(info<Type>(P, CL_MEM_ALLOC_TYPE_INTEL),
              Type(CL_MEM_TYPE_UNKNOWN_INTEL));
    EXPECT_EQ(info<void *>(P, CL_MEM_ALLOC_BASE_PTR_INTEL), nullptr);
    EXPECT_EQ(info<size_t>(P, CL_MEM_ALLOC_SIZE_INTEL), 0u);
    EXPECT_EQ(info<cl_device_id>(P, CL_MEM_ALLOC_DEVICE_INTEL), nullptr);
    EXPECT_EQ(info<AllocFlags>(P, CL_MEM_ALLOC_FLAGS_INTEL), 0u);
  }
  EXPECT_EQ(clMemFreeINTEL(context(), Svm), CL_INVALID_VALUE);
  clSVMFree(context(), Svm);
}

TEST_F(UnifiedMemory, TakesFlags) {
  cl_int Code;
  const cl_mem_properties_intel Placed[] = {
      CL_MEM_ALLOC_FLAGS_INTEL,
      CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL |
          CL_MEM_ALLOC_WRITE_COMBINED_INTEL,
      0};
  void *P = clSharedMemAllocINTEL(context(), device(), Placed, 64, 64, &Code);
  ok(Code);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(P) % 64, 0u);
  EXPECT_EQ(info<AllocFlags>(P, CL_MEM_ALLOC_FLAGS_INTEL), Placed[1]);
  ok(clMemFreeINTEL(context(), P));
  EXPECT_EQ(clHostMemAllocINTEL(context(), Placed, 64, 0, &Code), nullptr);
  EXPECT_EQ(Code, CL_INVALID_PROPERTY);
  EXPECT_EQ(clDeviceMemAllocINTEL(context(), device(), Placed, 64, 0, &Code),
            nullptr);
  EXPECT_EQ(Code, CL_INVALID_PROPERTY);
}

TEST_F(UnifiedMemory, RefusesWrongAllocations) {
  cl_int Code;
  auto Expect = [&](void *P, cl_int Wanted) {
    EXPECT_EQ(P, nullptr);
    EXPECT_EQ(Code, Wanted);
  };
  const size_t TooMuch = deviceInfo<cl_ulong>(CL_DEVICE_MAX_MEM_ALLOC_SIZE) + 1;
  const cl_mem_properties_intel
      Unknown[] = {1234, 0, 0},
      BadFlag[] = {CL_MEM_ALLOC_FLAGS_INTEL, 1 << 10, 0},
      Twice[] = {CL_MEM_ALLOC_FLAGS_INTEL, 0, CL_MEM_ALLOC_FLAGS_INTEL, 0, 0},
      Both[] = {CL_MEM_ALLOC_FLAGS_INTEL,
                CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL |
                    CL_MEM_ALLOC_INITIAL_PLACEMENT_DEVICE_INTEL,
                0};
  using Maker = std::function<void *(
      cl_context, const cl_mem_properties_intel *, size_t, cl_uint)>;
  const Maker Makers[] = {
      [&](auto C, auto P, auto S, auto A) {
        return clHostMemAllocINTEL(C, P, S, A, &Code);
      },
      [&](auto C, auto P, auto S, auto A) {
        return clDeviceMemAllocINTEL(C, device(), P, S, A, &Code);
      },
      [&](auto C, auto P, auto S, auto A) {
        return clSharedMemAllocINTEL(C, device(), P, S, A, &Code);
      }};
  for (const Maker &Make : Makers) {
    Expect(Make(nullptr, nullptr, 64, 0), CL_INVALID_CONTEXT);
    Expect(Make(context(), nullptr, 64, 3), CL_INVALID_VALUE);
    Expect(Make(context(), nullptr, 64, 256), CL_INVALID_VALUE);
    Expect(Make(context(), nullptr, 0, 0), CL_INVALID_BUFFER_SIZE);
    Expect(Make(context(), nullptr, TooMuch, 0), CL_INVALID_BUFFER_SIZE);
    for (const auto *Properties : {Unknown, BadFlag, Twice, Both})
      Expect(Make(context(), Properties, 64, 0), CL_INVALID_PROPERTY);
  }
  auto Wrong = reinterpret_cast<cl_device_id>(context());
  Expect(clDeviceMemAllocINTEL(context(), nullptr, nullptr, 64, 0, &Code),
         CL_INVALID_DEVICE);
  Expect(clDeviceMemAllocINTEL(context(), Wrong, nullptr, 64, 0, &Code),
         CL_INVALID_DEVICE);
  Expect(clSharedMemAllocINTEL(context(), Wrong, nullptr, 64, 0, &Code),
         CL_INVALID_DEVICE);

  for (auto *Free :
       {+[](cl_context C, void *P) { return clMemFreeINTEL(C, P); },
        +[](cl_context C, void *P) { return clMemBlockingFreeINTEL(C, P); }}) {
    EXPECT_EQ(Free(nullptr, nullptr), CL_INVALID_CONTEXT);
    EXPECT_EQ(Free(context(), nullptr), CL_SUCCESS);
    int Own;
    EXPECT_EQ(Free(context(), &Own), CL_INVALID_VALUE);
  }
  size_t Small;
  EXPECT_EQ(clGetMemAllocInfoINTEL(nullptr, nullptr, CL_MEM_ALLOC_TYPE_INTEL, 0,
                                   nullptr, nullptr),
            CL_INVALID_CONTEXT);
  EXPECT_EQ(
      clGetMemAllocInfoINTEL(context(), nullptr, 1234, 0, nullptr, nullptr),
      CL_INVALID_VALUE);
  EXPECT_EQ(clGetMemAllocInfoINTEL(context(), nullptr, CL_MEM_ALLOC_SIZE_INTEL,
                                   2, &Small, nullptr),
            CL_INVALID_VALUE);
}

TEST_F(UnifiedMemory, IsForKernelsAndTheHost) {
  Kernel K = buildKernel(R"(
    struct node { global struct node *next; uint value; };
    kernel void sum(global struct node *first, global uint *to) {
      uint s = 0;
      for (global struct node *n = first; n; n = n->next)
        s += n->value;
      *to = s;
    })",
                         "sum");
  struct Node {
    Node *next;
    cl_uint value;
  };
  cl_int Code;
  auto *First = static_cast<Node *>(
      clHostMemAllocINTEL(context(), nullptr, sizeof(Node), 0, &Code));
  auto *Second = static_cast<Node *>(clSharedMemAllocINTEL(
      context(), device(), nullptr, sizeof(Node), 0, &Code));
  auto *To = static_cast<cl_uint *>(
      clSharedMemAllocINTEL(context(), device(), nullptr, 64, 0, &Code));
  Node Own = {nullptr, 1000};
  *First = {Second, 1};
  *Second = {&Own, 20};
  ok(clSetKernelArgMemPointerINTEL(K, 0, First));
  ok(clSetKernelArgMemPointerINTEL(K, 1, To + 3));
  const cl_bool Yes = CL_TRUE;
  for (cl_kernel_exec_info Name :
       {CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL,
        CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL,
        CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL}) {
    EXPECT_EQ(clSetKernelExecInfo(K, Name, sizeof Yes, &Yes), CL_SUCCESS);
    EXPECT_EQ(clSetKernelExecInfo(K, Name, 1, &Yes), CL_INVALID_VALUE);
  }
  void *Pointers[] = {Second, &Own};
  EXPECT_EQ(clSetKernelExecInfo(K, CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL,
                                sizeof Pointers, Pointers),
            CL_SUCCESS);
  EXPECT_EQ(
      clSetKernelExecInfo(K, CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL, 3, Pointers),
      CL_INVALID_VALUE);
  launch(K, {{1}, {1}, {}});
  EXPECT_EQ(To[3], 1021u);
  EXPECT_EQ(clSetKernelArgMemPointerINTEL(nullptr, 0, To), CL_INVALID_KERNEL);
  EXPECT_EQ(clSetKernelArgMemPointerINTEL(K, 2, To), CL_INVALID_ARG_INDEX);
  Kernel Mix = buildKernel(MixSource, "mix_in");
  EXPECT_EQ(clSetKernelArgMemPointerINTEL(Mix, 1, To), CL_INVALID_ARG_VALUE);
  // Any pointer may be one.
  EXPECT_EQ(clSetKernelArgMemPointerINTEL(Mix, 0, &Own), CL_SUCCESS);
  for (void *P : {static_cast<void *>(First), static_cast<void *>(Second),
                  static_cast<void *>(To)})
    ok(clMemFreeINTEL(context(), P));
}

TEST_F(UnifiedMemory, IsSeenWhileKernelsRun) {
  Kernel K = buildKernel(R"(
    kernel void answer(global atomic_uint *p) {
      while (atomic_load_explicit(p, memory_order_acquire,
                                  memory_scope_all_devices) != 1)
        ;
      atomic_store_explicit(p, 2, memory_order_release,
                            memory_scope_all_devices);
    })",
                         "answer", "-cl-std=CL3.0");
  cl_int Code;
  auto *P = static_cast<std::atomic<cl_uint> *>(
      clSharedMemAllocINTEL(context(), device(), nullptr, 64, 0, &Code));
  P->store(0);
  ok(clSetKernelArgMemPointerINTEL(K, 0, P));
  const size_t One = 1;
  ok(clEnqueueNDRangeKernel(queue(), K, 1, nullptr, &One, &One, 0, nullptr,
                            nullptr));
  ok(clFlush(queue()));
  P->store(1);
  while (P->load() != 2)
    std::this_thread::yield();
  ok(clFinish(queue()));
  ok(clMemFreeINTEL(context(), P));
}

TEST_F(UnifiedMemory, IsMovedFilledMigratedAndAdvised) {
  std::vector<cl_uint *> All = oneOfEach(64);
  auto TypeOf = [](cl_event E) {
    cl_command_type T;
    ok(clGetEventInfo(E, CL_EVENT_COMMAND_TYPE, sizeof T, &T, nullptr));
    return T;
  };
  const cl_uint Pattern = 77;
  for (cl_uint *P : All) {
    Event Fill, Copy, Set, Migrate, Advise;
    ok(clEnqueueMemFillINTEL(queue(), P, &Pattern, 4, 256, 0, nullptr,
                             Fill.out()));
    EXPECT_EQ(TypeOf(Fill), cl_command_type(CL_COMMAND_MEMFILL_INTEL));
    ok(clEnqueueMemsetINTEL(queue(), P + 32, 0x1ff, 64, 0, nullptr, Set.out()));
    EXPECT_EQ(TypeOf(Set), cl_command_type(CL_COMMAND_MEMFILL_INTEL));
    ok(clEnqueueMigrateMemINTEL(queue(), P, 256, 0, 0, nullptr, Migrate.out()));
    EXPECT_EQ(TypeOf(Migrate), cl_command_type(CL_COMMAND_MIGRATEMEM_INTEL));
    ok(clEnqueueMemAdviseINTEL(queue(), P, 256, 0, 0, nullptr, Advise.out()));
    EXPECT_EQ(TypeOf(Advise), cl_command_type(CL_COMMAND_MEMADVISE_INTEL));
    cl_uint Host[64] = {};
    ok(clEnqueueMemcpyINTEL(queue(), CL_TRUE, Host, P, 256, 0, nullptr,
                            Copy.out()));
    EXPECT_EQ(TypeOf(Copy), cl_command_type(CL_COMMAND_MEMCPY_INTEL));
    for (cl_uint I = 0; I != 64; ++I)
      EXPECT_EQ(Host[I], I >= 32 && I < 48 ? 0xffffffffu : 77u);
  }

  cl_uint *P = All[0];
  auto Fill = [&](void *To, const void *What, size_t Size, size_t Bytes) {
    return clEnqueueMemFillINTEL(queue(), To, What, Size, Bytes, 0, nullptr,
                                 nullptr);
  };
  EXPECT_EQ(Fill(nullptr, &Pattern, 4, 64), CL_INVALID_VALUE);
  EXPECT_EQ(Fill(P, nullptr, 4, 64), CL_INVALID_VALUE);
  EXPECT_EQ(Fill(P, &Pattern, 0, 64), CL_INVALID_VALUE);
  EXPECT_EQ(Fill(P, &Pattern, 3, 63), CL_INVALID_VALUE);
  EXPECT_EQ(Fill(P, &Pattern, 256, 256), CL_INVALID_VALUE);
  EXPECT_EQ(Fill(P, &Pattern, 4, 6), CL_INVALID_VALUE);
  EXPECT_EQ(Fill(reinterpret_cast<char *>(P) + 1, &Pattern, 4, 8),
            CL_INVALID_VALUE);
  Context Other = makeContext();
  cl_int Code;
  Event Foreign(clCreateUserEvent(Other, &Code));
  ok(Code);
  auto Each = [&](cl_command_queue Q, cl_uint Count, const cl_event *Waits) {
    return std::array{
        clEnqueueMemFillINTEL(Q, P, &Pattern, 4, 4, Count, Waits, nullptr),
        clEnqueueMemsetINTEL(Q, P, 1, 4, Count, Waits, nullptr),
        clEnqueueMemcpyINTEL(Q, CL_FALSE, P, &Pattern, 4, Count, Waits,
                             nullptr),
        clEnqueueMigrateMemINTEL(Q, P, 4, 0, Count, Waits, nullptr),
        clEnqueueMemAdviseINTEL(Q, P, 4, 0, Count, Waits, nullptr)};
  };
  auto All5 = [](cl_int Code) {
    std::array<cl_int, 5> All;
    All.fill(Code);
    return All;
  };
  EXPECT_EQ(Each(nullptr, 0, nullptr), All5(CL_INVALID_COMMAND_QUEUE));
  EXPECT_EQ(Each(queue(), 1, nullptr), All5(CL_INVALID_EVENT_WAIT_LIST));
  const cl_event Theirs = Foreign;
  EXPECT_EQ(Each(queue(), 1, &Theirs), All5(CL_INVALID_CONTEXT));
  ok(clSetUserEventStatus(Foreign, CL_COMPLETE));
  EXPECT_EQ(clEnqueueMemsetINTEL(queue(), nullptr, 1, 4, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
  auto Copy = [&](void *To, const void *From, size_t Bytes) {
    return clEnqueueMemcpyINTEL(queue(), CL_FALSE, To, From, Bytes, 0, nullptr,
                                nullptr);
  };
  EXPECT_EQ(Copy(nullptr, P, 4), CL_INVALID_VALUE);
  EXPECT_EQ(Copy(P, nullptr, 4), CL_INVALID_VALUE);
  EXPECT_EQ(Copy(P, P + 1, 8), CL_MEM_COPY_OVERLAP);
  EXPECT_EQ(
      clEnqueueMigrateMemINTEL(queue(), P, 256, 1 << 10, 0, nullptr, nullptr),
      CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueMemAdviseINTEL(queue(), P, 256, 1234, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
  Event Gate = userEvent();
  ok(clSetUserEventStatus(Gate, -1));
  cl_event Failed = Gate;
  EXPECT_EQ(clEnqueueMemcpyINTEL(queue(), CL_TRUE, P, &Pattern, 4, 1, &Failed,
                                 nullptr),
            CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  for (cl_uint *Memory : All)
    ok(clMemFreeINTEL(context(), Memory));
}

TEST_F(UnifiedMemory, IsFreedWhenTheCommandsHaveEnded) {
  cl_int Code;
  auto *P = static_cast<cl_uint *>(
      clHostMemAllocINTEL(context(), nullptr, 64, 0, &Code));
  Queue Other = makeQueue(context(), CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  Event Gate = userEvent();
  cl_event After = Gate;
  const cl_uint Pattern = 5;
  cl_uint Host = 0;
  Event Filled;
  ok(clEnqueueMemFillINTEL(queue(), P, &Pattern, 4, 64, 1, &After,
                           Filled.out()));
  cl_event Fill = Filled;
  ok(clEnqueueMemcpyINTEL(Other, CL_FALSE, &Host, P, 4, 1, &Fill, nullptr));
  std::thread Opener([&] { clSetUserEventStatus(Gate, CL_COMPLETE); });
  ok(clMemBlockingFreeINTEL(context(), P));
  EXPECT_EQ(Host, 5u);
  Opener.join();
}

TEST_F(UnifiedMemory, IsAnnounced) {
  for (cl_device_info Name :
       {CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL,
        CL_DEVICE_DEVICE_MEM_CAPABILITIES_INTEL,
        CL_DEVICE_SINGLE_DEVICE_SHARED_MEM_CAPABILITIES_INTEL,
        CL_DEVICE_CROSS_DEVICE_SHARED_MEM_CAPABILITIES_INTEL,
        CL_DEVICE_SHARED_SYSTEM_MEM_CAPABILITIES_INTEL})
    EXPECT_EQ(deviceInfo<cl_bitfield>(Name), 15u);
}

TEST(BufferAddress, IsTheSameForAllDevicesOfTheContext) {
  const cl_mem_properties Properties[] = {CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT,
                                          CL_TRUE, 0};
  cl_int Code;
  Buffer B(clCreateBufferWithProperties(context(), Properties,
                                        CL_MEM_READ_WRITE, 64, nullptr, &Code));
  ok(Code);
  cl_mem_device_address_ext Address = 0;
  size_t Size;
  ok(clGetMemObjectInfo(B, CL_MEM_DEVICE_ADDRESS_EXT, sizeof Address, &Address,
                        &Size));
  EXPECT_EQ(Size, sizeof Address);
  Kernel K =
      buildKernel("kernel void f(global uint *p, local uint *l, uint v,\n"
                  "              constant uint *c) { *p = v; }",
                  "f");
  ok(clSetKernelArgDevicePointerEXT(K, 0, Address + 8));
  setArg(K, 1, Local{4});
  setArg(K, 2, 42u);
  setArg(K, 3, B);
  const cl_mem_device_address_ext Used[] = {Address};
  ok(clSetKernelExecInfo(K, CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT, sizeof Used,
                         Used));
  EXPECT_EQ(
      clSetKernelExecInfo(K, CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT, 3, Used),
      CL_INVALID_VALUE);
  launch(K, {{1}, {1}, {}});
  EXPECT_EQ(download<cl_uint>(B, 3)[2], 42u);

  EXPECT_EQ(clSetKernelArgDevicePointerEXT(nullptr, 0, Address),
            CL_INVALID_KERNEL);
  for (cl_uint Index : {1u, 2u, 3u, 4u})
    EXPECT_EQ(clSetKernelArgDevicePointerEXT(K, Index, Address),
              CL_INVALID_ARG_INDEX);
  EXPECT_EQ(clSetKernelArgDevicePointerEXT(K, 0, 12345), CL_SUCCESS);
}

TEST(BufferAddress, IsOnlyThereIfAskedFor) {
  cl_int Code;
  const cl_mem_properties No[] = {CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, CL_FALSE,
                                  0},
                          Bad[] = {CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, 7, 0},
                          Twice[] = {CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, 1,
                                     CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, 1, 0};
  Buffer Plain = makeBuffer(64);
  Buffer Without(clCreateBufferWithProperties(context(), No, CL_MEM_READ_WRITE,
                                              64, nullptr, &Code));
  ok(Code);
  for (cl_mem M : {cl_mem(Plain), cl_mem(Without)})
    EXPECT_EQ(
        clGetMemObjectInfo(M, CL_MEM_DEVICE_ADDRESS_EXT, 0, nullptr, nullptr),
        CL_INVALID_OPERATION);
  for (const cl_mem_properties *P : {Bad, Twice}) {
    EXPECT_EQ(clCreateBufferWithProperties(context(), P, CL_MEM_READ_WRITE, 64,
                                           nullptr, &Code),
              nullptr);
    EXPECT_EQ(Code, CL_INVALID_PROPERTY);
  }
  size_t Size;
  cl_mem_properties Says[3];
  ok(clGetMemObjectInfo(Without, CL_MEM_PROPERTIES, sizeof Says, Says, &Size));
  EXPECT_EQ(Size, sizeof Says);
  EXPECT_TRUE(std::equal(No, No + 3, Says));
}

} // namespace
} // namespace conformance
