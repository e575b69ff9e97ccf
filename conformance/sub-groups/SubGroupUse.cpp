//===- SubGroupUse.cpp - Sub-groups in whole kernels ----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where sub-group functions may be called: in loops, under conditions, between
/// barriers; bitfields, vectors, barriers of sub-groups.
///
//===----------------------------------------------------------------------===//

#include "SubGroups.h"

#include <algorithm>
#include <bit>
#include <numeric>

using namespace conformance;

namespace {

class SubGroupUse : public testing::Test {
protected:
  void SetUp() override {
    if (!deviceInfo<cl_uint>(CL_DEVICE_MAX_NUM_SUB_GROUPS))
      GTEST_SKIP() << "no sub-groups";
  }

  /// Runs the body of a kernel, which sets r from x = in[at], for \p R.
  std::vector<cl_int> run(const std::string &Body, const Range &R,
                          const std::vector<cl_int> &In,
                          const std::string &Before = "") {
    std::string Source = Before +
                         "kernel void k(global const int *in, global int *out,"
                         " local int *scratch) {\n" +
                         PlaceOfItem + "int x = in[at], r = 0;\n" + Body +
                         "\nout[at] = r;\n}\n";
    Buffer Input = upload(In), Output = makeBuffer(In.size() * sizeof(cl_int));
    Kernel K = buildKernel(Source, "k", "-cl-std=CL3.0");
    setArgs(K, Input, Output, Local{R.localItems() * sizeof(cl_int)});
    launch(K, R);
    return download<cl_int>(Output, In.size());
  }

  static std::vector<cl_int> someValues(size_t Count) {
    std::mt19937_64 Random = randomSource();
    std::vector<cl_int> Values(Count);
    for (cl_int &V : Values)
      V = cl_int(Random() % 100);
    return Values;
  }

  const Range R{{120, 2}, {60, 1}, {}};
  std::vector<cl_int> In = someValues(240);
};

/// By place, what \p F makes of a sub-group's values and a local id.
template <class Make>
std::vector<cl_int> expected(const SubGroups &S, const std::vector<cl_int> &In,
                             Make &&F) {
  std::vector<cl_int> Result(In.size());
  for (const std::vector<size_t> &Group : S.items) {
    std::vector<cl_int> Values;
    for (size_t Item : Group)
      Values.push_back(In[Item]);
    for (size_t I = 0; I != Group.size(); ++I)
      Result[Group[I]] = F(Values, I);
  }
  return Result;
}

using Values = std::vector<cl_int>;

cl_int sumIf(const Values &V, auto &&Condition) {
  cl_int Sum = 0;
  for (cl_int X : V)
    Sum += Condition(X) ? X : 0;
  return Sum;
}

TEST_F(SubGroupUse, BothWaysOfACondition) {
  std::vector<cl_int> Got = run(R"(
    if (x & 1) r = sub_group_non_uniform_reduce_add(x);
    else r = -sub_group_non_uniform_reduce_add(x);)",
                                R, In);
  EXPECT_EQ(Got, expected(findSubGroups(R), In, [](const Values &V, size_t I) {
              auto Odd = [](cl_int X) { return X & 1; };
              auto Even = [](cl_int X) { return !(X & 1); };
              return V[I] & 1 ? sumIf(V, Odd) : -sumIf(V, Even);
            }));
}

TEST_F(SubGroupUse, SameCallOnBothWays) {
  // One call after the condition would not be the same.
  std::vector<cl_int> Got = run(R"(
    if (x < 30) { r = sub_group_non_uniform_reduce_max(x); }
    else { r = sub_group_non_uniform_reduce_max(x); })",
                                R, In);
  EXPECT_EQ(Got, expected(findSubGroups(R), In, [](const Values &V, size_t I) {
              cl_int Max = 0;
              for (cl_int X : V)
                if ((X < 30) == (V[I] < 30))
                  Max = std::max(Max, X);
              return Max;
            }));
}

TEST_F(SubGroupUse, SameCallUnderACondition) {
  // What all have computed is not what some of them compute.
  std::vector<cl_int> Got = run(R"(
    r = sub_group_non_uniform_reduce_add(x);
    if (x & 1) r -= sub_group_non_uniform_reduce_add(x);)",
                                R, In);
  EXPECT_EQ(Got, expected(findSubGroups(R), In, [](const Values &V, size_t I) {
              auto All = [](cl_int) { return true; };
              auto Odd = [](cl_int X) { return X & 1; };
              return sumIf(V, All) - (V[I] & 1 ? sumIf(V, Odd) : 0);
            }));
}

TEST_F(SubGroupUse, LoopsOfDifferentLength) {
  std::vector<cl_int> Got = run(R"(
    for (int n = x % 7; n > 0; --n)
      r += sub_group_non_uniform_reduce_add(1);)",
                                R, In);
  EXPECT_EQ(Got, expected(findSubGroups(R), In, [](const Values &V, size_t I) {
              cl_int Sum = 0;
              for (cl_int Iteration = 0; Iteration < V[I] % 7; ++Iteration)
                for (cl_int X : V)
                  Sum += X % 7 > Iteration;
              return Sum;
            }));
}

TEST_F(SubGroupUse, LoopsThatASubGroupLeavesTogether) {
  // Each takes the largest value that is left.
  std::vector<cl_int> Got = run(R"(
    int left = 1, rank = 0;
    while (sub_group_any(left)) {
      int most = sub_group_reduce_max(left ? x : -1);
      if (left && x == most) { left = 0; r = rank; }
      ++rank;
    })",
                                R, In);
  EXPECT_EQ(Got, expected(findSubGroups(R), In, [](Values V, size_t I) {
              cl_int Mine = V[I];
              std::sort(V.begin(), V.end(), std::greater());
              V.erase(std::unique(V.begin(), V.end()), V.end());
              return cl_int(std::find(V.begin(), V.end(), Mine) - V.begin());
            }));
}

TEST_F(SubGroupUse, AcrossGroupBarriers) {
  // Results live across the barrier; a sub-group computes on both sides.
  std::vector<cl_int> Got = run(R"(
    int sum = sub_group_reduce_add(x);
    int before = sub_group_scan_exclusive_add(x);
    uint id = get_sub_group_local_id();
    scratch[get_local_linear_id()] = x;
    barrier(CLK_LOCAL_MEM_FENCE);
    x = scratch[get_local_size(0) - 1 - get_local_linear_id()];
    barrier(CLK_LOCAL_MEM_FENCE);
    scratch[get_local_linear_id()] = x;
    barrier(CLK_LOCAL_MEM_FENCE);
    x = scratch[get_local_size(0) - 1 - get_local_linear_id()];
    r = sum * 1000 + before + sub_group_reduce_max(x) +
        (id == get_sub_group_local_id() ? 0 : 100000);)",
                                R, In);
  EXPECT_EQ(Got, expected(findSubGroups(R), In, [](const Values &V, size_t I) {
              return std::accumulate(V.begin(), V.end(), 0) * 1000 +
                     std::accumulate(V.begin(), V.begin() + I, 0) +
                     *std::max_element(V.begin(), V.end());
            }));
}

TEST_F(SubGroupUse, ShufflesDoNotMoveOverBarriers) {
  const Range Line{{16}, {16}, {}};
  if (findSubGroups(Line).maxSize < 2)
    GTEST_SKIP() << "nothing to shuffle";
  // Cheap values are computed again after a barrier; a shuffle is none.
  std::vector<cl_int> Got = run(R"(
    int other = sub_group_shuffle_xor(get_local_id(0) & 1 ? -1 : 1, 1);
    if (x & 1) {
      barrier(CLK_LOCAL_MEM_FENCE);
      r = other;
    } else {
      barrier(CLK_LOCAL_MEM_FENCE);
      r = other * 2;
    })",
                                Line, Values(16, 1));
  for (size_t I = 0; I != Got.size(); ++I)
    EXPECT_EQ(Got[I], I & 1 ? 1 : -1) << I;
}

TEST_F(SubGroupUse, ItemsThatReturnEarly) {
  std::vector<cl_int> Got = run(R"(
    if (x % 3 == 0) { out[at] = -1; return; }
    r = sub_group_non_uniform_scan_inclusive_add(1);)",
                                R, In);
  EXPECT_EQ(Got, expected(findSubGroups(R), In, [](const Values &V, size_t I) {
              if (V[I] % 3 == 0)
                return -1;
              cl_int Count = 0;
              for (size_t J = 0; J <= I; ++J)
                Count += V[J] % 3 != 0;
              return Count;
            }));
}

TEST_F(SubGroupUse, Functions) {
  std::vector<cl_int> Got =
      run("r = spread(x) + spread(x + 1);", R, In,
          "__attribute__((noinline)) int spread(int x) {"
          " return sub_group_reduce_max(x) - sub_group_reduce_min(x); }\n");
  EXPECT_EQ(Got, expected(findSubGroups(R), In, [](const Values &V, size_t) {
              auto [Min, Max] = std::minmax_element(V.begin(), V.end());
              return 2 * (*Max - *Min);
            }));
}

TEST_F(SubGroupUse, Barriers) {
  std::vector<cl_int> Got = run(R"(
    local int *mine = scratch + get_local_linear_id() - get_sub_group_local_id();
    uint id = get_sub_group_local_id(), size = get_sub_group_size();
    for (uint iteration = 0; iteration < 3; ++iteration) {
      mine[id] = x;
      sub_group_barrier(CLK_LOCAL_MEM_FENCE);
      x = mine[(id + 1) % size];
      sub_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_sub_group);
    }
    r = x;)",
                                R, In);
  EXPECT_EQ(Got, expected(findSubGroups(R), In, [](const Values &V, size_t I) {
              return V[(I + 3) % V.size()];
            }));
}

TEST_F(SubGroupUse, Votes) {
  std::vector<cl_int> Got = run(R"(
    r = (sub_group_any(x > 97) != 0) | (sub_group_all(x > 2) != 0) << 1;
    if (x & 1)
      r |= (sub_group_non_uniform_any(x == 51) != 0) << 2 |
           (sub_group_non_uniform_all(x > 10) != 0) << 3 |
           (sub_group_elect() != 0) << 4;)",
                                R, In);
  EXPECT_EQ(Got, expected(findSubGroups(R), In, [](const Values &V, size_t I) {
              auto Any = [&](auto F) {
                return std::any_of(V.begin(), V.end(), F);
              };
              cl_int Bits = Any([](cl_int X) { return X > 97; }) |
                            !Any([](cl_int X) { return X <= 2; }) << 1;
              size_t First = 0;
              while (First < V.size() && !(V[First] & 1))
                ++First;
              if (V[I] & 1)
                Bits |= Any([](cl_int X) { return X == 51; }) << 2 |
                        !Any([](cl_int X) { return (X & 1) && X <= 10; }) << 3 |
                        (First == I) << 4;
              return Bits;
            }));
}

TEST_F(SubGroupUse, LogicalOperations) {
  std::vector<cl_int> Got = run(R"(
    int p = x > 20 ? x : 0;
    if (x & 3)
      r = (sub_group_non_uniform_reduce_logical_and(p) != 0) |
          (sub_group_non_uniform_reduce_logical_or(p) != 0) << 1 |
          (sub_group_non_uniform_reduce_logical_xor(p) != 0) << 2 |
          (sub_group_non_uniform_scan_inclusive_logical_and(p) != 0) << 3 |
          (sub_group_non_uniform_scan_inclusive_logical_or(p) != 0) << 4 |
          (sub_group_non_uniform_scan_inclusive_logical_xor(p) != 0) << 5 |
          (sub_group_non_uniform_scan_exclusive_logical_and(p) != 0) << 6 |
          (sub_group_non_uniform_scan_exclusive_logical_or(p) != 0) << 7 |
          (sub_group_non_uniform_scan_exclusive_logical_xor(p) != 0) << 8 |
          (sub_group_clustered_reduce_logical_and(p, 2) != 0) << 9 |
          (sub_group_clustered_reduce_logical_or(p, 2) != 0) << 10 |
          (sub_group_clustered_reduce_logical_xor(p, 2) != 0) << 11;)",
                                R, In);
  EXPECT_EQ(Got, expected(findSubGroups(R), In, [](const Values &V, size_t I) {
              if (!(V[I] & 3))
                return 0;
              cl_int Bits = 0, At = 0;
              auto Add = [&](size_t Begin, size_t End) {
                cl_int And = 1, Or = 0, Xor = 0;
                for (size_t J = Begin; J < std::min(End, V.size()); ++J)
                  if (V[J] & 3) {
                    And &= V[J] > 20;
                    Or |= V[J] > 20;
                    Xor ^= V[J] > 20;
                  }
                Bits |= (And | Or << 1 | Xor << 2) << At;
                At += 3;
              };
              Add(0, V.size());
              Add(0, I + 1);
              Add(0, I);
              Add(I / 2 * 2, I / 2 * 2 + 2);
              return Bits;
            }));
}

TEST_F(SubGroupUse, Ballots) {
  const char *Source = R"(
    kernel void ballots(global const int *in, global uint4 *out) {
      size_t at = get_global_id(0);
      int x = in[at];
      out += at * 8;
      uint4 all = sub_group_ballot(x & 2);
      out[0] = all;
      out[1] = 0;
      if (x & 1) out[1] = sub_group_ballot(x & 2);
      out[2] = get_sub_group_eq_mask();
      out[3] = get_sub_group_ge_mask();
      out[4] = get_sub_group_gt_mask();
      out[5] = get_sub_group_le_mask();
      out[6] = get_sub_group_lt_mask();
      int some = sub_group_any(x & 2);
      out[7] = (uint4)(sub_group_inverse_ballot(all) != 0,
                       sub_group_ballot_bit_count(all) << 16 |
                           sub_group_ballot_inclusive_scan(all) << 8 |
                           sub_group_ballot_exclusive_scan(all),
                       some ? sub_group_ballot_find_lsb(all) : 0,
                       some ? sub_group_ballot_find_msb(all) : 0) +
               (uint4)(sub_group_ballot_bit_extract(
                           all, get_sub_group_size() - 1) != 0, 0, 0, 0) * 2;
    })";
  const Range Line{{240}, {60}, {}};
  SubGroups S = findSubGroups(Line);
  ASSERT_LE(S.maxSize, 64u);
  Buffer Input = upload(In), Output = makeBuffer(240 * 8 * sizeof(cl_uint4));
  Kernel K = buildKernel(Source, "ballots", "-cl-std=CL3.0");
  setArgs(K, Input, Output);
  launch(K, Line);
  std::vector<cl_uint4> Got = download<cl_uint4>(Output, 240 * 8);
  auto Bits = [](cl_uint4 V) {
    EXPECT_EQ(V.s[2], 0u);
    EXPECT_EQ(V.s[3], 0u);
    return V.s[0] | cl_ulong(V.s[1]) << 32;
  };
  for (const std::vector<size_t> &Group : S.items) {
    cl_ulong All = 0, Some = 0;
    for (size_t J = 0; J != Group.size(); ++J) {
      All |= cl_ulong((In[Group[J]] & 2) != 0) << J;
      Some |= cl_ulong((In[Group[J]] & 3) == 3) << J;
    }
    cl_ulong Whole = ~cl_ulong(0) >> (64 - S.maxSize);
    for (size_t J = 0; J != Group.size(); ++J) {
      const cl_uint4 *Of = &Got[Group[J] * 8];
      cl_ulong Mine = cl_ulong(1) << J, Below = Mine - 1;
      EXPECT_EQ(Bits(Of[0]), All);
      EXPECT_EQ(Bits(Of[1]), In[Group[J]] & 1 ? Some : 0);
      EXPECT_EQ(Bits(Of[2]), Mine);
      EXPECT_EQ(Bits(Of[3]), Whole & ~Below);
      EXPECT_EQ(Bits(Of[4]), Whole & ~Below & ~Mine);
      EXPECT_EQ(Bits(Of[5]), Below | Mine);
      EXPECT_EQ(Bits(Of[6]), Below);
      EXPECT_EQ(Of[7].s[0],
                ((All & Mine) != 0) + 2 * (All >> (Group.size() - 1) & 1));
      EXPECT_EQ(Of[7].s[1], cl_uint(std::popcount(All) << 16 |
                                    std::popcount(All & (Below | Mine)) << 8 |
                                    std::popcount(All & Below)));
      EXPECT_EQ(Of[7].s[2], All ? cl_uint(std::countr_zero(All)) : 0u);
      EXPECT_EQ(Of[7].s[3], All ? cl_uint(63 - std::countl_zero(All)) : 0u);
    }
  }
}

TEST_F(SubGroupUse, VectorsAreBroadcast) {
  for (std::string Type : {"char", "ushort", "int", "half", "double"}) {
    std::vector<cl_int> Got =
        run(Type + "3 a = (" + Type + "3)(x, x / 2, 3);\n" + Type + "16 b = (" +
                Type + "16)(x);\nb.s9 = x / 3;\n" +
                "a = sub_group_broadcast(a, 0);\n"
                "b = sub_group_non_uniform_broadcast(b, 0);\n"
                "r = (int)a.x + (int)a.y * 100 + (int)b.s9 * 10000 + "
                "(int)b.sa * 100000;",
            R, In, "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n");
    EXPECT_EQ(Got, expected(findSubGroups(R), In,
                            [](const Values &V, size_t) {
                              return V[0] + V[0] / 2 * 100 + V[0] / 3 * 10000 +
                                     V[0] * 100000;
                            }))
        << Type;
  }
}

/// What a loop of one work-item ends with, and a comparison that the vectors of
/// a row would agree in.
TEST_F(SubGroupUse, PlacesAreTakenTogether) {
  Kernel K = buildKernel(R"(
    kernel void k(global uint *next, global uint *out) {
      uint first = 0, mine = get_sub_group_local_id();
      if (mine == 0) {
        uint old = *next;
        for (;;) {
          uint now = atomic_cmpxchg(next, old, old + get_sub_group_size());
          if (now == old)
            break;
          old = now;
        }
        first = old;
      }
      uint at = sub_group_broadcast(first, 0) + mine;
      if (at < 200)
        out[at] = at + 1;
    })",
                         "k", "-cl-std=CL3.0");
  Buffer Next = upload(std::vector<cl_uint>(1)),
         Out = upload(std::vector<cl_uint>(240));
  setArgs(K, Next, Out);
  launch(K, {{240}, {60}, {}});
  const std::vector<cl_uint> Got = download<cl_uint>(Out, 240);
  for (cl_uint I = 0; I != 240; ++I)
    EXPECT_EQ(Got[I], I < 200 ? I + 1 : 0);
}

/// Also in code for debuggers, which find a variable in one place if work-items
/// run one after the other.
TEST_F(SubGroupUse, VariablesBelongToWorkItemsOfARequiredSize) {
  if (!hasExtension("cl_intel_required_subgroup_size"))
    GTEST_SKIP() << "no required sizes";
  for (const char *Options : {"", " -g", " -cl-opt-disable -g"}) {
    Kernel K = buildKernel(R"(
      __attribute__((intel_reqd_sub_group_size(8)))
      kernel void k(global int *out) {
        int l = get_local_id(0), some[3] = {l, 2 * l, 3 * l};
        int sum = sub_group_reduce_add(l);
        barrier(CLK_LOCAL_MEM_FENCE);
        out[get_global_id(0)] = sum * 1000 + l + some[l % 3];
      })",
                           "k", std::string("-cl-std=CL3.0") + Options);
    Buffer Out = makeBuffer(64 * sizeof(cl_int));
    setArgs(K, Out);
    launch(K, {{64}, {32}, {}});
    const std::vector<cl_int> Got = download<cl_int>(Out, 64);
    for (cl_int I = 0; I != 64; ++I) {
      const cl_int L = I % 32, Sum = L / 8 * 64 + 28;
      ASSERT_EQ(Got[size_t(I)], Sum * 1000 + L + (L % 3 + 1) * L)
          << I << Options;
    }
  }
}

/// Sub-groups are neighbours by linear local id: a group of several rows gives
/// what a group of one row gives whose work-items compute the others' ids.
TEST_F(SubGroupUse, ShapesOfGroupsDoNotMatter) {
  const std::string Body = R"(
    kernel void k(global const int *in, global int *out, local int *scratch,
                  uint sx, uint sy) {
      const uint l = get_local_linear_id(), x = X, y = Y, z = Z;
      const uint items = get_local_size(0) * get_local_size(1) *
                         get_local_size(2);
      const uint group = (get_group_id(2) * get_num_groups(1) +
                          get_group_id(1)) * get_num_groups(0) +
                         get_group_id(0);
      int v = in[group * items + l], r = 0;
      for (uint n = 0; n < (x & 3) + 2; ++n)
        if (v + y + n & 1)
          r += sub_group_non_uniform_reduce_add(v + (int)(n * x));
        else
          r ^= sub_group_non_uniform_scan_inclusive_max(v - (int)z);
      scratch[l] = r;
      barrier(CLK_LOCAL_MEM_FENCE);
      r += scratch[(l * 7 + x + y) % items];
      r += 3 * work_group_scan_exclusive_add(v + (int)y);
      if (z != 1 || x > 2)
        r -= popcount(sub_group_ballot(r & 1).x);
      barrier(CLK_LOCAL_MEM_FENCE);
      scratch[l] = r;
      sub_group_barrier(CLK_LOCAL_MEM_FENCE);
      out[group * items + l] = scratch[l - get_sub_group_local_id()] +
          2 * sub_group_shuffle(r, (get_sub_group_local_id() * 3 + 1) %
                                       get_sub_group_size()) +
          (int)get_sub_group_id() * 100 + r;
    })";
  const std::vector<std::string> Attributes = {
      "", "__attribute__((intel_reqd_sub_group_size(8)))"};
  for (const std::string &Attribute : Attributes) {
    if (!Attribute.empty() && !hasExtension("cl_intel_required_subgroup_size"))
      continue;
    auto Build = [&](const std::string &Ids) {
      std::string Source = Ids + Body;
      Source.insert(Source.find("kernel void") + 7, Attribute + " ");
      return buildKernel(Source, "k", "-cl-std=CL3.0");
    };
    Kernel OfShape = Build("#define X (get_global_id(0) - "
                           "get_group_id(0) * get_local_size(0))\n"
                           "#define Y get_local_id(1)\n"
                           "#define Z get_local_id(2)\n"),
           InOneRow = Build("#define X l % sx\n#define Y l / sx % sy\n"
                            "#define Z l / (sx * sy)\n");
    std::mt19937_64 Random = randomSource();
    for (unsigned Shape = 0; Shape != 40; ++Shape) {
      const size_t X = 1 + Random() % 24, Y = 1 + Random() % 6,
                   Z = 1 + Random() % 3, Items = X * Y * Z;
      SCOPED_TRACE(std::to_string(X) + " x " + std::to_string(Y) + " x " +
                   std::to_string(Z) + " " + Attribute);
      const std::vector<cl_int> From = someValues(6 * Items);
      Buffer Input = upload(From),
             Output = makeBuffer(From.size() * sizeof(cl_int));
      auto Run = [&](cl_kernel K, const Range &Groups) {
        setArgs(K, Input, Output, Local{Items * sizeof(cl_int)}, cl_uint(X),
                cl_uint(Y));
        launch(K, Groups);
        return download<cl_int>(Output, From.size());
      };
      const std::vector<cl_int> Expected =
          Run(InOneRow, {{6 * Items}, {Items}, {}});
      ASSERT_EQ(Run(OfShape, {{3 * X, 2 * Y, Z}, {X, Y, Z}, {}}), Expected);
    }
  }
}

} // namespace
