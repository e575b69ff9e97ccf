//===- VectorsTables.cpp - Elements of constant tables --------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Work-items pick elements of tables that the program lists, some of which
/// registers hold.
///
//===----------------------------------------------------------------------===//

#include "Vectors.h"

using namespace conformance;

namespace {

struct Element {
  const char *Type;
  size_t Count;
  int64_t Least;
};

/// The component \p N of a table's, counted through.
int64_t component(const Element &E, size_t N) {
  return int64_t(N * 37 + 11) % 101 + E.Least;
}

/// `{(T)(1, 2), (T)(3, 4), ...}`
std::string listOf(const Element &E, size_t Size) {
  std::string List = "{";
  for (size_t N = 0; N != Size; ++N) {
    List += N ? ", (T)(" : "(T)(";
    for (size_t C = 0; C != E.Count; ++C)
      List += (C ? ", " : "") + std::to_string(component(E, N * E.Count + C));
    List += ')';
  }
  return List + '}';
}

/// The components of what work-item \p I picks, which has \p Number.
int64_t pickedBy(const Element &E, size_t Size, size_t I, size_t Number,
                 size_t C) {
  int64_t Sum = component(E, Number * E.Count + C);
  if (I % 3 != 1)
    Sum += component(E, (Number * 7 + 1) % Size * E.Count + C);
  return Sum;
}

TEST(VectorsTables, ElementsOfWorkItemsOwn) {
  const Element Elements[] = {
      {"char", 1, -50},  {"uchar", 1, 0},  {"short", 1, -50},
      {"ushort", 1, 0},  {"int", 1, -50},  {"uint", 1, 0},
      {"long", 1, -50},  {"ulong", 1, 0},  {"float", 1, -50},
      {"double", 1, -5}, {"uchar2", 2, 0}, {"char4", 4, -50},
      {"short2", 2, -5}, {"int3", 3, -50}, {"float2", 2, -5},
      {"float4", 4, 0},  {"double2", 2, 0}};
  for (const Element &E : Elements)
    for (size_t Size : {2, 5, 8, 16, 17, 33, 64, 65}) {
      SCOPED_TRACE(std::string(E.Type) + ' ' + std::to_string(Size));
      std::string Out;
      for (size_t C = 0; C != E.Count; ++C)
        Out += "out[i * " + std::to_string(E.Count) + " + " +
               std::to_string(C) +
               "] = " + (E.Count == 1 ? "sum" : "sum.s" + std::to_string(C)) +
               ";\n";
      Kernel K = buildKernel("typedef " + std::string(E.Type) +
                                 " T;\n#define N " + std::to_string(Size) +
                                 "\nconstant T table[N] = " + listOf(E, Size) +
                                 R"(;
        kernel void k(global long *out, global const int *number) {
          size_t i = get_global_id(0);
          int n = number[i];
          T sum = table[n];
          if (i % 3 != 1)
            sum += table[(n * 7 + 1) % N];
        )" + Out + "}",
                             "k");
      for (size_t Items : {1, 7, 16, 77, 128}) {
        std::vector<int> Numbers(Items);
        for (size_t I = 0; I != Items; ++I)
          Numbers[I] = int((I * I * 5 + 3 * I + 1) % Size);
        std::vector<int64_t> Expected;
        for (size_t I = 0; I != Items; ++I)
          for (size_t C = 0; C != E.Count; ++C)
            Expected.push_back(pickedBy(E, Size, I, size_t(Numbers[I]), C));
        Guarded<int64_t> To(std::vector<int64_t>(Expected.size()));
        Guarded<int> From(Numbers);
        set(K, 0, To);
        set(K, 1, From);
        launch(K, {{Items}, {Items}, {}});
        ASSERT_EQ(To.values(), Expected) << Items;
      }
    }
}

/// Of rows and columns, records, and what other work-items do not have.
TEST(VectorsTables, PlacesThatAreSums) {
  Kernel K = buildKernel(R"(
    constant int grid[5][7] = {
        {0, 1, 2, 3, 4, 5, 6}, {10, 11, 12, 13, 14, 15, 16},
        {20, 21, 22, 23, 24, 25, 26}, {30, 31, 32, 33, 34, 35, 36},
        {40, 41, 42, 43, 44, 45, 46}};
    constant struct { short a; char b, c; double d; } records[4] = {
        {1, 2, -3, 0.5}, {11, 12, -13, 10.5}, {21, 22, -23, 20.5},
        {31, 32, -33, 30.5}};
    kernel void k(global double *out, global const uchar *number, int step) {
      const short back[6] = {100, 200, 300, 400, 500, 600};
      size_t i = get_global_id(0);
      uint n = number[i];
      out[i] = grid[n % 5][(n + step) % 7] + records[n & 3].b +
               records[n & 3].c + records[(n >> 2) & 3].d + back[5 - n % 6];
      if (n < 200)
        out[i] += grid[4 - n / 50][n % 7] + records[3 - n / 50].a;
    })",
                         "k");
  for (size_t Items : {5, 64, 100}) {
    std::vector<uint8_t> Numbers(Items);
    std::vector<double> Expected(Items);
    constexpr unsigned Step = 3;
    for (size_t I = 0; I != Items; ++I) {
      const unsigned N = Numbers[I] = uint8_t(I * 41 + 7);
      Expected[I] = double(N % 5 * 10 + (N + Step) % 7) + (N % 4 * 10.0 + 2) -
                    (N % 4 * 10.0 + 3) + (N / 4 % 4 * 10 + 0.5) +
                    double((6 - N % 6) * 100);
      if (N < 200)
        Expected[I] +=
            double((4 - N / 50) * 10 + N % 7) + double((3 - N / 50) * 10 + 1);
    }
    Guarded<double> To((std::vector<double>(Items)));
    Guarded<uint8_t> From(Numbers);
    set(K, 0, To);
    set(K, 1, From);
    setArg(K, 2, int(Step));
    launch(K, {{Items}, {Items}, {}});
    ASSERT_EQ(To.values(), Expected) << Items;
  }
}

} // namespace
