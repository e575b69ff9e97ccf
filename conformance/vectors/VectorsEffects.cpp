//===- VectorsEffects.cpp - Effects that each work-item has ---------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Stores, atomics, structs and printf of work-items that run several at a
/// time.
///
//===----------------------------------------------------------------------===//

#include "Vectors.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>
#include <sstream>
#include <type_traits>

using namespace conformance;

namespace {

TEST(VectorsEffects, OneItemStores) {
  Kernel K = buildKernel(R"(
    kernel void k(global int *out, global const int *in, local int *tmp) {
      int l = get_local_id(0), size = get_local_size(0);
      if (l == size / 2)
        out[get_group_id(0) * 2] = in[get_global_id(0)];
      if (in[get_global_id(0)] % size == 0)
        tmp[0] = in[get_global_id(0)];
      barrier(CLK_LOCAL_MEM_FENCE);
      if (l == size - 1)
        out[get_group_id(0) * 2 + 1] = tmp[0];
    })",
                         "k");
  for (size_t N : counts()) {
    std::vector<int> In = numbers(3 * N), Expected;
    for (int G = 0; G != 3; ++G) {
      Expected.push_back(G * int(N) + int(N) / 2);
      Expected.push_back(G * int(N));
    }
    Guarded<int> From(In), To(std::vector<int>(6, -1));
    set(K, 0, To);
    set(K, 1, From);
    setArg(K, 2, Local{4});
    launch(K, {{3 * N}, {N}, {}});
    ASSERT_EQ(To.values(), Expected) << N;
  }
}

TEST(VectorsEffects, AtomicsGiveEachItemItsOwnNumber) {
  Kernel K = buildKernel(R"(
    kernel void k(global int *out, global int *next, local int *place) {
      int i = get_global_id(0), l = get_local_id(0);
      if (l == 0)
        *place = 0;
      barrier(CLK_LOCAL_MEM_FENCE);
      int mine = -1;
      if (i % 3)
        mine = atomic_inc(next);
      for (int k = 0; k < l % 3; ++k)
        mine += atomic_add(place, 1) < 0;
      out[i] = mine;
      barrier(CLK_LOCAL_MEM_FENCE);
      if (l == 0)
        atomic_add(next + 1, *place);
    })",
                         "k");
  for (size_t N : counts()) {
    Guarded<int> To(std::vector<int>(2 * N, -7)), Next(std::vector<int>(2, 0));
    set(K, 0, To);
    set(K, 1, Next);
    setArg(K, 2, Local{4});
    launch(K, {{2 * N}, {N}, {}});
    int Taken = 0, Iterations = 0;
    for (size_t I = 0; I != 2 * N; ++I) {
      Taken += I % 3 != 0;
      Iterations += int(I % N % 3);
    }
    std::vector<int> Seen;
    for (int Number : To.values())
      if (Number >= 0)
        Seen.push_back(Number);
    std::sort(Seen.begin(), Seen.end());
    ASSERT_EQ(Seen, numbers(size_t(Taken))) << N;
    ASSERT_EQ(Next.values(), (std::vector<int>{Taken, Iterations})) << N;
  }
}

TEST(VectorsEffects, CompareAndExchangeLoops) {
  Kernel K = buildKernel(R"(
    kernel void k(global uint *sum, global const uint *in) {
      uint x = in[get_global_id(0)];
      uint seen = *sum, before;
      do {
        before = seen;
        seen = atomic_cmpxchg(sum, before, before + x);
      } while (seen != before);
    })",
                         "k");
  for (size_t N : {1, 7, 33, 64}) {
    std::vector<cl_uint> In(N * 4);
    std::iota(In.begin(), In.end(), 10);
    Guarded<cl_uint> From(In), Sum(std::vector<cl_uint>(1, 0));
    set(K, 0, Sum);
    set(K, 1, From);
    launch(K, {{N * 4}, {N}, {}});
    ASSERT_EQ(Sum.values()[0], std::accumulate(In.begin(), In.end(), 0u)) << N;
  }
}

// What others have appended says where, not how often.
TEST(VectorsEffects, LoopsThatAppend) {
  Kernel K = buildKernel(R"(
    kernel void k(global int *out, global int *next, global const int *in,
                  int room) {
      int i = get_global_id(0);
      for (int x = in[i]; x > 0; x /= 2) {
        if (x % 3 == 0)
          continue;
        int at = atomic_inc(next);
        if (at < room)
          out[at] = x * 1000 + i;
      }
    })",
                         "k");
  for (size_t N : counts()) {
    std::vector<int> In(2 * N), Expected;
    for (size_t I = 0; I != In.size(); ++I) {
      In[I] = int(I * 37 % 101);
      for (int X = In[I]; X > 0; X /= 2)
        if (X % 3 != 0)
          Expected.push_back(X * 1000 + int(I));
    }
    const size_t Room = Expected.size();
    Guarded<int> From(In), To((std::vector<int>(Room))), Next({0});
    set(K, 0, To);
    set(K, 1, Next);
    set(K, 2, From);
    setArg(K, 3, cl_int(Room));
    launch(K, {{In.size()}, {N}, {}});
    std::vector<int> Got = To.values();
    std::sort(Got.begin(), Got.end());
    std::sort(Expected.begin(), Expected.end());
    ASSERT_EQ(Got, Expected) << N;
    ASSERT_EQ(Next.values()[0], int(Room)) << N;
  }
}

// Who holds the lock must get out of the loop's condition first.
TEST(VectorsEffects, LoopsThatWaitForALock) {
  Kernel K = buildKernel(R"(
    kernel void k(global int *lock, volatile global int *sum,
                  global const int *in) {
      int x = in[get_global_id(0)];
      while (x > 0 && atomic_xchg(lock, 1) != 0)
        ;
      if (x > 0) {
        mem_fence(CLK_GLOBAL_MEM_FENCE);
        *sum += x;
        mem_fence(CLK_GLOBAL_MEM_FENCE);
        atomic_xchg(lock, 0);
      }
      bool done = x >= 0;
      while (!done) {
        if (atomic_xchg(lock, 1) == 0) {
          mem_fence(CLK_GLOBAL_MEM_FENCE);
          *sum -= x;
          mem_fence(CLK_GLOBAL_MEM_FENCE);
          atomic_xchg(lock, 0);
          done = true;
        }
      }
    })",
                         "k");
  for (size_t N : {1, 7, 33, 64}) {
    std::vector<int> In(4 * N);
    int Expected = 0;
    for (size_t I = 0; I != In.size(); ++I) {
      In[I] = int(I % 5) - 2;
      Expected += std::abs(In[I]);
    }
    Guarded<int> From(In), Lock({0}), Sum({0});
    set(K, 0, Lock);
    set(K, 1, Sum);
    set(K, 2, From);
    launch(K, {{In.size()}, {N}, {}});
    ASSERT_EQ(Sum.values()[0], Expected) << N;
  }
}

TEST(VectorsEffects, ArraysOfStructs) {
  struct Record {
    cl_char tag;
    cl_int key;
    cl_short pair[2];
    cl_double weight;
    bool operator==(const Record &) const = default;
  };
  Kernel K = buildKernel(R"(
    typedef struct {
      char tag;
      int key;
      short pair[2];
      double weight;
    } Record;
    kernel void k(global Record *out, global const Record *in) {
      int i = get_global_id(0), n = get_global_size(0);
      Record r = in[n - 1 - i];
      if (r.key & 1) {
        r.pair[r.tag & 1] += 5;
        r.weight *= 0.5;
      } else {
        r.tag = r.pair[i & 1];
      }
      out[i] = r;
      if (i % 4 == 2)
        out[i].key = in[i].pair[0];
    })",
                         "k");
  for (size_t N : counts()) {
    std::vector<Record> In(N), Expected(N);
    for (size_t I = 0; I != N; ++I)
      In[I] = {cl_char(I * 7),
               cl_int(I * 3),
               {cl_short(I), cl_short(-I)},
               double(I) * 1.25};
    for (size_t I = 0; I != N; ++I) {
      Record R = In[N - 1 - I];
      if (R.key & 1) {
        R.pair[R.tag & 1] = cl_short(R.pair[R.tag & 1] + 5);
        R.weight *= 0.5;
      } else {
        R.tag = cl_char(R.pair[I & 1]);
      }
      if (I % 4 == 2)
        R.key = In[I].pair[0];
      Expected[I] = R;
    }
    Guarded<Record> From(In), To((std::vector<Record>(N)));
    set(K, 0, To);
    set(K, 1, From);
    launch(K, {{N}, {N}, {}});
    ASSERT_TRUE(To.values() == Expected) << N;
  }
}

// One buffer under two names, and a work-item that reads what it has written.
TEST(VectorsEffects, TheSameBufferTwice) {
  Kernel K = buildKernel(R"(
    kernel void k(global int *a, global int *b, global char *bytes) {
      int i = get_global_id(0);
      a[i * 2] += 1;
      b[i * 2] *= 3;
      a[i * 2 + 1] = b[i * 2] + a[i * 2 + 1];
      bytes[i * 8 + 4] = 9;
      b[i * 2 + 1] = a[i * 2 + 1] ^ b[i * 2];
    })",
                         "k", "-w");
  for (size_t N : counts()) {
    std::vector<int> All = numbers(N * 2, 1, 11), Expected = All;
    for (size_t I = 0; I != N; ++I) {
      int &X = Expected[I * 2], &Y = Expected[I * 2 + 1];
      X = (X + 1) * 3;
      Y += X;
      Y = (Y & ~255) | 9;
      Y ^= X;
    }
    Guarded<int> Both(All);
    set(K, 0, Both);
    set(K, 1, Both);
    set(K, 2, Both);
    launch(K, {{N}, {N}, {}});
    ASSERT_EQ(Both.values(), Expected) << N;
  }
}

TEST(VectorsEffects, PointersToAnyAddressSpace) {
  if (!isFerry())
    GTEST_SKIP() << "generic pointers are optional";
  Kernel K = buildKernel(R"(
    kernel void k(global int *out, global int *in, local int *tmp) {
      int l = get_local_id(0), i = get_global_id(0);
      int mine = i * 3;
      tmp[l] = i * 5;
      int *p = l % 3 == 0   ? &mine
               : l % 3 == 1 ? (int *)&tmp[l] : (int *)&in[i];
      for (int k = 0; k < l % 4; ++k) {
        *p += k + 1;
        p = p == &mine ? (int *)&tmp[l] : p == &tmp[l] ? (int *)&in[i] : &mine;
      }
      out[i] = mine * 10000 + tmp[l] * 100 + in[i] + *p;
    })",
                         "k", "-cl-std=CL3.0");
  for (size_t N : counts()) {
    std::vector<int> In = numbers(N, 1, 2), Expected(N);
    Guarded<int> From(In), To(std::vector<int>(N, 0));
    for (size_t I = 0; I != N; ++I) {
      int Values[3] = {int(I) * 3, int(I) * 5, In[I]};
      size_t P = I % 3;
      for (int Iteration = 0; Iteration < int(I % 4); ++Iteration) {
        Values[P] += Iteration + 1;
        P = (P + 1) % 3;
      }
      Expected[I] = Values[0] * 10000 + Values[1] * 100 + Values[2] + Values[P];
    }
    set(K, 0, To);
    set(K, 1, From);
    setArg(K, 2, Local{N * 4});
    launch(K, {{N}, {N}, {}});
    ASSERT_EQ(To.values(), Expected) << N;
  }
}

// Divergent stores to a private array of vectors, read back elsewhere.
TEST(VectorsEffects, PrivateArraysOfVectors) {
  Kernel K = buildKernel(R"(
    kernel void k(global int *out, global const int *in) {
      int i = get_global_id(0);
      int4 a[4];
      double2 d[3];
      for (int k = 0; k < 4; ++k)
        a[k] = (int4)(k, i, k + i, k * i);
      for (int k = 0; k < 3; ++k)
        d[k] = (double2)(i, k);
      for (int k = 0; k < (in[i] & 7); ++k) {
        int4 v = a[(i + k) & 3];
        if (v.x & 1)
          a[(i * k) & 3] = v.wxyz + k;
        else
          d[(i + k) % 3].y += v.z;
        a[k & 3].y ^= (int)d[k % 3].x;
      }
      int4 s = a[0] * 3 + a[1] * 5 + a[2] * 7 + a[3] * 11;
      out[i] = s.x + s.y * 3 + s.z * 5 + s.w * 7 +
               (int)(d[0].y + d[1].y * 3 + d[2].y * 5);
    })",
                         "k");
  for (size_t N : counts()) {
    std::vector<int> In = numbers(N, 0, 5), Expected(N);
    for (size_t I = 0; I != N; ++I) {
      int X = int(I), A[4][4], Sum = 0;
      double D[3][2];
      for (int R = 0; R < 4; ++R) {
        const int Row[4] = {R, X, R + X, R * X};
        std::copy_n(Row, 4, A[R]);
      }
      for (int R = 0; R < 3; ++R) {
        D[R][0] = X;
        D[R][1] = R;
      }
      for (int R = 0; R < (In[I] & 7); ++R) {
        int V[4];
        std::copy_n(A[(X + R) & 3], 4, V);
        if (V[0] & 1)
          for (int C = 0; C < 4; ++C)
            A[(X * R) & 3][C] = V[(C + 3) & 3] + R;
        else
          D[(X + R) % 3][1] += V[2];
        A[R & 3][1] ^= int(D[R % 3][0]);
      }
      for (int C = 0; C < 4; ++C)
        Sum += (A[0][C] * 3 + A[1][C] * 5 + A[2][C] * 7 + A[3][C] * 11) *
               (2 * C + 1);
      Expected[I] = Sum + int(D[0][1] + D[1][1] * 3 + D[2][1] * 5);
    }
    Guarded<int> From(In), To(std::vector<int>(N, 0));
    set(K, 0, To);
    set(K, 1, From);
    launch(K, {{N}, {N}, {}});
    ASSERT_EQ(To.values(), Expected) << N;
  }
}

// What crosses the barrier is a vector that is not complete yet.
TEST(VectorsEffects, VectorsOfOneValueAcrossBarriers) {
  Kernel K = buildKernel(R"(
    kernel void k(global short2 *out) {
      int i = get_global_id(0) * get_global_size(0) - get_global_offset(0) +
              get_global_offset(1) + get_local_id(0);
      short2 v = (short2)((short)i);
      barrier(CLK_LOCAL_MEM_FENCE);
      out[get_global_id(0)] = (short2)((short)i);
    })",
                         "k", "-w");
  for (size_t N : counts()) {
    Guarded<cl_short> To(std::vector<cl_short>(N * 2));
    std::vector<cl_short> Expected;
    for (size_t I = 0; I != N; ++I)
      Expected.insert(Expected.end(), 2, cl_short(I * N + I));
    set(K, 0, To);
    launch(K, {{N}, {N}, {}});
    ASSERT_EQ(To.values(), Expected) << N;
  }
}

TEST(VectorsEffects, PrivateArraysOfSmallVectors) {
  Kernel K = buildKernel(R"(
    kernel void k(global short2 *out, global const int *in) {
      int i = get_global_id(0);
      short2 v[2] = {(short2)(1, 2), (short2)(i + 100)};
      v[in[i] & 1] = (short2)(5, 6);
      out[i * 2] = v[0];
      out[i * 2 + 1] = v[1];
    })",
                         "k");
  for (size_t N : counts()) {
    Guarded<int> From(numbers(N));
    Guarded<cl_short> To(std::vector<cl_short>(N * 4));
    std::vector<cl_short> Expected;
    for (size_t I = 0; I != N; ++I) {
      cl_short Own = cl_short(I + 100);
      if (I & 1)
        Expected.insert(Expected.end(), {1, 2, 5, 6});
      else
        Expected.insert(Expected.end(), {5, 6, Own, Own});
    }
    set(K, 0, To);
    set(K, 1, From);
    launch(K, {{N}, {N}, {}});
    ASSERT_EQ(To.values(), Expected) << N;
  }
}

int printSome() {
  Kernel K = buildKernel(R"(
    kernel void k(int n) {
      int i = get_global_id(0);
      for (int k = 0; k < i % 3; ++k)
        if (i % 5 != 2 || k == n)
          printf("<%d %d>\n", i, k);
    })",
                         "k");
  setArg(K, 0, 1);
  launch(K, {{50}, {25}, {}});
  std::fflush(stdout);
  return 0;
}
const ChildFunction PrintSome("print-some", printSome);

TEST(VectorsEffects, EveryItemPrintsForItself) {
  ChildOutcome Outcome = runChild("print-some");
  ASSERT_EQ(Outcome.status, 0) << Outcome.output;
  std::multiset<std::string> Seen, Expected;
  std::istringstream Lines(Outcome.output);
  for (std::string Line; std::getline(Lines, Line);)
    Seen.insert(Line);
  for (int I = 0; I != 50; ++I)
    for (int R = 0; R < I % 3; ++R)
      if (I % 5 != 2 || R == 1)
        Expected.insert("<" + std::to_string(I) + " " + std::to_string(R) +
                        ">");
  EXPECT_EQ(Seen, Expected);
}

template <class T> struct AtomicOperation {
  const char *name;
  T first;
  T (*combine)(T, T);

  using Bits = std::make_unsigned_t<T>; // They wrap.
  static std::vector<AtomicOperation> all() {
    return {{"add", 3, [](T A, T B) { return T(Bits(A) + Bits(B)); }},
            {"sub", 3, [](T A, T B) { return T(Bits(A) - Bits(B)); }},
            {"and", T(~T(0)), [](T A, T B) { return T(A & B); }},
            {"or", 0, [](T A, T B) { return T(A | B); }},
            {"xor", 5, [](T A, T B) { return T(A ^ B); }},
            {"min", 1000, [](T A, T B) { return std::min(A, B); }},
            {"max", 1000, [](T A, T B) { return std::max(A, B); }}};
  }

  /// Of \p Source, which calls this operation OP and the type T.
  Kernel build(const std::string &Prefix, const std::string &Type,
               const std::string &Source) const {
    return buildKernel(
        "#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable\n"
        "#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable\n"
        "#define OP " +
            Prefix + name + "\n#define T " + Type + "\n" + Source,
        "k");
  }
};

/// Operations of all work-items of a group on one place, some of which are left
/// out, and some of which are repeated.
template <class T> void checkAtomics(const char *Type, const char *Prefix) {
  constexpr size_t Groups = 3;
  for (const auto &Op : AtomicOperation<T>::all()) {
    SCOPED_TRACE(std::string(Prefix) + Op.name + " of " + Type);
    Kernel K = Op.build(Prefix, Type, R"(
        kernel void k(global T *out, global const T *in, local T *l, T first) {
          T x = in[get_global_id(0)];
          global T *of = out + get_group_id(0);
          if (x & 4)
            OP(of, x);
          OP(out + 3, x);
          for (int j = 0; j < (int)(x & 3); ++j)
            OP(out + 4, x + j);
          if (get_local_id(0) == 0)
            *l = first;
          barrier(CLK_LOCAL_MEM_FENCE);
          OP(l, x);
          barrier(CLK_LOCAL_MEM_FENCE);
          if (get_local_id(0) == 0)
            out[5 + get_group_id(0)] = *l;
        })");
    for (size_t Local : {1, 7, 33, 64}) {
      std::vector<T> In(Groups * Local), Expected(5 + Groups, Op.first);
      for (size_t I = 0; I != In.size(); ++I) {
        const T X = In[I] = T((I + 1) * 0x9e3779b97f4a7c15 >> 20);
        auto Do = [&](size_t At, T V) {
          Expected[At] = Op.combine(Expected[At], V);
        };
        if (X & 4)
          Do(I / Local, X);
        Do(3, X);
        for (T J = 0; J < (X & 3); ++J)
          Do(4, T(X + J));
        Do(5 + I / Local, X);
      }
      Buffer Out = upload(std::vector<T>(5 + Groups, Op.first));
      Guarded<T> From(In);
      setArg(K, 0, Out);
      set(K, 1, From);
      setArg(K, 2, conformance::Local{sizeof(T)});
      setArg(K, 3, Op.first);
      launch(K, {{In.size()}, {Local}, {}});
      EXPECT_EQ(download<T>(Out, Expected.size()), Expected) << Local;
    }
  }
}

/// True if work-items that found \p Found, and did \p Op with \p Values, can
/// have come one after the other to a place that is \p Last in the end: they
/// are the edges of an Eulerian path from one value of that place to the next.
template <class T>
bool isSequence(const AtomicOperation<T> &Op, const std::vector<T> &Found,
                const std::vector<T> &Values, T Last) {
  std::map<T, std::vector<T>> Next;
  std::map<T, int> Degree; // Edges that begin less those that end there.
  ++Degree[Last];
  --Degree[Op.first];
  for (size_t I = 0; I != Found.size(); ++I) {
    const T After = Op.combine(Found[I], Values[I]);
    Next[Found[I]].push_back(After);
    ++Degree[Found[I]];
    --Degree[After];
  }
  std::set<T> Reached{Op.first};
  for (std::vector<T> Work{Op.first}; !Work.empty();) {
    const T From = Work.back();
    Work.pop_back();
    for (T To : Next[From])
      if (Reached.insert(To).second)
        Work.push_back(To);
  }
  return std::all_of(Degree.begin(), Degree.end(),
                     [](const auto &Of) { return Of.second == 0; }) &&
         std::all_of(Found.begin(), Found.end(),
                     [&](T Value) { return Reached.count(Value); });
}

/// The work-items ask what they found.
template <class T> void checkFound(const char *Type, const char *Prefix) {
  for (const auto &Op : AtomicOperation<T>::all()) {
    SCOPED_TRACE(std::string(Prefix) + Op.name + " of " + Type);
    Kernel K = Op.build(Prefix, Type, R"(
        kernel void k(global T *place, global const T *in, global T *all,
                      global T *some, local T *l, T first) {
          int i = get_global_id(0);
          T x = in[i];
          all[i] = OP(place, x);
          if (x & 4)
            some[i] = OP(place + 1, x);
          if (get_local_id(0) == 0)
            *l = first;
          barrier(CLK_LOCAL_MEM_FENCE);
          T was = OP(l, x);
          barrier(CLK_LOCAL_MEM_FENCE);
          if (get_group_id(0) == 0) {
            some[get_global_size(0) + i] = was;
            place[2] = *l;
          }
        })");
    for (size_t Local : {1, 7, 33, 64}) {
      const size_t Items = 3 * Local;
      std::vector<T> In(Items);
      for (size_t I = 0; I != Items; ++I)
        In[I] = T((I + 1) * 0x9e3779b97f4a7c15 >> 20);
      Buffer Place = upload(std::vector<T>(3, Op.first)),
             All = upload(std::vector<T>(Items)),
             Some = upload(std::vector<T>(Items + Local));
      Guarded<T> From(In);
      setArg(K, 0, Place);
      set(K, 1, From);
      setArg(K, 2, All);
      setArg(K, 3, Some);
      setArg(K, 4, conformance::Local{sizeof(T)});
      setArg(K, 5, Op.first);
      launch(K, {{Items}, {Local}, {}});
      const std::vector<T> Last = download<T>(Place, 3),
                           Found = download<T>(All, Items),
                           Others = download<T>(Some, Items + Local);
      EXPECT_TRUE(isSequence(Op, Found, In, Last[0])) << Local;
      std::vector<T> FoundBySome, InOfSome;
      for (size_t I = 0; I != Items; ++I)
        if (In[I] & 4) {
          FoundBySome.push_back(Others[I]);
          InOfSome.push_back(In[I]);
        }
      EXPECT_TRUE(isSequence(Op, FoundBySome, InOfSome, Last[1])) << Local;
      EXPECT_TRUE(isSequence(Op, {Others.begin() + Items, Others.end()},
                             {In.begin(), In.begin() + Local}, Last[2]))
          << Local;
    }
  }
}

template <class T> void checkBoth(const char *Type, const char *Prefix) {
  checkAtomics<T>(Type, Prefix);
  checkFound<T>(Type, Prefix);
}

TEST(VectorsEffects, AtomicsAtOnePlace) {
  checkBoth<cl_int>("int", "atomic_");
  checkBoth<cl_uint>("uint", "atomic_");
  if (hasExtension("cl_khr_int64_base_atomics") &&
      hasExtension("cl_khr_int64_extended_atomics")) {
    checkBoth<cl_long>("long", "atom_");
    checkBoth<cl_ulong>("ulong", "atom_");
  }
}

} // namespace
