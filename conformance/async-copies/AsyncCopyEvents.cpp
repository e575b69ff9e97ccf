//===- AsyncCopyEvents.cpp - Events of copies at their limits -------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Events in other memories than private, thousands of them, counts of zero
/// and less, and what the specification leaves undefined and Ferry promises:
/// an event list may hold anything, an event may be waited for again, and no
/// copy is lost when the kernel ends (docs/async-copies.md).
///
//===----------------------------------------------------------------------===//

#include "Support.h"

#include <numeric>

using namespace conformance;

namespace {

std::vector<int> numbers(size_t Count, int First = 1) {
  std::vector<int> Values(Count);
  std::iota(Values.begin(), Values.end(), First);
  return Values;
}

/// Runs `entry(in, out, tile, n)` of \p Source: each of a few groups has n ints
/// of `in`, of `out` and of local memory, and is to leave in + 1 in `out`.
void expectIncremented(const std::string &Source,
                       const std::string &Options = "",
                       const std::vector<int> &Sizes = {1, 100, 1024, 1025,
                                                        20000}) {
  Kernel K = buildKernel(R"(
#define KERNEL                                                                 \
  __kernel void entry(__global const int *in, __global int *out,               \
                      __local int *tile, int n)
#define START in += get_group_id(0) * n; out += get_group_id(0) * n
#define load(at, count, e)                                                     \
  async_work_group_copy(tile + (at), in + (at), (size_t)(count), e)
#define store(at, count, e)                                                    \
  async_work_group_copy(out + (at), tile + (at), (size_t)(count), e)
#define NONE (event_t)0
void increment(__local int *tile, int n) {
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = get_local_id(0); i < n; i += get_local_size(0))
    tile[i] += 1;
  barrier(CLK_LOCAL_MEM_FENCE);
}
)" + Source,
                         "entry", Options);
  constexpr size_t Groups = 5;
  for (int N : Sizes)
    for (size_t Items : {1, 7, 64}) {
      size_t Count = size_t(N) * Groups;
      Buffer In = upload(numbers(Count)),
             Out = upload(std::vector<int>(Count, -1));
      setArgs(K, In, Out, Local{size_t(N) * sizeof(int)}, N);
      launch(K, {{Items * Groups}, {Items}, {}});
      ASSERT_EQ(download<int>(Out, Count), numbers(Count, 2))
          << N << " ints, " << Items << " work-items";
    }
}

/// For what only Ferry promises.
class AsyncCopyPromises : public testing::Test {
protected:
  void SetUp() override {
    if (!isFerry())
      GTEST_SKIP() << "only Ferry promises this";
  }
};

/// "0 can be implicitly and explicitly cast to event_t type."
TEST(AsyncCopyEvents, ZerosInLists) {
  expectIncremented(R"(
KERNEL {
  START;
  event_t e[3] = {0, 0}, f[2][2] = {{0, 0}, {0, 0}};
  e[0] = load(0, n, e[1]);
  wait_group_events(1, e);
  increment(tile, n);
  f[1][0] = store(0, n, f[1][1]);
  event_t both[2] = {f[1][0], 0};
  wait_group_events(1, both);
}
)");
}

TEST(AsyncCopyEvents, ThroughGenericPointers) {
  expectIncremented(R"(
void finish(int count, event_t *list) { wait_group_events(count, list); }
KERNEL {
  START;
  event_t e[3];
  event_t *last = e + 2;
  *last = load(0, n, NONE);
  finish(1, last);
  increment(tile, n);
  e[0] = store(0, n / 2, NONE);
  e[1] = store(n / 2, n - n / 2, e[0]);
  finish(2, e);
})",
                    "-cl-std=CL3.0");
}

TEST_F(AsyncCopyPromises, EventsInLocalMemory) {
  expectIncremented(R"(
KERNEL {
  START;
  __local ulong room[2];
  __local event_t *e = (__local event_t *)room;
  e[0] = load(0, n / 2, NONE);
  e[1] = load(n / 2, n - n / 2, NONE);
  wait_group_events(2, e);
  increment(tile, n);
  e[1] = store(0, n, NONE);
  wait_group_events(1, e + 1);
})",
                    "-cl-std=CL3.0");
}

TEST_F(AsyncCopyPromises, EventsInGlobalMemory) {
  Kernel K = buildKernel(R"(
__kernel void entry(__global const int *in, __global int *out,
                    __local int *tile, uint n, __global ulong *room) {
  __global event_t *e = (__global event_t *)(room + get_group_id(0) * 2);
  in += get_group_id(0) * n;
  out += get_group_id(0) * n;
  e[0] = async_work_group_copy(tile, in, (size_t)n, (event_t)0);
  wait_group_events(1, e);
  e[1] = async_work_group_copy(out, tile, (size_t)n, (event_t)0);
  wait_group_events(2, e);
})",
                         "entry", "-cl-std=CL3.0");
  for (cl_uint N : {10u, 5000u}) {
    constexpr size_t Groups = 4;
    Buffer In = upload(numbers(N * Groups)),
           Out = makeBuffer(N * Groups * sizeof(int)), Room = makeBuffer(64);
    setArgs(K, In, Out, Local{N * sizeof(int)}, N, Room);
    launch(K, {{Groups * 16}, {16}, {}});
    EXPECT_EQ(download<int>(Out, N * Groups), numbers(N * Groups));
  }
}

/// A uniform choice between events.
TEST(AsyncCopyEvents, ChosenAtRunTime) {
  expectIncremented(R"(
event_t other(event_t a, event_t b, int which) {
  if (which)
    return a;
  return b;
}
KERNEL {
  START;
  int part = n / 2, odd = get_group_id(0) & 1;
  event_t a = load(0, part, NONE), b = load(part, n - part, NONE);
  event_t c = other(a, b, odd), d = other(b, a, odd);
  wait_group_events(1, &c);
  wait_group_events(1, &d);
  increment(tile, n);
  event_t e[4];
  int which = get_group_id(0) % 4;
  e[which] = store(0, n, NONE);
  wait_group_events(1, &e[which]);
})");
}

TEST(AsyncCopyEvents, CountOfZero) {
  expectIncremented(R"(
KERNEL {
  START;
  event_t e = load(0, n, NONE);
  wait_group_events(0, &e);
  wait_group_events(n - n, &e);
  wait_group_events(1, &e);
  increment(tile, n);
  e = store(0, n, NONE);
  wait_group_events(1, &e);
})");
}

TEST_F(AsyncCopyPromises, NegativeCountsAndNoEvents) {
  expectIncremented(R"(
KERNEL {
  START;
  event_t none[3];
  for (int k = 0; k < 3; ++k)
    none[k] = NONE;
  wait_group_events(3, none);
  event_t e = load(0, n, NONE);
  wait_group_events(-1, &e);
  wait_group_events(-n, &e);
  wait_group_events((int)0x80000000, &e);
  wait_group_events(0, (event_t *)0);
  wait_group_events(3, none);
  none[1] = e;
  wait_group_events(3, none);
  increment(tile, n);
  e = store(0, n, none[0]);
  wait_group_events(1, &e);
})");
}

/// The list has eight events, of which the program has set two.
TEST_F(AsyncCopyPromises, MoreEventsThanThereAre) {
  expectIncremented(R"(
KERNEL {
  START;
  event_t e[8];
  e[0] = load(0, n / 2, NONE);
  e[1] = load(n / 2, n - n / 2, NONE);
  wait_group_events(8, e);
  increment(tile, n);
  event_t f[8];
  f[7] = store(0, n, NONE);
  wait_group_events(8, f);
})");
}

/// Values that the group never handed out wait for everything.
TEST_F(AsyncCopyPromises, AnyValueInTheList) {
  for (const char *Value :
       {"1", "2", "3", "64", "0x7fff00001234", "~0ul", "1ul << 63",
        "0x4652590000000000ul", "0x46525900fffffffful"})
    expectIncremented("#define VALUE (ulong)(" + std::string(Value) + ")\n" +
                          R"(
event_t any(ulong value) {
  event_t e;
  for (int b = 0; b < 8; ++b)
    ((uchar *)&e)[b] = (uchar)(value >> 8 * b);
  return e;
}
KERNEL {
  START;
  event_t real = load(0, n, NONE), e[2];
  e[0] = e[1] = any(VALUE);
  wait_group_events(2, e);
  wait_group_events(1, &real);
  increment(tile, n);
  event_t shared = store(0, n / 2, any(VALUE));
  shared = store(n / 2, n - n / 2, shared);
  wait_group_events(1, &shared);
})",
                      "", {1, 1025, 20000});
}

/// Nothing that is pending has such a value: all is complete after the wait.
TEST_F(AsyncCopyPromises, UnknownValuesWaitForEverything) {
  expectIncremented(R"(
KERNEL {
  START;
  event_t e;
  for (int b = 0; b < 8; ++b)
    ((uchar *)&e)[b] = (uchar)(0xB0 + b);
  load(0, n / 2, NONE);
  load(n / 2, n - n / 2, NONE);
  wait_group_events(1, &e);
  increment(tile, n);
  store(0, n, NONE);
  wait_group_events(1, &e);
})");
}

TEST_F(AsyncCopyPromises, WaitingTwice) {
  expectIncremented(R"(
KERNEL {
  START;
  event_t e = load(0, n / 2, NONE), f = load(n / 2, n - n / 2, NONE);
  wait_group_events(1, &e);
  wait_group_events(1, &e);
  wait_group_events(1, &f);
  wait_group_events(1, &e);
  increment(tile, n);
  event_t g = store(0, n, NONE);
  wait_group_events(1, &e);
  wait_group_events(1, &g);
  wait_group_events(1, &g);
})");
}

/// An event that has been waited for is given to a copy.
TEST_F(AsyncCopyPromises, ReusedAfterItsWait) {
  expectIncremented(R"(
KERNEL {
  START;
  event_t e = load(0, n / 2, NONE);
  wait_group_events(1, &e);
  e = load(n / 2, n - n / 2, e);
  wait_group_events(1, &e);
  increment(tile, n);
  e = store(0, n, e);
  wait_group_events(1, &e);
})");
}

/// "If event argument is non-zero, the event object supplied in event argument
/// will be returned."
TEST_F(AsyncCopyPromises, SharedEventIsReturned) {
  Kernel K = buildKernel(R"(
ulong bits(event_t e) {
  ulong value = 0;
  for (int b = 0; b < sizeof(event_t); ++b)
    value |= (ulong)((uchar *)&e)[b] << 8 * b;
  return value;
}
__kernel void entry(__global const int *in, __global ulong *out,
                    __local int *tile, uint n) {
  event_t a = async_work_group_copy(tile, in, (size_t)n, (event_t)0);
  event_t b = async_work_group_copy(tile + n, in, (size_t)n, a);
  event_t c = async_work_group_strided_copy(tile + 2 * n, in, (size_t)0,
                                            (size_t)1, a);
  event_t d = async_work_group_copy(tile + 2 * n, in, (size_t)n, (event_t)0);
  event_t e = async_work_group_copy(tile + 3 * n, in, (size_t)0, (event_t)0);
  out[0] = bits(a);
  out[1] = bits(b);
  out[2] = bits(c);
  out[3] = bits(d);
  out[4] = bits(e);
  wait_group_events(1, &a);
  wait_group_events(1, &d);
  wait_group_events(1, &e);
})",
                         "entry");
  for (cl_uint N : {1u, 100u, 5000u}) {
    Buffer In = upload(numbers(N)), Out = makeBuffer(40);
    setArgs(K, In, Out, Local{3 * N * sizeof(int)}, N);
    launch(K, {{8}, {8}, {}});
    std::vector<cl_ulong> E = download<cl_ulong>(Out, 5);
    EXPECT_EQ(E[1], E[0]);
    EXPECT_EQ(E[2], E[0]);
    for (size_t I : {0, 3, 4})
      EXPECT_NE(E[I], 0u) << I;
    EXPECT_NE(E[3], E[0]);
    EXPECT_NE(E[4], E[3]);
  }
}

TEST(AsyncCopyEvents, ThousandsOnOneEvent) {
  expectIncremented(R"(
KERNEL {
  START;
  event_t e = NONE;
  for (int k = 0; k < n; ++k)
    e = load(k, 1, e);
  wait_group_events(1, &e);
  increment(tile, n);
  e = NONE;
  for (int k = 0; k < n; k += 3)
    e = store(k, min(3, n - k), e);
  wait_group_events(1, &e);
})",
                    "", {1, 1000, 20000});
}

/// Copies of \p Ints from one tile in local memory, whose sources so overlap,
/// to 2000 places. \p Wait is what the kernel does with event_t e[2000].
void expectThousands(const std::string &Wait, const std::string &Store,
                     size_t Ints) {
  constexpr size_t Copies = 2000, Groups = 2;
  Kernel K = buildKernel(R"(
__kernel void entry(__global int *out, __local int *tile, int n) {
  for (int i = get_local_id(0); i < n + 7; i += get_local_size(0))
    tile[i] = i * 3 + get_group_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  __global int *to = out + get_group_id(0) * 2000 * n;
  event_t e[2000];
  for (int k = 0; k < 2000; ++k)
    )" + Store + R"(async_work_group_copy(to + k * n, tile + k % 8, (size_t)n,
                                 (event_t)0);
)" + Wait + "}",
                         "entry");
  std::vector<int> Expected;
  for (size_t Group = 0; Group != Groups; ++Group)
    for (size_t Copy = 0; Copy != Copies; ++Copy)
      for (size_t I = 0; I != Ints; ++I)
        Expected.push_back(int((Copy % 8 + I) * 3 + Group));
  Buffer Out = makeBuffer(Expected.size() * sizeof(int));
  for (size_t Items : {1, 4}) {
    setArgs(K, Out, Local{(Ints + 7) * sizeof(int)}, int(Ints));
    launch(K, {{Items * Groups}, {Items}, {}});
    ASSERT_TRUE(download<int>(Out, Expected.size()) == Expected)
        << Ints << " ints, " << Items << " work-items";
  }
}

TEST(AsyncCopyEvents, ThousandsInFlight) {
  for (size_t Ints : {5, 1500}) {
    expectThousands("  wait_group_events(2000, e);\n", "e[k] = ", Ints);
    expectThousands("  for (int k = 0; k < 2000; ++k)\n"
                    "    wait_group_events(1, &e[(k * 777 + 13) % 2000]);\n",
                    "e[k] = ", Ints);
    expectThousands("  for (int k = 0; k < 2000; k += 10)\n"
                    "    wait_group_events(10, &e[1990 - k]);\n",
                    "e[k] = ", Ints);
  }
}

TEST_F(AsyncCopyPromises, ThousandsNeverWaitedFor) {
  for (size_t Ints : {5, 1500})
    expectThousands("", "", Ints);
}

/// A group leaves with copies of its local memory pending, on every way out;
/// the next one on the same thread fills the same local memory.
TEST_F(AsyncCopyPromises, GroupsThatLeaveCopiesBehind) {
  Kernel K = buildKernel(R"(
__kernel void entry(__global int *out, __local int *tile, int n, int other) {
  int g = get_group_id(0);
  for (int i = get_local_id(0); i < n; i += get_local_size(0))
    tile[i] = g * n + i;
  barrier(CLK_LOCAL_MEM_FENCE);
  async_work_group_copy(out + g * n, tile, (size_t)n / 2, (event_t)0);
  if (g % 3 == other) {
    async_work_group_copy(out + g * n + n / 2, tile + n / 2, (size_t)n - n / 2,
                          (event_t)0);
    return;
  }
  for (int k = n / 2; k < n; ++k) {
    if (g % 3 == 2 && k == n - 2) {
      async_work_group_copy(out + g * n + k, tile + k, (size_t)2, (event_t)0);
      return;
    }
    async_work_group_copy(out + g * n + k, tile + k, (size_t)1, (event_t)0);
  }
})",
                         "entry");
  for (int N : {4, 1000, 16384}) {
    size_t Groups = N > 10000 ? 12 : 100, Count = Groups * size_t(N);
    Buffer Out = upload(std::vector<int>(Count, -1));
    setArgs(K, Out, Local{size_t(N) * sizeof(int)}, N, 1);
    launch(K, {{Groups * 32}, {32}, {}});
    ASSERT_TRUE(download<int>(Out, Count) == numbers(Count, 0)) << N;
  }
}

TEST(AsyncCopyEvents, OverlappingSources) {
  Kernel K = buildKernel(R"(
__kernel void entry(__global const int *in, __global int *out,
                    __local int *tile, int n) {
  event_t e[3];
  e[0] = async_work_group_copy(tile, in, (size_t)n, (event_t)0);
  e[1] = async_work_group_copy(tile + n, in + n / 2, (size_t)n, (event_t)0);
  e[2] = async_work_group_strided_copy(tile + 2 * n, in, (size_t)n / 2,
                                       (size_t)3, (event_t)0);
  wait_group_events(3, e);
  out += get_group_id(0) * 4 * n;
  e[0] = async_work_group_copy(out, tile, (size_t)n * 2, (event_t)0);
  e[1] = async_work_group_copy(out + 2 * n, tile + n, (size_t)n * 2,
                               (event_t)0);
  wait_group_events(2, e);
})",
                         "entry");
  for (int N : {2, 100, 5000}) {
    size_t Size = size_t(N), Half = Size / 2, Groups = 4;
    std::vector<int> Source = numbers(2 * Size), Expected;
    for (size_t Group = 0; Group != Groups; ++Group)
      for (size_t I = 0; I != 4 * Size; ++I) {
        size_t At = I < 2 * Size ? I : I - Size; // In the tile.
        Expected.push_back(At < Size              ? Source[At]
                           : At < 2 * Size        ? Source[At - Size + Half]
                           : At < 2 * Size + Half ? Source[(At - 2 * Size) * 3]
                                                  : 0);
      }
    Buffer In = upload(Source), Out = makeBuffer(Expected.size() * 4);
    setArgs(K, In, Out, Local{3 * Size * sizeof(int)}, N);
    launch(K, {{Groups * 16}, {16}, {}});
    std::vector<int> Seen = download<int>(Out, Expected.size());
    // The tile's last part is never written.
    for (size_t I = 0; I != Seen.size(); ++I)
      ASSERT_TRUE(Seen[I] == Expected[I] || I % (4 * Size) >= 3 * Size + Half)
          << N << ", " << I;
  }
}

/// The last group has fewer work-items than the others.
TEST(AsyncCopyEvents, NonUniformGroups) {
  if (!isFerry() &&
      !deviceInfo<cl_bool>(CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT))
    GTEST_SKIP() << "the device has no such groups";
  Kernel K = buildKernel(R"(
__kernel void entry(__global const int *in, __global int *out,
                    __local int *tile) {
  size_t size = get_local_size(0),
         base = get_group_id(0) * get_enqueued_local_size(0);
  event_t e = async_work_group_copy(tile, in + base, size, (event_t)0);
  wait_group_events(1, &e);
  e = async_work_group_copy(out + base, tile, size, (event_t)0);
  wait_group_events(1, &e);
})",
                         "entry", "-cl-std=CL3.0");
  for (size_t Count : {1, 63, 65, 1000}) {
    Buffer In = upload(numbers(Count)),
           Out = upload(std::vector<int>(Count + 1, -1));
    setArgs(K, In, Out, Local{64 * sizeof(int)});
    launch(K, {{Count}, {std::min<size_t>(Count, 64)}, {}});
    std::vector<int> Expected = numbers(Count);
    Expected.push_back(-1);
    EXPECT_EQ(download<int>(Out, Count + 1), Expected);
  }
}

} // namespace
