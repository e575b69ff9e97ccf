//===- VectorsMemory.cpp - Memory that only some work-items touch ---------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What work-items touch, and what they must not touch when they run several
/// at a time.
///
//===----------------------------------------------------------------------===//

#include "Vectors.h"

#include <algorithm>
#include <array>
#include <random>

using namespace conformance;

namespace {

TEST(VectorsMemory, CopiesOfExactSize) {
  for (const char *T :
       {"char", "short", "int", "long", "float", "double", "char2", "short4",
        "int2", "float4", "double2", "char8", "int16", "double16"}) {
    SCOPED_TRACE(T);
    Kernel K = buildKernel("#define T " + std::string(T) + R"(
      kernel void k(global T *out, global const T *in) {
        size_t i = get_global_id(0);
        out[i] = in[i];
      })",
                           "k");
    Program Sizes = build("kernel void s(global int *o) { *o = sizeof(" +
                          std::string(T) + "); }");
    Buffer Size = makeBuffer(4);
    Kernel S = makeKernel(Sizes, "s");
    setArgs(S, Size);
    launch(S, {{1}, {}, {}});
    size_t Bytes = size_t(download<int>(Size, 1)[0]);
    for (size_t N : counts()) {
      std::vector<uint8_t> In = distinctBytes(N, Bytes);
      Guarded<uint8_t> From(In), To(std::vector<uint8_t>(N * Bytes));
      set(K, 0, To);
      set(K, 1, From);
      launch(K, {{N}, {N}, {}});
      ASSERT_EQ(To.values(), In) << N;
    }
  }
}

/// As `x[i * incx]`, and in bytes.
TEST(VectorsMemory, StridesThatAreArguments) {
  const std::pair<const char *, size_t> Types[] = {
      {"char", 1}, {"short", 2}, {"float", 4}, {"float2", 8}, {"double", 8}};
  for (const char *Number : {"int", "uint", "long"})
    for (auto [T, Bytes] : Types) {
      SCOPED_TRACE(std::string(Number) + ' ' + T);
      Program P =
          build("#define T " + std::string(T) + "\n#define N " + Number + R"(
        kernel void elements(global T *out, global const T *in, long n,
                             long from_, long step_, long to_) {
          N from = from_, step = step_, to = to_;
          for (N i = get_global_id(0); i < n; i += get_global_size(0))
            if (i % 5 != 3)
              out[i * to] = in[from + i * step];
        }
        kernel void bytes(global char *out, global const char *in, long n,
                          long from, long step, long to) {
          N i = get_global_id(0);
          if (i < n && i % 5 != 3)
            *(global T *)(out + i * to) = *(global const T *)(in + from + i * step);
        })");
      for (const char *Name : {"elements", "bytes"}) {
        Kernel K = makeKernel(P, Name);
        const int64_t Unit = Name[0] == 'b' ? int64_t(Bytes) : 1;
        for (size_t Items : {3, 16, 77, 128})
          for (int64_t Step : {1, 0, 2, 5, -1, -3})
            for (size_t To : {1, 2}) {
              if (Step < 0 && Number[0] == 'u')
                continue;
              const size_t N = Items - 1;
              const int64_t From = Step < 0 ? -Step * int64_t(N - 1) : 0;
              const size_t All = size_t(std::abs(Step)) * (N - 1) + 1;
              const std::vector<uint8_t> In = distinctBytes(All, Bytes);
              const std::vector<uint8_t> Before(((N - 1) * To + 1) * Bytes, 7);
              std::vector<uint8_t> Expected = Before;
              for (size_t I = 0; I != N; ++I)
                if (I % 5 != 3)
                  std::memcpy(&Expected[I * To * Bytes],
                              &In[size_t(From + int64_t(I) * Step) * Bytes],
                              Bytes);
              Guarded<uint8_t> Source(In), Result(Before);
              set(K, 0, Result);
              set(K, 1, Source);
              setArg(K, 2, int64_t(N));
              setArg(K, 3, From * Unit);
              setArg(K, 4, Step * Unit);
              setArg(K, 5, int64_t(To) * Unit);
              launch(K, {{Items}, {Items}, {}});
              ASSERT_EQ(Result.values(), Expected)
                  << Name << ' ' << N << ' ' << Step << ' ' << To;
            }
      }
    }
}

/// As `out[i * 4 + k]` for four `k`, or for some of them.
TEST(VectorsMemory, RowsOfEachItem) {
  const std::pair<const char *, size_t> Types[] = {
      {"char", 1}, {"short", 2}, {"int", 4}, {"float", 4}, {"double", 8}};
  for (auto [T, Bytes] : Types)
    for (size_t Length : {1, 2, 3, 4, 5, 6, 8, 12, 16}) {
      SCOPED_TRACE(std::string(T) + ' ' + std::to_string(Length));
      std::string Whole, Parts;
      for (size_t I = 0; I != Length; ++I) {
        const std::string At =
            "[i * " + std::to_string(Length) + " + " + std::to_string(I) + ']';
        const std::string Copy = "out" + At + " = in" + At + ";\n";
        Whole += Copy;
        if (I % 3 != 1)
          Parts += Copy;
      }
      auto Source = [&](const std::string &Name, const char *Restrict,
                        const std::string &Body) {
        return "kernel void " + Name + "(global " + T + " *" + Restrict +
               " out, global const " + T + " *" + Restrict +
               " in, int n) {\n"
               "int i = get_global_id(0);\n"
               "if (i >= n) return;\n" +
               Body + "}\n";
      };
      Program P =
          build(Source("whole", "", Whole) + Source("parts", "", Parts) +
                Source("apart", "restrict", Whole));
      for (const std::string Name : {"whole", "parts", "apart"})
        for (size_t Items : {3, 16, 77, 128})
          for (size_t N : {Items, Items - 1}) {
            const std::vector<uint8_t> In = distinctBytes(N * Length, Bytes);
            const std::vector<uint8_t> Before(In.size(), 7);
            std::vector<uint8_t> Expected = Before;
            for (size_t I = 0; I != N * Length; ++I)
              if (Name != "parts" || I % Length % 3 != 1)
                std::memcpy(&Expected[I * Bytes], &In[I * Bytes], Bytes);
            Guarded<uint8_t> Source(In), Result(Before);
            Kernel K = makeKernel(P, Name.c_str());
            set(K, 0, Result);
            set(K, 1, Source);
            setArg(K, 2, int(N));
            launch(K, {{Items}, {Items}, {}});
            ASSERT_EQ(Result.values(), Expected) << Name << ' ' << N;
          }
    }
}

/// Each work-item writes a row of elements in each of three lines, column by
/// column.
TEST(VectorsMemory, TilesOfEachItem) {
  const std::pair<const char *, size_t> Types[] = {
      {"uchar", 1}, {"short", 2}, {"float", 4}, {"ulong", 8}};
  const size_t Items = 37, Lines = 3;
  for (auto [T, Bytes] : Types)
    for (size_t Length : {1, 2, 3, 4, 8})
      for (size_t Pitch : {Items * Length, Items * Length + 5}) {
        SCOPED_TRACE(std::string(T) + ' ' + std::to_string(Length) + ' ' +
                     std::to_string(Pitch));
        std::string Whole, Parts;
        for (size_t Column = 0; Column != Length; ++Column)
          for (size_t Line = 0; Line != Lines; ++Line) {
            const std::string At = "[i * " + std::to_string(Length) + " + " +
                                   std::to_string(Line * Pitch + Column) + ']';
            const std::string Copy = "out" + At + " = in" + At + ";\n";
            Whole += Copy;
            if ((Column + Line) % 3 != 1)
              Parts += Copy;
          }
        auto Source = [&](const std::string &Name, const std::string &Body) {
          return "kernel void " + Name + "(global " + T +
                 " *restrict out, global const " + T + " *restrict in) {\n" +
                 "int i = get_global_id(0);\n" + Body + "}\n";
        };
        Program P = build(Source("whole", Whole) + Source("parts", Parts));
        const size_t Count = (Lines - 1) * Pitch + Items * Length;
        const std::vector<uint8_t> In = distinctBytes(Count, Bytes);
        for (const std::string Name : {"whole", "parts"}) {
          std::vector<uint8_t> Expected(In.size(), 7);
          for (size_t Line = 0; Line != Lines; ++Line)
            for (size_t N = 0; N != Items * Length; ++N)
              if (Name == "whole" || (N % Length + Line) % 3 != 1)
                std::memcpy(&Expected[(Line * Pitch + N) * Bytes],
                            &In[(Line * Pitch + N) * Bytes], Bytes);
          Guarded<uint8_t> Source(In),
              Result(std::vector<uint8_t>(In.size(), 7));
          Kernel K = makeKernel(P, Name.c_str());
          set(K, 0, Result);
          set(K, 1, Source);
          launch(K, {{Items}, {Items}, {}});
          ASSERT_EQ(Result.values(), Expected) << Name;
        }
      }
}

/// Each work-item writes a row, or a part of it, at a place of its own.
TEST(VectorsMemory, RowsAnywhere) {
  const std::pair<const char *, size_t> Types[] = {
      {"uchar", 1}, {"short", 2}, {"float", 4}, {"ulong", 8}};
  const size_t Items = 77;
  for (auto [T, Bytes] : Types)
    for (size_t Length : {2, 3, 4, 5, 6, 7, 8, 11, 13, 16}) {
      SCOPED_TRACE(std::string(T) + ' ' + std::to_string(Length));
      std::string Copies[2];
      for (size_t I = 0; I != Length; ++I)
        for (size_t Part = 0; Part != 2; ++Part)
          if (!Part || I != Length / 2)
            Copies[Part] += "out[to * " + std::to_string(Length) + " + " +
                            std::to_string(I) + "] = in[i * " +
                            std::to_string(Length) + " + " + std::to_string(I) +
                            "];\n";
      auto Source = [&](const std::string &Name, const std::string &Body) {
        return "kernel void " + Name + "(global " + T +
               " *restrict out, global const " + T + " *restrict in) {\n" +
               "int i = get_global_id(0), to = (i * 30 + 5) % 77;\n" + Body +
               "}\n";
      };
      Program P = build(Source("whole", Copies[0]) + Source("part", Copies[1]) +
                        Source("some", "if (to & 1) {" + Copies[0] + "}"));
      const std::vector<uint8_t> In = distinctBytes(Items * Length, Bytes);
      for (const std::string Name : {"whole", "part", "some"}) {
        std::vector<uint8_t> Expected(In.size(), 7);
        for (size_t I = 0; I != Items; ++I)
          for (size_t N = 0; N != Length; ++N) {
            const size_t To = (I * 30 + 5) % Items;
            if (Name == "whole" || (Name == "part" && N != Length / 2) ||
                (Name == "some" && To % 2))
              std::memcpy(&Expected[(To * Length + N) * Bytes],
                          &In[(I * Length + N) * Bytes], Bytes);
          }
        Guarded<uint8_t> From(In), To(std::vector<uint8_t>(In.size(), 7));
        Kernel K = makeKernel(P, Name.c_str());
        set(K, 0, To);
        set(K, 1, From);
        launch(K, {{Items}, {Items}, {}});
        ASSERT_EQ(To.values(), Expected) << Name;
      }
    }
}

/// As `out[i * 4 + k] = in[i * 4 + k] + in[i * 4 + (k + 1) % 4]` for four `k`,
/// where both may be one buffer: what an element was is lost once it is
/// written.
TEST(VectorsMemory, RowsThatOverlap) {
  for (size_t Length : {4, 6, 8, 12, 16}) {
    SCOPED_TRACE(Length);
    const std::string Row = std::to_string(Length);
    // A product that cannot wrap around, and a part of one.
    for (const char *Index :
         {"(int)get_global_id(0) * ", "get_global_id(0) * "}) {
      Program P =
          build("kernel void k(global int *out, global const int *in) {\n"
                "int i = " +
                std::string(Index) + Row +
                ";\n"
                "for (int k = 0; k < " +
                Row +
                "; ++k)\n"
                "out[i + k] = in[i + k] + in[i + (k + 1) % " +
                Row + "];\n}\n");
      for (size_t Items : {1, 16, 77}) {
        const size_t All = Items * Length;
        std::vector<int> In(All), Apart(All), Within(All);
        for (size_t I = 0; I != All; ++I)
          In[I] = Within[I] = int(I * I % 1009);
        for (size_t I = 0; I != All; ++I) {
          const size_t Next = I % Length + 1 == Length ? I + 1 - Length : I + 1;
          Apart[I] = In[I] + In[Next];
          Within[I] += Within[Next];
        }
        Guarded<int> Source(In), Result(std::vector<int>(All, 7)), Both(In);
        Kernel K = makeKernel(P, "k");
        set(K, 0, Result);
        set(K, 1, Source);
        launch(K, {{Items}, {Items}, {}});
        ASSERT_EQ(Result.values(), Apart) << Index << ' ' << Items;
        set(K, 0, Both);
        set(K, 1, Both);
        launch(K, {{Items}, {Items}, {}});
        ASSERT_EQ(Both.values(), Within) << Index << ' ' << Items;
      }
    }
  }
}

TEST(VectorsMemory, ElementsFromAnywhereToAnywhere) {
  const std::pair<const char *, size_t> Types[] = {
      {"char2", 2},    {"uchar4", 4},    {"short", 2},  {"short4", 8},
      {"ushort8", 16}, {"int", 4},       {"float2", 8}, {"float4", 16},
      {"int8", 32},    {"float16", 64},  {"long", 8},   {"double2", 16},
      {"long4", 32},   {"double16", 128}};
  for (auto [T, Bytes] : Types) {
    SCOPED_TRACE(T);
    Kernel K = buildKernel("#define T " + std::string(T) + R"(
      kernel void k(global T *out, global const T *in, global const uint *from,
                    global const uint *to, uint all) {
        size_t i = get_global_id(0);
        if (all || i % 3 != 1)
          out[to[i]] = in[from[i]];
      })",
                           "k");
    for (size_t N : counts())
      for (uint32_t All : {1, 0}) {
        // Both are permutations.
        std::vector<uint32_t> From(N), To(N);
        for (size_t I = 0; I != N; ++I) {
          From[I] = uint32_t(N - 1 - I);
          To[I] = uint32_t(N % 7 ? (I * 7 + 3) % N : I ^ (I / 2 * 2 + 1 < N));
        }
        const std::vector<uint8_t> In = distinctBytes(N, Bytes);
        std::vector<uint8_t> Expected(N * Bytes, 9);
        for (size_t I = 0; I != N; ++I)
          if (All || I % 3 != 1)
            std::memcpy(&Expected[To[I] * Bytes], &In[From[I] * Bytes], Bytes);
        Guarded<uint8_t> Source(In), Result(std::vector<uint8_t>(N * Bytes, 9));
        Guarded<uint32_t> Sources(From), Results(To);
        set(K, 0, Result);
        set(K, 1, Source);
        set(K, 2, Sources);
        set(K, 3, Results);
        setArg(K, 4, All);
        launch(K, {{N}, {N}, {}});
        ASSERT_EQ(Result.values(), Expected) << N << ' ' << All;
      }
  }
}

TEST(VectorsMemory, ThreeComponentsBesideEachOther) {
  Kernel K = buildKernel(R"(
    kernel void k(global uchar *out, global const uchar *in) {
      size_t i = get_global_id(0);
      if (i % 3 != 1)
        vstore3(vload3(i, in) + (uchar3)(1, 2, 3), i, out);
    })",
                         "k");
  for (size_t N : counts()) {
    std::vector<uint8_t> In = distinctBytes(N, 3), Expected(N * 3, 99);
    for (size_t I = 0; I != N * 3; ++I)
      if (I / 3 % 3 != 1)
        Expected[I] = uint8_t(In[I] + 1 + I % 3);
    Guarded<uint8_t> From(In), To(std::vector<uint8_t>(N * 3, 99));
    set(K, 0, To);
    set(K, 1, From);
    launch(K, {{N}, {N}, {}});
    ASSERT_EQ(To.values(), Expected) << N;
  }
}

TEST(VectorsMemory, VectorsAtAnyElement) {
  Kernel K = buildKernel(R"(
    kernel void k(global int *out, global const int *in, int shift) {
      int i = get_global_id(0);
      if (i & 1)
        vstore4(vload4(0, in + i * 4 + shift) * 3, i, out);
      else
        vstore4(vload4(i, in + shift).wzyx, 0, out + i * 4);
    })",
                         "k");
  for (size_t N : counts())
    for (int Shift : {0, 1, 3}) {
      std::vector<int> In = numbers(N * 4 + size_t(Shift), 5, 7),
                       Expected(N * 4);
      for (size_t I = 0; I != N; ++I)
        for (size_t C = 0; C != 4; ++C)
          Expected[I * 4 + C] = I & 1 ? In[I * 4 + C + size_t(Shift)] * 3
                                      : In[I * 4 + 3 - C + size_t(Shift)];
      Guarded<int> From(In), To(std::vector<int>(N * 4));
      set(K, 0, To);
      set(K, 1, From);
      setArg(K, 2, Shift);
      launch(K, {{N}, {N}, {}});
      ASSERT_EQ(To.values(), Expected) << N << " " << Shift;
    }
}

// The usual guard of a kernel whose global size has been rounded up.
TEST(VectorsMemory, ItemsBeyondTheEndTouchNothing) {
  Kernel K = buildKernel(R"(
    kernel void k(global int *out, global const int *in,
                  global const uchar *more, int n) {
      int i = get_global_id(0);
      if (i < n)
        out[i] = in[i] + more[n - 1 - i] + in[n - 1];
    })",
                         "k");
  for (size_t N : counts()) {
    std::vector<int> In = numbers(N, 3, 5), Expected(N);
    std::vector<uint8_t> More = distinctBytes(N, 1);
    for (size_t I = 0; I != N; ++I)
      Expected[I] = In[I] + More[N - 1 - I] + In[N - 1];
    Guarded<int> From(In), To(std::vector<int>(N, -1));
    Guarded<uint8_t> Bytes(More);
    set(K, 0, To);
    set(K, 1, From);
    set(K, 2, Bytes);
    setArg(K, 3, int(N));
    launch(K, {{(N + 63) / 64 * 64}, {64}, {}});
    ASSERT_EQ(To.values(), Expected) << N;
  }
}

// Nobody goes where the null pointer is used, which only running tells.
TEST(VectorsMemory, NullPointersOfAWayNotTaken) {
  Kernel K = buildKernel(R"(
    kernel void k(global int *out, global const int *in,
                  global const int *never, int n) {
      int i = get_global_id(0);
      int x = in[i];
      if (x > 1000000)
        x += never[0] + never[i] + never[n];
      for (int k = 0; k < x - 2000000; ++k)
        x += never[k];
      out[i] = x > 3000000 ? never[1] : x;
      if (x > 1000000)
        ((global int *)never)[i] = 1;
    })",
                         "k");
  for (size_t N : {1, 5, 16, 64, 100}) {
    std::vector<int> In = numbers(N);
    Guarded<int> From(In), To(std::vector<int>(N, -1));
    set(K, 0, To);
    set(K, 1, From);
    ok(clSetKernelArg(K, 2, sizeof(cl_mem), nullptr));
    setArg(K, 3, 3);
    launch(K, {{N}, {N}, {}});
    ASSERT_EQ(To.values(), In) << N;
  }
}

// The index of a work-item that does not read is far outside.
TEST(VectorsMemory, WildIndicesOfItemsThatDoNotRead) {
  Kernel K = buildKernel(R"(
    kernel void k(global int *out, global const long *index,
                  global const int *table, local int *tmp) {
      int i = get_global_id(0);
      long at = index[i];
      int x = -1;
      if (at >= 0 && at < 10) {
        x = table[at];
        tmp[get_local_id(0) + at - at] = x;
        x += tmp[get_local_id(0) + (at & 0)];
      }
      if (at < 0 || at >= 10 || table[at] & 1)
        x ^= 64;
      out[i] = x;
    })",
                         "k");
  Guarded<int> Table(numbers(10, 100, 3));
  for (size_t N : counts()) {
    std::vector<cl_long> Index(N);
    std::vector<int> Expected(N);
    for (size_t I = 0; I != N; ++I) {
      Index[I] = I % 3 == 1 ? INT64_MIN / 16 + cl_long(I) * 12345678912345
                            : cl_long(I % 13);
      bool Reads = Index[I] >= 0 && Index[I] < 10;
      int Value = 100 + 3 * int(Index[I] % 10);
      Expected[I] = Reads ? Value * 2 : -1;
      if (!Reads || Value & 1)
        Expected[I] ^= 64;
    }
    Guarded<cl_long> Indices(Index);
    Guarded<int> To(std::vector<int>(N, 0));
    set(K, 0, To);
    set(K, 1, Indices);
    set(K, 2, Table);
    setArg(K, 3, Local{N * sizeof(int)});
    launch(K, {{N}, {N}, {}});
    ASSERT_EQ(To.values(), Expected) << N;
  }
}

// What lies between the stores keeps its value.
TEST(VectorsMemory, StoresOfSomeItems) {
  for (const char *T : {"char", "short", "int", "long"}) {
    SCOPED_TRACE(T);
    Kernel K = buildKernel("#define T " + std::string(T) + R"(
      kernel void k(global T *out, int modulus, int rest) {
        int i = get_global_id(0);
        if (i % modulus == rest)
          out[i] = i;
      })",
                           "k");
    size_t Bytes = T[0] == 'c' ? 1 : T[0] == 's' ? 2 : T[0] == 'i' ? 4 : 8;
    for (size_t N : counts())
      for (int Modulus : {2, 5, 64}) {
        std::vector<uint8_t> Expected(N * Bytes, 0x55);
        Guarded<uint8_t> To(Expected);
        int Rest = Modulus / 2;
        for (size_t I = size_t(Rest); I < N; I += size_t(Modulus))
          std::memcpy(&Expected[I * Bytes], &I, Bytes);
        set(K, 0, To);
        setArg(K, 1, Modulus);
        setArg(K, 2, Rest);
        launch(K, {{N}, {N}, {}});
        ASSERT_EQ(To.values(), Expected) << N << " " << Modulus;
      }
  }
}

// Scattered stores of small elements, which no instruction does for a vector,
// in vectors of which no work-item stores.
TEST(VectorsMemory, SmallElementsOfFewItems) {
  for (const char *T : {"uchar", "short"}) {
    SCOPED_TRACE(T);
    Kernel K = buildKernel("#define T " + std::string(T) + R"(
      kernel void k(global T *out, global const int *in, int n) {
        int i = get_global_id(0);
        if (in[i] == 20)
          out[in[i] * 3 % n] = 7;
        else if (in[i] > 1000)
          out[in[i]] = out[in[i] * 2] + 1;
      })",
                           "k");
    size_t Bytes = T[0] == 'u' ? 1 : 2;
    for (size_t N : counts()) {
      std::vector<uint8_t> Expected(N * Bytes, 0x55);
      Guarded<uint8_t> To(Expected);
      Guarded<int> From(numbers(N));
      if (N > 20) {
        cl_short Seven = 7;
        std::memcpy(&Expected[60 % N * Bytes], &Seven, Bytes);
      }
      set(K, 0, To);
      set(K, 1, From);
      setArg(K, 2, int(N));
      launch(K, {{N}, {N}, {}});
      ASSERT_EQ(To.values(), Expected) << N;
    }
  }
}

TEST(VectorsMemory, NeighboursAtBothEndsOfPages) {
  // There is no memory before and behind them.
  constexpr size_t Bytes = 4096;
  for (size_t Size : {1, 2, 4, 8})
    for (size_t Step : {1, 2, 3}) {
      SCOPED_TRACE(testing::Message() << Size << " bytes, step " << Step);
      const size_t N = (Bytes / Size - 1) / Step + 1;
      Kernel K = buildKernel("#define T " + unsignedOf(Size) + R"(
        kernel void k(global T *out, global const T *in, uint n) {
          uint i = get_global_id(0);
          T before = 7, behind = 9;
          if (i > 0)
            before = in[(i - 1) * STEP];
          if (i + 1 < n)
            behind = in[(i + 1) * STEP];
          out[i] = before + 3 * behind;
        })",
                             "k", "-DSTEP=" + std::to_string(Step));
      const std::vector<uint8_t> In = distinctBytes(Bytes, 1);
      auto element = [&](size_t I) {
        uint64_t Value = 0;
        std::memcpy(&Value, &In[I * Step * Size], Size);
        return Value;
      };
      std::vector<uint8_t> Expected(N * Size);
      for (size_t I = 0; I != N; ++I) {
        const uint64_t Sum =
            (I > 0 ? element(I - 1) : 7) + 3 * (I + 1 < N ? element(I + 1) : 9);
        std::memcpy(&Expected[I * Size], &Sum, Size);
      }
      Guarded<uint8_t> From(In), To(std::vector<uint8_t>(N * Size));
      set(K, 0, To);
      set(K, 1, From);
      setArg(K, 2, cl_uint(N));
      launch(K, {{N}, {}, {}});
      EXPECT_EQ(To.values(), Expected);
    }
}

TEST(VectorsMemory, NeighboursOfGroupsAreNotWritten) {
  Kernel K = buildKernel(R"(
    kernel void k(global uchar *out, int iterations) {
      int i = get_global_id(0);
      int group = get_group_id(0);
      for (int r = 0; r < iterations; ++r)
        if ((i ^ group) & 1)
          out[i / 2 * 2 + (group & 1)] += 1;
    })",
                         "k");
  // Groups of an even and an odd number share no byte.
  std::vector<uint8_t> Zero(64 * 64, 0), Expected(Zero);
  Guarded<uint8_t> To(Zero);
  set(K, 0, To);
  setArg(K, 1, 10);
  launch(K, {{Zero.size()}, {64}, {}});
  for (size_t I = 0; I != Zero.size(); ++I)
    if ((I ^ (I / 64)) & 1)
      Expected[I / 2 * 2 + (I / 64 & 1)] =
          uint8_t(Expected[I / 2 * 2 + (I / 64 & 1)] + 10);
  EXPECT_EQ(To.values(), Expected);
}

TEST(VectorsMemory, DivisorsOfItemsThatDoNotDivide) {
  for (const char *T : {"char", "ushort", "int", "uint", "long", "ulong"}) {
    SCOPED_TRACE(T);
    Kernel K = buildKernel("#define T " + std::string(T) + R"(
      kernel void k(global int *out, global const int *in) {
        int i = get_global_id(0);
        T d = in[i], x = 100 - i;
        int y = -1;
        if (d != 0)
          y = (int)(x / d) * 16 + (int)(x % d);
        while (d > 1)
          d = d == 2 ? 0 : d - 1;
        out[i] = y * 2 + (d == 1 ? (int)(x / d) & 1 : 0);
      })",
                           "k");
    size_t N = 93;
    std::vector<int> In(N), Expected(N);
    for (size_t I = 0; I != N; ++I) {
      int D = In[I] = int(I % 5), X = 100 - int(I);
      int Y = D ? X / D * 16 + X % D : -1;
      Expected[I] = Y * 2 + (D == 1 ? X & 1 : 0);
    }
    Guarded<int> From(In), To(std::vector<int>(N, 0));
    set(K, 0, To);
    set(K, 1, From);
    launch(K, {{N}, {31}, {}});
    EXPECT_EQ(To.values(), Expected);
  }
}

// In order, the other way round, and in orders of no integer; a byte may change
// in between.
TEST(VectorsMemory, IntegersOfBytes) {
  std::mt19937 Random(1);
  auto Below = [&](size_t Limit) { return size_t(Random() % Limit); };
  for (unsigned Round = 0; Round != 60; ++Round) {
    const size_t Bytes = size_t(2) << Round % 3;
    const std::string Type = unsignedOf(Bytes);
    // What is read for each byte of the integer.
    std::vector<size_t> Of(Bytes);
    std::iota(Of.begin(), Of.end(), 0);
    if (Round & 1)
      std::ranges::reverse(Of);
    if (Below(4) == 0)
      std::swap(Of[Below(Bytes)], Of[Below(Bytes)]);
    const size_t Changed = Below(Bytes), After = Below(Bytes + 1),
                 Form = Below(3);
    auto Byte = [&](size_t I) { return "b" + std::to_string(I); };
    std::string Reads, Value;
    for (size_t I = 0; I != Bytes; ++I) {
      if (I == After && Below(2))
        Reads += "p[" + std::to_string(Changed) + "] = 7;\n";
      Reads += (Below(3) ? "uchar " : "char ") + Byte(I) + " = p[" +
               std::to_string(Of[I]) + "];\n";
      const std::string Wide = "(" + Type + ")(uchar)" + Byte(I);
      if (Form == 0)
        Value +=
            (I ? " | (" : "(") + Wide + " << " + std::to_string(8 * I) + ")";
      else if (Form == 1)
        Value =
            I ? "(" + Value + ") | (" + Wide + ") << " + std::to_string(8 * I)
              : Wide;
      else
        Value += (I ? ", (uchar)" : "(uchar)") + Byte(I);
    }
    if (Form == 2)
      Value = "as_" + Type + "((uchar" + std::to_string(Bytes) + ")(" + Value +
              "))";
    const std::string Source =
        "kernel void k(global " + Type + " *out, global uchar *in) {\n" +
        "global uchar *p = in + get_global_id(0) * " + std::to_string(Bytes) +
        ";\n" + Reads + "out[get_global_id(0)] = " + Value + ";\n}";
    SCOPED_TRACE(Source);
    Kernel K = buildKernel(Source, "k");
    for (size_t N : {1, 7, 16, 61}) {
      const std::vector<uint8_t> In = distinctBytes(N, Bytes);
      std::vector<uint8_t> Expected, Memory = In;
      for (size_t I = 0; I != N; ++I)
        for (size_t B = 0; B != Bytes; ++B) {
          if (B == After && Reads.find("= 7") != std::string::npos)
            Memory[I * Bytes + Changed] = 7;
          Expected.push_back(Memory[I * Bytes + Of[B]]);
        }
      Guarded<uint8_t> From(In), To(std::vector<uint8_t>(N * Bytes));
      set(K, 0, To);
      set(K, 1, From);
      launch(K, {{N}, {N}, {}});
      ASSERT_EQ(To.values(), Expected) << N;
    }
  }
}

/// What a work-item makes of the vectors at \p A and \p B: the text of the
/// kernel below.
template <class T, size_t N>
static std::array<T, N> chain(const T *A, const T *B, T S, bool Diverges,
                              bool TakesApart) {
  using Wide = std::conditional_t<std::is_floating_point_v<T>, T, uint64_t>;
  std::array<T, N> Sum;
  std::copy_n(A, N, Sum.begin());
  for (int J = 0; J != 3; ++J) {
    for (size_t C = 0; C != N; ++C)
      Sum[C] = T(Wide(Sum[C]) * Wide(S) + Wide(B[C]));
    if (!Diverges || S > 1)
      for (size_t C = 0; C != N; ++C)
        Sum[C] = T(Wide(Sum[C]) - Wide(A[C] > B[C] ? A[C] : B[C]));
    if (TakesApart)
      Sum[N - 1] = Sum[0];
  }
  std::ranges::reverse(Sum);
  return Sum;
}

template <class T, size_t N>
static void expectChains(const std::string &Name, bool Diverges,
                         bool TakesApart) {
  const std::string Vector = Name + std::to_string(N);
  std::string Reversed = ".s";
  for (size_t C = N; C != 0; --C)
    Reversed += "0123456789abcdef"[C - 1];
  const std::string Source =
      "kernel void k(global " + Vector + " *out, global const " + Vector +
      " *a, global const " + Vector + " *b, global const " + Name +
      " *s, int n) {\n"
      "  int i = get_global_id(0);\n  if (i >= n)\n    return;\n  " +
      Vector + " sum = a[i];\n" +
      "  for (int j = 0; j < 3; ++j) {\n    sum = sum * s[i] + b[i];\n" +
      (Diverges ? "    if (s[i] > 1)\n  " : "") +
      "    sum -= a[i] > b[i] ? a[i] : b[i];\n" +
      (TakesApart ? "    sum.s" + Reversed.substr(2, 1) + " = sum.s0;\n" : "") +
      "  }\n  out[i] = sum" + Reversed + ";\n}";
  SCOPED_TRACE(Source);
  Kernel K = buildKernel(Source, "k");
  for (size_t Count : {1, 7, 16, 33, 64, 100}) {
    std::vector<T> A, B, S, Expected;
    for (size_t I = 0; I != Count * N; ++I) {
      A.push_back(T(I % 5));
      B.push_back(T(I / 3 % 7));
    }
    for (size_t I = 0; I != Count; ++I)
      S.push_back(T(I % 4));
    for (size_t I = 0; I != Count; ++I)
      for (T V : chain<T, N>(&A[I * N], &B[I * N], S[I], Diverges, TakesApart))
        Expected.push_back(V);
    Guarded<T> First(A), Second(B), Factors(S),
        To(std::vector<T>(Count * N, T(99)));
    set(K, 0, To);
    set(K, 1, First);
    set(K, 2, Second);
    set(K, 3, Factors);
    setArg(K, 4, int(Count));
    launch(K, {{(Count + 31) / 32 * 32}, {32}, {}});
    ASSERT_EQ(To.values(), Expected) << Count;
  }
}

// Vectors that are computed element by element, spread, reversed and chosen
// among, in loops and by some of the work-items.
TEST(VectorsMemory, VectorsThatStayTogether) {
  auto OfAllLengths = [&]<class T>(T, const std::string &Name) {
    for (int Way = 0; Way != 3; ++Way) {
      const bool Diverges = Way == 1, TakesApart = Way == 2;
      expectChains<T, 2>(Name, Diverges, TakesApart);
      expectChains<T, 4>(Name, Diverges, TakesApart);
      expectChains<T, 8>(Name, Diverges, TakesApart);
      expectChains<T, 16>(Name, Diverges, TakesApart);
    }
  };
  OfAllLengths(cl_char(), "char");
  OfAllLengths(cl_ushort(), "ushort");
  OfAllLengths(cl_int(), "int");
  OfAllLengths(cl_ulong(), "ulong");
  OfAllLengths(cl_float(), "float");
  OfAllLengths(cl_double(), "double");
}

} // namespace
