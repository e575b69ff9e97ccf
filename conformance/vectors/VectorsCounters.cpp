//===- VectorsCounters.cpp - Indices that depend on loops -----------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Loops whose counters are the indices of what work-items that run several at
/// a time load and store: with every integer type, and where they wrap around.
///
//===----------------------------------------------------------------------===//

#include "Vectors.h"

#include <cstring>
#include <functional>

using namespace conformance;

namespace {

/// Numbers that have nothing to do with their places.
std::vector<cl_uint> hashes(size_t Count) {
  std::vector<cl_uint> All(Count);
  for (size_t I = 0; I != Count; ++I)
    All[I] = cl_uint(I * 2654435761u);
  return All;
}

const char *const Types[] = {"int", "uint", "long", "ulong", "short", "ushort"};

/// The usual way into local memory, and back.
TEST(VectorsCounters, StridesOfTheGroup) {
  for (const char *Type : Types)
    for (const char *Loop :
         {"for (T i = get_local_id(0); i < n; i += get_local_size(0))",
          "for (T i = get_local_id(0); i <= (T)(n - 1);"
          " i = i + get_local_size(0))",
          "T i = get_local_id(0) - get_local_size(0);"
          "  while ((i += get_local_size(0)) < n)"}) {
      SCOPED_TRACE(std::string(Type) + " " + Loop);
      Kernel K = buildKernel("typedef " + std::string(Type) + R"( T;
        kernel void k(global int *out, global const int *in, T n,
                      local int *tile) {
          size_t from = get_group_id(0) * n;
          { )" + Loop + R"( tile[i] = in[from + i]; }
          barrier(CLK_LOCAL_MEM_FENCE);
          { )" + Loop + R"( out[from + i] = tile[n - 1 - i]; }
        })",
                             "k");
      for (size_t Count : {1, 15, 16, 64, 100, 257})
        for (size_t Local : {1, 7, 16, 24, 64, 100}) {
          constexpr size_t Groups = 3;
          const std::vector<int> In = numbers(Count * Groups, 7, 3);
          Guarded<int> From(In), To(numbers(Count * Groups));
          set(K, 0, To);
          set(K, 1, From);
          if (*Type == 's' || Type[1] == 's')
            setArg(K, 2, cl_short(Count));
          else if (*Type == 'l' || Type[1] == 'l')
            setArg(K, 2, cl_long(Count));
          else
            setArg(K, 2, cl_int(Count));
          setArg(K, 3, conformance::Local{Count * sizeof(int)});
          launch(K, {{Groups * Local}, {Local}, {}});
          std::vector<int> Expected(In.size());
          for (size_t I = 0; I != In.size(); ++I)
            Expected[I] = In[I / Count * Count + Count - 1 - I % Count];
          ASSERT_EQ(To.values(), Expected) << Count << " by " << Local;
        }
    }
}

/// `a[k * n + x]`, where the products are small, large, or go around.
TEST(VectorsCounters, ProductsThatWrapAround) {
  constexpr size_t Items = 200, Iterations = 20,
                   Length = Items + 2 * Iterations * 70;
  const std::vector<cl_uint> In = hashes(Length);
  Guarded<cl_uint> From(In);
  for (const char *Type : {"int", "uint"})
    for (const char *Loop : {"for (T r = 0; r < iterations; ++r)",
                             "for (T r = 0; r != iterations; ++r)",
                             "for (T r = iterations; r-- > 0;)",
                             "for (T q = 0; q < iterations; q += 4) for (T r = "
                             "q; r < q + 4; ++r)"}) {
      SCOPED_TRACE(std::string(Type) + " " + Loop);
      Kernel K = buildKernel("typedef " + std::string(Type) + R"( T;
        kernel void k(global uint *out, global const uint *in, T n, T first,
                      T iterations) {
          T x = get_global_id(0) + first;
          uint s = 0;
          )" + Loop + R"(
            s = s * 31 + in[r * n + x];
          out[get_global_id(0)] = s;
        })",
                             "k");
      for (cl_int N : {0, 1, 3, 70, -1, -3, -70}) {
        const cl_int First = N < 0 ? -N * cl_int(Iterations) : 0;
        Guarded<cl_uint> To{std::vector<cl_uint>(Items)};
        set(K, 0, To);
        set(K, 1, From);
        setArg(K, 2, N);
        setArg(K, 3, First);
        setArg(K, 4, cl_int(Iterations));
        launch(K, {{Items}, {Items / 5}, {}});
        std::vector<cl_uint> Expected(Items);
        const bool Down =
            std::string_view(Loop).find("--") != std::string::npos;
        for (size_t I = 0; I != Items; ++I)
          for (size_t R = 0; R != Iterations; ++R) {
            const cl_int Iteration = cl_int(Down ? Iterations - 1 - R : R);
            Expected[I] = Expected[I] * 31 +
                          In[size_t(Iteration * N + First + cl_int(I))];
          }
        ASSERT_EQ(To.values(), Expected) << N;
      }
    }
}

/// A table that a loop goes around, beside a row that it goes along.
TEST(VectorsCounters, TablesThatLoopsGoAround) {
  constexpr size_t Items = 24;
  constexpr cl_uint First = 5;
  struct Index {
    const char *text;
    cl_uint (*value)(cl_uint J);
  };
  const Index Indices[] = {
      {"j & 3", [](cl_uint J) { return J & 3; }},
      {"j % 64", [](cl_uint J) { return J % 64; }},
      {"(first + j) & 7", [](cl_uint J) { return (First + J) & 7; }},
      {"(uchar)(first + j)", [](cl_uint J) { return (First + J) & 255; }},
      {"(3 * j) & 15", [](cl_uint J) { return 3 * J & 15; }},
      {"63 - (j & 63)", [](cl_uint J) { return 63 - (J & 63); }},
      {"(j & 3) * 5 + first", [](cl_uint J) { return (J & 3) * 5 + First; }}};
  std::vector<cl_uchar> Table(256);
  for (size_t I = 0; I != Table.size(); ++I)
    Table[I] = cl_uchar(I * 7 + 1);
  Guarded<cl_uchar> From(Table);
  for (const Index &I : Indices) {
    Kernel K = buildKernel(R"(
      kernel void k(global uchar *rows, global const uchar *table, uint n,
                    uint first) {
        uint i = get_global_id(0);
        for (uint j = 0; j < n; ++j)
          rows[i * n + j] ^= table[)" +
                               std::string(I.text) + "]; }",
                           "k");
    for (cl_uint N : {3u, 31u, 64u, 300u}) {
      std::vector<cl_uchar> Rows(Items * N);
      for (size_t At = 0; At != Rows.size(); ++At)
        Rows[At] = cl_uchar(At * 13);
      Guarded<cl_uchar> To(Rows);
      for (cl_uint At = 0; At != Rows.size(); ++At)
        Rows[At] ^= Table[I.value(At % N)];
      set(K, 0, To);
      set(K, 1, From);
      setArg(K, 2, N);
      setArg(K, 3, First);
      launch(K, {{Items}, {1}, {}});
      ASSERT_EQ(To.values(), Rows) << I.text << ", " << N;
      launch(K, {{Items}, {Items}, {}});
      launch(K, {{Items}, {Items}, {}});
      ASSERT_EQ(To.values(), Rows) << I.text << ", " << N << ", one group";
    }
  }
}

/// The greatest and the least of a number of floats that the program knows.
TEST(VectorsCounters, MaximaOfAFew) {
  constexpr size_t Items = 24;
  for (size_t Count = 2; Count != 20; ++Count) {
    Kernel K = buildKernel(R"(
      kernel void k(global float *out, global const float *in) {
        size_t i = get_global_id(0);
        float most = -INFINITY, least = INFINITY;
        for (int j = 0; j < COUNT; ++j)
          most = fmax(most, in[i + j]);
        __attribute__((opencl_unroll_hint(1)))
        for (int j = 0; j < COUNT; ++j)
          least = fmin(least, in[j]);
        out[i] = most - 1000 * least;
      })",
                           "k", "-DCOUNT=" + std::to_string(Count));
    std::vector<float> In(Items + Count), Expected(Items);
    for (size_t I = 0; I != In.size(); ++I)
      In[I] = I < Count ? float(Count - I) : float(I % 7);
    for (size_t I = 0; I != Items; ++I)
      Expected[I] = *std::max_element(&In[I], &In[I] + Count) - 1000;
    Guarded<float> From(In);
    for (size_t Local : {size_t(1), Items}) {
      Guarded<float> To{std::vector<float>(Items)};
      set(K, 0, To);
      set(K, 1, From);
      launch(K, {{Items}, {Local}, {}});
      ASSERT_EQ(To.values(), Expected) << Count << ", " << Local;
    }
  }
}

/// Counters that reach the end of their type before that of the loop.
TEST(VectorsCounters, CountersThatWrapAround) {
  Kernel K = buildKernel(R"(
    kernel void k(global uint *out, global const uint *in, uint from, uint step,
                  uint end) {
      uint s = 0, n = 0;
      for (uint i = get_global_id(0) + from; i < end && n < 40; i += step, ++n)
        s = s * 31 + in[i - from + 64];
      out[get_global_id(0)] = s + n;
    })",
                         "k");
  constexpr cl_uint Items = 100;
  std::vector<cl_uint> In(4096);
  for (size_t I = 0; I != In.size(); ++I)
    In[I] = cl_uint(I * 40503u);
  Guarded<cl_uint> From(In);
  for (cl_uint Start : {0u, 5u, 0x7fffff00u, 0xffffff80u, 0xffffffc8u})
    for (cl_uint Step : {1u, 16u, 70u})
      for (cl_uint Distance : {0u, 1u, 50u, 120u, 1000u, 0xffffffffu}) {
        const cl_uint End = Distance > ~Start ? 0xffffffffu : Start + Distance;
        Guarded<cl_uint> To{std::vector<cl_uint>(Items)};
        set(K, 0, To);
        set(K, 1, From);
        setArg(K, 2, Start);
        setArg(K, 3, Step);
        setArg(K, 4, End);
        launch(K, {{Items}, {}, {}});
        std::vector<cl_uint> Expected(Items);
        for (cl_uint Id = 0; Id != Items; ++Id) {
          cl_uint S = 0, N = 0;
          for (cl_uint I = Id + Start; I < End && N < 40; I += Step, ++N)
            S = S * 31 + In[cl_uint(I - Start + 64)];
          Expected[Id] = S + N;
        }
        ASSERT_EQ(To.values(), Expected)
            << Start << " " << Step << " " << Distance;
      }
}

/// What a counter is after its loop.
TEST(VectorsCounters, CountersAfterLoops) {
  Kernel K = buildKernel(R"(
    kernel void k(global uint *out, global const uint *in, uint from, uint end,
                  uint n) {
      uint x = get_global_id(0), s = 0, c = from, old;
      do {
        s += in[(c >> 4) * n + x];
        old = c;
        c += 16;
      } while (old <= end);
      out[x] = c == 0 ? 7 : s;
    })",
                         "k");
  constexpr cl_uint Items = 64;
  std::vector<cl_uint> In(1024);
  std::iota(In.begin(), In.end(), 5);
  Guarded<cl_uint> From(In);
  auto Expect = [&](cl_uint Start, cl_uint End, cl_uint N, cl_uint Iterations,
                    bool Wraps) {
    Guarded<cl_uint> To{std::vector<cl_uint>(Items)};
    set(K, 0, To);
    set(K, 1, From);
    setArg(K, 2, Start);
    setArg(K, 3, End);
    setArg(K, 4, N);
    launch(K, {{Items}, {}, {}});
    std::vector<cl_uint> Expected(Items);
    for (cl_uint X = 0; X != Items; ++X)
      for (cl_uint R = 0; R != Iterations; ++R)
        Expected[X] += In[((Start + 16 * R) >> 4) * N + X];
    if (Wraps)
      Expected.assign(Items, 7);
    EXPECT_EQ(To.values(), Expected) << Start;
  };
  Expect(0, 100, 64, 8, false);
  Expect(0xffffff00, 0xffffffef, 0, 16, true);
  Expect(0xffffff00, 0xffffff80, 0, 10, false);
}

/// Trees in local memory, both ways.
TEST(VectorsCounters, StepsThatDouble) {
  for (const char *Type : {"int", "uint", "size_t"}) {
    SCOPED_TRACE(Type);
    Kernel K = buildKernel("typedef " + std::string(Type) + R"( T;
      kernel void k(global uint *out, global const uint *in, local uint *t) {
        T l = get_local_id(0), n = get_local_size(0);
        t[l] = in[get_global_id(0)];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (T s = 1; s < n; s <<= 1) {
          uint v = l >= s ? t[l - s] : 0;
          barrier(CLK_LOCAL_MEM_FENCE);
          t[l] += v;
          barrier(CLK_LOCAL_MEM_FENCE);
        }
        uint sum = t[l];
        for (T s = n / 2; s > 0; s >>= 1) {
          if (l < s)
            t[l] ^= t[l + s];
          barrier(CLK_LOCAL_MEM_FENCE);
        }
        uint most = 0;
        for (T s = 1; s + l < n; s *= 2)
          most = max(most, in[get_group_id(0) * n + l + s]);
        out[get_global_id(0)] = sum * 3 + t[0] + most;
      })",
                           "k");
    for (size_t Local : {1, 8, 32, 64, 128}) {
      const std::vector<cl_uint> In = hashes(Local * 3);
      Guarded<cl_uint> From(In), To(In);
      set(K, 0, To);
      set(K, 1, From);
      setArg(K, 2, conformance::Local{Local * sizeof(cl_uint)});
      launch(K, {{In.size()}, {Local}, {}});
      std::vector<cl_uint> Expected(In.size());
      for (size_t G = 0; G != 3; ++G) {
        cl_uint Sum = 0, All = 0;
        std::vector<cl_uint> Sums;
        for (size_t L = 0; L != Local; ++L) {
          Sums.push_back(Sum += In[G * Local + L]);
          All ^= Sum;
        }
        for (size_t L = 0; L != Local; ++L) {
          cl_uint Most = 0;
          for (size_t S = 1; S + L < Local; S *= 2)
            Most = std::max(Most, In[G * Local + L + S]);
          Expected[G * Local + L] = Sums[L] * 3 + All + Most;
        }
      }
      ASSERT_EQ(To.values(), Expected) << Local;
    }
  }
}

/// Loops that lanes begin at places of their own, and leave after as many
/// iterations but for a few: at limits, and where numbers go around.
template <class T> void leaveTogether(const char *Type) {
  struct Loop {
    const char *First, *Test;
    std::function<T(T X, T N, T Apart)> Start;
    std::function<bool(T I, T X, T N, T Apart, T Size)> GoesOn;
  };
  const Loop Loops[] = {
      {"x * n", "i < (T)(x * n + n)", [](T X, T N, T) { return T(X * N); },
       [](T I, T X, T N, T, T) { return I < T(X * N + N); }},
      {"x * n", "i < min((T)(x * n + n), size)",
       [](T X, T N, T) { return T(X * N); },
       [](T I, T X, T N, T, T Size) {
         return I < std::min(T(X * N + N), Size);
       }},
      {"max((T)(x * apart), n)", "i < min((T)(x * apart + n), size)",
       [](T X, T N, T Apart) { return std::max(T(X * Apart), N); },
       [](T I, T X, T N, T Apart, T Size) {
         return I < std::min(T(X * Apart + N), Size);
       }},
      {"x - n", "i <= (T)(x + n)", [](T X, T N, T) { return T(X - N); },
       [](T I, T X, T N, T, T) { return I <= T(X + N); }},
      {"x - 2", "i != (T)(x + 2)", [](T X, T, T) { return T(X - 2); },
       [](T I, T X, T, T, T) { return I != T(X + 2); }},
  };
  constexpr size_t Items = 150, Length = 256;
  const std::vector<cl_uint> In = hashes(Length);
  Guarded<cl_uint> From(In);
  for (const Loop &L : Loops) {
    SCOPED_TRACE(std::string(Type) + " " + L.First + " " + L.Test);
    Kernel K = buildKernel("typedef " + std::string(Type) + R"( T;
      kernel void k(global uint *out, global const uint *in, T first, T n,
                    T apart, T size) {
        T x = (T)get_global_id(0) + first;
        uint s = 0;
        for (T i = )" + L.First +
                               "; " + L.Test + R"(; ++i)
          s = s * 31 + in[i & 255];
        out[get_global_id(0)] = s;
      })",
                           "k");
    // Without a sign, numbers go around; `i <= -1` has no end then.
    std::vector<T> Firsts = {1000, 0};
    if (std::is_unsigned_v<T>)
      Firsts.push_back(T(-1) / 16 - 30);
    if (std::is_unsigned_v<T> && !std::strstr(L.Test, "<="))
      Firsts.push_back(-70);
    for (T First : Firsts)
      for (T N : {0, 1, 3, 16, 37})
        for (T Apart : {1, 2, 5}) {
          const T Size = T(First + 20) * T(N + 1);
          Guarded<cl_uint> To{std::vector<cl_uint>(Items)};
          set(K, 0, To);
          set(K, 1, From);
          setArg(K, 2, First);
          setArg(K, 3, N);
          setArg(K, 4, Apart);
          setArg(K, 5, Size);
          launch(K, {{Items}, {Items / 3}, {}});
          std::vector<cl_uint> Expected(Items);
          for (size_t Item = 0; Item != Items; ++Item) {
            const T X = T(Item) + First;
            for (T I = L.Start(X, N, Apart); L.GoesOn(I, X, N, Apart, Size);
                 ++I)
              Expected[Item] = Expected[Item] * 31 + In[size_t(I & 255)];
          }
          ASSERT_EQ(To.values(), Expected)
              << First << ", " << N << ", " << Apart;
        }
  }
}

TEST(VectorsCounters, LoopsLeftTogether) {
  leaveTogether<cl_int>("int");
  leaveTogether<cl_uint>("uint");
  leaveTogether<cl_long>("long");
  leaveTogether<cl_ulong>("ulong");
}

} // namespace
