//===- SubGroupFunctions.cpp - What sub-groups compute --------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Every sub-group function that returns one of its arguments' type, for every
/// scalar type, sub-groups that are not full, and calls of some of the
/// work-items only, against the same on the host.
///
//===----------------------------------------------------------------------===//

#include "SubGroups.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

using namespace conformance;

namespace {

/// The host computes in double or in 64-bit integers; values are small enough
/// for every type to be exact, whatever the order.
using Number = double;

struct ScalarType {
  const char *name;
  bool isFloat;
  Number min, max;
};
constexpr Number Infinity = std::numeric_limits<Number>::infinity();
const ScalarType Types[] = {
    {"char", false, -128, 127},
    {"uchar", false, 0, 255},
    {"short", false, -32768, 32767},
    {"ushort", false, 0, 65535},
    {"int", false, INT32_MIN, INT32_MAX},
    {"uint", false, 0, UINT32_MAX},
    {"long", false, double(INT64_MIN), double(INT64_MAX)},
    {"ulong", false, 0, double(UINT64_MAX)},
    {"half", true, -Infinity, Infinity},
    {"float", true, -Infinity, Infinity},
    {"double", true, -Infinity, Infinity},
};

/// The active work-items of a sub-group, as one of them sees them.
struct Call {
  const std::vector<Number> &values; ///< By local id.
  const std::vector<bool> &active;
  size_t me;
  size_t maxSize;
  const ScalarType &type;

  std::optional<Number> at(size_t LocalId) const {
    if (LocalId < values.size() && active[LocalId])
      return values[LocalId];
    return std::nullopt;
  }
};

using Result = std::optional<Number>; ///< None if it is undefined.

struct Function {
  std::string expression; ///< Of x, or y for small products, of the type T.
  std::function<Result(const Call &)> expected;
  bool uniform = false; ///< All work-items have to call it.
  bool integers = false;
};

Number combine(const std::string &Op, Number A, Number B) {
  auto Bits = [&](auto F) { return Number(F(int64_t(A), int64_t(B))); };
  return Op == "add"   ? A + B
         : Op == "mul" ? A * B
         : Op == "min" ? std::min(A, B)
         : Op == "max" ? std::max(A, B)
         : Op == "and" ? Bits([](auto X, auto Y) { return X & Y; })
         : Op == "or"  ? Bits([](auto X, auto Y) { return X | Y; })
                       : Bits([](auto X, auto Y) { return X ^ Y; });
}

Number identity(const std::string &Op, const ScalarType &Type) {
  return Op == "mul"   ? 1
         : Op == "min" ? Type.max
         : Op == "max" ? Type.min
         : Op == "and" ? (Type.min < 0 ? -1 : Type.max)
                       : 0;
}

/// The operation on the active work-items with local ids of [Begin, End).
Number fold(const std::string &Op, const Call &C, size_t Begin, size_t End) {
  std::optional<Number> Sum;
  for (size_t I = Begin; I < std::min(End, C.values.size()); ++I)
    if (C.active[I])
      Sum = Sum ? combine(Op, *Sum, C.values[I]) : C.values[I];
  return Sum ? *Sum : identity(Op, C.type);
}

std::vector<Function> arithmetic() {
  std::vector<Function> F;
  for (std::string Op : {"add", "mul", "min", "max", "and", "or", "xor"}) {
    std::string Operand = Op == "mul" ? "y" : "x";
    bool Integers = Op == "and" || Op == "or" || Op == "xor";
    for (std::string Prefix : {"sub_group_", "sub_group_non_uniform_"}) {
      bool Uniform = Prefix == "sub_group_";
      if (Uniform && (Op == "mul" || Integers))
        continue;
      auto Add = [&](const std::string &Name, auto Expected) {
        F.push_back({Prefix + Name + "_" + Op + "(" + Operand + ")", Expected,
                     Uniform, Integers});
      };
      Add("reduce",
          [Op](const Call &C) { return fold(Op, C, 0, C.values.size()); });
      Add("scan_inclusive",
          [Op](const Call &C) { return fold(Op, C, 0, C.me + 1); });
      Add("scan_exclusive",
          [Op](const Call &C) { return fold(Op, C, 0, C.me); });
    }
    for (size_t Size : {1, 2, 4})
      F.push_back({"sub_group_clustered_reduce_" + Op + "(" + Operand + ", " +
                       std::to_string(Size) + ")",
                   [Op, Size](const Call &C) {
                     size_t Begin = C.me / Size * Size;
                     return fold(Op, C, Begin, Begin + Size);
                   },
                   false, Integers});
  }
  return F;
}

std::vector<Function> movement() {
  std::vector<Function> F;
  const std::string Id = "get_sub_group_local_id()";
  F.push_back({"sub_group_broadcast(x, 0)",
               [](const Call &C) { return C.at(0); },
               /*uniform=*/true});
  F.push_back({"sub_group_broadcast(x, get_sub_group_size() - 1)",
               [](const Call &C) { return C.at(C.values.size() - 1); },
               /*uniform=*/true});
  F.push_back({"sub_group_non_uniform_broadcast(x, 1)",
               [](const Call &C) { return C.at(1); }});
  F.push_back({"sub_group_broadcast_first(x)", [](const Call &C) {
                 size_t First = 0;
                 while (!C.active[First])
                   ++First;
                 return C.at(First);
               }});
  F.push_back(
      {"sub_group_shuffle(x, 2)", [](const Call &C) { return C.at(2); }});
  F.push_back({"sub_group_shuffle(x, (" + Id + " * 5 + 3) % 11)",
               [](const Call &C) { return C.at((C.me * 5 + 3) % 11); }});
  for (size_t Mask : {1, 3, 6})
    F.push_back({"sub_group_shuffle_xor(x, " + std::to_string(Mask) + ")",
                 [Mask](const Call &C) { return C.at(C.me ^ Mask); }});
  F.push_back({"sub_group_shuffle_xor(x, " + Id + " / 2)",
               [](const Call &C) { return C.at(C.me ^ (C.me / 2)); }});
  for (size_t Delta : {1, 2, 5}) {
    std::string Text = std::to_string(Delta);
    F.push_back(
        {"sub_group_shuffle_up(x, " + Text + ")", [Delta](const Call &C) {
           return C.me < Delta ? Result() : C.at(C.me - Delta);
         }});
    F.push_back({"sub_group_shuffle_down(x, " + Text + ")",
                 [Delta](const Call &C) { return C.at(C.me + Delta); }});
  }
  for (int Delta : {1, 5, -1, -3}) {
    std::string Text = std::to_string(Delta);
    F.push_back({"sub_group_rotate(x, " + Text + ")",
                 [Delta](const Call &C) {
                   return C.at((C.me + C.maxSize + Delta) % C.maxSize);
                 },
                 /*uniform=*/true});
    F.push_back({"sub_group_clustered_rotate(x, " + Text + ", 4)",
                 [Delta](const Call &C) {
                   return C.at(C.me / 4 * 4 + (C.me + 8 + Delta) % 4);
                 },
                 /*uniform=*/true});
  }
  F.push_back(
      {"(T)(sub_group_non_uniform_all_equal(y) != 0)", [](const Call &C) {
         return Number(fold("min", C, 0, C.values.size()) ==
                       fold("max", C, 0, C.values.size()));
       }});
  return F;
}

/// Builds kernels that call some of the functions each, and launches them.
class Runner {
public:
  Runner(const ScalarType &Type, const std::string &Attributes)
      : Type(Type), Attributes(Attributes) {
    std::vector<Function> All = arithmetic(), More = movement();
    All.insert(All.end(), More.begin(), More.end());
    std::erase_if(
        All, [&](const Function &F) { return F.integers && Type.isFloat; });
    std::stable_partition(All.begin(), All.end(),
                          [](const Function &F) { return F.uniform; });
    std::string Source = "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
                         "typedef " +
                         std::string(Type.name) + " T;\n";
    for (Function &F : All) {
      if (Kernels.empty() || Kernels.back().size() == PerKernel ||
          Kernels.back()[0].uniform != F.uniform)
        Kernels.emplace_back();
      Kernels.back().push_back(std::move(F));
    }
    for (size_t I = 0; I != Kernels.size(); ++I)
      Source += kernelText(I);
    P = build(Source, "-cl-std=CL3.0");
  }

  void run(const Range &R, const std::vector<cl_int> &Active,
           std::mt19937_64 &Random) {
    size_t Items = R.globalItems();
    SubGroups S = findSubGroups(R, Attributes);
    bool All = std::count(Active.begin(), Active.end(), 0) == 0;
    // Few factors, so that products stay small.
    std::vector<cl_long> Small(Items), Factors(Items);
    for (size_t Item = 0; Item != Items; ++Item) {
      Small[Item] = cl_long(Random() % 5) - (Type.min < 0 && Item % 3 ? 2 : 0);
      Factors[Item] = Random() % 16 == 0 ? 2 : 1;
    }
    Buffer X = upload(Small), Y = upload(Factors), Mask = upload(Active),
           Out = makeBuffer(PerKernel * Items * sizeof(cl_long));
    for (size_t I = 0; I != Kernels.size(); ++I) {
      if (Kernels[I][0].uniform && !All)
        continue;
      Kernel K = makeKernel(P, ("f" + std::to_string(I)).c_str());
      setArgs(K, X, Y, Mask, Out);
      launch(K, R);
      std::vector<cl_long> Got = download<cl_long>(Out, PerKernel * Items);
      for (size_t J = 0; J != Kernels[I].size(); ++J) {
        const Function &F = Kernels[I][J];
        bool UsesY = F.expression.find("(y") != std::string::npos;
        if (!check(F, S, UsesY ? Factors : Small, Active, &Got[J * Items]))
          ADD_FAILURE() << Type.name << ", " << R.text() << ", " << Attributes;
      }
    }
  }

private:
  static constexpr size_t PerKernel = 8;

  std::string kernelText(size_t Index) const {
    std::string Text = "kernel " + Attributes + " void f" +
                       std::to_string(Index) +
                       "(global const long *xs, global const long *ys,"
                       " global const int *active, global long *out) {\n" +
                       PlaceOfItem +
                       "size_t items = get_global_size(0) * get_global_size(1) "
                       "* get_global_size(2);\n"
                       "T x = (T)xs[at], y = (T)ys[at], r;\n";
    // Longs carry the values.
    for (const Function &F : Kernels[Index])
      Text +=
          "r = 7; if (active[at]) r = " + F.expression + ";\nout[at] = " +
          (Type.isFloat ? "isinf(r) ? (r > 0 ? LONG_MAX : LONG_MIN) : " : "") +
          "(long)r; out += items;\n";
    return Text + "}\n";
  }

  bool check(const Function &F, const SubGroups &S,
             const std::vector<cl_long> &Values,
             const std::vector<cl_int> &Active, const cl_long *Got) {
    for (size_t Item = 0; Item != Values.size(); ++Item) {
      const std::vector<size_t> &Group = S.items[S.groupOf[Item]];
      std::vector<Number> Of;
      std::vector<bool> Is;
      for (size_t Other : Group) {
        Of.push_back(Number(Values[Other]));
        Is.push_back(Active[Other] != 0);
      }
      Result Expected = 7;
      if (Active[Item])
        Expected = F.expected({Of, Is, S.localIdOf[Item], S.maxSize, Type});
      if (!Expected)
        continue;
      if (Got[Item] == wrap(*Expected))
        continue;
      ADD_FAILURE() << F.expression << " of work-item " << Item
                    << ", sub-group local id " << S.localIdOf[Item] << ": "
                    << Got[Item] << " instead of " << wrap(*Expected);
      return false;
    }
    return true;
  }

  /// As the kernel converts it to long.
  cl_long wrap(Number N) const {
    std::string T = Type.name;
    if (N >= 0x1p63)
      return T == "ulong" ? -1 : std::numeric_limits<cl_long>::max();
    if (N <= -0x1p63)
      return std::numeric_limits<cl_long>::min();
    cl_long Whole = cl_long(N);
    return T == "char"     ? cl_char(Whole)
           : T == "uchar"  ? cl_uchar(Whole)
           : T == "short"  ? cl_short(Whole)
           : T == "ushort" ? cl_ushort(Whole)
           : T == "int"    ? cl_int(Whole)
           : T == "uint"   ? cl_uint(Whole)
                           : Whole;
  }

  const ScalarType &Type;
  std::string Attributes;
  std::vector<std::vector<Function>> Kernels;
  Program P;
};

class SubGroupFunctions : public testing::TestWithParam<ScalarType> {};

/// All work-items; most; some; one.
std::vector<cl_int> activeItems(unsigned Pattern, size_t Items,
                                std::mt19937_64 &Random) {
  std::vector<cl_int> Active(Items, 1);
  for (size_t I = 0; I != Items; ++I)
    if (Pattern == 1)
      Active[I] = I % 5 != 0;
    else if (Pattern == 2)
      Active[I] = Random() % 3 == 0;
    else if (Pattern == 3)
      Active[I] = I % 7 == 3;
  return Active;
}

TEST_P(SubGroupFunctions, AreRight) {
  if (!deviceInfo<cl_uint>(CL_DEVICE_MAX_NUM_SUB_GROUPS))
    GTEST_SKIP() << "no sub-groups";
  std::mt19937_64 Random = randomSource();
  Runner Run(GetParam(), "");
  unsigned Pattern = 0;
  for (const Range &R :
       {Range{{128}, {64}, {}}, Range{{60}, {20}, {}}, Range{{5}, {1}, {}},
        Range{{26, 6}, {13, 3}, {}}, Range{{40, 2, 2}, {40, 1, 2}, {}}})
    for (unsigned I = 0; I != 2; ++I)
      Run.run(R, activeItems(I * (Pattern++ % 3 + 1), R.globalItems(), Random),
              Random);
}

TEST_P(SubGroupFunctions, OfRequiredSizes) {
  if (!hasExtension("cl_intel_required_subgroup_size"))
    GTEST_SKIP() << "no cl_intel_required_subgroup_size";
  std::string Name = GetParam().name;
  if (Name != "uchar" && Name != "int" && Name != "double")
    GTEST_SKIP() << "one type of each kind is enough";
  size_t Bytes;
  ok(clGetDeviceInfo(device(), CL_DEVICE_SUB_GROUP_SIZES_INTEL, 0, nullptr,
                     &Bytes));
  std::vector<size_t> Sizes(Bytes / sizeof(size_t));
  ok(clGetDeviceInfo(device(), CL_DEVICE_SUB_GROUP_SIZES_INTEL, Bytes,
                     Sizes.data(), nullptr));
  std::mt19937_64 Random = randomSource();
  for (size_t Size : Sizes) {
    std::string Attribute = "__attribute__((intel_reqd_sub_group_size(" +
                            std::to_string(Size) + ")))";
    Range R{{300}, {100}, {}};
    EXPECT_EQ(findSubGroups(R, Attribute).maxSize, Size);
    Runner Run(GetParam(), Attribute);
    for (unsigned Pattern : {0, 2})
      Run.run(R, activeItems(Pattern, 300, Random), Random);
  }
}

INSTANTIATE_TEST_SUITE_P(Types, SubGroupFunctions, testing::ValuesIn(Types),
                         [](const auto &Info) {
                           return std::string(Info.param.name);
                         });

} // namespace
