//===- VectorsNear.cpp - Elements that lie near each other ----------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What work-items that run several at a time load together: elements that they
/// exchange, those at borders, and those that they overwrite.
///
//===----------------------------------------------------------------------===//

#include "Vectors.h"

using namespace conformance;

namespace {

TEST(VectorsNear, ExchangesAtTheEndOfLocalMemory) {
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

TEST(VectorsNear, ReadsBeforeWrites) {
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

TEST(VectorsNear, ElementsAtBorders) {
  readBorders<short>("short");
  readBorders<int>("int");
  readBorders<cl_long>("long");
}

} // namespace
