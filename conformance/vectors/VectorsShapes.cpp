//===- VectorsShapes.cpp - Work-groups of every shape ---------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One kernel, launched with groups of many shapes, one after the other: which
/// work-items run at a time, and which code runs them, depends on the shape.
///
//===----------------------------------------------------------------------===//

#include "Vectors.h"

#include <algorithm>

using namespace conformance;

namespace {

using Sizes = std::array<size_t, 3>;

constexpr Sizes Shapes[] = {
    {128, 1, 1}, {64, 2, 1}, {100, 1, 1}, {33, 1, 1},  {96, 1, 1}, {72, 1, 1},
    {16, 16, 1}, {8, 16, 1}, {7, 9, 1},   {4, 32, 1},  {3, 5, 7},  {3, 40, 1},
    {2, 64, 1},  {2, 3, 11}, {2, 100, 1}, {1, 128, 1}, {1, 33, 2}, {1, 7, 1},
    {1, 1, 64},  {1, 1, 1},  {5, 1, 1},   {12, 1, 4},  {63, 1, 1}, {1, 256, 1}};

/// Many work-items in groups of \p Local.
Sizes globalFor(const Sizes &Local, bool Uniform = true) {
  Sizes Global;
  for (unsigned D = 0; D != 3; ++D)
    Global[D] = Local[D] * (D == 0   ? 7
                            : D == 1 ? 5
                                     : 2) +
                (Uniform ? 0 : Local[D] / 2);
  while (Global[0] * Global[1] * Global[2] < 2000)
    Global[1] += Local[1] * 16;
  return Global;
}

size_t countOf(const Sizes &S) { return S[0] * S[1] * S[2]; }

/// Calls \p F with the id of every work-item, and its number.
template <typename Function> void forEach(const Sizes &Global, Function F) {
  size_t Number = 0;
  for (size_t Z = 0; Z != Global[2]; ++Z)
    for (size_t Y = 0; Y != Global[1]; ++Y)
      for (size_t X = 0; X != Global[0]; ++X)
        F(Sizes{X, Y, Z}, Number++);
}

constexpr char Groups[] = R"(
  kernel void k(global uint *out, local uint *tile, uint n) {
    uint x = get_local_id(0), y = get_local_id(1), z = get_local_id(2);
    uint w = get_local_size(0), h = get_local_size(1), d = get_local_size(2);
    uint l = (z * h + y) * w + x, all = w * h * d;
    uint kept[3] = {l * 3, l ^ n, get_global_id(1)};
    tile[l] = x + y * 1000 + z * 100000 + get_group_id(0) * n;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint sum = kept[(x + y) % 3];
    for (uint j = 0; j < x % 4 + y % 3; ++j)
      sum += tile[(l + j * n) % all] * (j + 1);
    barrier(CLK_LOCAL_MEM_FENCE);
    if ((x ^ y) & 1)
      tile[all - 1 - l] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    size_t i = (get_global_id(2) * get_global_size(1) + get_global_id(1)) *
               get_global_size(0) + get_global_id(0);
    out[i] = sum * 7 + tile[all - 1 - l] + kept[1];
  })";

/// What the kernel in Groups writes.
std::vector<cl_uint> runGroups(const Sizes &Global, const Sizes &Local,
                               cl_uint N) {
  std::vector<cl_uint> Out(countOf(Global));
  auto At = [&](const Sizes &Id) {
    return (Id[2] * Global[1] + Id[1]) * Global[0] + Id[0];
  };
  forEach({(Global[0] + Local[0] - 1) / Local[0],
           (Global[1] + Local[1] - 1) / Local[1],
           (Global[2] + Local[2] - 1) / Local[2]},
          [&](const Sizes &Group, size_t) {
            Sizes Here, Start;
            for (unsigned D = 0; D != 3; ++D) {
              Start[D] = Group[D] * Local[D];
              Here[D] = std::min(Local[D], Global[D] - Start[D]);
            }
            const size_t All = countOf(Here);
            std::vector<cl_uint> Tile(All), Sum(All);
            forEach(Here, [&](const Sizes &Id, size_t L) {
              Tile[L] =
                  cl_uint(Id[0] + Id[1] * 1000 + Id[2] * 100000 + Group[0] * N);
            });
            auto kept = [&](const Sizes &Id, size_t L, size_t Which) {
              return Which == 0   ? cl_uint(L * 3)
                     : Which == 1 ? cl_uint(L) ^ N
                                  : cl_uint(Start[1] + Id[1]);
            };
            forEach(Here, [&](const Sizes &Id, size_t L) {
              Sum[L] = kept(Id, L, (Id[0] + Id[1]) % 3);
              for (cl_uint J = 0; J < Id[0] % 4 + Id[1] % 3; ++J)
                Sum[L] += Tile[cl_uint(L + J * N) % All] * (J + 1);
            });
            forEach(Here, [&](const Sizes &Id, size_t L) {
              if ((Id[0] ^ Id[1]) & 1)
                Tile[All - 1 - L] = Sum[L];
            });
            forEach(Here, [&](const Sizes &Id, size_t L) {
              Out[At({Start[0] + Id[0], Start[1] + Id[1], Start[2] + Id[2]})] =
                  Sum[L] * 7 + Tile[All - 1 - L] + kept(Id, L, 1);
            });
          });
  return Out;
}

void expectGroups(const char *Options, bool Uniform) {
  Kernel K = buildKernel(Groups, "k", Options);
  for (const Sizes &Local : Shapes) {
    const Sizes Global = globalFor(Local, Uniform);
    Buffer Out = makeBuffer(countOf(Global) * sizeof(cl_uint));
    setArgs(K, Out);
    ok(clSetKernelArg(K, 1, countOf(Local) * sizeof(cl_uint), nullptr));
    for (cl_uint N : {1u, 5u}) {
      setArg(K, 2, N);
      launch(K, {{Global[0], Global[1], Global[2]},
                 {Local[0], Local[1], Local[2]},
                 {}});
      ASSERT_EQ(download<cl_uint>(Out, countOf(Global)),
                runGroups(Global, Local, N))
          << Local[0] << 'x' << Local[1] << 'x' << Local[2] << ", n " << N;
    }
  }
}

TEST(VectorsShapes, GroupsOfOneSize) { expectGroups("", true); }

TEST(VectorsShapes, GroupsOfDifferentSizes) {
  expectGroups("-cl-std=CL3.0", false);
}

/// What sees no groups gives the same in all, with offsets, and in launches
/// that are narrow themselves.
///
/// \param AreColumns what it writes is transposed.
void expectWithoutGroups(bool AreColumns) {
  Kernel K = buildKernel(R"(
    kernel void k(global uint *out, uint w, uint h, uint ox, uint oy) {
      uint x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
      uint s = x * 3 + y * 5;
      for (uint j = 0; j < (x ^ y) % 5; ++j)
        s = s * 31 + j + z;
      y -= oy;
      x -= ox;
      out[z * h * w + AT] += s | 1;
    })",
                         "k", AreColumns ? "-DAT=(x*h+y)" : "-DAT=(y*w+x)");
  for (const Sizes &Local : Shapes)
    for (Sizes Offset : {Sizes{0, 0, 0}, Sizes{5, 1000, 0}}) {
      const Sizes Global = globalFor(Local);
      const size_t Count = countOf(Global);
      Buffer Out = upload(std::vector<cl_uint>(Count));
      setArgs(K, Out);
      setArg(K, 1, cl_uint(Global[0]));
      setArg(K, 2, cl_uint(Global[1]));
      setArg(K, 3, cl_uint(Offset[0]));
      setArg(K, 4, cl_uint(Offset[1]));
      launch(K, {{Global[0], Global[1], Global[2]},
                 {Local[0], Local[1], Local[2]},
                 {Offset[0], Offset[1], Offset[2]}});
      std::vector<cl_uint> Expected(Count);
      forEach(Global, [&](const Sizes &Id, size_t I) {
        const cl_uint X = cl_uint(Id[0] + Offset[0]),
                      Y = cl_uint(Id[1] + Offset[1]);
        cl_uint S = X * 3 + Y * 5;
        for (cl_uint J = 0; J < (X ^ Y) % 5; ++J)
          S = S * 31 + J + cl_uint(Id[2]);
        if (AreColumns)
          I = (Id[2] * Global[0] + Id[0]) * Global[1] + Id[1];
        Expected[I] = S | 1;
      });
      ASSERT_EQ(download<cl_uint>(Out, Count), Expected)
          << Local[0] << 'x' << Local[1] << 'x' << Local[2];
    }
}

TEST(VectorsShapes, KernelsThatSeeNoGroups) { expectWithoutGroups(false); }
TEST(VectorsShapes, Transpositions) { expectWithoutGroups(true); }

} // namespace
