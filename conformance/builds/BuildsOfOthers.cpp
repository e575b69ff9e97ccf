//===- BuildsOfOthers.cpp - What programs rely on other compilers for -----===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Programs in use have what the specification leaves open, or does not know,
/// and other drivers build: functions that are inline, files of the current
/// folder, half without its pragma, kernels on images beside others, inline
/// assembly.
///
//===----------------------------------------------------------------------===//

#include "Support.h"

#include <filesystem>
#include <numeric>

using namespace conformance;

namespace {

/// What kernel `f` of \p P leaves in the first int of its argument.
int run(cl_program P) {
  Kernel K = makeKernel(P, "f");
  Buffer Out = makeBuffer(sizeof(int));
  setArgs(K, Out);
  launch(K, {{1}, {1}, {}});
  return download<int>(Out, 1)[0];
}

int valueOf(const std::string &Source, const std::string &Options = "") {
  return run(build(Source, Options));
}

Program compiled(const std::string &Text) {
  const char *Source = Text.c_str();
  cl_int Code;
  Program P(clCreateProgramWithSource(context(), 1, &Source, nullptr, &Code));
  ok(Code);
  ok(clCompileProgram(P, 0, nullptr, "", 0, nullptr, nullptr, nullptr,
                      nullptr));
  return P;
}

TEST(BuildsOfOthers, InlineKernels) {
  for (const char *Qualifiers : {"inline kernel", "kernel inline"})
    EXPECT_EQ(valueOf(std::string(Qualifiers) +
                      " void f(global int *out) { *out = 7; }"),
              7)
        << Qualifiers;
}

TEST(BuildsOfOthers, InlineFunctions) {
  for (const char *Qualifiers : {"inline", "static inline", "extern inline"})
    for (const char *Attribute : {"", "__attribute__((noinline)) "})
      for (const char *Options : {"", "-cl-opt-disable", "-cl-std=CL2.0"})
        EXPECT_EQ(valueOf(std::string(Attribute) + Qualifiers +
                              " int g(int x) { return x + 1; }\n"
                              "kernel void f(global int *out) "
                              "{ *out = g(6) + g(0); }",
                          Options),
                  8)
            << Attribute << Qualifiers << " " << Options;
}

/// In one program, used in another that is linked with it; and in both.
TEST(BuildsOfOthers, InlineFunctionsOfLinkedPrograms) {
  const char *Definition = "inline int g(int x) { return x + 1; }\n";
  Program Library = compiled(Definition);
  Program Other =
      compiled(std::string(Definition) + "int h(int x) { return g(x) * 2; }\n");
  Program Main = compiled("int g(int x);\nint h(int x);\n"
                          "kernel void f(global int *out) { *out = g(1); }");
  Program Both = compiled(std::string(Definition) + "int h(int x);\n" +
                          "kernel void f(global int *out) "
                          "{ *out = g(1) + h(1); }");
  auto Link = [](std::vector<cl_program> Programs) {
    cl_int Code;
    Program P(clLinkProgram(context(), 0, nullptr, "", cl_uint(Programs.size()),
                            Programs.data(), nullptr, nullptr, &Code));
    EXPECT_EQ(Code, CL_SUCCESS) << buildLog(P);
    return P;
  };
  EXPECT_EQ(run(Link({Main, Library})), 2);
  EXPECT_EQ(run(Link({Both, Other})), 6);
}

TEST(BuildsOfOthers, FilesOfTheCurrentFolder) {
  Folder Files;
  Files.write("here.h", "#define VALUE 5\n");
  Files.write("sub/here.h", "#define VALUE 6\n");
  const auto Before = std::filesystem::current_path();
  std::filesystem::current_path(Files.path);
  const std::string Source = "#include \"here.h\"\n"
                             "kernel void f(global int *out) { *out = VALUE; }";
  EXPECT_EQ(valueOf(Source), 5);
  EXPECT_EQ(valueOf(Source, "-I sub"), 6);
  std::filesystem::current_path(Before);
  EXPECT_NE(tryBuild(Source).status, CL_SUCCESS);
}

TEST(BuildsOfOthers, HalfWithoutThePragma) {
  if (!hasExtension("cl_khr_fp16"))
    GTEST_SKIP() << "no half";
  for (const char *Options : {"", "-cl-std=CL1.1", "-cl-std=CL3.0"})
    EXPECT_EQ(valueOf("half g(half x) { return x * (half)2; }\n"
                      "kernel void f(global int *out) {\n"
                      "  half a = 1.5h; half4 v = (half4)(a);\n"
                      "  *out = (int)(g(a) + v.x * v.y + sqrt(v.z * v.z)); }",
                      Options),
              6)
        << Options;
}

TEST(BuildsOfOthers, DoubleWithoutThePragma) {
  if (!hasExtension("cl_khr_fp64"))
    GTEST_SKIP() << "no double";
  for (const char *Options : {"", "-cl-std=CL1.0", "-cl-std=CL1.1"})
    EXPECT_EQ(valueOf("kernel void f(global int *out) {\n"
                      "  double a = 1.5; *out = (int)(a * 2.0); }",
                      Options),
              3)
        << Options;
}

constexpr char WithImages[] = R"(
  float4 at(read_only image2d_t i, sampler_t s) {
    return read_imagef(i, s, (int2)(0, 0));
  }
  kernel void reads(read_only image2d_t i, sampler_t s, global float4 *out) {
    *out = at(i, s);
  }
  kernel void writes(write_only image2d_t i) {
    write_imagef(i, (int2)(0, 0), (float4)(get_image_width(i)));
  }
  kernel void f(global int *out) { *out = 7; }
)";

TEST(BuildsOfOthers, KernelsBesideThoseOnImages) {
  EXPECT_EQ(valueOf(WithImages), 7);
}

/// Of a kernel that does nothing with them.
TEST(BuildsOfOthers, ImagesAndSamplersAreKnownAsSuch) {
  Kernel K = buildKernel("kernel void f(read_only image2d_t i, sampler_t s,\n"
                         "  write_only image2d_array_t w, global int *p) {}",
                         "f");
  Buffer B = makeBuffer(64);
  cl_mem Mem = B;
  for (cl_uint Index : {0u, 2u})
    EXPECT_EQ(clSetKernelArg(K, Index, sizeof(Mem), &Mem),
              CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clSetKernelArg(K, 1, sizeof(Mem), &Mem), CL_INVALID_SAMPLER);
  EXPECT_EQ(clSetKernelArg(K, 3, sizeof(Mem), &Mem), CL_SUCCESS);
}

TEST(BuildsOfOthers, InlineAssembly) {
  Kernel K = buildKernel(R"(
    kernel void f(global int *out, global const int *in) {
      int i = get_global_id(0), x = in[i], y;
      __asm__("leal 5(%1,%1), %0" : "=r"(y) : "r"(x));
      out[i] = y;
    })",
                         "f");
  for (size_t Items : {1, 7, 64, 1000}) {
    std::vector<int> In(Items);
    std::iota(In.begin(), In.end(), 3);
    Buffer Source = upload(In), Out = upload(std::vector<int>(Items));
    setArgs(K, Out, Source);
    launch(K, {{Items}, {}, {}});
    const std::vector<int> Seen = download<int>(Out, Items);
    for (size_t I = 0; I != Items; ++I)
      ASSERT_EQ(Seen[I], In[I] * 2 + 5) << I;
  }
}

} // namespace
