//===- IntelSubGroups.cpp - cl_intel_subgroups but for blocks -------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Shuffles of every type, for sub-groups of the driver's and of required
/// sizes, full ones and others, against the same on the host; a matrix product
/// as libraries for neural networks have it; and how programs come by the
/// functions.
///
//===----------------------------------------------------------------------===//

#include "IntelSubGroups.h"

using namespace conformance;

namespace {

class IntelSubGroups : public IntelSubGroupsTest {};

/// Where a work-item's value comes from: the second argument of two, and the
/// local id.
struct Origin {
  bool second;
  size_t localId;
};
struct Shuffle {
  const char *expression; ///< Of a, b, and i.
  std::function<Origin(size_t Me, size_t I, size_t MaxSize)> origin;
};
const Shuffle Shuffles[] = {
    {"intel_sub_group_shuffle(a, i)",
     [](size_t, size_t I, size_t) { return Origin{false, I}; }},
    {"intel_sub_group_shuffle_xor(a, i)",
     [](size_t Me, size_t I, size_t) { return Origin{false, Me ^ I}; }},
    {"intel_sub_group_shuffle_down(a, b, i)",
     [](size_t Me, size_t I, size_t MaxSize) {
       return Origin{Me + I >= MaxSize, (Me + I) % MaxSize};
     }},
    {"intel_sub_group_shuffle_up(b, a, i)",
     [](size_t Me, size_t I, size_t MaxSize) {
       return Origin{Me < I, (Me + MaxSize - I) % MaxSize};
     }},
};

TEST_P(IntelSubGroups, ShufflesMoveEveryType) {
  std::mt19937_64 Random = randomSource();
  for (size_t Width : Type.widths)
    for (const std::string &Attribute : attributesFor(Width)) {
      std::string Source = accessMacros(Width) + "typedef " + Type.name +
                           " S;\ntypedef " + vectorName(Type.name, Width) +
                           " T;\nkernel " + Attribute +
                           " void f(global const S *as, global const S *bs, "
                           "global const uint *is, global S *out) {\n" +
                           PlaceOfItem + R"(
    size_t items = get_global_size(0) * get_global_size(1) * get_global_size(2);
    T a = LOAD(at, as), b = LOAD(at, bs);
    uint i = is[at] % get_max_sub_group_size();)";
      for (size_t F = 0; F != std::size(Shuffles); ++F)
        Source += std::string("STORE(") + Shuffles[F].expression +
                  ", items * " + std::to_string(F) + " + at, out);\n";
      Kernel K = buildKernel(Source + "}\n", "f");
      for (const Range &R : Ranges) {
        const size_t Items = R.globalItems(), Size = Type.bytes * Width;
        const SubGroups &S = subGroupsOf(R, Attribute);
        const Bytes Values = randomBytes(2 * Items * Size);
        std::vector<cl_uint> Indices(Items);
        for (cl_uint &I : Indices)
          I = cl_uint(Random() % 1024);
        Buffer A = upload(Bytes(Values.begin(), Values.begin() + Items * Size)),
               B = upload(Bytes(Values.begin() + Items * Size, Values.end())),
               Index = upload(Indices),
               Out = makeBuffer(Items * Size * std::size(Shuffles));
        setArgs(K, A, B, Index, Out);
        launch(K, R);
        const Bytes Got =
            download<unsigned char>(Out, Items * Size * std::size(Shuffles));
        for (size_t F = 0; F != std::size(Shuffles); ++F)
          for (size_t Item = 0; Item != Items; ++Item) {
            const std::vector<size_t> &Group = S.items[S.groupOf[Item]];
            const Origin O = Shuffles[F].origin(
                S.localIdOf[Item], Indices[Item] % S.maxSize, S.maxSize);
            if (O.localId >= Group.size())
              continue; // Undefined.
            const size_t From = (O.second ? Items : 0) + Group[O.localId];
            ASSERT_EQ(0, std::memcmp(&Got[(F * Items + Item) * Size],
                                     &Values[From * Size], Size))
                << vectorName(Type.name, Width) << ", "
                << Shuffles[F].expression << " of work-item " << Item << ", "
                << R.text() << ", " << Attribute;
          }
      }
    }
}

TEST_P(IntelSubGroups, SmallIntegersHaveFunctionsOfTheirOwn) {
  if (Type.bytes > 2 || Type.widths.size() == 1)
    GTEST_SKIP() << "not char or short";
  for (const char *Name :
       {"broadcast", "reduce_add", "reduce_min", "reduce_max",
        "scan_exclusive_add", "scan_exclusive_min", "scan_exclusive_max",
        "scan_inclusive_add", "scan_inclusive_min", "scan_inclusive_max"}) {
    const std::string Arguments = std::string(Name) == "broadcast"
                                      ? "(x, 1 % get_sub_group_size())"
                                      : "(x)";
    Kernel K = buildKernel(std::string("kernel void f(global const ") +
                               Type.name + " *in, global int *out) {\n" +
                               PlaceOfItem + Type.name + " x = in[at];\n" +
                               "out[at] = intel_sub_group_" + Name + Arguments +
                               " == sub_group_" + Name + Arguments + ";\n}\n",
                           "f", "-cl-std=CL3.0");
    Buffer In = upload(randomBytes(60 * Type.bytes)),
           Out = makeBuffer(60 * sizeof(cl_int));
    setArgs(K, In, Out);
    launch(K, {{60}, {20}, {}});
    EXPECT_EQ(download<cl_int>(Out, 60), std::vector<cl_int>(60, 1)) << Name;
  }
}

INSTANTIATE_TEST_SUITE_P(Types, IntelSubGroups, testing::ValuesIn(ElementTypes),
                         [](const auto &Info) {
                           return std::string(Info.param.name);
                         });

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

class IntelSubGroupPrograms : public testing::Test {
protected:
  void SetUp() override {
    if (!hasExtension("cl_intel_subgroups"))
      GTEST_SKIP() << "no cl_intel_subgroups";
  }
};

TEST_F(IntelSubGroupPrograms, InEveryVersionOfTheLanguage) {
  const char Source[] = R"(
#ifndef cl_intel_subgroups
#error no macro
#endif
#pragma OPENCL EXTENSION cl_intel_subgroups : enable
#pragma OPENCL EXTENSION cl_intel_subgroups_char : enable
#pragma OPENCL EXTENSION cl_intel_subgroups_short : enable
#pragma OPENCL EXTENSION cl_intel_subgroups_long : enable
#pragma OPENCL EXTENSION cl_intel_subgroup_local_block_io : enable
kernel void f(global const uint *in, global uint *out) {
  uint x = intel_sub_group_block_read(in);
  out[get_global_id(0)] =
      intel_sub_group_shuffle(x, get_sub_group_size() - 1 -
                                 get_sub_group_local_id());
})";
  std::vector<cl_uint> In(64);
  for (size_t I = 0; I != In.size(); ++I)
    In[I] = cl_uint(I);
  for (const char *Version :
       {"CL1.0", "CL1.1", "CL1.2", "CL2.0", "CL3.0", "CLC++1.0", "CLC++2021"}) {
    Kernel K = buildKernel(Source, "f", std::string("-cl-std=") + Version);
    Buffer Input = upload(In), Out = makeBuffer(64 * sizeof(cl_uint));
    const Range One = {{1}, {1}, {}};
    setArgs(K, Input, Out);
    launch(K, One);
    EXPECT_EQ(download<cl_uint>(Out, 1)[0], 0u) << Version;
    const SubGroups S = findSubGroups({{64}, {64}, {}});
    const size_t Size = S.maxSize;
    launch(K, {{Size}, {Size}, {}});
    const auto Got = download<cl_uint>(Out, Size);
    for (size_t I = 0; I != Size; ++I)
      EXPECT_EQ(Got[I], Size - 1 - I) << Version;
  }
}

TEST_F(IntelSubGroupPrograms, HaveNamesOfTheirOwn) {
  // Libraries do so where the extension is not there.
  Kernel K = buildKernel(R"(
uint intel_sub_group_shuffle(uint x) { return x + 1; }
kernel void f(global uint *out) {
  int intel_sub_group_block_read = 41;
  *out = intel_sub_group_shuffle(intel_sub_group_block_read);
})",
                         "f");
  Buffer Out = makeBuffer(sizeof(cl_uint));
  setArgs(K, Out);
  launch(K, {{1}, {1}, {}});
  EXPECT_EQ(download<cl_uint>(Out, 1)[0], 42u);
}

/// Permutations of many vectors by the same few indices, which are loaded.
TEST_F(IntelSubGroupPrograms, ShuffleWideVectors) {
  Kernel K = buildKernel(R"(
kernel __attribute__((intel_reqd_sub_group_size(4)))
void f(global const char *as, global const char *bs, global const uint *is,
       global char *out) {
  size_t at = (get_global_id(2) * get_global_size(1) + get_global_id(1)) *
                  get_global_size(0) + get_global_id(0);
  size_t items = get_global_size(0) * get_global_size(1) * get_global_size(2);
  char16 a = vload16(at, as), b = vload16(at, bs);
  uint i = is[at] % get_max_sub_group_size();
  vstore16(intel_sub_group_shuffle(a, i), items * 0 + at, out);
  vstore16(intel_sub_group_shuffle_xor(a, i), items * 1 + at, out);
  vstore16(intel_sub_group_shuffle_down(a, b, i), items * 2 + at, out);
  vstore16(intel_sub_group_shuffle_up(b, a, i), items * 3 + at, out);
})",
                         "f");
  constexpr size_t Items = 8, Size = 16, Lanes = 4;
  const std::vector<cl_uint> Indices = {3, 2, 5, 4, 0, 0, 9, 2};
  const Bytes Values = randomBytes(2 * Items * Size);
  Buffer As = upload(Bytes(Values.begin(), Values.begin() + Items * Size)),
         Bs = upload(Bytes(Values.begin() + Items * Size, Values.end())),
         Is = upload(Indices),
         Out = makeBuffer(std::size(Shuffles) * Items * Size);
  setArgs(K, As, Bs, Is, Out);
  launch(K, {{Items}, {Items}, {}});
  const Bytes Got =
      download<unsigned char>(Out, std::size(Shuffles) * Items * Size);
  for (size_t F = 0; F != std::size(Shuffles); ++F)
    for (size_t Item = 0; Item != Items; ++Item) {
      const Origin O =
          Shuffles[F].origin(Item % Lanes, Indices[Item] % Lanes, Lanes);
      const size_t From =
          (O.second ? Items : 0) + Item / Lanes * Lanes + O.localId;
      ASSERT_EQ(0, std::memcmp(&Got[(F * Items + Item) * Size],
                               &Values[From * Size], Size))
          << Shuffles[F].expression << " of work-item " << Item;
    }
}

TEST_F(IntelSubGroupPrograms, MistakesAreReported) {
  auto Log = [](const std::string &Statement) {
    const BuildOutcome Outcome = tryBuild(
        "kernel void f(global float *p, read_only image2d_t im, int i) {\n" +
        Statement + ";\n}\n");
    EXPECT_EQ(Outcome.status, CL_BUILD_PROGRAM_FAILURE) << Statement;
    return Outcome.log;
  };
  for (const char *Statement :
       {"intel_sub_group_block_read(im)",
        "intel_sub_group_block_write(im, (int2)(0, 0), 1u)",
        "intel_sub_group_shuffle(p, 0)", "intel_sub_group_shuffle_up(1, 2)"})
    EXPECT_NE(Log(Statement).find("no matching function for call to 'intel_"),
              std::string::npos)
        << Statement;
  for (const char *Name :
       {"block_read3", "block_read16", "block_read_ul16", "block_read_uc32",
        "block_write_f", "shuffle_left", "reduce_mul", "scan_add"})
    EXPECT_NE(Log(std::string("intel_sub_group_") + Name + "(i)")
                  .find(std::string("intel_sub_group_") + Name),
              std::string::npos)
        << Name;
}

TEST_F(IntelSubGroupPrograms, MatrixProductOfBlocks) {
  // A sub-group computes 8 rows of as many columns as it has work-items. Each
  // work-item has a column of the block of A, which all multiply by rows of B.
  Kernel K = buildKernel(R"(
#define SIZE 8
#define ROWS 8
float block_read(const global float *p) {
  return as_float(intel_sub_group_block_read((const global uint *)p));
}
__attribute__((reqd_work_group_size(SIZE, 1, 1)))
__attribute__((intel_reqd_sub_group_size(SIZE)))
kernel void product(const global float *a, const global float *b,
                    global float *c, int n, int depth) {
  const int column = (int)get_group_id(0) * SIZE;
  const int row = (int)get_group_id(1) * ROWS;
  float sums[ROWS] = {0};
  for (int k = 0; k < depth; k += SIZE) {
    float part[ROWS];
    __attribute__((opencl_unroll_hint))
    for (int i = 0; i < ROWS; ++i)
      part[i] = block_read(a + (row + i) * depth + k);
    __attribute__((opencl_unroll_hint))
    for (int j = 0; j < SIZE; ++j) {
      const float of = block_read(b + (k + j) * n + column);
      __attribute__((opencl_unroll_hint))
      for (int i = 0; i < ROWS; ++i)
        sums[i] = mad(intel_sub_group_shuffle(part[i], j), of, sums[i]);
    }
  }
  for (int i = 0; i < ROWS; ++i)
    intel_sub_group_block_write((global uint *)(c + (row + i) * n + column),
                                as_uint(sums[i]));
})",
                         "product");
  constexpr size_t M = 24, N = 40, Depth = 64;
  std::mt19937_64 Random = randomSource();
  auto Matrix = [&](size_t Elements) {
    std::vector<cl_float> Values(Elements);
    for (cl_float &V : Values)
      V = cl_float(int(Random() % 9) - 4);
    return Values;
  };
  const std::vector<cl_float> A = Matrix(M * Depth), B = Matrix(Depth * N);
  Buffer First = upload(A), Second = upload(B),
         Out = makeBuffer(M * N * sizeof(cl_float));
  setArgs(K, First, Second, Out, cl_int(N), cl_int(Depth));
  launch(K, {{N, M / 8}, {8, 1}, {}});
  const auto Got = download<cl_float>(Out, M * N);
  for (size_t I = 0; I != M; ++I)
    for (size_t J = 0; J != N; ++J) {
      cl_float Sum = 0;
      for (size_t D = 0; D != Depth; ++D)
        Sum += A[I * Depth + D] * B[D * N + J];
      ASSERT_EQ(Got[I * N + J], Sum) << I << ", " << J;
    }
}

} // namespace
