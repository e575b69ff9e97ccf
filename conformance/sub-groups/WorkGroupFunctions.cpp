//===- WorkGroupFunctions.cpp - What all of a group call together ---------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The collective functions of work-groups (OpenCL C 6.15.18), for all types
/// and groups of many shapes, beside a plain loop over the work-items.
///
//===----------------------------------------------------------------------===//

#include "Support.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <type_traits>

using namespace conformance;

namespace {

/// The results of a work-item, in this order.
enum {
  Sum,
  Least,
  Most,
  SumUpTo,
  SumBefore,
  LeastUpTo,
  LeastBefore,
  MostUpTo,
  MostBefore,
  Taken,
  All,
  Any,
  Twice,
  Results
};

/// T is the type of the functions, H what the host has in its place.
constexpr char Body[] = R"(
kernel void k(global const H *in, global H *out) {
  size_t at = (get_global_id(2) * get_global_size(1) + get_global_id(1)) *
              get_global_size(0) + get_global_id(0);
  T x = (T)in[at];
  out += at * 13;
  out[0] = work_group_reduce_add(x);
  out[1] = work_group_reduce_min(x);
  out[2] = work_group_reduce_max(x);
  out[3] = work_group_scan_inclusive_add(x);
  out[4] = work_group_scan_exclusive_add(x);
  out[5] = work_group_scan_inclusive_min(x);
  out[6] = work_group_scan_exclusive_min(x + 1) == 8 ? 8 : 1;
  out[7] = work_group_scan_inclusive_max(x);
  out[8] = work_group_scan_exclusive_max(x) == 7 ? 7 : 1;
  size_t from = get_local_size(0) / 2, y = get_local_size(1) - 1;
  out[9] = get_work_dim() == 1 ? work_group_broadcast(x, from)
           : get_work_dim() == 2
               ? work_group_broadcast(x, from, y)
               : work_group_broadcast(x, from, y, get_local_size(2) / 3);
  out[10] = work_group_all(x > 0);
  out[11] = work_group_any(x > 6);
  // In a loop, and of what another one gave.
  T twice = 0;
  for (int i = 0; i < 2; ++i)
    twice += work_group_reduce_max(work_group_scan_inclusive_add((T)(x + i)));
  out[12] = twice;
})";

/// The work-items of each group of \p R, by their places, in the order of their
/// linear local ids; and the one that broadcasts.
struct Group {
  std::vector<size_t> items;
  size_t source = 0;
};

std::vector<Group> groupsOf(const Range &R) {
  size_t Global[3] = {1, 1, 1}, Local[3] = {1, 1, 1}, At[3];
  std::copy(R.global.begin(), R.global.end(), Global);
  std::copy(R.local.begin(), R.local.end(), Local);
  std::vector<Group> Groups;
  for (At[2] = 0; At[2] < Global[2]; At[2] += Local[2])
    for (At[1] = 0; At[1] < Global[1]; At[1] += Local[1])
      for (At[0] = 0; At[0] < Global[0]; At[0] += Local[0]) {
        // The last group of a row may be smaller.
        size_t Size[3];
        for (int D = 0; D != 3; ++D)
          Size[D] = std::min(Local[D], Global[D] - At[D]);
        auto placeOf = [&](size_t X, size_t Y, size_t Z) {
          return ((At[2] + Z) * Global[1] + At[1] + Y) * Global[0] + At[0] + X;
        };
        Group &G = Groups.emplace_back();
        for (size_t Z = 0; Z != Size[2]; ++Z)
          for (size_t Y = 0; Y != Size[1]; ++Y)
            for (size_t X = 0; X != Size[0]; ++X)
              G.items.push_back(placeOf(X, Y, Z));
        G.source = placeOf(Size[0] / 2, Size[1] - 1, Size[2] / 3);
      }
  return Groups;
}

template <class H>
std::vector<H> expected(const Range &R, const std::vector<H> &In) {
  std::vector<H> Out(In.size() * Results);
  for (const Group &G : groupsOf(R)) {
    H Total = 0, Ramp = 0, Low = 8, High = 0;
    bool AllOf = true, AnyOf = false;
    for (size_t Item : G.items) {
      H X = In[Item], *O = &Out[Item * Results];
      O[SumBefore] = Total;
      // For the first work-item it is what the type ends with.
      const bool IsFirst = Item == G.items.front();
      O[LeastBefore] = !IsFirst && Low == 7 ? 8 : 1;
      O[MostBefore] = !IsFirst && High == 7 ? 7 : 1;
      Total += X, Low = std::min(Low, X), High = std::max(High, X);
      O[SumUpTo] = Total, O[LeastUpTo] = Low, O[MostUpTo] = High;
      AllOf &= X > 0, AnyOf |= X > 6;
      Ramp += X + 1;
    }
    for (size_t Item : G.items) {
      H *O = &Out[Item * Results];
      O[Sum] = Total, O[Least] = Low, O[Most] = High;
      O[Taken] = In[G.source], O[All] = AllOf, O[Any] = AnyOf;
      O[Twice] = Total + Ramp; // No value is negative.
    }
  }
  return Out;
}

const Range Ranges[] = {
    {{64}, {64}, {}},           {{120}, {60}, {}},
    {{50}, {16}, {}},           {{7}, {1}, {}},
    {{12, 10}, {4, 5}, {}},     {{34, 6}, {17, 3}, {}},
    {{33, 9}, {16, 4}, {}},     {{6, 40}, {1, 40}, {}},
    {{6, 5, 8}, {3, 5, 4}, {}}, {{20, 3, 5}, {20, 3, 2}, {}},
};

template <class H>
void checkType(const std::string &T, const std::string &Name) {
  SCOPED_TRACE(T);
  Kernel K = buildKernel("#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n" +
                             std::string(Body),
                         "k", "-cl-std=CL3.0 -DT=" + T + " -DH=" + Name);
  std::mt19937_64 Random = randomSource();
  for (const Range &R : Ranges) {
    SCOPED_TRACE(R.text());
    // Small: sums of halves are exact.
    std::vector<H> In(R.globalItems());
    for (H &X : In)
      X = H(Random() % 8);
    Buffer Input = upload(In),
           Output = makeBuffer(In.size() * Results * sizeof(H));
    setArgs(K, Input, Output);
    launch(K, R);
    EXPECT_EQ(download<H>(Output, In.size() * Results), expected(R, In));
  }
}

class WorkGroupFunctions : public testing::Test {
protected:
  void SetUp() override {
    if (!deviceInfo<cl_bool>(CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT))
      GTEST_SKIP() << "no collective functions";
  }
};

} // namespace

TEST_F(WorkGroupFunctions, OfIntegers) {
  checkType<cl_int>("int", "int");
  checkType<cl_uint>("uint", "uint");
  checkType<cl_long>("long", "long");
  checkType<cl_ulong>("ulong", "ulong");
}

TEST_F(WorkGroupFunctions, OfFloatingPoint) {
  checkType<cl_float>("float", "float");
  checkType<cl_double>("double", "double");
  checkType<cl_float>("half", "float");
}

namespace {

/// An operation of cl_khr_work_group_uniform_arithmetic.
template <class H> struct Arithmetic {
  std::string name;
  H none; ///< Changes nothing.
  std::function<H(H, H)> combine;
};

template <class H> std::vector<Arithmetic<H>> arithmetic() {
  std::vector<Arithmetic<H>> All = {{"mul", 1, std::multiplies<H>()}};
  if constexpr (std::is_integral_v<H>) {
    All.push_back({"and", H(-1), std::bit_and<H>()});
    All.push_back({"or", 0, std::bit_or<H>()});
    All.push_back({"xor", 0, std::bit_xor<H>()});
    All.push_back({"logical_and", 1, std::logical_and<H>()});
    All.push_back({"logical_or", 0, std::logical_or<H>()});
    All.push_back({"logical_xor", 0, [](H X, H Y) { return H(!X != !Y); }});
  }
  return All;
}

/// H has no sign, so that products may overflow.
template <class H>
void checkArithmetic(const std::string &T, const std::string &Name) {
  SCOPED_TRACE(T);
  std::mt19937_64 Random = randomSource();
  for (const Arithmetic<H> &A : arithmetic<H>()) {
    SCOPED_TRACE(A.name);
    const bool IsLogical = A.name.starts_with("logical_");
    Kernel K = buildKernel(
        "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
        "kernel void k(global const H *in, global H *out) {"
        "  size_t at = (get_global_id(2) * get_global_size(1) +"
        "               get_global_id(1)) * get_global_size(0) +"
        "              get_global_id(0);"
        "  T x = (T)in[at];"
        "  out[3 * at] = (H)work_group_reduce_" +
            A.name +
            "(x);"
            "  out[3 * at + 1] = (H)work_group_scan_inclusive_" +
            A.name +
            "(x);"
            "  out[3 * at + 2] = (H)work_group_scan_exclusive_" +
            A.name +
            "(x);"
            "}",
        "k", "-cl-std=CL3.0 -DT=" + (IsLogical ? "int" : T) + " -DH=" + Name);
    for (const Range &R : Ranges) {
      SCOPED_TRACE(R.text());
      std::vector<H> In(R.globalItems()), Want(3 * In.size());
      for (H &X : In)
        X = IsLogical || std::is_floating_point_v<H> ? H(Random() % 8 ? 1 : 0)
                                                     : H(Random() | Random());
      // Products of floating point are exact.
      if (std::is_floating_point_v<H>)
        for (H &X : In)
          X = 2 * X - 1;
      for (const Group &G : groupsOf(R)) {
        H All = A.none;
        for (size_t Item : G.items) {
          Want[3 * Item + 2] = All;
          All = A.combine(All, In[Item]);
          Want[3 * Item + 1] = All;
        }
        for (size_t Item : G.items)
          Want[3 * Item] = All;
      }
      Buffer Input = upload(In), Output = makeBuffer(Want.size() * sizeof(H));
      setArgs(K, Input, Output);
      launch(K, R);
      EXPECT_EQ(download<H>(Output, Want.size()), Want);
    }
  }
}

} // namespace

TEST_F(WorkGroupFunctions, OfUniformArithmetic) {
  if (!hasExtension("cl_khr_work_group_uniform_arithmetic"))
    GTEST_SKIP() << "no cl_khr_work_group_uniform_arithmetic";
  checkArithmetic<cl_uint>("int", "uint");
  checkArithmetic<cl_uint>("uint", "uint");
  checkArithmetic<cl_ulong>("long", "ulong");
  checkArithmetic<cl_ulong>("ulong", "ulong");
  checkArithmetic<cl_float>("float", "float");
  checkArithmetic<cl_double>("double", "double");
  checkArithmetic<cl_float>("half", "float");
}

TEST_F(WorkGroupFunctions, OfUniformArithmeticAreNotInOldLanguages) {
  if (!hasExtension("cl_khr_work_group_uniform_arithmetic"))
    GTEST_SKIP() << "no cl_khr_work_group_uniform_arithmetic";
  const char *Own =
      "#ifdef cl_khr_work_group_uniform_arithmetic\n#error\n#endif\n"
      "int work_group_reduce_mul(int x) { return 3 * x; }"
      "kernel void k(global int *out) { *out = work_group_reduce_mul(2); }";
  Kernel K = buildKernel(Own, "k", "-cl-std=CL1.2");
  Buffer Out = makeBuffer(sizeof(cl_int));
  setArgs(K, Out);
  launch(K, {{1}, {}, {}});
  EXPECT_EQ(download<cl_int>(Out, 1)[0], 6);
}

/// What nothing comes before is the least or the greatest of the type.
TEST_F(WorkGroupFunctions, ScansBeginWithTheEndOfTheType) {
  Buffer Out = makeBuffer(4 * sizeof(cl_float));
  Kernel K = buildKernel(R"(kernel void k(global float *out) {
    out[0] = work_group_scan_exclusive_min(1.0f) == INFINITY;
    out[1] = work_group_scan_exclusive_max(1.0f) == -INFINITY;
    out[2] = work_group_scan_exclusive_min(5u) == UINT_MAX;
    out[3] = work_group_scan_exclusive_max(5l) == LONG_MIN;
  })",
                         "k", "-cl-std=CL3.0");
  setArgs(K, Out);
  launch(K, {{1}, {1}, {}});
  EXPECT_EQ(download<cl_float>(Out, 4), (std::vector<cl_float>{1, 1, 1, 1}));
}

/// Beside loops, which vectors are for, and where some groups have nothing to
/// do, in rows and columns of all lengths.
TEST_F(WorkGroupFunctions, BesideLoops) {
  constexpr cl_int Numbers = 100, Groups = 5, Busy = 4;
  Kernel K = buildKernel(R"(
    kernel void k(global const int *in, global int *out, int numbers, int busy) {
      if (get_group_id(0) >= busy)
        return;
      const int group = get_group_id(0), l = get_local_linear_id();
      const int size =
          get_local_size(0) * get_local_size(1) * get_local_size(2);
      int sum = 0;
      for (int i = l; i < numbers; i += size)
        sum += in[group * numbers + i];
      const int before = work_group_scan_exclusive_add(sum);
      const int most = work_group_reduce_max(sum);
      for (int i = l; i < numbers; i += size)
        out[group * numbers + i] = in[group * numbers + i] + before + most;
    })",
                         "k", "-cl-std=CL3.0");
  std::mt19937_64 Random = randomSource();
  std::vector<cl_int> In(Groups * Numbers);
  for (cl_int &X : In)
    X = cl_int(Random() % 1000);
  const std::vector<size_t> Shapes[] = {{1, 64, 1}, {1, 1, 33}, {2, 32, 1},
                                        {4, 16, 1}, {3, 5, 4},  {8, 8, 1},
                                        {16, 4, 1}, {24, 3, 1}, {64, 1, 1}};
  for (const std::vector<size_t> &Local : Shapes) {
    Range R{{Groups * Local[0], Local[1], Local[2]}, Local, {}};
    SCOPED_TRACE(R.text());
    const size_t Size = Local[0] * Local[1] * Local[2];
    std::vector<cl_int> Wanted(In.size(), -1);
    for (size_t G = 0; G != Busy; ++G) {
      const cl_int *Mine = &In[G * Numbers];
      std::vector<cl_int> Sums(Size), Before(Size);
      for (size_t I = 0; I != Numbers; ++I)
        Sums[I % Size] += Mine[I];
      std::exclusive_scan(Sums.begin(), Sums.end(), Before.begin(), 0);
      const cl_int Most = *std::max_element(Sums.begin(), Sums.end());
      for (size_t I = 0; I != Numbers; ++I)
        Wanted[G * Numbers + I] = Mine[I] + Before[I % Size] + Most;
    }
    Buffer Input = upload(In),
           Output = upload(std::vector<cl_int>(In.size(), -1));
    setArgs(K, Input, Output, Numbers, Busy);
    launch(K, R);
    EXPECT_EQ(download<cl_int>(Output, In.size()), Wanted);
  }
}

/// Beside local memory and sub-groups of the kernel's own.
TEST_F(WorkGroupFunctions, BesideLocalMemoryAndSubGroups) {
  constexpr size_t Items = 96;
  Buffer Out = makeBuffer(Items * sizeof(cl_uint));
  Kernel K = buildKernel(R"(kernel void k(global uint *out) {
    local uint mine[48];
    size_t l = get_local_id(0);
    mine[l] = l;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint before = work_group_scan_exclusive_add(mine[47 - l]);
    uint size = sub_group_reduce_add(1u);
    out[get_global_id(0)] = before + (size == get_sub_group_size() ? 0 : 1000);
  })",
                         "k", "-cl-std=CL3.0");
  setArgs(K, Out);
  launch(K, {{Items}, {48}, {}});
  std::vector<cl_uint> Found = download<cl_uint>(Out, Items);
  for (size_t I = 0, Sum = 0; I != Items; ++I) {
    Sum = I % 48 ? Sum + 48 - I % 48 : 0;
    EXPECT_EQ(Found[I], Sum) << I;
  }
}

/// In rows of any length, over which sub-groups go on.
TEST_F(WorkGroupFunctions, BesideSubGroupsOfSeveralRows) {
  Kernel K = buildKernel(R"(kernel void k(global uint *out) {
    size_t l = get_local_linear_id();
    uint before = work_group_scan_exclusive_add((uint)l);
    barrier(CLK_LOCAL_MEM_FENCE);
    uint together = work_group_reduce_add(get_sub_group_local_id() ? 0u : 1u);
    uint least = sub_group_reduce_min((uint)l);
    out[get_global_linear_id()] =
        before + (together == get_num_sub_groups() ? 0 : 100000) +
        (least + get_sub_group_local_id() == l ? 0 : 200000);
  })",
                         "k", "-cl-std=CL3.0");
  for (const std::vector<size_t> &Local :
       {std::vector<size_t>{12, 5}, {1, 64}, {3, 7, 2}, {8, 8}, {16, 3}}) {
    Range R{Local, Local, {}};
    R.global[0] *= 3;
    Buffer Out = makeBuffer(R.globalItems() * sizeof(cl_uint));
    setArgs(K, Out);
    launch(K, R);
    const std::vector<cl_uint> Found = download<cl_uint>(Out, R.globalItems());
    for (size_t I = 0; I != Found.size(); ++I) {
      const size_t X = I % (3 * Local[0]) % Local[0], Row = I / (3 * Local[0]),
                   Number = Row * Local[0] + X;
      ASSERT_EQ(Found[I], Number * (Number - 1) / 2) << R.text() << ' ' << I;
    }
  }
}
