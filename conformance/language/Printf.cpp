//===- Printf.cpp - printf of OpenCL C ------------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What kernels print ("The OpenCL C printf Function"), read from the standard
/// output of a child process.
///
//===----------------------------------------------------------------------===//

#include "Support.h"

#include <cstdio>
#include <cstdlib>
#include <set>
#include <sstream>

using namespace conformance;

namespace {

/// The child builds the source in FERRY_TEST_SOURCE and runs its kernel `f`
/// with FERRY_TEST_ITEMS work-items.
int runSource() {
  Kernel K = buildKernel(std::getenv("FERRY_TEST_SOURCE"), "f", "-w");
  size_t Items = environmentNumber("FERRY_TEST_ITEMS", 1);
  launch(K, {{Items}, {}, {}});
  std::fflush(stdout);
  return 0;
}
const ChildFunction RunSource("printf-source", runSource);

std::string printed(const std::string &Source, size_t Items = 1) {
  ChildOutcome Outcome =
      runChild("printf-source", {"FERRY_TEST_SOURCE=" + Source,
                                 "FERRY_TEST_ITEMS=" + std::to_string(Items)});
  EXPECT_EQ(Outcome.status, 0) << Outcome.output;
  return Outcome.output;
}

struct Line {
  const char *arguments; ///< Of printf, in OpenCL C.
  const char *text;      ///< What it prints.
};

/// One kernel for all lines; each ends with a newline of its own.
void expectLines(const std::vector<Line> &Lines) {
  std::string Source = "__kernel void f(void) {\n", Expected;
  for (const Line &L : Lines) {
    Source += std::string("  printf(") + L.arguments + "); printf(\"\\n\");\n";
    Expected += std::string(L.text) + "\n";
  }
  std::istringstream Seen(printed(Source + "}\n"));
  for (const Line &L : Lines) {
    std::string Text;
    std::getline(Seen, Text);
    EXPECT_EQ(Text, L.text) << "printf(" << L.arguments << ")";
  }
}

TEST(Printf, Integers) {
  expectLines(
      {{R"("%d %i", 42, -7)", "42 -7"},
       {R"("[%5d] [%-5d] [%05d] [%+d] [% d]", 42, 42, 42, 42, 42)",
        "[   42] [42   ] [00042] [+42] [ 42]"},
       {R"("%u %x %X %o", 4000000000u, 0xbeef, 0xBEEF, 8)",
        "4000000000 beef BEEF 10"},
       {R"("%#x %#o", 255, 8)", "0xff 010"},
       {R"("%hhd %hd", (char)-3, (short)-300)", "-3 -300"},
       {R"("%ld %lu %lx", -5000000000L, 18446744073709551615UL, 1L << 40)",
        "-5000000000 18446744073709551615 10000000000"},
       {R"("%.5d %8.3d", 42, 7)", "00042      007"},
       {R"("%c%c%c", 'f', 'o', 'x')", "fox"},
       {R"("100%%")", "100%"}});
}

TEST(Printf, FloatingPoint) {
  expectLines(
      {{R"("%f %.2f %8.3f", 1.5f, 3.14159f, -2.5f)", "1.500000 3.14   -2.500"},
       {R"("%e %E", 12345.678, 0.00012)", "1.234568e+04 1.200000E-04"},
       {R"("%g %g %G", 0.0001f, 1e10f, 1e-10)", "0.0001 1e+10 1E-10"},
       {R"("%a", 1.0)", "0x1p+0"},
       {R"("%+.1f % .1f %-8.1f|", 2.0f, 2.0f, 2.0f)", "+2.0  2.0 2.0     |"},
       {R"("%f %f", (float)INFINITY, -(float)INFINITY)", "inf -inf"},
       {R"("%F", (float)INFINITY)", "INF"},
       {R"("%08.2f", -1.5)", "-0001.50"},
       {R"("%.3f", 1.0 / 3.0)", "0.333"}});
}

TEST(Printf, StringsAndPointers) {
  expectLines({{R"("%s and %s", "one", "two")", "one and two"},
               {R"("[%6s] [%-6s] [%.2s]", "abc", "abc", "abc")",
                "[   abc] [abc   ] [ab]"},
               {R"("no arguments at all")", "no arguments at all"},
               {R"("tab\tquote\"backslash\\")", "tab\tquote\"backslash\\"}});
  std::string Pointer = printed("__kernel void f(void) { int x; "
                                "printf(\"%p\\n\", (__private void *)&x); }");
  EXPECT_FALSE(Pointer.empty());
}

TEST(Printf, Vectors) {
  expectLines(
      {{R"("%v4hld", (int4)(1, -2, 3, -4))", "1,-2,3,-4"},
       {R"("%v2hhd", (char2)(-1, 5))", "-1,5"},
       {R"("%v3hd", (short3)(1, 2, -3))", "1,2,-3"},
       {R"("%v2ld", (long2)(-5000000000L, 7))", "-5000000000,7"},
       {R"("%v4hlf", (float4)(1.0f, 2.5f, -3.0f, 0.0f))",
        "1.000000,2.500000,-3.000000,0.000000"},
       {R"("%.1v4hlf", (float4)(1.0f, 2.5f, -3.0f, 0.0f))", "1.0,2.5,-3.0,0.0"},
       {R"("%v2lf", (double2)(1.5, -0.25))", "1.500000,-0.250000"},
       {R"("%v8hlx", (uint8)(1, 2, 3, 4, 5, 6, 255, 16))", "1,2,3,4,5,6,ff,10"},
       {R"("%#v2hhx", (uchar2)(0xFA, 0xFB))", "0xfa,0xfb"},
       {R"("[%5v2hld]", (int2)(1, 22))", "[    1,   22]"}});
}

/// Vectors of 128 bytes, with an argument behind each.
TEST(Printf, VectorsOfSixteen) {
  expectLines(
      {{R"("%v16lg %d", (double16)(1.5, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13,
            14, 15, -16.5), 7)",
        "1.5,2,3,4,5,6,7,8,9,10,11,12,13,14,15,-16.5 7"},
       {R"("%v16ld %d", (long16)(1L << 40, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
            13, 14, 15, -16), 7)",
        "1099511627776,2,3,4,5,6,7,8,9,10,11,12,13,14,15,-16 7"},
       {R"("%v16lx %v16hlx", (ulong16)(255), (uint16)(16))",
        "ff,ff,ff,ff,ff,ff,ff,ff,ff,ff,ff,ff,ff,ff,ff,ff "
        "10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10"}});
}

/// Of OpenCL C 3.1, and of C: programs of today use them.
TEST(Printf, LengthsAndWidthsOfC) {
  expectLines(
      {{R"("%zu %zx %td", (size_t)10000000000L, (size_t)-1, (ptrdiff_t)-3)",
        "10000000000 ffffffffffffffff -3"},
       {R"("%5zu|%-15zu|%015zu|%.0zu", (size_t)7, (size_t)7, (size_t)7,
            (size_t)0)",
        "    7|7              |000000000000007|"},
       {R"("%llu %lld %llx", 18446744073709551615UL, -1L, 255L)",
        "18446744073709551615 -1 ff"},
       {R"("[%*d] [%-*d] [%.*f]", 5, 42, 5, 42, 2, 1.0f)",
        "[   42] [42   ] [1.00]"},
       {R"("%p", (__global void *)16)", "0x10"},
       {R"("%zu items", get_global_size(0))", "1 items"}});
}

TEST(Printf, PointersOfEveryAddressSpace) {
  EXPECT_EQ(printed(R"(
    __constant int c = 1;
    __kernel void f(void) {
      int p;
      __local int l;
      printf("%d%d%d %d\n", printf("%p", &p), printf("%p", &l),
             printf("%p", &c), 7);
    })")
                    .find("000 7\n") != std::string::npos,
            true);
}

/// What the specification leaves undefined costs only itself.
TEST(Printf, NothingOfTheRestIsLost) {
  expectLines({{R"("%d %s %d", 1L << 40, "and", 2)", "0 and 2"},
               {R"("%d %d", get_global_id(0), 7)", "0 7"},
               {R"("a %y b %d", 7)", "a %y b 7"},
               {R"("%n%d", 0L, 7)", "%n7"},
               {R"("%d and %d", 7)", "7 and %d"},
               {R"("%v4f %d", (float4)(1, 2, 3, 4), 7)",
                "1.000000,2.000000,3.000000,4.000000 7"}});
}

TEST(Printf, EveryWorkItemPrintsAWholeLine) {
  constexpr size_t Items = 2000;
  std::istringstream Seen(printed(
      "__kernel void f(void) {\n"
      "  printf(\"item %d says %s %f\\n\", (int)get_global_id(0), \"hello\",\n"
      "         get_global_id(0) * 0.5f);\n"
      "}\n",
      Items));
  std::set<std::string> Lines, Expected;
  for (std::string Text; std::getline(Seen, Text);)
    EXPECT_TRUE(Lines.insert(Text).second) << "twice: " << Text;
  for (size_t I = 0; I != Items; ++I) {
    char Text[80];
    std::snprintf(Text, sizeof(Text), "item %zu says hello %f", I,
                  double(I) * 0.5);
    Expected.insert(Text);
  }
  EXPECT_EQ(Lines, Expected);
}

TEST(Printf, OneWorkItemPrintsInOrder) {
  std::string Expected;
  for (int I = 0; I != 500; ++I)
    Expected += std::to_string(I) + "\n";
  EXPECT_EQ(printed("__kernel void f(void) {\n"
                    "  for (int k = 0; k < 500; ++k) printf(\"%d\\n\", k);\n"
                    "}\n"),
            Expected);
}

TEST(Printf, InDivergentFlowAndAcrossBarriers) {
  std::string Seen = printed(R"(
    __kernel __attribute__((reqd_work_group_size(8, 1, 1))) void f(void) {
      __local int sum;
      int l = get_local_id(0);
      if (l == 0)
        sum = 0;
      barrier(CLK_LOCAL_MEM_FENCE);
      atomic_add(&sum, l);
      if (l == 3)
        printf("three\n");
      barrier(CLK_LOCAL_MEM_FENCE);
      if (l == 5)
        printf("sum %d\n", sum);
    })",
                             8);
  EXPECT_EQ(Seen, "three\nsum 28\n");
}

/// printf returns 0, or -1 when it fails.
TEST(Printf, ReturnsZero) {
  Kernel K = buildKernel(
      "__kernel void f(__global int *out) { out[0] = printf(\"\"); }", "f");
  Buffer Out = upload(std::vector<int>{9});
  setArgs(K, Out);
  launch(K, {{1}, {1}, {}});
  EXPECT_EQ(download<int>(Out, 1)[0], 0);
}

} // namespace
