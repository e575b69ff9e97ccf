//===- AsyncCopyUse.cpp - Copies as programs use them ---------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Several copies in flight, events shared or waited for in another order,
/// copies in loops, conditionals and helper functions, and data that other
/// work-items use after the wait (OpenCL C, "Async Copies From Global to Local
/// Memory, Local to Global Memory, and Prefetch").
///
//===----------------------------------------------------------------------===//

#include "Reference.h"

namespace {

DUAL(
    ThereAndBack, __kernel void entry(__global int *out, __global const int *in,
                                      __local int *tmp, int n) {
      int base = group() * lsize();
      event_t e = async_work_group_copy(tmp, in + base, (size_t)lsize(), 0);
      wait_group_events(1, &e);
      int value = tmp[(lid() + n) % lsize()];
      barrier(CLK_LOCAL_MEM_FENCE);
      tmp[lid()] = scramble(value, n);
      barrier(CLK_LOCAL_MEM_FENCE);
      e = async_work_group_copy(out + base, tmp, (size_t)lsize(), 0);
      wait_group_events(1, &e);
    })
DUAL_TEST(AsyncCopyUse, ThereAndBack)

DUAL(
    SharedEvent, __kernel void entry(__global int *out, __global const int *in,
                                     __local int *tmp, int n) {
      int size = lsize();
      int base = group() * size;
      event_t e = async_work_group_copy(tmp, in + base, (size_t)size, 0);
      for (int k = 1; k < n; ++k)
        e = async_work_group_copy(tmp + k * size, in + base, (size_t)size, e);
      wait_group_events(1, &e);
      int value = 0;
      for (int k = 0; k < n; ++k)
        value = scramble(value, tmp[k * size + (lid() + k) % size]);
      out[gid()] = value;
    })
DUAL_TEST(AsyncCopyUse, SharedEvent, .tmpPerItem = 5)

DUAL(
    WaitedInOtherOrders,
    __kernel void entry(__global int *out, __global const int *in,
                        __local int *tmp, int n) {
      int size = lsize();
      int base = group() * size;
      event_t e[4];
      for (int k = 0; k < 4; ++k)
        e[k] =
            async_work_group_copy(tmp + k * size, in + base, (size_t)size, 0);
      wait_group_events(1, &e[2]);
      int value = tmp[2 * size + (lid() + 1) % size];
      wait_group_events(1, &e[0]);
      value = scramble(value, tmp[(lid() + 2) % size]);
      event_t rest[2];
      rest[0] = e[3];
      rest[1] = e[1];
      wait_group_events(2, rest);
      value = scramble(value, tmp[size + (lid() + 3) % size]);
      value = scramble(value, tmp[3 * size + (lid() + 4) % size]);
      out[gid()] = value + n;
    })
DUAL_TEST(AsyncCopyUse, WaitedInOtherOrders, .tmpPerItem = 4)

DUAL(
    AllAtOnce, __kernel void entry(__global int *out, __global const int *in,
                                   __local int *tmp, int n) {
      int size = lsize();
      int base = group() * size;
      event_t e[12];
      for (int k = 0; k < 12; ++k)
        e[k] =
            async_work_group_copy(tmp + k * size, in + base, (size_t)size, 0);
      wait_group_events(12, e);
      int value = n;
      for (int k = 0; k < 12; ++k)
        value = scramble(value, tmp[k * size + (lid() * 3 + k) % size]);
      out[gid()] = value;
    })
DUAL_TEST(AsyncCopyUse, AllAtOnce, .tmpPerItem = 12,
          .shapes = {{1}, {3}, {64}, {256}, {7, 3}, {4, 4, 4}})

DUAL(
    DoubleBuffered,
    __kernel void entry(__global int *out, __global const int *in,
                        __local int *tmp, int n) {
      int size = lsize();
      int base = group() * size * n;
      event_t e[2];
      int sum = 0;
      e[0] = async_work_group_copy(tmp, in + base, (size_t)size, 0);
      for (int k = 0; k < n; ++k) {
        if (k + 1 < n)
          e[(k + 1) & 1] = async_work_group_copy(tmp + ((k + 1) & 1) * size,
                                                 in + base + (k + 1) * size,
                                                 (size_t)size, 0);
        wait_group_events(1, &e[k & 1]);
        sum = scramble(sum, tmp[(k & 1) * size + (lid() + k) % size]);
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      out[gid()] = sum;
    })
DUAL_TEST(AsyncCopyUse, DoubleBuffered, .inPerItem = 9, .tmpPerItem = 2, .n = 9)

DUAL(
    PipelineBothWays,
    __kernel void entry(__global int *out, __global const int *in,
                        __local int *tmp, int n) {
      int size = lsize();
      int base = group() * size * n;
      event_t load[2];
      event_t store[2];
      load[0] = async_work_group_copy(tmp, in + base, (size_t)size, 0);
      for (int k = 0; k < n; ++k) {
        __local int *from = tmp + (k & 1) * size;
        __local int *to = tmp + (2 + (k & 1)) * size;
        if (k + 1 < n)
          load[(k + 1) & 1] = async_work_group_copy(tmp + ((k + 1) & 1) * size,
                                                    in + base + (k + 1) * size,
                                                    (size_t)size, 0);
        wait_group_events(1, &load[k & 1]);
        if (k >= 2)
          wait_group_events(1, &store[k & 1]);
        to[lid()] = scramble(from[lid()], from[(lid() + 1) % size]);
        barrier(CLK_LOCAL_MEM_FENCE);
        store[k & 1] =
            async_work_group_copy(out + base + k * size, to, (size_t)size, 0);
      }
      wait_group_events(n < 2 ? n : 2, store);
    })
DUAL_TEST(AsyncCopyUse, PipelineBothWays, .outPerItem = 8, .inPerItem = 8,
          .tmpPerItem = 4, .n = 8)

DUAL(
    InConditionals,
    __kernel void entry(__global int *out, __global const int *in,
                        __local int *tmp, int n) {
      int size = lsize();
      int base = group() * size;
      int value = in[gid()];
      for (int k = 0; k < n; ++k) {
        tmp[lid()] = value;
        barrier(CLK_LOCAL_MEM_FENCE);
        if ((k + group()) % 3 == 0) {
          event_t e = async_work_group_copy(tmp, in + base, (size_t)size, 0);
          if (lid() & 1)
            value += k;
          wait_group_events(1, &e);
        } else if (k & 1) {
          event_t e =
              async_work_group_copy(tmp, in + base, (size_t)(size + 1) / 2, 0);
          wait_group_events(1, &e);
        }
        value = scramble(value, tmp[(lid() + 1) % size]);
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      out[gid()] = value;
    })
DUAL_TEST(AsyncCopyUse, InConditionals, .n = 8)

DUAL(
    InHelpers,
    event_t fetch(__local int *to, __global const int *from, int count,
                  event_t e) {
      if (count > 4)
        return async_work_group_copy(to, from, (size_t)count, e);
      event_t f = async_work_group_copy(to, from, (size_t)1, e);
      if (count > 1)
        f = async_work_group_copy(to + 1, from + 1, (size_t)(count - 1), f);
      return f;
    } void finish(event_t e) {
      wait_group_events(1, &e);
    } __kernel void entry(__global int *out, __global const int *in,
                          __local int *tmp, int n) {
      int size = lsize();
      event_t e = fetch(tmp, in + group() * size, size, 0);
      e = fetch(tmp + size, in + group() * size, size, e);
      finish(e);
      out[gid()] =
          scramble(tmp[(lid() + n) % size], tmp[size + (lid() + 1) % size]);
    })
DUAL_TEST(AsyncCopyUse, InHelpers, .tmpPerItem = 2)

DUAL(
    RowsOfATile, __kernel void entry(__global int *out, __global const int *in,
                                     __local int *tmp, int n) {
      int w = (int)get_local_size(0);
      int h = (int)get_local_size(1);
      int wide = (int)get_global_size(0);
      __global const int *from =
          in + (int)get_group_id(1) * h * wide + (int)get_group_id(0) * w;
      event_t e = 0;
      for (int y = 0; y < h; ++y)
        e = async_work_group_copy(tmp + y * w, from + y * wide, (size_t)w, e);
      wait_group_events(1, &e);
      int x = (int)get_local_id(0);
      int y = (int)get_local_id(1);
      int value = tmp[(y + 1) % h * w + (x + n) % w];
      out[(int)get_global_id(1) * wide + (int)get_global_id(0)] = value;
    })
DUAL_TEST(AsyncCopyUse, RowsOfATile,
          .shapes = {{1, 1}, {16, 16}, {8, 4}, {3, 5}, {32, 8}, {7, 9}})

DUAL(
    PartsOfOneBuffer,
    __kernel void entry(__global int *out, __global const int *in,
                        __local int *tmp, int n) {
      int size = lsize();
      int base = group() * size;
      tmp[lid()] = -1;
      barrier(CLK_LOCAL_MEM_FENCE);
      event_t e = 0;
      for (int at = 0; at < size; at += n + 2)
        e = async_work_group_copy(tmp + at, in + base + at,
                                  (size_t)(size - at < n ? size - at : n), e);
      wait_group_events(1, &e);
      out[gid()] = tmp[size - 1 - lid()];
    })
DUAL_TEST(AsyncCopyUse, PartsOfOneBuffer, .n = 3)

DUAL(
    NothingToCopy,
    __kernel void entry(__global int *out, __global const int *in,
                        __local int *tmp, int n) {
      tmp[lid()] = lid();
      barrier(CLK_LOCAL_MEM_FENCE);
      event_t e = async_work_group_copy(tmp, in, (size_t)(n - n), 0);
      e = async_work_group_copy(out, tmp, (size_t)(n - n), e);
      wait_group_events(1, &e);
      out[gid()] = tmp[(lid() + 1) % lsize()];
    })
DUAL_TEST(AsyncCopyUse, NothingToCopy)

DUAL(
    Prefetched, __kernel void entry(__global int *out, __global const int *in,
                                    __local int *tmp, int n) {
      prefetch(in + gid(), (size_t)1);
      prefetch(in + group() * lsize(), (size_t)lsize());
      tmp[lid()] = in[gid()];
      barrier(CLK_LOCAL_MEM_FENCE);
      out[gid()] = tmp[(lid() + n) % lsize()];
    })
DUAL_TEST(AsyncCopyUse, Prefetched)

/// A transpose of columns by strided copies, in both directions.
void stridedReference(int *Out, const int *In, int *Tmp, int N) {
  using namespace conformance::reference;
  size_t Size = size_t(lsize()), Step = size_t(N);
  const int *From = In + size_t(group()) * Size * Step;
  int *To = Out + size_t(group()) * Size * Step;
  for (size_t K = 0; K != Step; ++K)
    gather(Tmp + K * Size, From + K, Size, Step, 0);
  yield();
  int Value = 0;
  for (size_t K = 0; K != Step; ++K)
    Value = scramble(Value, Tmp[K * Size + (size_t(lid()) + K) % Size]);
  yield();
  Tmp[lid()] = Value;
  yield();
  for (size_t K = 0; K != Step; ++K)
    scatter(To + K, Tmp, Size, Step, 0);
  yield();
}

TEST(AsyncCopyUse, StridedColumns) {
  conformance::reference::expectSame(
      R"(
    __kernel void entry(__global int *out, __global const int *in,
                        __local int *tmp, int n) {
      size_t size = lsize();
      __global const int *from = in + group() * size * n;
      __global int *to = out + group() * size * n;
      event_t e = 0;
      for (int k = 0; k < n; ++k)
        e = async_work_group_strided_copy(tmp + k * size, from + k, size,
                                          (size_t)n, e);
      wait_group_events(1, &e);
      int value = 0;
      for (int k = 0; k < n; ++k)
        value = scramble(value, tmp[k * size + (lid() + k) % size]);
      barrier(CLK_LOCAL_MEM_FENCE);
      tmp[lid()] = value;
      barrier(CLK_LOCAL_MEM_FENCE);
      event_t f[4];
      for (int k = 0; k < n; ++k)
        f[k] = async_work_group_strided_copy(to + k, tmp, size, (size_t)n, 0);
      wait_group_events(n, f);
    })",
      stridedReference,
      {.outPerItem = 4, .inPerItem = 4, .tmpPerItem = 4, .n = 4});
}

/// Programs in the wild wait for more events than they own, and leave copies
/// behind at the end. Both are undefined; Ferry completes every copy.
TEST(AsyncCopyUse, ForeignEventsAndCopiesLeftBehind) {
  using namespace conformance;
  if (!isFerry())
    GTEST_SKIP() << "only Ferry promises this";
  Kernel K = buildKernel(R"(
    __kernel void entry(__global int *out, __global const int *in,
                        __local int *tmp) {
      size_t size = get_local_size(0), base = get_group_id(0) * size;
      event_t e[3];
      ulong junk = 0xDEADBEEFCAFE0000ul;
      e[0] = async_work_group_copy(tmp, in + base, size, (event_t)0);
      for (int k = 1; k < 3; ++k)
        for (int b = 0; b < sizeof(event_t); ++b)
          ((uchar *)&e[k])[b] = (uchar)(junk >> 8 * (b & 7));
      wait_group_events(3, e);
      tmp[get_local_id(0)] += 1;
      barrier(CLK_LOCAL_MEM_FENCE);
      async_work_group_copy(out + base, tmp, size, (event_t)0);
    })",
                         "entry");
  std::vector<int> In(4096);
  for (size_t I = 0; I != In.size(); ++I)
    In[I] = int(I * 7);
  Buffer InBuffer = upload(In), Out = makeBuffer(In.size() * sizeof(int));
  setArgs(K, Out, InBuffer, Local{64 * sizeof(int)});
  launch(K, {{In.size()}, {64}, {}});
  std::vector<int> Seen = download<int>(Out, In.size());
  for (size_t I = 0; I != In.size(); ++I)
    ASSERT_EQ(Seen[I], In[I] + 1) << I;
}

/// Groups of one work-item that go through rows of their own, as programs for
/// signal processors do: only the group's size says that all work-items go
/// round as often.
TEST(AsyncCopyUse, RowsOfAGroupOfOne) {
  using namespace conformance;
  Kernel K = buildKernel(R"(
    __kernel __attribute__((reqd_work_group_size(1, 1, 1)))
    void entry(__global int *out, __global const int *in, __local int *tmp,
               int rows) {
      const int begin = get_global_id(0) * rows;
      const int end = begin + rows;
      for (int row = begin; row < end; row += 4) {
        event_t e = async_work_group_copy(tmp, in + row, 4, 0);
        wait_group_events(1, &e);
        for (int i = 0; i < 4; i++)
          out[row + i] = tmp[i] + 1;
        barrier(CLK_LOCAL_MEM_FENCE);
      }
    })",
                         "entry");
  std::vector<int> In(64);
  for (size_t I = 0; I != In.size(); ++I)
    In[I] = int(I * 7);
  Buffer InBuffer = upload(In), Out = makeBuffer(In.size() * sizeof(int));
  setArgs(K, Out, InBuffer, Local{4 * sizeof(int)}, 16);
  launch(K, {{4}, {1}, {}});
  std::vector<int> Seen = download<int>(Out, In.size());
  for (size_t I = 0; I != In.size(); ++I)
    ASSERT_EQ(Seen[I], In[I] + 1) << I;
}

} // namespace
