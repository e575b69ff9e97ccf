//===- PacksMemory.cpp - Memory that only some work-items touch -----------===//
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

#include "Packs.h"

using namespace conformance;

namespace {

/// Elements of \p Bytes bytes, all different.
std::vector<uint8_t> distinctBytes(size_t Count, size_t Bytes) {
  std::vector<uint8_t> All(Count * Bytes);
  for (size_t I = 0; I != All.size(); ++I)
    All[I] = uint8_t(I * 37 + I / 251);
  return All;
}

TEST(PacksMemory, CopiesOfExactSize) {
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

TEST(PacksMemory, ThreeComponentsBesideEachOther) {
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

TEST(PacksMemory, VectorsAtAnyElement) {
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
TEST(PacksMemory, ItemsBeyondTheEndTouchNothing) {
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
TEST(PacksMemory, NullPointersOfAWayNotTaken) {
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
TEST(PacksMemory, WildIndicesOfItemsThatDoNotRead) {
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
TEST(PacksMemory, StoresOfSomeItems) {
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

// Scattered stores of small elements, which no instruction does for a pack, in
// packs of which no work-item stores.
TEST(PacksMemory, SmallElementsOfFewItems) {
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

TEST(PacksMemory, NeighboursOfGroupsAreNotWritten) {
  Kernel K = buildKernel(R"(
    kernel void k(global uchar *out, int rounds) {
      int i = get_global_id(0);
      int group = get_group_id(0);
      for (int r = 0; r < rounds; ++r)
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

TEST(PacksMemory, DivisorsOfItemsThatDoNotDivide) {
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

/// Each work-item has a record of \p Stride elements, reads the first \p Count
/// of them and writes them in another order.
std::string records(const std::string &Type, size_t Count, size_t Stride) {
  std::string Text = "kernel void k(global " + Type + " *out, global const " +
                     Type + " *in) {\n  size_t i = get_global_id(0);\n";
  auto Element = [&](const char *Of, size_t I) {
    return Of + ("[i * " + std::to_string(Stride)) + " + " + std::to_string(I) +
           "]";
  };
  for (size_t I = 0; I != Count; ++I)
    Text += "  " + Type + " v" + std::to_string(I) + " = " + Element("in", I) +
            ";\n";
  for (size_t I = 0; I != Count; ++I)
    Text += "  " + Element("out", I) + " = v" + std::to_string(I * 5 % Count) +
            ";\n";
  return Text + "}\n";
}

TEST(PacksMemory, RecordsOfEverySize) {
  struct {
    const char *name;
    size_t bytes, elements;
  } Types[] = {{"int", 4, 16},  {"float", 4, 16}, {"long", 8, 9},
               {"short", 2, 8}, {"int2", 8, 8},   {"float4", 16, 4}};
  for (auto [Name, Bytes, Most] : Types)
    for (size_t Count : {size_t(3), size_t(4), Most})
      for (size_t Stride : {Count, Count + 1, 2 * Most}) {
        SCOPED_TRACE(Name + (" " + std::to_string(Count)) + " of " +
                     std::to_string(Stride));
        Kernel K = buildKernel(records(Name, Count, Stride), "k");
        for (size_t Items : {5, 16, 37, 64}) {
          std::vector<uint8_t> In = distinctBytes(Items * Stride, Bytes);
          std::vector<uint8_t> Expected(In.size(), 99);
          for (size_t I = 0; I != Items; ++I)
            for (size_t E = 0; E != Count; ++E)
              std::copy_n(&In[(I * Stride + E * 5 % Count) * Bytes], Bytes,
                          &Expected[(I * Stride + E) * Bytes]);
          Guarded<uint8_t> From(In), To(std::vector<uint8_t>(In.size(), 99));
          set(K, 0, To);
          set(K, 1, From);
          launch(K, {{Items}, {Items}, {}});
          ASSERT_EQ(To.values(), Expected) << Items;
        }
      }
}

TEST(PacksMemory, ExchangesAtTheEndOfLocalMemory) {
  constexpr size_t Items = 256;
  cl_ulong Bytes = 0;
  ok(clGetDeviceInfo(device(), CL_DEVICE_LOCAL_MEM_SIZE, sizeof Bytes, &Bytes,
                     nullptr));
  Kernel K = buildKernel(R"(
    kernel __attribute__((reqd_work_group_size(256, 1, 1)))
    void k(global int *out, local int *memory, uint start, uint factor) {
      uint l = get_local_id(0);
      local int *last = memory + start;
      last[l] = l * 3 + 1;
      barrier(CLK_LOCAL_MEM_FENCE);
      out[l * 3] = last[l ^ 5];
      out[l * 3 + 1] = last[l * factor % 256];
      out[l * 3 + 2] = last[255 - l / 2];
    })",
                         "k");
  Buffer Out = makeBuffer(3 * Items * sizeof(int));
  for (unsigned Factor : {1u, 3u, 85u, 255u}) {
    setArgs(K, Out);
    ok(clSetKernelArg(K, 1, Bytes, nullptr));
    setArg(K, 2, cl_uint(Bytes / sizeof(int) - Items));
    setArg(K, 3, cl_uint(Factor));
    launch(K, {{Items}, {Items}, {}});
    std::vector<int> Values = download<int>(Out, 3 * Items);
    for (size_t L = 0; L != Items; ++L) {
      ASSERT_EQ(Values[L * 3], int(L ^ 5) * 3 + 1) << L;
      ASSERT_EQ(Values[L * 3 + 1], int(L * Factor % 256) * 3 + 1) << L;
      ASSERT_EQ(Values[L * 3 + 2], int(255 - L / 2) * 3 + 1) << L;
    }
  }
}

TEST(PacksMemory, ReadsBeforeWrites) {
  Kernel K = buildKernel(R"(
    kernel void k(global int *out, global int *both, int n) {
      int i = get_global_id(0), mine = 7;
      if (i % 3 != n) {
        mine = both[i];
        both[i] = 0;
      }
      out[i] = mine;
    })",
                         "k");
  for (size_t Count : counts()) {
    std::vector<int> Values = numbers(int(Count), 1);
    Guarded<int> Both(Values), Out(std::vector<int>(Count, 0));
    setArgs(K, static_cast<const Buffer &>(Out),
            static_cast<const Buffer &>(Both), 1);
    launch(K, {{Count}, {}, {}});
    std::vector<int> Left = Both.values(), Read = Out.values();
    for (size_t I = 0; I != Count; ++I) {
      ASSERT_EQ(Read[I], I % 3 != 1 ? Values[I] : 7) << I;
      ASSERT_EQ(Left[I], I % 3 != 1 ? 0 : Values[I]) << I;
    }
  }
}

template <class T> void readBorders(const char *Type) {
  SCOPED_TRACE(Type);
  Kernel K = buildKernel("#define T " + std::string(Type) + R"(
    kernel void k(global T *out, global const T *in, int last, int shift) {
      int i = get_global_id(0), at = i + shift;
      out[i * 4] = in[clamp(at, 0, last)];
      int mirrored = at < 0 ? -at : at > last ? 2 * last - at : at;
      out[i * 4 + 1] = in[clamp(mirrored, 0, last)];
      T mine = 0;
      if (in[i] % 3 == 1)
        mine = in[min(max(at, 0), last)];
      out[i * 4 + 2] = mine;
      out[i * 4 + 3] = in[clamp((long)i - shift, 0L, (long)last)];
    })",
                         "k");
  // With 1024 elements and more there may be a page around that nobody may read
  // at either end.
  for (int Count : {1, 2, 7, 33, 100, 512, 1024, 2048, 2063}) {
    std::vector<T> Values(Count);
    for (int I = 0; I != Count; ++I)
      Values[I] = T((I * 7 + 1) % 30011);
    Guarded<T> In(Values), Out(std::vector<T>(4 * Count));
    for (int Shift : {-1100, -40, -17, -3, -1, 0, 1, 2, 15, 16, 33, 1100}) {
      setArgs(K, static_cast<const Buffer &>(Out),
              static_cast<const Buffer &>(In), Count - 1, Shift);
      launch(K, {{size_t(Count)}, {}, {}});
      std::vector<T> Got = Out.values();
      for (int I = 0; I != Count; ++I) {
        const int Last = Count - 1, At = I + Shift;
        const T Near = Values[std::clamp(At, 0, Last)];
        int Mirrored = At < 0 ? -At : At > Last ? 2 * Last - At : At;
        ASSERT_EQ(Got[I * 4], Near) << Count << ' ' << Shift << ' ' << I;
        ASSERT_EQ(Got[I * 4 + 1], Values[std::clamp(Mirrored, 0, Last)])
            << Count << ' ' << Shift << ' ' << I;
        ASSERT_EQ(Got[I * 4 + 2], Values[I] % 3 == 1 ? Near : T(0))
            << Count << ' ' << Shift << ' ' << I;
        ASSERT_EQ(Got[I * 4 + 3], Values[std::clamp(I - Shift, 0, Last)])
            << Count << ' ' << Shift << ' ' << I;
      }
    }
  }
}

TEST(PacksMemory, ElementsAtBorders) {
  readBorders<short>("short");
  readBorders<int>("int");
  readBorders<cl_long>("long");
}

} // namespace
