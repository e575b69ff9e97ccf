//===- Pipes.cpp - Pipes --------------------------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// clCreatePipe and clGetPipeInfo, and the functions of OpenCL C 6.15.16:
/// packets of all kinds, reservations of work-items, sub-groups and
/// work-groups, and writers and readers at work together.
///
//===----------------------------------------------------------------------===//

#include "Support.h"

#include <algorithm>
#include <numeric>

using namespace conformance;

namespace {

class Pipes : public testing::Test {
protected:
  void SetUp() override {
    if (!deviceInfo<cl_bool>(CL_DEVICE_PIPE_SUPPORT))
      GTEST_SKIP() << "no pipes";
  }
};

Buffer makePipe(cl_uint PacketBytes, cl_uint MaxPackets) {
  cl_int Error;
  Buffer P(
      clCreatePipe(context(), 0, PacketBytes, MaxPackets, nullptr, &Error));
  ok(Error);
  return P;
}

constexpr char Options[] = "-cl-std=CL3.0";

//===----------------------------------------------------------------------===//
// The host's side
//===----------------------------------------------------------------------===//

TEST_F(Pipes, Queries) {
  EXPECT_GE(deviceInfo<cl_uint>(CL_DEVICE_MAX_PIPE_ARGS), 16u);
  EXPECT_GE(deviceInfo<cl_uint>(CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS), 1u);
  EXPECT_GE(deviceInfo<cl_uint>(CL_DEVICE_PIPE_MAX_PACKET_SIZE), 1024u);
  Buffer P = makePipe(12, 34);
  cl_uint Value = 0;
  size_t Size = 0;
  ok(clGetPipeInfo(P, CL_PIPE_PACKET_SIZE, sizeof(Value), &Value, &Size));
  EXPECT_EQ(Value, 12u);
  EXPECT_EQ(Size, sizeof(cl_uint));
  ok(clGetPipeInfo(P, CL_PIPE_MAX_PACKETS, sizeof(Value), &Value, nullptr));
  EXPECT_EQ(Value, 34u);
  constexpr cl_pipe_info Properties = 0x1122;
  ok(clGetPipeInfo(P, Properties, 0, nullptr, &Size));
  EXPECT_EQ(Size, 0u);
  EXPECT_EQ(clGetPipeInfo(P, CL_PIPE_PACKET_SIZE, 1, &Value, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clGetPipeInfo(P, 0, sizeof(Value), &Value, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clGetPipeInfo(makeBuffer(4), CL_PIPE_PACKET_SIZE, sizeof(Value),
                          &Value, nullptr),
            CL_INVALID_MEM_OBJECT);

  cl_mem_object_type Type = 0;
  cl_mem_flags Flags = 0;
  ok(clGetMemObjectInfo(P, CL_MEM_TYPE, sizeof(Type), &Type, nullptr));
  EXPECT_EQ(Type, cl_mem_object_type(CL_MEM_OBJECT_PIPE));
  ok(clGetMemObjectInfo(P, CL_MEM_FLAGS, sizeof(Flags), &Flags, nullptr));
  EXPECT_EQ(Flags, cl_mem_flags(CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS));
}

TEST_F(Pipes, CreationFails) {
  const cl_pipe_properties None[] = {0};
  struct Case {
    cl_mem_flags flags;
    cl_uint bytes, packets;
    const cl_pipe_properties *properties;
    cl_int error;
  };
  const cl_uint Most = deviceInfo<cl_uint>(CL_DEVICE_PIPE_MAX_PACKET_SIZE);
  for (const Case &C :
       {Case{CL_MEM_READ_ONLY, 4, 4, nullptr, CL_INVALID_VALUE},
        {CL_MEM_HOST_READ_ONLY, 4, 4, nullptr, CL_INVALID_VALUE},
        {0, 4, 4, None, CL_INVALID_VALUE},
        {0, 0, 4, nullptr, CL_INVALID_PIPE_SIZE},
        {0, Most + 1, 4, nullptr, CL_INVALID_PIPE_SIZE},
        {0, 4, 0, nullptr, CL_INVALID_PIPE_SIZE}}) {
    cl_int Error = 0;
    EXPECT_EQ(clCreatePipe(context(), C.flags, C.bytes, C.packets, C.properties,
                           &Error),
              nullptr);
    EXPECT_EQ(Error, C.error);
  }
  cl_int Error = 0;
  EXPECT_EQ(clCreatePipe(nullptr, 0, 4, 4, nullptr, &Error), nullptr);
  EXPECT_EQ(Error, CL_INVALID_CONTEXT);
}

/// Nothing else can be done with a pipe than giving it to a kernel.
TEST_F(Pipes, AreNoBuffersAndNoImages) {
  Buffer P = makePipe(4, 4);
  cl_int Value = 0;
  EXPECT_EQ(clEnqueueReadBuffer(queue(), P, CL_TRUE, 0, 4, &Value, 0, nullptr,
                                nullptr),
            CL_INVALID_MEM_OBJECT);
  size_t Size;
  EXPECT_EQ(clGetImageInfo(P, CL_IMAGE_WIDTH, sizeof(Size), &Size, nullptr),
            CL_INVALID_MEM_OBJECT);
  Kernel K = buildKernel(R"(
    kernel void k(read_only pipe int p, global int *out) { *out = 1; })",
                         "k", Options);
  Buffer B = makeBuffer(4);
  cl_mem Pipe = P, Plain = B;
  EXPECT_EQ(clSetKernelArg(K, 0, sizeof(cl_mem), &Plain),
            CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clSetKernelArg(K, 0, sizeof(cl_mem), nullptr),
            CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clSetKernelArg(K, 0, 4, &Pipe), CL_INVALID_ARG_SIZE);
  EXPECT_EQ(clSetKernelArg(K, 1, sizeof(cl_mem), &Pipe), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clSetKernelArg(K, 0, sizeof(cl_mem), &Pipe), CL_SUCCESS);
}

TEST_F(Pipes, KernelArgInfo) {
  Kernel K = buildKernel(
      "kernel void k(read_only pipe int p, write_only pipe float4 q) {}", "k",
      std::string(Options) + " -cl-kernel-arg-info");
  for (cl_uint Index : {0u, 1u}) {
    cl_kernel_arg_type_qualifier Type = 0;
    cl_kernel_arg_access_qualifier Access = 0;
    ok(clGetKernelArgInfo(K, Index, CL_KERNEL_ARG_TYPE_QUALIFIER, sizeof(Type),
                          &Type, nullptr));
    EXPECT_EQ(Type, cl_kernel_arg_type_qualifier(CL_KERNEL_ARG_TYPE_PIPE));
    ok(clGetKernelArgInfo(K, Index, CL_KERNEL_ARG_ACCESS_QUALIFIER,
                          sizeof(Access), &Access, nullptr));
    EXPECT_EQ(Access, cl_kernel_arg_access_qualifier(
                          Index ? CL_KERNEL_ARG_ACCESS_WRITE_ONLY
                                : CL_KERNEL_ARG_ACCESS_READ_ONLY));
  }
}

//===----------------------------------------------------------------------===//
// Packets
//===----------------------------------------------------------------------===//

/// Writes one packet for each work-item of \p R with the statements \p Write,
/// reads them with \p Read in another launch, and expects each once.
void passThrough(const std::string &Write, const std::string &Read,
                 const Range &R, const char *Std = Options) {
  Program P = build(R"(
    kernel void put(write_only pipe int p, global const int *in) {
      size_t i = get_global_linear_id();
      )" + Write + R"( }
    kernel void get(read_only pipe int p, global int *out) {
      size_t i = get_global_linear_id();
      )" + Read + " }",
                    Std);
  const size_t Count = R.globalItems();
  std::vector<cl_int> In(Count);
  std::iota(In.begin(), In.end(), 1000);
  Buffer Input = upload(In), Output = upload(std::vector<cl_int>(Count, -1)),
         Pipe = makePipe(sizeof(cl_int), cl_uint(Count));
  Kernel Put = makeKernel(P, "put"), Get = makeKernel(P, "get");
  setArgs(Put, Pipe, Input);
  setArgs(Get, Pipe, Output);
  // Twice, so that the ring comes round.
  for (int Iteration = 0; Iteration != 2; ++Iteration) {
    launch(Put, R);
    launch(Get, R);
    std::vector<cl_int> Out = download<cl_int>(Output, Count);
    std::sort(Out.begin(), Out.end());
    EXPECT_EQ(Out, In);
  }
}

const Range Ranges[] = {{{1}, {}, {}},
                        {{4096}, {64}, {}},
                        {{1000}, {10}, {}},
                        {{40, 6}, {20, 3}, {}}};

TEST_F(Pipes, Packets) {
  for (const char *Std :
       {"-cl-std=CL2.0", "-cl-std=CL3.0", "-cl-std=CLC++", "-cl-std=CLC++2021"})
    for (const Range &R : Ranges)
      passThrough("int x = in[i]; write_pipe(p, &x);",
                  "int x; if (read_pipe(p, &x) == 0) out[i] = x;", R, Std);
}

TEST_F(Pipes, Reservations) {
  for (const Range &R : Ranges)
    passThrough(R"(
      reserve_id_t id = reserve_write_pipe(p, 1);
      if (is_valid_reserve_id(id)) {
        write_pipe(p, id, 0, &in[i]);
        commit_write_pipe(p, id);
      })",
                R"(
      reserve_id_t id = reserve_read_pipe(p, 1);
      if (is_valid_reserve_id(id)) {
        read_pipe(p, id, 0, &out[i]);
        commit_read_pipe(p, id);
      })",
                R);
}

TEST_F(Pipes, WorkGroupReservations) {
  for (const Range &R : Ranges)
    passThrough(R"(
      uint n = get_local_size(0) * get_local_size(1);
      reserve_id_t id = work_group_reserve_write_pipe(p, n);
      if (is_valid_reserve_id(id)) {
        write_pipe(p, id, get_local_linear_id(), &in[i]);
        work_group_commit_write_pipe(p, id);
      })",
                R"(
      uint n = get_local_size(0) * get_local_size(1);
      reserve_id_t id = work_group_reserve_read_pipe(p, n);
      if (is_valid_reserve_id(id)) {
        read_pipe(p, id, get_local_linear_id(), &out[i]);
        work_group_commit_read_pipe(p, id);
      })",
                R);
}

TEST_F(Pipes, SubGroupReservations) {
  for (const Range &R : Ranges)
    passThrough(R"(
      reserve_id_t id = sub_group_reserve_write_pipe(p, get_sub_group_size());
      if (is_valid_reserve_id(id)) {
        write_pipe(p, id, get_sub_group_local_id(), &in[i]);
        sub_group_commit_write_pipe(p, id);
      })",
                R"(
      reserve_id_t id = sub_group_reserve_read_pipe(p, get_sub_group_size());
      if (is_valid_reserve_id(id)) {
        read_pipe(p, id, get_sub_group_local_id(), &out[i]);
        sub_group_commit_read_pipe(p, id);
      })",
                R);
}

/// The packets of each reservation come out one after the other, in order.
TEST_F(Pipes, ReservationsStayTogether) {
  Program P = build(R"(
    kernel void put(write_only pipe int p) {
      reserve_id_t id = reserve_write_pipe(p, 5);
      for (int n = 0; n != 5; ++n) {
        int x = get_global_id(0) * 5 + n;
        write_pipe(p, id, n, &x);
      }
      commit_write_pipe(p, id);
    }
    kernel void get(read_only pipe int p, global int *out, int n) {
      for (int i = 0; i != n; ++i)
        read_pipe(p, out + i);
    })",
                    Options);
  constexpr cl_int Count = 5 * 300;
  Buffer Pipe = makePipe(4, Count), Out = makeBuffer(Count * 4);
  Kernel Put = makeKernel(P, "put"), Get = makeKernel(P, "get");
  setArgs(Put, Pipe);
  setArgs(Get, Pipe, Out, Count);
  launch(Put, {{Count / 5}, {}, {}});
  launch(Get, {{1}, {}, {}});
  const std::vector<cl_int> Found = download<cl_int>(Out, Count);
  std::vector<cl_int> Firsts;
  for (cl_int I = 0; I != Count; I += 5) {
    Firsts.push_back(Found[I]);
    for (cl_int N = 0; N != 5; ++N)
      EXPECT_EQ(Found[I + N], Found[I] + N);
  }
  std::sort(Firsts.begin(), Firsts.end());
  for (size_t I = 0; I != Firsts.size(); ++I)
    EXPECT_EQ(Firsts[I], cl_int(5 * I));
}

TEST_F(Pipes, AreFullOrEmpty) {
  Kernel K = buildKernel(R"(
    kernel void k(write_only pipe int w, global int *out) {
      int x = 1;
      out[0] = get_pipe_max_packets(w);
      out[1] = get_pipe_num_packets(w);
      out[2] = is_valid_reserve_id(reserve_write_pipe(w, 4));
      out[3] = is_valid_reserve_id(reserve_write_pipe(w, 0));
      out[4] = write_pipe(w, &x);
      reserve_id_t id = reserve_write_pipe(w, 2);
      out[5] = is_valid_reserve_id(id);
      out[6] = write_pipe(w, id, 0, &x) | write_pipe(w, id, 1, &x);
      out[7] = write_pipe(w, id, 2, &x) < 0;
      out[8] = write_pipe(w, &x) < 0;
      commit_write_pipe(w, id);
      out[9] = get_pipe_num_packets(w);
      out[10] = is_valid_reserve_id(CLK_NULL_RESERVE_ID);
    })",
                         "k", Options);
  Kernel Drain = buildKernel(R"(
    kernel void drain(read_only pipe int r, global int *out) {
      int x;
      out[0] = get_pipe_num_packets(r);
      out[1] = is_valid_reserve_id(reserve_read_pipe(r, 4));
      reserve_id_t id = reserve_read_pipe(r, 3);
      out[2] = is_valid_reserve_id(id);
      out[3] = read_pipe(r, id, 2, &x) + read_pipe(r, id, 0, &x);
      out[4] = read_pipe(r, id, 3, &x) < 0;
      out[5] = read_pipe(r, &x) < 0;
      commit_read_pipe(r, id);
      out[6] = get_pipe_num_packets(r);
      out[7] = read_pipe(r, &x) < 0;
    })",
                             "drain", Options);
  Buffer Pipe = makePipe(4, 3), Out = makeBuffer(11 * 4);
  setArgs(K, Pipe, Out);
  setArgs(Drain, Pipe, Out);
  for (int Iteration = 0; Iteration != 3; ++Iteration) {
    launch(K, {{1}, {}, {}});
    EXPECT_EQ(download<cl_int>(Out, 11),
              (std::vector<cl_int>{3, 0, 0, 0, 0, 1, 0, 1, 1, 3, 0}));
    launch(Drain, {{1}, {}, {}});
    EXPECT_EQ(download<cl_int>(Out, 8),
              (std::vector<cl_int>{3, 0, 1, 0, 1, 1, 0, 1}));
  }
}

/// Packets of any size and alignment.
TEST_F(Pipes, PacketsOfAllTypes) {
  struct Type {
    const char *name;
    cl_uint bytes;
  };
  for (const Type &T :
       {Type{"char", 1}, Type{"short", 2}, Type{"char3", 4},
        Type{"double16", 128}, Type{"S", 20}, Type{"struct Big", 1024}}) {
    Program P = build(std::string(R"(
      typedef struct { char a; int b[3]; short c; } S;
      struct Big { uchar x[1024]; };
      typedef )") + T.name +
                          R"( T;
      kernel void put(write_only pipe T p, global const T *in) {
        write_pipe(p, &in[get_global_id(0)]);
      }
      kernel void get(read_only pipe T p, global T *out) {
        read_pipe(p, &out[get_global_id(0)]);
      })",
                      Options);
    constexpr cl_uint Count = 77;
    std::vector<cl_uchar> In(Count * T.bytes);
    for (size_t I = 0; I != In.size(); ++I)
      In[I] = cl_uchar(I / T.bytes * 3 + 1);
    Buffer Input = upload(In), Output = makeBuffer(In.size()),
           Pipe = makePipe(T.bytes, Count);
    Kernel Put = makeKernel(P, "put"), Get = makeKernel(P, "get");
    setArgs(Put, Pipe, Input);
    setArgs(Get, Pipe, Output);
    launch(Put, {{Count}, {}, {}});
    launch(Get, {{Count}, {}, {}});
    std::vector<cl_uchar> Out = download<cl_uchar>(Output, In.size());
    std::vector<cl_uchar> Firsts;
    for (size_t I = 0; I != In.size(); I += T.bytes) {
      EXPECT_TRUE(std::all_of(&Out[I], &Out[I] + T.bytes,
                              [&](cl_uchar X) { return X == Out[I]; }));
      Firsts.push_back(Out[I]);
    }
    std::sort(Firsts.begin(), Firsts.end());
    for (size_t I = 0; I != Count; ++I)
      EXPECT_EQ(Firsts[I], cl_uchar(I * 3 + 1)) << T.name;
  }
}

/// Writers and readers on all threads at once, through a pipe that is much
/// smaller than what goes through it: whoever finds it full, or empty, says so.
TEST_F(Pipes, WritersAndReadersTogether) {
  Program P = build(R"(
    kernel void put(write_only pipe uint p, global uint *sent) {
      uint i = get_global_id(0), x = i + 1;
      if (i % 3 == 0) {
        reserve_id_t id = reserve_write_pipe(p, 2);
        if (is_valid_reserve_id(id)) {
          write_pipe(p, id, 0, &x);
          write_pipe(p, id, 1, &x);
          commit_write_pipe(p, id);
          atomic_add(&sent[0], 2 * x);
          atomic_add(&sent[1], 2);
        }
      } else if (write_pipe(p, &x) == 0) {
        atomic_add(&sent[0], x);
        atomic_inc(&sent[1]);
      }
    }
    kernel void get(read_only pipe uint p, global uint *received) {
      uint i = get_global_id(0), x, y;
      if (i % 3 == 0) {
        reserve_id_t id = reserve_read_pipe(p, 2);
        if (is_valid_reserve_id(id)) {
          read_pipe(p, id, 0, &x);
          read_pipe(p, id, 1, &y);
          commit_read_pipe(p, id);
          atomic_add(&received[0], x + y);
          atomic_add(&received[1], 2);
        }
      } else if (read_pipe(p, &x) == 0) {
        atomic_add(&received[0], x);
        atomic_inc(&received[1]);
      }
    })",
                    Options);
  Buffer Pipe = makePipe(4, 61), Sent = upload(std::vector<cl_uint>(2)),
         Received = upload(std::vector<cl_uint>(2));
  Kernel Put = makeKernel(P, "put"), Get = makeKernel(P, "get");
  setArgs(Put, Pipe, Sent);
  setArgs(Get, Pipe, Received);
  Queue Q = makeQueue(context(), CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  constexpr size_t Items = 1 << 14;
  for (int Iteration = 0; Iteration != 20; ++Iteration) {
    ok(clEnqueueNDRangeKernel(Q, Put, 1, nullptr, &Items, nullptr, 0, nullptr,
                              nullptr));
    ok(clEnqueueNDRangeKernel(Q, Get, 1, nullptr, &Items, nullptr, 0, nullptr,
                              nullptr));
  }
  ok(clFinish(Q));
  launch(Get, {{1024}, {}, {}}); // What is left.
  EXPECT_EQ(download<cl_uint>(Sent, 2), download<cl_uint>(Received, 2));
  EXPECT_GE(download<cl_uint>(Sent, 2)[1], 61u);
}

} // namespace
