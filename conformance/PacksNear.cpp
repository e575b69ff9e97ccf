//===- PacksNear.cpp - Elements that lie near each other ------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What work-items that run several at a time load together: records, elements
/// that they exchange, those at borders, and those that they overwrite.
///
//===----------------------------------------------------------------------===//

#include "Packs.h"

using namespace conformance;

namespace {

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

TEST(PacksNear, RecordsOfEverySize) {
  struct {
    const char *name;
    size_t bytes, elements;
  } Types[] = {{"int", 4, 16},  {"float", 4, 16}, {"long", 8, 9},
               {"short", 2, 8}, {"int2", 8, 8},   {"float4", 16, 4}};
  for (auto [Name, Bytes, Most] : Types)
    for (size_t Count : {size_t(3), size_t(4), size_t(5), size_t(7), Most})
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

/// What a work-item reads of its record may have been written just before.
TEST(PacksNear, RecordsUpdatedInPlace) {
  for (const char *Type : {"uint", "ulong"})
    for (size_t Count : {3, 4, 7, 8})
      for (unsigned Which = 0; Which != 6; ++Which) {
        SCOPED_TRACE(Type + (" " + std::to_string(Count)) + " " +
                     std::to_string(Which));
        // Field To gets From * 3 + Other, one statement after the other.
        struct Statement {
          size_t to, from, other;
        };
        std::vector<Statement> Statements;
        for (size_t I = 0; I != Count; ++I)
          if (Which == 0 || (I * 7 + Which) % 4 != 0)
            Statements.push_back({(I * (Which % 3 + 1) + Which) % Count,
                                  (I + Which) % Count,
                                  (I * 5 + Which / 2) % Count});
        std::string Text = "typedef struct { " + std::string(Type) + " f[" +
                           std::to_string(Count) +
                           "]; } R;\nkernel void k(global R *r) {\n"
                           "  global R *p = &r[get_global_id(0)];\n";
        auto Field = [](size_t I) { return "p->f[" + std::to_string(I) + "]"; };
        for (const Statement &S : Statements)
          Text += "  " + Field(S.to) + " = " + Field(S.from) + " * 3 + " +
                  Field(S.other) + ";\n";
        Kernel K = buildKernel(Text + "}\n", "k");
        const bool IsWide = Type[1] == 'l';
        for (size_t Items : {1, 7, 16, 45, 64}) {
          std::vector<cl_ulong> Expected(Items * Count);
          for (size_t I = 0; I != Expected.size(); ++I)
            Expected[I] = I * 2654435761u % 1000003;
          auto Check = [&](auto Zero) {
            using T = decltype(Zero);
            const std::vector<T> Values(Expected.begin(), Expected.end());
            Guarded<T> Records(Values);
            set(K, 0, Records);
            launch(K, {{Items}, {Items}, {}});
            for (size_t I = 0; I != Items; ++I)
              for (const Statement &S : Statements) {
                cl_ulong *F = &Expected[I * Count];
                F[S.to] = T(F[S.from] * 3 + F[S.other]);
              }
            const std::vector<T> Wanted(Expected.begin(), Expected.end());
            ASSERT_EQ(Records.values(), Wanted) << Items;
          };
          IsWide ? Check(cl_ulong()) : Check(cl_uint());
        }
      }
}

TEST(PacksNear, ExchangesAtTheEndOfLocalMemory) {
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

TEST(PacksNear, ReadsBeforeWrites) {
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

TEST(PacksNear, ElementsAtBorders) {
  readBorders<short>("short");
  readBorders<int>("int");
  readBorders<cl_long>("long");
}

} // namespace
