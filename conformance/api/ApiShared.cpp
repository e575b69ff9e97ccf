//===- ApiShared.cpp - Shared virtual memory ------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Memory that host and device share by its addresses: allocations, the host's
/// own memory, commands, atomics across the two.
///
//===----------------------------------------------------------------------===//

#include "Support.h"

#include <atomic>
#include <cstdlib>
#include <numeric>
#include <thread>

using namespace conformance;

namespace {

class ApiShared : public testing::Test {
protected:
  void SetUp() override {
    if (!has(CL_DEVICE_SVM_COARSE_GRAIN_BUFFER))
      GTEST_SKIP() << "no shared virtual memory";
  }
  static bool has(cl_device_svm_capabilities Bits) {
    return (deviceInfo<cl_device_svm_capabilities>(CL_DEVICE_SVM_CAPABILITIES) &
            Bits) == Bits;
  }
};

/// Owns an allocation.
template <class T> struct Shared {
  explicit Shared(size_t Count, cl_svm_mem_flags Flags = CL_MEM_READ_WRITE)
      : data(static_cast<T *>(
            clSVMAlloc(context(), Flags, Count * sizeof(T), 0))) {
    if (!data)
      throw std::runtime_error("clSVMAlloc");
  }
  ~Shared() { clSVMFree(context(), data); }
  T *data;
};

cl_command_type typeOf(cl_event E) {
  cl_command_type Type;
  ok(clGetEventInfo(E, CL_EVENT_COMMAND_TYPE, sizeof(Type), &Type, nullptr));
  return Type;
}

TEST_F(ApiShared, WrongAllocationsAreNull) {
  const auto Most = deviceInfo<cl_ulong>(CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  EXPECT_EQ(clSVMAlloc(context(), CL_MEM_READ_WRITE, 0, 0), nullptr);
  EXPECT_EQ(clSVMAlloc(context(), CL_MEM_READ_WRITE, Most + 1, 0), nullptr);
  EXPECT_EQ(clSVMAlloc(context(), CL_MEM_READ_WRITE, 64, 3), nullptr);
  EXPECT_EQ(clSVMAlloc(context(), CL_MEM_SVM_ATOMICS, 64, 0), nullptr);
  EXPECT_EQ(clSVMAlloc(context(), CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 64, 0),
            nullptr);
  EXPECT_EQ(clSVMAlloc(context(), CL_MEM_USE_HOST_PTR, 64, 0), nullptr);
  EXPECT_EQ(clSVMAlloc(nullptr, CL_MEM_READ_WRITE, 64, 0), nullptr);
  clSVMFree(context(), nullptr);
  for (cl_uint Alignment = 1; Alignment <= 128; Alignment *= 2) {
    void *P = clSVMAlloc(context(), CL_MEM_READ_WRITE, 100, Alignment);
    EXPECT_NE(P, nullptr);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(P) % Alignment, 0u);
    clSVMFree(context(), P);
  }
}

/// A list whose nodes the host makes and a kernel adds to, in place.
constexpr char ListSource[] = R"(
  typedef struct Node { global struct Node *next; int value; } Node;
  kernel void add(global Node *first, int n) {
    for (global Node *p = first; p; p = p->next)
      p->value += n;
  }
)";
struct Node {
  Node *next;
  int value;
};

void useList(Node *Nodes, size_t Count, bool IsMapped) {
  Kernel K = buildKernel(ListSource, "add");
  auto Map = [&] {
    ok(clEnqueueSVMMap(queue(), CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, Nodes,
                       Count * sizeof(Node), 0, nullptr, nullptr));
  };
  if (IsMapped)
    Map();
  for (size_t I = 0; I != Count; ++I)
    Nodes[I] = {I + 1 == Count ? nullptr : Nodes + I + 1, int(I)};
  if (IsMapped)
    ok(clEnqueueSVMUnmap(queue(), Nodes, 0, nullptr, nullptr));
  ok(clSetKernelArgSVMPointer(K, 0, Nodes));
  setArg(K, 1, 100);
  launch(K, {{1}, {1}, {}});
  if (IsMapped)
    Map();
  for (size_t I = 0; I != Count; ++I)
    ASSERT_EQ(Nodes[I].value, int(I) + 100);
  if (IsMapped)
    ok(clEnqueueSVMUnmap(queue(), Nodes, 0, nullptr, nullptr));
  ok(clFinish(queue()));
}

TEST_F(ApiShared, CoarseGrainBuffers) {
  Shared<Node> Nodes(1000);
  useList(Nodes.data, 1000, true);
}

TEST_F(ApiShared, FineGrainBuffers) {
  if (!has(CL_DEVICE_SVM_FINE_GRAIN_BUFFER))
    GTEST_SKIP();
  Shared<Node> Nodes(1000, CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER);
  useList(Nodes.data, 1000, false);
}

TEST_F(ApiShared, TheHostsOwnMemory) {
  if (!has(CL_DEVICE_SVM_FINE_GRAIN_SYSTEM))
    GTEST_SKIP();
  std::vector<Node> Nodes(1000);
  useList(Nodes.data(), Nodes.size(), false);
}

TEST_F(ApiShared, LargeAllocations) {
  constexpr size_t Count = 8 << 20;
  Shared<cl_uint> All(Count);
  const cl_uint Seven = 7;
  ok(clEnqueueSVMMemFill(queue(), All.data, &Seven, 4, Count * 4, 0, nullptr,
                         nullptr));
  ok(clFinish(queue()));
  EXPECT_EQ(std::accumulate(All.data, All.data + Count, 0ul), Count * 7);
}

TEST_F(ApiShared, CommandsMoveAndFill) {
  constexpr size_t Count = 1000;
  Shared<cl_uint> A(Count), B(Count);
  const cl_uint Pattern[2] = {3, 4};
  Event Fill, Copy, Map, Unmap, Migrate;
  ok(clEnqueueSVMMemFill(queue(), A.data, Pattern, 8, Count * 4, 0, nullptr,
                         Fill.out()));
  ok(clEnqueueSVMMemcpy(queue(), CL_FALSE, B.data, A.data, Count * 4, 0,
                        nullptr, Copy.out()));
  const void *Pointers[] = {A.data, B.data + 10};
  const size_t Sizes[] = {0, 40};
  ok(clEnqueueSVMMigrateMem(queue(), 2, Pointers, Sizes,
                            CL_MIGRATE_MEM_OBJECT_HOST, 0, nullptr,
                            Migrate.out()));
  ok(clEnqueueSVMMigrateMem(queue(), 2, Pointers, nullptr, 0, 0, nullptr,
                            nullptr));
  ok(clEnqueueSVMMap(queue(), CL_TRUE, CL_MAP_READ, B.data, Count * 4, 0,
                     nullptr, Map.out()));
  for (size_t I = 0; I != Count; ++I)
    ASSERT_EQ(B.data[I], Pattern[I % 2]);
  ok(clEnqueueSVMUnmap(queue(), B.data, 0, nullptr, Unmap.out()));
  // From and to the host's memory, waiting.
  std::vector<cl_uint> Host(Count, 9);
  ok(clEnqueueSVMMemcpy(queue(), CL_TRUE, A.data, Host.data(), Count * 4, 0,
                        nullptr, nullptr));
  ok(clEnqueueSVMMemcpy(queue(), CL_TRUE, Host.data(), B.data, Count * 4, 0,
                        nullptr, nullptr));
  ok(clEnqueueSVMMemcpy(queue(), CL_TRUE, Host.data(), B.data, 0, 0, nullptr,
                        nullptr));
  EXPECT_EQ(A.data[Count - 1], 9u);
  EXPECT_EQ(Host[Count - 1], 4u);
  EXPECT_EQ(typeOf(Fill), cl_command_type(CL_COMMAND_SVM_MEMFILL));
  EXPECT_EQ(typeOf(Copy), cl_command_type(CL_COMMAND_SVM_MEMCPY));
  EXPECT_EQ(typeOf(Map), cl_command_type(CL_COMMAND_SVM_MAP));
  EXPECT_EQ(typeOf(Unmap), cl_command_type(CL_COMMAND_SVM_UNMAP));
  EXPECT_EQ(typeOf(Migrate), cl_command_type(CL_COMMAND_SVM_MIGRATE_MEM));
  ok(clFinish(queue()));
}

TEST_F(ApiShared, WrongCommandsAreRefused) {
  Shared<cl_uint> A(100);
  cl_uint *P = A.data;
  char Pattern[256] = {};
  cl_command_queue Q = queue();
  EXPECT_EQ(clEnqueueSVMMemcpy(Q, CL_TRUE, nullptr, P, 4, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueSVMMemcpy(Q, CL_TRUE, P, nullptr, 4, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueSVMMemcpy(Q, CL_TRUE, P, P + 1, 8, 0, nullptr, nullptr),
            CL_MEM_COPY_OVERLAP);
  for (size_t Size : {0, 3, 256})
    EXPECT_EQ(
        clEnqueueSVMMemFill(Q, P, Pattern, Size, 256, 0, nullptr, nullptr),
        CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueSVMMemFill(Q, P + 1, Pattern, 8, 8, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueSVMMemFill(Q, P, Pattern, 8, 12, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueSVMMemFill(Q, P, nullptr, 8, 8, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(
      clEnqueueSVMMap(Q, CL_TRUE, CL_MAP_READ, nullptr, 4, 0, nullptr, nullptr),
      CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueSVMMap(Q, CL_TRUE, CL_MAP_READ, P, 0, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueSVMMap(Q, CL_TRUE, 1 << 10, P, 4, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueSVMUnmap(Q, nullptr, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
  void *Pointers[] = {P};
  EXPECT_EQ(
      clEnqueueSVMFree(Q, 0, Pointers, nullptr, nullptr, 0, nullptr, nullptr),
      CL_INVALID_VALUE);
  EXPECT_EQ(
      clEnqueueSVMFree(Q, 1, nullptr, nullptr, nullptr, 0, nullptr, nullptr),
      CL_INVALID_VALUE);
  const void *Const[] = {P};
  const size_t TooMuch = 401;
  EXPECT_EQ(
      clEnqueueSVMMigrateMem(Q, 1, Const, &TooMuch, 0, 0, nullptr, nullptr),
      CL_INVALID_VALUE);
  EXPECT_EQ(
      clEnqueueSVMMigrateMem(Q, 0, Const, nullptr, 0, 0, nullptr, nullptr),
      CL_INVALID_VALUE);
  EXPECT_EQ(
      clEnqueueSVMMigrateMem(Q, 1, Const, nullptr, 1 << 5, 0, nullptr, nullptr),
      CL_INVALID_VALUE);
}

void CL_CALLBACK takePointers(cl_command_queue, cl_uint Count, void *Pointers[],
                              void *Data) {
  auto &Seen = *static_cast<std::vector<void *> *>(Data);
  Seen.assign(Pointers, Pointers + Count);
  for (cl_uint I = 0; I != Count; ++I)
    std::free(Pointers[I]);
}

TEST_F(ApiShared, FreeingIsACommand) {
  void *Pointers[] = {clSVMAlloc(context(), CL_MEM_READ_WRITE, 64, 0),
                      clSVMAlloc(context(), CL_MEM_READ_WRITE, 4 << 20, 0)};
  ok(clEnqueueSVMFree(queue(), 2, Pointers, nullptr, nullptr, 0, nullptr,
                      nullptr));
  ok(clFinish(queue()));
  void *Own[] = {std::malloc(64), std::malloc(64)};
  std::vector<void *> Seen, Expected(Own, Own + 2);
  Event Done;
  ok(clEnqueueSVMFree(queue(), 2, Own, takePointers, &Seen, 0, nullptr,
                      Done.out()));
  ok(clFinish(queue()));
  EXPECT_EQ(Seen, Expected);
  EXPECT_EQ(typeOf(Done), cl_command_type(CL_COMMAND_SVM_FREE));
}

TEST_F(ApiShared, BuffersOnSharedMemory) {
  Shared<cl_uint> A(100);
  cl_int Code;
  Buffer B(clCreateBuffer(context(), CL_MEM_USE_HOST_PTR, 400, A.data, &Code));
  ok(Code);
  cl_bool Uses;
  ok(clGetMemObjectInfo(B, CL_MEM_USES_SVM_POINTER, sizeof(Uses), &Uses,
                        nullptr));
  EXPECT_EQ(Uses, cl_bool(CL_TRUE));
  const cl_buffer_region Region = {128, 128};
  Buffer Sub(
      clCreateSubBuffer(B, 0, CL_BUFFER_CREATE_TYPE_REGION, &Region, &Code));
  ok(Code);
  ok(clGetMemObjectInfo(Sub, CL_MEM_USES_SVM_POINTER, sizeof(Uses), &Uses,
                        nullptr));
  EXPECT_EQ(Uses, cl_bool(CL_TRUE));
  Buffer Other = makeBuffer(400);
  ok(clGetMemObjectInfo(Other, CL_MEM_USES_SVM_POINTER, sizeof(Uses), &Uses,
                        nullptr));
  EXPECT_EQ(Uses, cl_bool(CL_FALSE));
  EXPECT_EQ(clCreateBuffer(context(), CL_MEM_USE_HOST_PTR, 401, A.data, &Code),
            nullptr);
  EXPECT_EQ(Code, CL_INVALID_BUFFER_SIZE);
}

TEST_F(ApiShared, KernelsAreToldOfPointers) {
  Kernel K = buildKernel("kernel void f(global int *p, local int *l, int n,\n"
                         "              constant int *c) {}",
                         "f");
  Shared<int> A(10);
  const void *Pointers[] = {A.data, A.data + 5};
  const cl_bool Yes = CL_TRUE;
  EXPECT_EQ(clSetKernelArgSVMPointer(K, 0, A.data + 1), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArgSVMPointer(K, 3, A.data), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArgSVMPointer(K, 0, nullptr), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArgSVMPointer(K, 1, A.data), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(clSetKernelArgSVMPointer(K, 2, A.data), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(clSetKernelArgSVMPointer(K, 4, A.data), CL_INVALID_ARG_INDEX);
  auto Tell = [&](cl_kernel_exec_info Name, size_t Size, const void *Value) {
    return clSetKernelExecInfo(K, Name, Size, Value);
  };
  EXPECT_EQ(Tell(CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof(Pointers), Pointers),
            CL_SUCCESS);
  EXPECT_EQ(Tell(CL_KERNEL_EXEC_INFO_SVM_PTRS, 0, nullptr), CL_SUCCESS);
  EXPECT_EQ(Tell(CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof(Yes), &Yes),
            CL_SUCCESS);
  EXPECT_EQ(Tell(CL_KERNEL_EXEC_INFO_SVM_PTRS, 7, Pointers), CL_INVALID_VALUE);
  EXPECT_EQ(Tell(CL_KERNEL_EXEC_INFO_SVM_PTRS, 8, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(Tell(CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, 1, &Yes),
            CL_INVALID_VALUE);
  EXPECT_EQ(Tell(0, sizeof(Yes), &Yes), CL_INVALID_VALUE);
}

/// A buffer, then a pointer, then a buffer for the same argument.
TEST_F(ApiShared, PointersTakeTheplaceOfBuffers) {
  Kernel K = buildKernel("kernel void f(global int *p) { *p += 1; }", "f");
  Shared<int> A(1);
  *A.data = 10;
  {
    Buffer Gone = upload(std::vector<int>{20});
    setArgs(K, Gone);
    launch(K, {{1}, {1}, {}});
    EXPECT_EQ(download<int>(Gone, 1)[0], 21);
    ok(clSetKernelArgSVMPointer(K, 0, A.data));
  }
  launch(K, {{1}, {1}, {}});
  EXPECT_EQ(*A.data, 11);
  Buffer B = upload(std::vector<int>{30});
  setArgs(K, B);
  launch(K, {{1}, {1}, {}});
  EXPECT_EQ(download<int>(B, 1)[0], 31);
}

/// Host and kernel count at the same time, and wait for each other.
TEST_F(ApiShared, AtomicsOfHostAndKernel) {
  if (!has(CL_DEVICE_SVM_ATOMICS))
    GTEST_SKIP();
  Kernel K = buildKernel(R"(
    kernel void f(global atomic_int *flag, global atomic_int *count) {
      atomic_store_explicit(flag, 1, memory_order_release,
                            memory_scope_all_svm_devices);
      while (atomic_load_explicit(flag, memory_order_acquire,
                                  memory_scope_all_svm_devices) != 2)
        ;
      for (int i = 0; i < 100000; ++i)
        atomic_fetch_add_explicit(count, 1, memory_order_relaxed,
                                  memory_scope_all_svm_devices);
    })",
                         "f", "-cl-std=CL3.0");
  Shared<std::atomic<int>> Both(
      2, CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS);
  std::atomic<int> &Flag = Both.data[0], &Count = Both.data[1];
  Flag = 0;
  Count = 0;
  ok(clSetKernelArgSVMPointer(K, 0, &Flag));
  ok(clSetKernelArgSVMPointer(K, 1, &Count));
  const size_t One = 1;
  ok(clEnqueueNDRangeKernel(queue(), K, 1, nullptr, &One, &One, 0, nullptr,
                            nullptr));
  ok(clFlush(queue()));
  while (Flag.load() != 1)
    std::this_thread::yield();
  Flag = 2;
  for (int I = 0; I != 100000; ++I)
    ++Count;
  ok(clFinish(queue()));
  EXPECT_EQ(Count, 200000);
}

} // namespace
